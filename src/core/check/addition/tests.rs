use proptest::prelude::*;

use super::*;

const MAIL: Addition<'_> = Addition {
    plugin: "algen_agent_tools.smtp",
    other_names: &["algen_agent_tools.smtp.plugin:SmtpPlugin"],
    tools: &["smtp.send_email", "smtp.draft"],
    permissions: &["smtp.write"],
};

fn planned(text: &str) -> Result<Option<String>, AdditionError> {
    let sources = Sources::default();
    let source = sources.add("agent.yaml", Origin::Project, text.to_owned());
    let changed = plan(&sources, source, 0, &MAIL)?;
    Ok(changed.map(|changed| changed.text))
}

const TAIL: &str = "security: {trusted_plugin_prefixes: [algen_agent_tools]}\n";

#[test]
fn lists_are_extended_in_the_style_they_have() {
    let cases = [
        (
            "flow",
            "agents:\n- name: a\n  domain_plugins: [x.y] # p\n  enabled_tools: [y.z] # t\n  tool_permissions: []\n",
            "agents:\n- name: a\n  domain_plugins: [x.y, algen_agent_tools.smtp] # p\n  enabled_tools: [y.z, smtp.send_email, smtp.draft] # t\n  tool_permissions: [smtp.write]\n",
        ),
        (
            "block",
            "agents:\n- name: a\n  domain_plugins:\n    # above\n    - x.y # p\n  enabled_tools:\n  - 'y.z'\n  tool_permissions:\n  - y.read\n",
            "agents:\n- name: a\n  domain_plugins:\n    # above\n    - x.y # p\n    - algen_agent_tools.smtp\n  enabled_tools:\n  - 'y.z'\n  - 'smtp.send_email'\n  - 'smtp.draft'\n  tool_permissions:\n  - y.read\n  - smtp.write\n",
        ),
        (
            "no lists",
            "agents:\n- name: a # n\n  description: |\n    text\n\n",
            "agents:\n- name: a # n\n  domain_plugins: [algen_agent_tools.smtp]\n  enabled_tools: [smtp.send_email, smtp.draft]\n  tool_permissions: [smtp.write]\n  description: |\n    text\n\n",
        ),
        (
            "one list in lines",
            "agents:\n- name: a\n  enabled_tools:\n    - y.z\n    # later\n",
            "agents:\n- name: a\n  enabled_tools:\n    - y.z\n    - smtp.send_email\n    - smtp.draft\n  domain_plugins:\n    - algen_agent_tools.smtp\n  tool_permissions:\n    - smtp.write\n    # later\n",
        ),
        (
            "one list in a line",
            "agents:\n  - enabled_tools: [y.z]\n    name: a\n",
            "agents:\n  - enabled_tools: [y.z, smtp.send_email, smtp.draft]\n    domain_plugins: [algen_agent_tools.smtp]\n    tool_permissions: [smtp.write]\n    name: a\n",
        ),
        (
            "an agent in braces",
            "agents: [{name: a, enabled_tools: [y.z]}]\n",
            "agents: [{name: a, enabled_tools: [y.z, smtp.send_email, smtp.draft], domain_plugins: [algen_agent_tools.smtp], tool_permissions: [smtp.write]}]\n",
        ),
        (
            "another name of the plugin",
            "agents:\n- name: a\n  domain_plugins: ['algen_agent_tools.smtp.plugin:SmtpPlugin']\n  enabled_tools: [smtp.draft]\n  tool_permissions: [smtp.write]\n",
            "agents:\n- name: a\n  domain_plugins: ['algen_agent_tools.smtp.plugin:SmtpPlugin']\n  enabled_tools: [smtp.draft, smtp.send_email]\n  tool_permissions: [smtp.write]\n",
        ),
    ];
    for (case, before, after) in cases {
        for windows in [false, true] {
            let ending = |text: &str| match windows {
                true => format!("{text}{TAIL}").replace('\n', "\r\n"),
                false => format!("{text}{TAIL}"),
            };
            let changed = planned(&ending(before)).unwrap();
            assert_eq!(changed, Some(ending(after)), "{case}, windows: {windows}");
            // What is there already is left alone.
            assert_eq!(planned(&ending(after)), Ok(None), "{case}: again");
        }
    }
}

