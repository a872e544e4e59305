//! A small hand-made report and inventory that the tests of all formats render.

use algen_core::diagnostics::{Code, Diagnostic, Edit, Fix, Severity};
use algen_core::model::{Idempotency, SideEffect};
use algen_core::registry::Maturity;
use algen_core::registry::inventory::{
    AgentEntry, ComponentEntry, Inventory, PluginEntry, ProviderEntry, ServerEntry, StorageEntry,
    ToolEntry, VariantEntry,
};
use algen_core::source::{Origin, Source, SourceId, Sources, Span};

use serde_json::json;

use super::report::{Report, RuleSummary};

/// Two agents with a misspelt tool, a literal secret and a finding without a place.
pub(super) const AGENTS: &str = "\
agents:
  - name: support
    version: 1.0.0
    enabled_tools: [sample.ecko]
providers:
  main:
    type: openai
    api_key: hunter2
";

pub(super) const RULES: &[RuleSummary<'_>] = &[
    RuleSummary {
        name: "literal-secret",
        summary: "Finds secrets that are written out.",
    },
    RuleSummary {
        name: "unknown-tool",
        summary: "Finds tools that nothing registers.",
    },
];

/// Texts and findings, which a [`Report`] borrows.
#[derive(Default)]
pub(super) struct Sample {
    pub(super) sources: Sources,
    pub(super) diagnostics: Vec<Diagnostic>,
    pub(super) masked: Vec<Span>,
}

impl Sample {
    /// Creates the findings about [`AGENTS`].
    pub(super) fn agents() -> Self {
        let mut sample = Self::default();
        let id = sample.add("agent.yaml", Origin::Project, AGENTS);
        let tool = sample.span(id, "sample.ecko");
        let secret = sample.span(id, "hunter2");
        sample.diagnostics = vec![
            unknown_tool(tool),
            Diagnostic::new(
                "literal-secret",
                Code::Governance,
                Severity::Warning,
                "`api_key` holds a secret",
            )
            .at(secret, "written out")
            .field("providers.main.api_key"),
            Diagnostic::new(
                "unreadable-file",
                Code::Configuration,
                Severity::Error,
                "cannot read the overlay: there is no such file",
            )
            .in_file("crm.overlay.yaml"),
        ];
        sample
    }

    /// Holds findings that point into no text.
    pub(super) fn of(diagnostics: Vec<Diagnostic>) -> Self {
        Self {
            diagnostics,
            ..Self::default()
        }
    }

    /// Adds a text.
    pub(super) fn add(&self, name: &str, origin: Origin, text: &str) -> SourceId {
        self.sources.add(name, origin, text.to_owned()).id()
    }

    /// Returns the range of the first `part` of a text.
    pub(super) fn span(&self, id: SourceId, part: &str) -> Span {
        let text = self.sources.get(id).map_or("", Source::text);
        let start = text.find(part).expect("the part stands in the text");
        Span::new(id, start, start + part.len())
    }

    pub(super) fn report(&self) -> Report<'_> {
        Report {
            config: vec!["agent.yaml".to_owned()],
            diagnostics: &self.diagnostics,
            strict: false,
            inventory: None,
            sources: &self.sources,
            masked: &self.masked,
            rules: RULES,
        }
    }
}

/// A finding about a tool that nothing registers, with everything a finding can have.
pub(super) fn unknown_tool(span: Span) -> Diagnostic {
    Diagnostic::new(
        "unknown-tool",
        Code::UnknownComponent,
        Severity::Error,
        "no tool named `sample.ecko`",
    )
    .at(span, "not registered by any plugin")
    .help("Did you mean `sample.echo`?")
    .agent("support")
    .field("enabled_tools")
    .name("sample.ecko")
    .suggestion(Some("sample.echo"))
    .fix(Fix {
        description: "replace it with `sample.echo`".to_owned(),
        edits: vec![Edit {
            span,
            replacement: "sample.echo".to_owned(),
        }],
        unambiguous: true,
    })
}

