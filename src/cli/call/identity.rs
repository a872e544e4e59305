//! Whom a call is made for: the deployment's `context`, else the command line.

use algen_core::config::Given;
use algen_core::config::deployment::Context;
use algen_core::governance::identity::CallIdentity;
use algen_core::governance::outcome::Failure;
use algen_core::governance::refusal::{Refusal, RefusalKind};
use algen_core::source::Spanned;
use algen_engine::secrets::Resolver;

use super::Call;

/// The most characters of a part.
const CHARS_MAX: usize = 256;

/// Finds every part. A part that the deployment fixes cannot be changed from the command line.
///
/// # Errors
/// A flag where the deployment has its say, a value that is not set, or one that is not fit.
pub(super) async fn resolve(
    call: &Call<'_>,
    resolver: &Resolver,
) -> Result<CallIdentity, Box<Refusal>> {
    let nothing = Context::default();
    let context = match call.project.deployment {
        Some(deployment) => &deployment.settings.context,
        None => &nothing,
    };
    let flags = &call.arguments.identity;
    let fake = call.arguments.fake;
    Ok(CallIdentity {
        tenant_id: part(
            "tenant_id",
            &context.tenant_id,
            &flags.tenant_id,
            fake,
            resolver,
        )
        .await?,
        user_id: part("user_id", &context.user_id, &flags.user_id, fake, resolver).await?,
        run_id: part("run_id", &context.run_id, &flags.run_id, fake, resolver).await?,
        step_id: part("step_id", &context.step_id, &flags.step_id, fake, resolver).await?,
    })
}

async fn part(
    name: &str,
    fixed: &Option<Spanned<Given<String>>>,
    flag: &Option<String>,
    fake: bool,
    resolver: &Resolver,
) -> Result<Option<String>, Box<Refusal>> {
    let value = match (fixed, flag) {
        (None, None) => return Ok(None),
        (None, Some(value)) => value.clone(),
        (Some(fixed), Some(_)) => {
            let message = format!("`context.{name}` of algen.yaml fixes the identity");
            let failure = Failure::new("identity", message).about(name);
            return Err(Refusal::new(RefusalKind::Input, failure)
                .at(fixed.span)
                .help(format!("Leave --{} out.", name.replace('_', "-"))));
        }
        (Some(fixed), None) => match &fixed.value {
            Given::Literal(value) => value.clone(),
            // A stand-in answers, so nothing is looked up.
            Given::Reference(_) if fake => format!("fake-{name}"),
            Given::Reference(reference) => {
                let field = format!("context.{name}");
                let value = resolver.require(reference, &field).await.map_err(|error| {
                    let failure = Failure::new("identity", error.to_string()).about(field);
                    Refusal::new(RefusalKind::Missing, failure).at(fixed.span)
                })?;
                value.expose().clone()
            }
        },
    };
    let fits = !value.trim().is_empty()
        && value.chars().count() <= CHARS_MAX
        && !value.chars().any(char::is_control);
    if !fits {
        let message = format!(
            "the identity's `{name}` is 1 to {CHARS_MAX} characters, not blank, without control \
             characters"
        );
        let failure = Failure::new("identity", message).about(name);
        return Err(Refusal::new(RefusalKind::Input, failure));
    }
    Ok(Some(value))
}
