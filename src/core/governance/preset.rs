//! The presets that a tool's governance comes from. A connector never sets governance by hand.

use serde_json::Value;

use crate::model::{Idempotency, SideEffect};
use crate::registry::ToolSpec;
use crate::registry::spec::KeyReach;

/// Largest result of a tool unless it says otherwise.
pub const RESULT_BYTES: u64 = 1_048_576;

/// Effect, permission, idempotency, attempts, deadline and approval of a tool.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Preset {
    /// The word of documentation and `algen.yaml`.
    pub name: &'static str,
    /// What a call changes.
    pub side_effect: SideEffect,
    /// The word after `<toolkit>.` in the permission; `None` where nothing is needed.
    pub permission: Option<&'static str>,
    /// What a repetition does.
    pub idempotency: Idempotency,
    /// Attempts at most.
    pub attempts: u32,
    /// Deadline of a whole call.
    pub timeout_seconds: f64,
    /// Whether the tool itself asks before every call.
    pub approval: bool,
}

impl Preset {
    /// Reads: three attempts for transient errors.
    pub const READ: Self = Self {
        name: "read",
        side_effect: SideEffect::Read,
        permission: Some("read"),
        idempotency: Idempotency::Idempotent,
        attempts: 3,
        timeout_seconds: 30.0,
        approval: false,
    };
    /// Reads in one attempt.
    pub const ONCE: Self = Self {
        name: "once",
        attempts: 1,
        ..Self::READ
    };
    /// Computes from its arguments alone.
    pub const PURE: Self = Self {
        name: "pure",
        side_effect: SideEffect::None,
        permission: None,
        ..Self::ONCE
    };
    /// Changes the deployment's own data.
    pub const WRITE: Self = Self {
        name: "write",
        side_effect: SideEffect::Write,
        permission: Some("write"),
        idempotency: Idempotency::Keyed,
        attempts: 1,
        timeout_seconds: 30.0,
        approval: false,
    };
    /// Changes something that others see.
    pub const EXTERNAL: Self = Self {
        name: "external",
        side_effect: SideEffect::External,
        ..Self::WRITE
    };
    /// Cannot be taken back; the tool itself asks.
    pub const DESTRUCTIVE: Self = Self {
        name: "destructive",
        side_effect: SideEffect::Destructive,
        approval: true,
        ..Self::WRITE
    };
    /// Every preset that has a name in `algen.yaml`.
    pub const ALL: [Self; 6] = [
        Self::READ,
        Self::ONCE,
        Self::PURE,
        Self::WRITE,
        Self::EXTERNAL,
        Self::DESTRUCTIVE,
    ];

    /// Returns the preset with this name.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|preset| preset.name == word)
    }

    /// Gives a base preset 180 seconds.
    pub const fn long_running(base: Self) -> Self {
        Self {
            timeout_seconds: 180.0,
            ..base
        }
    }

    /// Changes the deadline.
    pub const fn timeout(self, seconds: f64) -> Self {
        Self {
            timeout_seconds: seconds,
            ..self
        }
    }

    /// Names another permission word, as `send` for `email.send`.
    pub const fn named(self, permission: &'static str) -> Self {
        Self {
            permission: Some(permission),
            ..self
        }
    }

    /// Says whether the tool itself asks.
    pub const fn asking(self, approval: bool) -> Self {
        Self { approval, ..self }
    }

    /// Returns the permission of a tool in this toolkit.
    pub fn permissions(&self, toolkit: &str) -> Vec<String> {
        let word = self.permission.iter();
        word.map(|word| format!("{toolkit}.{word}")).collect()
    }

    /// Builds a tool with this governance; everything else is set on the result.
    pub fn tool(
        &self,
        toolkit: &str,
        action: &str,
        description: impl Into<String>,
        input_schema: Value,
        output_schema: Value,
    ) -> ToolSpec {
        ToolSpec {
            name: format!("{toolkit}.{action}"),
            version: "1.0.0".to_owned(),
            description: description.into(),
            preset: self.name,
            side_effect: self.side_effect,
            idempotency: self.idempotency,
            key_reaches: KeyReach::Ledger,
            permissions: self.permissions(toolkit),
            policy_capabilities: Vec::new(),
            input_schema,
            output_schema,
            timeout_seconds: self.timeout_seconds,
            attempts: self.attempts,
            approval: self.approval,
            result_bytes: RESULT_BYTES,
            cache_context: Vec::new(),
            environment: Vec::new(),
            egress: Vec::new(),
            free_form: Vec::new(),
            variants: Vec::new(),
            requires: None,
        }
    }
}
