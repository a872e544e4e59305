//! From files and variables to configuration.
