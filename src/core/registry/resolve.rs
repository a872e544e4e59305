//! Resolution.
/// x
pub struct Registry;
/// x
pub struct RegisteredTool;
/// x
pub struct ToolSource;
