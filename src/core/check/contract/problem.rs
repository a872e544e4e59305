//! What breaks a contract, and the list that problems are gathered in.

use serde::{Serialize, Serializer};

/// Problems that one answer holds at most, so that a hostile overlay cannot fill the memory; how
/// many more there are is said in the last one.
pub const PROBLEMS_MAX: usize = 500;

/// Defines the rules with their words.
macro_rules! rules {
    ($($(#[doc = $doc:literal])* $name:ident = $word:literal,)*) => {
        /// A rule of the contract.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum ContractRule {
            $($(#[doc = $doc])* $name,)*
        }

        impl ContractRule {
            /// Every rule, in the order of its definition.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// Returns the kebab-case name for reports.
            pub fn word(self) -> &'static str {
                match self {
                    $(Self::$name => $word,)*
                }
            }
        }
    };
}

rules! {
    /// The name is `<toolkit>.<action>`, with the name of the toolkit that has the tool.
    ToolName = "tool-name",
    /// No two tools of a toolkit have one name.
    DuplicateTool = "duplicate-tool",
    /// The description is full sentences and names no setting.
    Description = "description",
    /// Permissions start with the toolkit's name.
    ForeignPermission = "foreign-permission",
    /// The word after it is one that agents' files know.
    PermissionWord = "permission-word",
    /// The permissions are those of the effect: a change needs one that reading does not.
    PermissionOfEffect = "permission-of-effect",
    /// Capabilities are those that policies know.
    UnknownCapability = "unknown-capability",
    /// What changes something has a capability, or no policy could speak about it.
    MissingCapability = "missing-capability",
    /// Governance comes from a preset.
    UnknownPreset = "unknown-preset",
    /// The side effect is the preset's.
    SideEffect = "side-effect",
    /// The idempotency is the preset's; a change is never repeated blindly.
    Idempotency = "idempotency",
    /// The number of attempts is the preset's; a change has one.
    Attempts = "attempts",
    /// A call has a deadline.
    Timeout = "timeout",
    /// A result has a largest size.
    ResultBytes = "result-bytes",
    /// The schema of results says something.
    OutputSchema = "output-schema",
    /// The schema of arguments is one, and takes an object.
    InputSchema = "input-schema",
    /// No object takes fields that the schema does not name.
    OpenObject = "open-object",
    /// Every value has a type.
    UntypedValue = "untyped-value",
    /// Texts have a largest length.
    UnboundedText = "unbounded-text",
    /// Numbers have both ends.
    UnboundedNumber = "unbounded-number",
    /// Lists have a largest number of members.
    UnboundedList = "unbounded-list",
    /// Maps have a largest number of entries.
    UnboundedMap = "unbounded-map",
    /// No argument says where a call goes or what it runs.
    ForbiddenArgument = "forbidden-argument",
    /// `free_form` lists arguments, each once, and only those whose content can be free.
    FreeForm = "free-form",
    /// A variant is about an argument that lists its values.
    VariantArgument = "variant-argument",
    /// The values of a variant are among those of its argument, each in one variant.
    VariantValue = "variant-value",
    /// There were more problems than an answer holds.
    MoreProblems = "more-problems",
}

impl Serialize for ContractRule {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.word())
    }
}

/// One place where a tool breaks the contract.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ContractProblem {
    /// What is broken.
    pub rule: ContractRule,
    /// The tool, as it is named.
    pub tool: String,
    /// Where, as a JSON pointer into the tool as [`ToolSpec`](crate::registry::ToolSpec) names its
    /// fields: `/input_schema/properties/path`, `/variants/0/values/1`.
    pub pointer: String,
    /// One sentence: what is wrong. Lower case, no final period.
    pub message: String,
}

/// The problems of one toolkit, gathered tool by tool.
#[derive(Default)]
pub(super) struct Problems {
    found: Vec<ContractProblem>,
    tool: String,
    left_out: usize,
}

impl Problems {
    /// Names the tool that the problems to come belong to.
    pub(super) fn enter(&mut self, tool: &str) {
        tool.clone_into(&mut self.tool);
    }

    /// Adds a problem.
    pub(super) fn add(
        &mut self,
        rule: ContractRule,
        pointer: impl Into<String>,
        message: impl Into<String>,
    ) {
        if self.found.len() >= PROBLEMS_MAX {
            self.left_out += 1;
            return;
        }
        self.found.push(ContractProblem {
            rule,
            tool: self.tool.clone(),
            pointer: pointer.into(),
            message: message.into(),
        });
    }

    /// Adds a problem unless something holds.
    pub(super) fn need(
        &mut self,
        holds: bool,
        rule: ContractRule,
        pointer: &str,
        message: impl FnOnce() -> String,
    ) {
        if !holds {
            self.add(rule, pointer, message());
        }
    }

    /// Returns the problems; where some were left out, the last one counts them.
    pub(super) fn finish(mut self) -> Vec<ContractProblem> {
        if self.left_out > 0 {
            self.found.push(ContractProblem {
                rule: ContractRule::MoreProblems,
                tool: self.tool,
                pointer: String::new(),
                message: format!("{} more problems are not listed", self.left_out),
            });
        }
        self.found
    }
}