#[test]
fn the_trusted_prefix_is_added_where_it_is_missing() {
    let agent = "agents:\n- name: a\n  domain_plugins: [algen_agent_tools.smtp]\n  enabled_tools: [smtp.send_email, smtp.draft]\n  tool_permissions: [smtp.write]\n";
    let prefixes = "trusted_plugin_prefixes: [algen_agent_tools]";
    let cases = [
        ("", format!("security:\n  {prefixes}\n")),
        ("security: {}\n", format!("security: {{{prefixes}}}\n")),
        (
            "security:\n  max_request_bytes: 2048 # b\n",
            format!("security:\n  max_request_bytes: 2048 # b\n  {prefixes}\n"),
        ),
        (
            "\nsecurity:\n  trusted_plugin_prefixes:\n  - acme\n",
            "\nsecurity:\n  trusted_plugin_prefixes:\n  - acme\n  - algen_agent_tools\n".to_owned(),
        ),
        (
            "\nruntime: {}\n# end",
            format!("\nruntime: {{}}\n# end\n\nsecurity:\n  {prefixes}\n"),
        ),
    ];
    for (before, after) in cases {
        let changed = planned(&format!("{agent}{before}"));
        assert_eq!(changed, Ok(Some(format!("{agent}{after}"))), "{before:?}");
    }
    for covering in ["algen_agent_tools", "algen_agent_tools.smtp"] {
        let text = format!("{agent}security: {{trusted_plugin_prefixes: [{covering}]}}\n");
        assert_eq!(planned(&text), Ok(None), "{covering}");
    }
}

#[test]
fn json_stays_json() {
    let text = r#"{"agents": [{"name": "a", "enabled_tools": ["y.z"], "tool_permissions": []}]}"#;
    let changed = planned(text).unwrap().unwrap();
    let says: Value = serde_json::from_str(&changed).unwrap();
    let expected = json!({
        "agents": [{
            "name": "a",
            "domain_plugins": ["algen_agent_tools.smtp"],
            "enabled_tools": ["y.z", "smtp.send_email", "smtp.draft"],
            "tool_permissions": ["smtp.write"],
        }],
        "security": {"trusted_plugin_prefixes": ["algen_agent_tools"]},
    });
    assert_eq!(says, expected);
}

#[test]
fn what_cannot_be_edited_surely_is_refused() {
    let cases = [
        (
            "a list that another agent shares",
            "agents:\n- name: a\n  enabled_tools: &t [y.z]\n- name: b\n  enabled_tools: *t\n",
            AdditionError::Shared,
        ),
        (
            "a list from elsewhere",
            "extensions: {t: &t [y.z]}\nagents:\n- name: a\n  enabled_tools: *t\n",
            AdditionError::Unwritable("enabled_tools"),
        ),
        (
            "text behind the end of the document",
            "agents:\n- name: a\n...\n",
            AdditionError::Shared,
        ),
        (
            "a key without a value",
            "agents:\n- name: a\n  tool_permissions:\n",
            AdditionError::Unwritable("tool_permissions"),
        ),
        (
            "a section without a value",
            "security: ~\nagents:\n- name: a\n",
            AdditionError::Unwritable("trusted_plugin_prefixes"),
        ),
        ("no agent", "agents: []\n", AdditionError::NoAgent),
        ("no text", "", AdditionError::NoAgent),
    ];
    for (case, text, expected) in cases {
        assert_eq!(planned(text), Err(expected), "{case}");
    }
}

