//! Manual pages, made from the definitions of the arguments: one for the program, one for each
//! command and one for each command below that.

mod exit_status;

use std::io;
use std::path::Path;

use clap::CommandFactory;

use self::exit_status::endings;
use super::arguments::Arguments;

/// A manual page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Page {
    /// The file's name, as `algen-check.1`.
    pub file: String,
    /// Its text, in roff.
    pub text: String,
}

/// Returns every page.
///
/// # Errors
/// Writing into memory does not fail; the error is the library's signature.
pub fn pages() -> io::Result<Vec<Page>> {
    let mut program = Arguments::command();
    // Fills in the common options of every command, and `help`, which has no page of its own.
    program.build();
    let mut pages = Vec::new();
    add_pages(program, &mut pages)?;
    Ok(pages)
}

/// Adds the page of a command, then those of the commands below it.
fn add_pages(command: clap::Command, pages: &mut Vec<Page>) -> io::Result<()> {
    let command = command.mut_subcommands(|below| match below.get_name() {
        "help" => below.hide(true),
        _ => below,
    });
    let below = command
        .get_subcommands()
        .filter(|below| !below.is_hide_set());
    let below: Vec<clap::Command> = below.cloned().collect();
    pages.push(page(command)?);
    for command in below {
        add_pages(command, pages)?;
    }
    Ok(())
}

/// Writes every page into a directory, which is created if it does not exist.
///
/// # Errors
/// Says why the directory or a page could not be written.
pub fn write(directory: &Path) -> io::Result<Vec<Page>> {
    std::fs::create_dir_all(directory)?;
    let pages = pages()?;
    for page in &pages {
        std::fs::write(directory.join(&page.file), &page.text)?;
    }
    Ok(pages)
}

fn page(command: clap::Command) -> io::Result<Page> {
    let examples = command.get_before_long_help().map(ToString::to_string);
    let after = command.get_after_help().map(ToString::to_string);
    let endings = endings(command.get_bin_name().unwrap_or(command.get_name()));
    let has_commands = command
        .get_subcommands()
        .any(|subcommand| !subcommand.is_hide_set());
    let source = concat!("algen ", env!("CARGO_PKG_VERSION"));
    let manual = clap_mangen::Man::new(command)
        .manual("algen")
        .source(source)
        .date("");
    let mut bytes = Vec::new();
    manual.render_title(&mut bytes)?;
    manual.render_name_section(&mut bytes)?;
    manual.render_synopsis_section(&mut bytes)?;
    manual.render_description_section(&mut bytes)?;
    manual.render_options_section(&mut bytes)?;
    if has_commands {
        manual.render_subcommands_section(&mut bytes)?;
    }
    let text = String::from_utf8_lossy(&bytes);
    // The library leaves an empty date out, and the version would stand in its place.
    let mut text = text.replacen(" 1  ", " 1 \"\" ", 1);
    text.push_str(".SH \"EXIT STATUS\"\n");
    for (exit, meaning) in endings {
        let number = exit.number();
        text.push_str(&format!(".TP\n\\fB{number}\\fR\n{}\n", roff(meaning)));
    }
    if has_commands {
        text.push_str(".PP\nThe page of each command says how that one may end.\n");
    }
    if let Some(examples) = examples {
        let examples = examples.strip_prefix("Examples:\n").unwrap_or(&examples);
        text.push_str(&format!(".SH EXAMPLES\n.nf\n{}\n.fi\n", roff(examples)));
    }
    if let Some(after) = after {
        text.push_str(&format!(".SH \"SEE ALSO\"\n{}\n", roff(&after)));
    }
    Ok(Page {
        file: manual.get_filename(),
        text,
    })
}

