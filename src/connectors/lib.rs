//! The connectors: which settings each takes, which tools it offers, and what each tool may do.
//!
//! A connector is one folder. Its `mod.rs` defines the settings in a `settings!` block, which is
//! at once the decoder of a toolkit's entry in `algen.yaml`, the editor schema and the list of
//! variables of the built-in plugin, and describes the connector as a [`ConnectorSpec`]. The
//! spec's `contract` returns the tools of one toolkit: without an entry those of the built-in
//! plugin, where a setting that is left to its variable gates a tool by name (`requires`); with an
//! entry exactly what the entry declares. Tools stand in `tools.rs`, one function each, and take
//! their governance from a preset. What several connectors share is in `shared`; a connector never
//! imports another one.
//!
//! To add a connector: one folder, and one line in [`ALL`]. `check`, `describe`, the catalog and
//! the contract test go through that list. Run the tests with `UPDATE_CONTRACTS=1` to write the
//! connector's `contract.snap`, and read it before you commit it.
//!
//! Every connector is a contract so far: names, settings and permissions are fixed, and calls are
//! refused.
//!
//! [`ConnectorSpec`]: algen_core::registry::ConnectorSpec

use algen_core::registry::PluginSpec;

pub mod calculator;
mod calendar;
pub mod clock;
mod database;
mod discord;
mod documents;
mod email;
mod filesystem;
mod git;
mod github;
mod gmail;
mod http;
mod imap;
mod mysql;
mod outlook;
mod postgres;
mod process;
mod sample;
mod shared;
mod shell;
mod smtp;
mod sqlite;
mod storage;
mod telegram;
mod user;
mod web;
mod webhook;

#[cfg(test)]
mod tests;

/// Every built-in plugin, in the order of the catalog.
pub const ALL: &[PluginSpec] = &[
    sample::PLUGIN,
    postgres::PLUGIN,
    mysql::PLUGIN,
    sqlite::PLUGIN,
    smtp::PLUGIN,
    gmail::PLUGIN,
    outlook::PLUGIN,
    imap::PLUGIN,
    telegram::PLUGIN,
    discord::PLUGIN,
    webhook::PLUGIN,
    github::PLUGIN,
    documents::PLUGIN,
    web::PLUGIN,
    calculator::PLUGIN,
    clock::PLUGIN,
    process::PLUGIN,
    shell::PLUGIN,
    git::PLUGIN,
    user::PLUGIN,
    filesystem::PLUGIN,
    storage::PLUGIN,
    http::PLUGIN,
    database::PLUGIN,
    calendar::PLUGIN,
    email::PLUGIN,
];
