//! The list of rules.
//!
//! A rule that looks at the whole project is a file here; one whose findings are made while texts
//! are read, and which only has a page, is a file in [`reading`].

mod reading;
#[cfg(test)]
mod tests;

mod broken_contract;
mod default_model_without_model;
mod duplicate_agent;
mod duplicate_entry;
mod effect_without_approval;
mod egress_differs;
mod exposed_secret;
mod incomplete_feature;
mod missing_permission;
mod offline_provider;
mod open_http;
mod overlay_server_also_listed;
mod policy_example_fails;
mod retired_tool;
mod separate_stores;
mod tool_tokens_over_limit;
mod unknown_component;
mod unknown_model_capability;
mod unknown_provider;
mod unknown_tool;
mod unknown_workflow_tool;
mod unmatched_policy;
mod unreachable_allow_list;
mod unsupported_provider_type;
mod unused_permission;
mod unused_plugin;
mod unused_prefix;
mod waived_approval;

use super::Rule;

/// Every rule, sorted by name.
pub static RULES: &[&Rule] = &[
    &broken_contract::RULE,
    &reading::change_without_permission::RULE,
    &reading::component_conflict::RULE,
    &reading::conflicting_settings::RULE,
    &default_model_without_model::RULE,
    &duplicate_agent::RULE,
    &duplicate_entry::RULE,
    &reading::duplicate_key::RULE,
    &reading::duplicate_name::RULE,
    &effect_without_approval::RULE,
    &egress_differs::RULE,
    &reading::empty_file::RULE,
    &reading::environment_clash::RULE,
    &exposed_secret::RULE,
    &reading::foreign_permission::RULE,
    &reading::host_not_allowed::RULE,
    &incomplete_feature::RULE,
    &reading::invalid_inventory::RULE,
    &reading::invalid_schema::RULE,
    &reading::invalid_tool_name::RULE,
    &reading::invalid_value::RULE,
    &reading::literal_secret::RULE,
    &reading::malformed_reference::RULE,
    &reading::misplaced_reference::RULE,
    &reading::missing_key::RULE,
    &missing_permission::RULE,
    &reading::multiple_documents::RULE,
    &offline_provider::RULE,
    &open_http::RULE,
    &reading::overlay_name::RULE,
    &overlay_server_also_listed::RULE,
    &reading::path_outside_project::RULE,
    &reading::plugin_not_inspected::RULE,
    &policy_example_fails::RULE,
    &reading::reserved_header::RULE,
    &reading::reserved_name::RULE,
    &retired_tool::RULE,
    &separate_stores::RULE,
    &reading::stale_lock_entry::RULE,
    &reading::surprising_scalar::RULE,
    &tool_tokens_over_limit::RULE,
    &reading::unclassified_tool::RULE,
    &reading::unknown_agent::RULE,
    &unknown_component::RULE,
    &reading::unknown_connector::RULE,
    &reading::unknown_key::RULE,
    &unknown_model_capability::RULE,
    &reading::unknown_output::RULE,
    &reading::unknown_placeholder::RULE,
    &reading::unknown_plugin::RULE,
    &unknown_provider::RULE,
    &reading::unknown_resource::RULE,
    &reading::unknown_secret_command::RULE,
    &reading::unknown_step::RULE,
    &reading::unknown_tag::RULE,
    &unknown_tool::RULE,
    &reading::unknown_value::RULE,
    &unknown_workflow_tool::RULE,
    &unmatched_policy::RULE,
    &unreachable_allow_list::RULE,
    &reading::unreadable_file::RULE,
    &reading::unresolvable_reference::RULE,
    &reading::unsupported_format::RULE,
    &unsupported_provider_type::RULE,
    &reading::untrusted_plugin::RULE,
    &unused_permission::RULE,
    &unused_plugin::RULE,
    &unused_prefix::RULE,
    &waived_approval::RULE,
    &reading::workflow_cycle::RULE,
    &reading::workflow_template::RULE,
    &reading::wrong_encoding::RULE,
    &reading::wrong_file::RULE,
    &reading::wrong_type::RULE,
    &reading::yaml_limit::RULE,
    &reading::yaml_syntax::RULE,
];
