//! `algen why`: every rule that would speak about a call, in order, and the decision.
//!
//! Nothing is opened, resolved or started: what a call would ask its tool is not known here.

use algen_core::config::Decoder;
use algen_core::governance::arguments::InputSchema;
use algen_core::governance::authorize::{Governance, Governed};
use algen_core::governance::guard::Guardrails;
use algen_core::governance::rule::{Spoken, Verdict};
use algen_core::registry::ToolSpec;
use algen_core::source::Sources;
use serde_json::Value;

use super::arguments::WhyArguments;
use super::input::{self, InputError};
use super::inspection::with_project;
use super::project::LoadedProject;
use super::selection::select;
use super::{Program, give, machine_policy};
use crate::exit::Exit;
use crate::render::why::{self as render, Explanation};
use crate::ui::prompt;

/// Explains a call.
pub(crate) fn run(arguments: &WhyArguments, program: &Program) -> Exit {
    with_project(&arguments.project, program, |sources, project| {
        explain(arguments, program, sources, project)
    })
}

fn explain(
    arguments: &WhyArguments,
    program: &Program,
    sources: &Sources,
    project: &LoadedProject<'_>,
) -> Exit {
    let ui = &program.ui;
    let agent = arguments.agent.agent.as_deref();
    let selection = match select(project, &arguments.tool, agent) {
        Ok(selection) => selection,
        Err(problem) => {
            ui.complain(&format!("error: {problem}"));
            return Exit::NotRun;
        }
    };
    let mut heard = Decoder::new(sources);
    let machine = machine_policy::load(sources, &mut heard);
    let namespace = project.namespace();
    let governance = Governance {
        namespace: &namespace,
        agent: selection.agent,
        allow_subprocess_tools: project.agents.security.allow_subprocess_tools,
        policy: project.policy(),
        machine: &machine,
        attended: prompt::has_terminal(),
    };
    let spec = &selection.tool.spec;
    let given = !arguments.arguments.words.is_empty() || arguments.arguments.input.is_some();
    let read = || {
        let schema = input::schema(spec)?;
        let call = input::read(&arguments.arguments, spec, &schema, ui)?;
        let of_arguments = judge(spec, &schema, &governance, &call);
        Ok((call, of_arguments))
    };
    let (call, of_arguments) = match given.then(read) {
        None => (Value::Null, Vec::new()),
        Some(Ok(judged)) => judged,
        Some(Err(InputError::Refused(refusal))) => {
            let mut spoken = refusing("arguments", refusal.details.clone());
            spoken.push(Spoken::new(
                "arguments",
                Verdict::Refuses,
                refusal.failure.message.clone(),
            ));
            (Value::Null, spoken)
        }
        Some(Err(InputError::Unreadable(problem))) => {
            ui.complain(&format!("error: {problem}"));
            return Exit::NotRun;
        }
    };
    let governed = Governed::of(spec, &call);
    let mut spoken = Vec::new();
    // A policy that cannot be read may have forbidden anything.
    spoken.extend(heard.diagnostics.iter().map(|problem| {
        let message = format!(
            "a policy of this machine cannot be read: {}",
            problem.message
        );
        Spoken::new("host-policy", Verdict::Refuses, message).at(problem.primary())
    }));
    spoken.extend(governance.rules(selection.tool, &governed));
    spoken.extend(of_arguments);
    let explanation = Explanation {
        tool: spec,
        agent: &selection.agent.name.value,
        governed: &governed,
        judges_arguments: given,
        spoken: &spoken,
        sources,
    };
    let text = match arguments.json {
        true => render::json(&explanation),
        false => render::text(&explanation, &ui.stdout_style()),
    };
    let exit = match explanation.refuses() {
        true => Exit::Refused,
        false => Exit::Done,
    };
    give(ui, &text, exit)
}

/// Says what the schema and the guardrails make of the arguments.
fn judge(
    spec: &ToolSpec,
    schema: &InputSchema,
    governance: &Governance<'_>,
    call: &Value,
) -> Vec<Spoken> {
    let mut spoken = match schema.validate(call) {
        Ok(()) => {
            let message = "the arguments fit the tool's schema";
            vec![Spoken::new("arguments", Verdict::Passes, message)]
        }
        Err(problems) => {
            let problems = problems.problems.iter().map(ToString::to_string);
            refusing("arguments", problems.collect())
        }
    };
    let guardrails = Guardrails::around_tools(&governance.agent.guardrail_policy);
    for finding in guardrails.look(&spec.input_schema, call) {
        let help = format!(
            "To let such calls pass, add to the agent: {}",
            guardrails.without(finding.guardrail)
        );
        spoken.push(Spoken::new("guardrail", Verdict::Refuses, finding.to_string()).help(help));
    }
    spoken
}

fn refusing(rule: &'static str, messages: Vec<String>) -> Vec<Spoken> {
    let messages = messages.into_iter();
    messages
        .map(|message| Spoken::new(rule, Verdict::Refuses, message))
        .collect()
}
