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
//! Of most connectors only the contract is there so far: names, settings and permissions are fixed,
//! and calls are refused. One whose tools run has a [`Factory`] in its line, and says with
//! [`LocalFiles`] where a toolkit of it reaches nothing but files.
//!
//! [`ConnectorSpec`]: algen_core::registry::ConnectorSpec

use std::ops::Deref;

use algen_core::registry::PluginSpec;
use algen_core::source::Node;
use algen_engine::runtime::Factory;

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
pub mod sqlite;
mod storage;
mod telegram;
mod user;
mod web;
mod webhook;

#[cfg(test)]
mod tests;

/// Returns the paths, as written, of all files that a toolkit with this entry opens. The entry holds
/// no reference.
pub type LocalFiles = fn(entry: &Node<'_>) -> Vec<String>;

/// A connector: what it says of itself, and what runs its tools. Reads like its plugin.
pub struct Connector {
    /// The built-in plugin, with the description of the connector.
    pub plugin: PluginSpec,
    /// Makes a toolkit from its settings; `None` where only the contract is there.
    pub factory: Option<Factory>,
    /// Makes the stand-in of a toolkit, which answers every tool with something made up and touches
    /// nothing outside this program; the factory itself, where that touches nothing either.
    pub fake: Option<Factory>,
    /// Says which files a toolkit with an entry opens, where it reaches nothing else: no host, no
    /// program. `None` where it may.
    pub local_files: Option<LocalFiles>,
}

impl Connector {
    /// A connector of which only the contract is there.
    const fn contract(plugin: PluginSpec) -> Self {
        Self {
            plugin,
            factory: None,
            fake: None,
            local_files: None,
        }
    }

    /// A connector whose tools run, on files alone.
    const fn local(plugin: PluginSpec, factory: Factory, fake: Factory, files: LocalFiles) -> Self {
        Self {
            plugin,
            factory: Some(factory),
            fake: Some(fake),
            local_files: Some(files),
        }
    }

    /// A connector whose tools run inside this program alone.
    const fn inner(plugin: PluginSpec, factory: Factory) -> Self {
        Self::local(plugin, factory, factory, no_file)
    }
}

impl Deref for Connector {
    type Target = PluginSpec;

    fn deref(&self) -> &PluginSpec {
        &self.plugin
    }
}

/// The files of a connector without any.
fn no_file(_: &Node<'_>) -> Vec<String> {
    Vec::new()
}

/// Every connector, in the order of the catalog.
pub static ALL: &[Connector] = &[
    Connector::inner(sample::PLUGIN, sample::open),
    Connector::contract(postgres::PLUGIN),
    Connector::contract(mysql::PLUGIN),
    Connector::local(
        sqlite::PLUGIN,
        sqlite::open,
        sqlite::fake::open,
        sqlite::files,
    ),
    Connector::contract(smtp::PLUGIN),
    Connector::contract(gmail::PLUGIN),
    Connector::contract(outlook::PLUGIN),
    Connector::contract(imap::PLUGIN),
    Connector::contract(telegram::PLUGIN),
    Connector::contract(discord::PLUGIN),
    Connector::contract(webhook::PLUGIN),
    Connector::contract(github::PLUGIN),
    Connector::contract(documents::PLUGIN),
    Connector::contract(web::PLUGIN),
    Connector::inner(calculator::PLUGIN, calculator::open),
    Connector::inner(clock::PLUGIN, clock::open),
    Connector::contract(process::PLUGIN),
    Connector::contract(shell::PLUGIN),
    Connector::contract(git::PLUGIN),
    Connector::contract(user::PLUGIN),
    Connector::contract(filesystem::PLUGIN),
    Connector::contract(storage::PLUGIN),
    Connector::contract(http::PLUGIN),
    Connector::contract(database::PLUGIN),
    Connector::contract(calendar::PLUGIN),
    Connector::contract(email::PLUGIN),
];
