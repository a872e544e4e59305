//! The connection to the peer.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use algen_core::config::{Given, Reference};
use algen_core::governance::outcome::Failure;
use algen_engine::runtime::ToolError;
use algen_engine::secrets::{Resolver, Secret};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::UnixStream;
use tokio::sync::Mutex;

use super::step::Step;

/// What the tools of one toolkit share: the settings, and one connection that opens late.
pub(super) struct Service {
    address: Given<String>,
    token: Option<Reference>,
    resolver: Arc<Resolver>,
    client: Mutex<Option<BufReader<UnixStream>>>,
    closed: AtomicBool,
    /// How closing fails, and in which words.
    closing: OnceLock<(Step, String)>,
}

impl Service {
    pub(super) fn new(
        address: Given<String>,
        token: Option<Reference>,
        resolver: Arc<Resolver>,
    ) -> Self {
        Self {
            address,
            token,
            resolver,
            client: Mutex::default(),
            closed: AtomicBool::new(false),
            closing: OnceLock::new(),
        }
    }

    /// Looks the token up.
    pub(super) async fn token(&self) -> Result<(), ToolError> {
        let missing = |message: String| {
            ToolError::Missing(Failure::new("missing-setting", message).about("token"))
        };
        let Some(reference) = &self.token else {
            return Err(missing("there is no token".to_owned()));
        };
        match self.resolver.require(reference, "token").await {
            Ok(_) => Ok(()),
            Err(error) => Err(missing(error.to_string())),
        }
    }

    /// Looks the token up, where there is one.
    async fn found_token(&self) -> Result<Option<Secret<String>>, ToolError> {
        let Some(reference) = &self.token else {
            return Ok(None);
        };
        self.resolver.resolve(reference).await.map_err(|error| {
            let failure = Failure::new("missing-setting", error.to_string());
            ToolError::Missing(failure.about("token"))
        })
    }

    /// Returns what a careless tool would write into the message of a panic.
    pub(super) async fn confession(&self) -> String {
        let token = self.found_token().await.ok().flatten();
        let address = match &self.address {
            Given::Literal(_) => None,
            Given::Reference(reference) => self.resolver.resolve(reference).await.ok().flatten(),
        };
        let found = [token, address].into_iter().flatten();
        found.fold("password=hunter2".to_owned(), |text, secret| {
            format!("{text} {}", secret.expose())
        })
    }

    /// Opens the client, once.
    pub(super) async fn open(&self) -> Result<(), ToolError> {
        let mut client = self.client.lock().await;
        if client.is_none() {
            let mut stream = self.connect().await?;
            let mut lines = String::from("open\n");
            if let Some(token) = self.found_token().await? {
                lines.push_str(&format!("login {}\n", token.expose()));
            }
            stream
                .write_all(lines.as_bytes())
                .await
                .map_err(|_| unreachable())?;
            *client = Some(stream);
        }
        Ok(())
    }

    /// Sends a line and returns the answer; waits for it as long as it takes.
    pub(super) async fn ask(&self, line: &str) -> Result<String, ToolError> {
        let mut client = self.client.lock().await;
        match client.as_mut() {
            Some(stream) => exchange(stream, line).await,
            None => Err(unreachable()),
        }
    }

    /// Tells the peer where the call is, over a connection of its own, and waits until it may go
    /// on.
    pub(super) async fn stop_at(&self, place: &str, key: &str) -> Result<(), ToolError> {
        let mut stream = self.connect().await?;
        let answer = exchange(&mut stream, &format!("at {place} {key}")).await?;
        match answer.as_str() {
            "go" => Ok(()),
            _ => Err(unreachable()),
        }
    }

    /// Says how closing fails.
    pub(super) async fn fail_to_close(&self, step: Step) {
        // The first one counts.
        let _ = self.closing.set((step, self.confession().await));
    }

    /// Closes the client, where there is one. A second time is told to the peer.
    pub(super) async fn close(&self) {
        match self.closing.get() {
            Some((Step::PanicClose, words)) => panic!("{words}"),
            Some((Step::HangClose, _)) => std::future::pending().await,
            _ => {}
        }
        if let Some(mut stream) = self.client.lock().await.take() {
            // A peer that is gone hears nothing.
            let _ = stream.write_all(b"close\n").await;
            let _ = stream.shutdown().await;
        }
        if self.closed.swap(true, Ordering::SeqCst)
            && let Ok(mut stream) = self.connect().await
        {
            let _ = stream.write_all(b"closed twice\n").await;
        }
    }

    /// Fails where it is told to when all is over.
    pub(super) fn leave(&self) {
        if let Some((Step::PanicDrop, words)) = self.closing.get() {
            panic!("{words}");
        }
    }

    async fn connect(&self) -> Result<BufReader<UnixStream>, ToolError> {
        let address = match &self.address {
            Given::Literal(address) => address.clone(),
            Given::Reference(reference) => {
                let found = self.resolver.require(reference, "address").await;
                let found = found.map_err(|error| {
                    let failure = Failure::new("missing-setting", error.to_string());
                    ToolError::Missing(failure.about("address"))
                })?;
                found.expose().clone()
            }
        };
        let stream = UnixStream::connect(address).await;
        stream.map(BufReader::new).map_err(|_| unreachable())
    }
}

async fn exchange(stream: &mut BufReader<UnixStream>, line: &str) -> Result<String, ToolError> {
    let line = format!("{line}\n");
    stream
        .write_all(line.as_bytes())
        .await
        .map_err(|_| lost())?;
    let mut answer = String::new();
    stream.read_line(&mut answer).await.map_err(|_| lost())?;
    match answer.strip_suffix('\n') {
        Some(answer) => Ok(answer.to_owned()),
        None => Err(lost()),
    }
}

fn unreachable() -> ToolError {
    ToolError::refused(Failure::new("no-connection", "the peer cannot be reached"))
}

fn lost() -> ToolError {
    ToolError::NoAnswer {
        failure: Failure::new("connection-lost", "the connection to the peer was lost"),
        transient: false,
    }
}