/// An inventory with a built-in, a Python and a contract-only plugin, and one agent.
pub(super) fn inventory() -> Inventory {
    let component = |name: &str| ComponentEntry {
        name: name.to_owned(),
        source: "runtime".to_owned(),
    };
    let list_tables = ToolEntry {
        policy_capabilities: vec!["database.read".to_owned()],
        env: vec!["ALGEN_TOOLS_POSTGRES_DSN".to_owned()],
        egress: vec!["db.example.com".to_owned()],
        cache_context: vec!["tenant_id".to_owned()],
        ..tool(
            "postgres.list_tables",
            "algen_agent_tools.postgres",
            "List the tables and views of a schema. Rows are not read.",
        )
    };
    let drop_table = ToolEntry {
        side_effect: SideEffect::Destructive,
        idempotency: Idempotency::Keyed,
        required_permissions: vec!["postgres.write".to_owned()],
        max_attempts: 1,
        requires_approval: true,
        preset: "destructive",
        requires: Some("ALGEN_TOOLS_POSTGRES_ALLOW_DROP".to_owned()),
        variants: vec![VariantEntry {
            argument: "mode".to_owned(),
            values: vec!["plan".to_owned(), "explain".to_owned()],
            side_effect: SideEffect::Read,
            required_permissions: vec!["postgres.read".to_owned()],
            requires: None,
        }],
        ..tool(
            "postgres.drop_table",
            "algen_agent_tools.postgres",
            "Drop a table.",
        )
    };
    let find_customer = ToolEntry {
        required_permissions: vec!["crm.read".to_owned()],
        callable: false,
        ..tool(
            "crm.find_customer",
            "examples.crm.plugin:CrmPlugin",
            "Find customers by name; lists of tables are not searched.",
        )
    };
    Inventory {
        schema_version: "1",
        runtime_version: "0.1.0",
        plugins: vec![
            PluginEntry {
                reference: "algen_agent_tools.postgres".to_owned(),
                name: "postgres".to_owned(),
                version: "0.1.0".to_owned(),
                publisher: "algen".to_owned(),
                capabilities: vec!["database.read".to_owned()],
                env: vec!["ALGEN_TOOLS_POSTGRES_DSN".to_owned()],
                origin: "built-in",
                maturity: Some(Maturity::Stable),
            },
            PluginEntry {
                reference: "examples.crm.plugin:CrmPlugin".to_owned(),
                name: "crm".to_owned(),
                version: "1.2.0".to_owned(),
                publisher: "examples".to_owned(),
                capabilities: Vec::new(),
                env: Vec::new(),
                origin: "inventory",
                maturity: None,
            },
            PluginEntry {
                reference: "algen_agent_tools.telegram".to_owned(),
                name: "telegram".to_owned(),
                version: "0.1.0".to_owned(),
                publisher: "algen".to_owned(),
                capabilities: Vec::new(),
                env: Vec::new(),
                origin: "built-in",
                maturity: Some(Maturity::Contract),
            },
        ],
        tools: vec![find_customer, drop_table, list_tables],
        planners: vec![component("react")],
        response_composers: vec![component("default")],
        verifiers: vec![component("non_empty")],
        context_builders: vec![component("default")],
        provider_types: vec!["mock", "openai"],
        providers: vec![ProviderEntry {
            name: "main".to_owned(),
            kind: Some("openai".to_owned()),
            source: "manifest".to_owned(),
            env: vec!["OPENAI_API_KEY".to_owned()],
        }],
        mcp_servers: vec![ServerEntry {
            name: "github".to_owned(),
            transport: "streamable_http".to_owned(),
            prefix: None,
            allowed_tools: vec!["*".to_owned()],
            required: true,
            source: "manifest".to_owned(),
            env: Vec::new(),
        }],
        policies: vec![component("pii")],
        analytical_nodes: Vec::new(),
        retrievers: Vec::new(),
        semantic_layers: Vec::new(),
        analytical_methods: Vec::new(),
        model_services: Vec::new(),
        environment: vec![
            "ALGEN_TOOLS_POSTGRES_DSN".to_owned(),
            "OPENAI_API_KEY".to_owned(),
        ],
        schema: "algen.inventory/1",
        agents: vec![AgentEntry {
            name: "support".to_owned(),
            version: "1.0.0".to_owned(),
            enabled_tools: vec!["postgres.list_tables".to_owned()],
            tool_permissions: vec!["postgres.read".to_owned(), "crm.read".to_owned()],
            domain_plugins: vec!["algen_agent_tools.postgres".to_owned()],
            egress: vec!["db.example.com".to_owned()],
            model_bytes: 812,
            estimated_tokens: 203,
        }],
        storage: StorageEntry {
            runtime_tool_executions: "memory".to_owned(),
            runtime_artifacts: "memory".to_owned(),
            ledger: "sqlite".to_owned(),
            artifacts: "none".to_owned(),
        },
    }
}

/// A read that an agent needs one permission for.
fn tool(name: &str, source: &str, description: &str) -> ToolEntry {
    ToolEntry {
        name: name.to_owned(),
        version: "1.0.0".to_owned(),
        description: description.to_owned(),
        source: source.to_owned(),
        side_effect: SideEffect::Read,
        idempotency: Idempotency::Idempotent,
        required_permissions: vec!["postgres.read".to_owned()],
        timeout_seconds: 30.0,
        max_attempts: 3,
        requires_approval: false,
        input_schema: json!({
            "type": "object",
            "properties": {
                "schema_name": {"type": "string", "default": "public", "maxLength": 63},
                "limit": {"type": "integer", "minimum": 1, "maximum": 100},
            },
            "required": ["limit"],
            "additionalProperties": false,
        }),
        output_schema: json!({
            "type": "object",
            "properties": {
                "tables": {"type": "array", "items": {"type": "string"}},
                "truncated": {"type": "boolean"},
            },
            "required": ["tables"],
        }),
        env: Vec::new(),
        preset: "read",
        policy_capabilities: Vec::new(),
        max_result_bytes: 1_048_576,
        cache_context: Vec::new(),
        egress: Vec::new(),
        variants: Vec::new(),
        requires: None,
        callable: true,
        model_bytes: 310,
        estimated_tokens: 78,
    }
}