/// Returns text in which roff finds no requests, escapes or typographic dashes.
fn roff(text: &str) -> String {
    let lines = text.lines().map(|line| {
        let line = line.replace('\\', "\\e").replace('-', "\\-");
        let line = line.replace('\'', "\\(aq");
        if line.starts_with('.') {
            format!("\\&{line}")
        } else {
            line
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::generated;
    use crate::exit::Exit;

    #[test]
    fn committed_pages_are_current() {
        let pages = pages().expect("pages are written into memory");
        let files: Vec<&str> = pages.iter().map(|page| page.file.as_str()).collect();
        assert_eq!(
            files,
            [
                "algen.1",
                "algen-check.1",
                "algen-describe.1",
                "algen-call.1",
                "algen-why.1",
                "algen-new.1",
                "algen-add.1",
                "algen-trust.1",
                "algen-log.1",
                "algen-log-list.1",
                "algen-log-show.1",
                "algen-log-resolve.1",
                "algen-log-verify.1",
                "algen-log-head.1",
                "algen-log-export.1",
                "algen-log-prune.1",
                "algen-approvals.1",
                "algen-approvals-list.1",
                "algen-approvals-show.1",
                "algen-approvals-approve.1",
                "algen-approvals-deny.1",
                "algen-approvals-watch.1",
                "algen-approvals-grants.1",
                "algen-approvals-revoke.1",
                "algen-doctor.1",
                "algen-explain.1",
                "algen-schema.1",
                "algen-completions.1",
                "algen-man.1",
            ]
        );
        for page in pages {
            generated::compare(&format!("man/{}", page.file), &page.text);
        }
    }

    /// Returns the titles of a page's sections, and what is beneath each.
    fn sections(text: &str) -> Vec<(&str, &str)> {
        let sections = text.split("\n.SH ").skip(1);
        let sections = sections.map(|section| section.split_once('\n').unwrap_or((section, "")));
        sections
            .map(|(title, below)| (title.trim_matches('"'), below))
            .collect()
    }

    #[test]
    fn every_page_has_its_sections_in_order() {
        const ORDER: [&str; 8] = [
            "NAME",
            "SYNOPSIS",
            "DESCRIPTION",
            "OPTIONS",
            "SUBCOMMANDS",
            "EXIT STATUS",
            "EXAMPLES",
            "SEE ALSO",
        ];
        for Page { file, text } in pages().expect("pages are written into memory") {
            let titles = sections(&text).into_iter().map(|(title, _)| title);
            // Groups of options are sections of their own.
            let titles = titles.filter(|title| !title.ends_with(" OPTIONS"));
            let places: Vec<Option<usize>> = titles
                .map(|title| ORDER.iter().position(|expected| *expected == title))
                .collect();
            assert!(places.iter().all(Option::is_some), "{file}: {places:?}");
            assert!(places.is_sorted_by(|a, b| a < b), "{file}: {places:?}");
            for always in ["NAME", "SYNOPSIS", "EXIT STATUS", "EXAMPLES"] {
                let place = ORDER.iter().position(|title| *title == always);
                assert!(places.contains(&place), "{file} has no {always}");
            }
        }
    }

    #[test]
    fn every_page_tells_published_exit_codes() {
        let published = Exit::ALL.map(|exit| exit.number().to_string());
        for Page { file, text } in pages().expect("pages are written into memory") {
            let sections = sections(&text);
            let status = sections.iter().find(|(title, _)| *title == "EXIT STATUS");
            let (_, status) = status.expect("every page has the section");
            let codes: Vec<&str> = status
                .split(".TP\n\\fB")
                .skip(1)
                .filter_map(|code| Some(code.split_once("\\fR\n")?.0))
                .collect();
            assert!(
                codes.contains(&"0") && codes.contains(&"2"),
                "{file}: {codes:?}"
            );
            for code in codes {
                assert!(published.iter().any(|each| each == code), "{file}: {code}");
            }
        }
    }

    #[test]
    fn text_is_no_roff() {
        assert_eq!(roff(".x\n'y' a\\b --c"), "\\&.x\n\\(aqy\\(aq a\\eb \\-\\-c");
    }

    #[test]
    fn pages_are_written_into_a_new_directory() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let directory = folder.path().join("share/man1");
        let pages = write(&directory).expect("the pages are written");
        for page in pages {
            let text = std::fs::read_to_string(directory.join(&page.file)).ok();
            assert_eq!(text.as_ref(), Some(&page.text), "{}", page.file);
        }
    }
}
