//! `--all-pages`: one governed call for each page of a read, and the rows of all of them as one
//! result. Where a page does not come, there is none.

use algen_core::governance::identity::{CallId, Key};
use algen_core::governance::outcome::{Failure, Outcome};
use algen_core::governance::refusal::{Refusal, RefusalKind};
use algen_core::registry::spec::Pages;
use algen_engine::runtime::call_id::new_call_id;
use algen_engine::runtime::{CallReport, Ending, RowWriter, ToolAnswer};
use serde_json::Value;

use super::{Execution, spool};
use crate::render::result::exact::Exact;
use crate::render::result::jsonl;

impl Execution<'_> {
    /// Calls the tool until its pages are at an end; returns the last call, with the rows of all.
    pub(super) async fn all_pages(
        &self,
        call: &CallId,
        key: &Key,
        mut input: Value,
    ) -> Result<CallReport, Box<Refusal>> {
        let limit = self.call.arguments.page_limit;
        let mut gathered = Gathered::new(self.selection.tool.spec.pages());
        let mut report = self.run(call, key, input.clone()).await?;
        for number in 1.. {
            if !is_done(&report) {
                gathered.note(&mut report);
                if number > 1 {
                    let warning = format!("page {number} did not come, so nothing is written");
                    report.warnings.push(warning);
                }
                return Ok(report);
            }
            let next = match gathered.add(&mut report) {
                Ok(next) => next,
                Err(failure) => return Ok(withheld(report, failure)),
            };
            let Some((argument, next)) = next else { break };
            if report.writes {
                let message = "the tool changes something, and only reads are repeated";
                let failure = Failure::new("all-pages", message);
                return Ok(withheld(report, failure));
            }
            if number >= limit {
                let message = format!("there are more than {limit} pages, the --page-limit");
                gathered.truncated = Some(Failure::new("page-limit", message));
                break;
            }
            if let Some(fields) = input.as_object_mut() {
                fields.insert(argument.to_owned(), next);
            }
            let (call, key) = fresh()?;
            report = self.run(&call, &key, input.clone()).await?;
        }
        Ok(gathered.finish(report))
    }
}

/// Names one more call.
fn fresh() -> Result<(CallId, Key), Box<Refusal>> {
    let call = new_call_id().map_err(|problem| {
        let failure = Failure::new("call", problem.to_string());
        Refusal::new(RefusalKind::Input, failure)
    })?;
    let key = Key {
        text: format!("call-{}", call.0),
        given: false,
    };
    Ok((call, key))
}

/// Tells whether a page has come.
fn is_done(report: &CallReport) -> bool {
    let done = Ending::Ended {
        outcome: Outcome::Done,
        withheld: None,
    };
    report.ending == done && super::has_result(report)
}

fn withheld(report: CallReport, failure: Failure) -> CallReport {
    CallReport {
        ending: Ending::Ended {
            outcome: Outcome::Done,
            withheld: Some(failure),
        },
        result: None,
        rows: None,
        ..report
    }
}

/// What has come so far.
struct Gathered {
    pages: Option<Pages>,
    rows: RowWriter,
    /// Where the pages began that have come.
    seen: Vec<Value>,
    warnings: Vec<String>,
    redacted: bool,
    truncated: Option<Failure>,
}

impl Gathered {
    fn new(pages: Option<Pages>) -> Self {
        Self {
            pages,
            // Pages and their bytes are bounded.
            rows: RowWriter::new(&spool(), u64::MAX),
            seen: Vec::new(),
            warnings: Vec::new(),
            redacted: false,
            truncated: None,
        }
    }

    /// Takes the rows of a page; returns the argument for the next and its value.
    fn add(&mut self, report: &mut CallReport) -> Result<Option<(&'static str, Value)>, Failure> {
        self.warnings.append(&mut report.warnings);
        self.redacted |= report.redacted;
        let result = match (report.result.take(), report.rows.take()) {
            (Some(result), _) => result,
            (None, Some(rows)) => rows.to_result()?,
            (None, None) => return Ok(None),
        };
        let text = result.text();
        let page = Exact::read(&text)
            .map_err(|problem| Failure::new("result", format!("a page is not taken: {problem}")))?;
        for row in jsonl::rows(&page) {
            self.rows.push(|text| {
                text.extend_from_slice(row.as_bytes());
                Ok(())
            })?;
        }
        let Some(pages) = self.pages else {
            return Ok(None);
        };
        // A result that reads like instructions is one level down, under its warning.
        let value = result.value();
        let places = [Some(value), value.get("result")];
        let next = places.into_iter().flatten();
        let next = next.filter_map(|place| place.get(pages.next)).next();
        let next = match next {
            None | Some(Value::Null) => return Ok(None),
            Some(next) if next.as_str() == Some("") => return Ok(None),
            Some(next) => next.clone(),
        };
        if self.seen.contains(&next) {
            let message = "a page names one that has come already as the next";
            return Err(Failure::new("page-repeated", message));
        }
        self.seen.push(next.clone());
        Ok(Some((pages.argument, next)))
    }

    /// Adds what is to be said of the pages before.
    fn note(&mut self, report: &mut CallReport) {
        self.warnings.append(&mut report.warnings);
        report.warnings = std::mem::take(&mut self.warnings);
        report.redacted |= self.redacted;
    }

    /// Puts the rows of all pages into the report of the last call.
    fn finish(mut self, mut report: CallReport) -> CallReport {
        self.note(&mut report);
        report.truncated = self.truncated;
        match self.rows.finish() {
            Ok(ToolAnswer::Value(result)) => report.result = Some(result),
            Ok(ToolAnswer::Rows(rows)) => report.rows = Some(rows),
            Err(failure) => return withheld(report, failure),
        }
        report
    }
}