/// A list of names as people write them, or nothing.
fn list(key: &'static str) -> impl Strategy<Value = String> {
    let names =
        proptest::collection::vec("[a-z]{1,6}\\.[a-z_]{1,6}|smtp\\.write|smtp\\.draft", 0..4);
    (names, 0..6_usize).prop_map(move |(names, style)| match style {
        0 => String::new(),
        1 => format!("    {key}: []\n"),
        2 if !names.is_empty() => {
            let names: Vec<String> = names
                .iter()
                .map(|name| format!("      - {name} # c\n"))
                .collect();
            format!("    {key}: # k\n{}      # end\n", names.concat())
        }
        3 => format!("    {key}: [{}] # k\n", names.join(", ")),
        4 => format!(
            "    {key}: [\n      '{}',\n      ]\n",
            names.join("',\n      '")
        ),
        _ => format!("    {key}: [\"{}\"]\n", names.join("\", \"")),
    })
}

proptest! {
    #[test]
    fn every_other_line_stays_and_the_rest_is_there(
        plugins in list(PLUGINS),
        tools in list(TOOLS),
        permissions in list(PERMISSIONS),
        middle in prop_oneof![
            Just(""), Just("    # a comment\n"), Just("\n"),
            Just("    description: |+\n      text: [a]\n\n"), Just("    budget: {max_steps: 3}\n"),
        ],
        tail in prop_oneof![
            Just(""), Just("security: {}\n"), Just("# end"),
            Just("security:\n  trusted_plugin_prefixes: [acme] # why\nruntime: {}\n"),
        ],
        windows in any::<bool>(),
    ) {
        let mut text = format!("agents:\n  - name: a\n{plugins}{middle}{tools}{permissions}{tail}");
        if windows {
            text = text.replace('\n', "\r\n");
        }
        let sources = Sources::default();
        let source = sources.add("agent.yaml", Origin::Project, text.clone());
        let changed = match plan(&sources, source, 0, &MAIL) {
            Ok(Some(changed)) => changed,
            Ok(None) => return Ok(()),
            Err(error) => return Err(TestCaseError::fail(format!("{error}: {text:?}"))),
        };
        // Lines without an edit stand in the new text, in order, byte for byte.
        let touched: Vec<usize> = changed
            .edits
            .iter()
            .flat_map(|edit| source.position(edit.span.start).line..=source.position(edit.span.end).line)
            .collect();
        let mut rest = changed.text.split_inclusive('\n');
        for (index, line) in text.split_inclusive('\n').enumerate() {
            if !touched.contains(&(index + 1)) {
                prop_assert!(rest.any(|new| new == line), "{line:?} of {text:?} in {:?}", changed.text);
            }
        }
        let after = Sources::default();
        let after_source = after.add("agent.yaml", Origin::Project, changed.text.clone());
        prop_assert_eq!(plan(&after, after_source, 0, &MAIL), Ok(None));
        let breaks = changed.text.matches('\n').count();
        let windows_breaks = changed.text.matches("\r\n").count();
        prop_assert_eq!(windows_breaks, if windows { breaks } else { 0 });
    }
    #[test]
    fn a_damaged_file_is_refused_or_gets_the_addition_alone(
        places in proptest::collection::vec((any::<prop::sample::Index>(), "[-:\\[\\]{}&*#|>'\",\n\r \té~a]"), 1..4),
    ) {
        let mut text = format!(
            "agents:\n- name: a\n  domain_plugins: [x.y] # p\n  enabled_tools:\n  - y.z\n  tags: &t [b]\n{TAIL}"
        );
        for (place, piece) in places {
            let mut at = place.index(text.len());
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            text.insert_str(at, &piece);
        }
        let sources = Sources::default();
        let source = sources.add("agent.yaml", Origin::Project, text.clone());
        if let Ok(Some(changed)) = plan(&sources, source, 0, &MAIL) {
            // Without what was inserted it is the old text again.
            let mut old = changed.text.clone();
            let mut moved = changed.text.len() - text.len();
            for edit in changed.edits.iter().rev() {
                let length = edit.span.end as usize - edit.span.start as usize;
                moved -= edit.replacement.len() - length;
                let start = edit.span.start as usize + moved;
                let replaced = &text[edit.span.range()];
                old.replace_range(start..start + edit.replacement.len(), replaced);
            }
            prop_assert_eq!(old, text);
        }
    }
}
