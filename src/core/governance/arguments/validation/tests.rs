use serde_json::{Value, json};

use super::super::InputSchema;
use super::{
    ArgumentProblem, ArgumentProblemKind as Kind, ArgumentProblems, PROBLEMS_MAX, SchemaProblem,
};

fn compiled(schema: &Value) -> InputSchema {
    InputSchema::compile(schema).expect("the schema is valid")
}

/// Returns the problems as messages.
fn messages(schema: &Value, arguments: &Value) -> Vec<String> {
    let found = compiled(schema).validate(arguments).err();
    let problems = found.map(|found| found.problems).unwrap_or_default();
    problems.iter().map(ToString::to_string).collect()
}

fn mail() -> Value {
    json!({
        "type": "object",
        "properties": {
            "to": {"type": "array", "items": {"type": "string", "format": "email"},
                "minItems": 1, "maxItems": 2, "uniqueItems": true},
            "subject": {"type": "string", "minLength": 1, "maxLength": 5},
            "priority": {"enum": ["low", "normal", "high"]},
            "count": {"type": "integer", "minimum": 1, "exclusiveMaximum": 10, "multipleOf": 2},
            "code": {"type": "string", "pattern": "^[A-Z]+$"},
            "note": {"anyOf": [{"type": "string", "maxLength": 3}, {"type": "null"}]},
            "when": {"anyOf": [{"type": "string"}, {"type": "integer"}]},
            "labels": {"type": "object", "additionalProperties": {"type": "string"},
                "propertyNames": {"maxLength": 3}, "maxProperties": 2},
            "part": {"oneOf": [
                {"type": "object", "properties": {"kind": {"const": "text"},
                    "body": {"type": "string"}}, "required": ["kind", "body"],
                    "additionalProperties": false},
                {"type": "object", "properties": {"kind": {"const": "file"},
                    "path": {"type": "string"}}, "required": ["kind", "path"],
                    "additionalProperties": false},
            ]},
        },
        "required": ["to", "subject"],
        "additionalProperties": false,
    })
}

#[test]
fn every_problem_is_typed_and_holds_no_value() {
    let arguments = json!({"subjct": "SECRET", "to": ["SECRET"], "priority": "hgih"});
    let problem = |pointer: &str, kind, expected: &str, suggestion: Option<&str>| ArgumentProblem {
        pointer: pointer.to_owned(),
        kind,
        expected: expected.to_owned(),
        suggestion: suggestion.map(str::to_owned),
    };
    let fields = "`to`, `subject`, `priority`, `count`, `code`, `note`, `when`, `labels` or `part`";
    let expected = ArgumentProblems {
        problems: vec![
            problem("/subjct", Kind::UnknownField, fields, Some("subject")),
            problem(
                "/to/0",
                Kind::WrongForm,
                "an e-mail address like ada@example.com",
                None,
            ),
            problem(
                "/priority",
                Kind::NotAllowed,
                "`low`, `normal` or `high`",
                Some("high"),
            ),
        ],
        left_out: 0,
    };
    let found = compiled(&mail()).validate(&arguments);
    assert_eq!(found, Err(expected));
}

#[test]
fn messages_say_what_is_accepted() {
    let cases = [
        ("nothing wrong", json!({}), vec![]),
        (
            "no mapping at all",
            json!([]),
            vec!["the arguments: expected an object, found a list"],
        ),
        (
            "types",
            json!({"subject": 5, "count": "5", "to": null}),
            vec![
                "`to`: expected a list, found null",
                "`subject`: expected a string, found a whole number",
                "`count`: expected a whole number, found a string",
            ],
        ),
        (
            "a number with a fraction",
            json!({"count": 2.5}),
            vec![
                "`count`: expected a whole number, found a number",
                "`count`: expected a multiple of 2",
            ],
        ),
        (
            "two limits of one number",
            json!({"count": 11}),
            vec![
                "`count`: expected less than 10",
                "`count`: expected a multiple of 2",
            ],
        ),
        (
            "lengths and forms",
            json!({"subject": "", "code": "a", "to": ["a@b.ch", "a@b.ch"]}),
            vec![
                "`to`: expected items that all differ",
                "`subject`: expected at least 1 character",
                "`code`: expected a text that matches `^[A-Z]+$`",
            ],
        ),
        (
            "a form that may be null is judged as what it is",
            json!({"note": "long"}),
            vec!["`note`: expected at most 3 characters"],
        ),
        (
            "several types",
            json!({"when": []}),
            vec!["`when`: expected a string or a whole number"],
        ),
        (
            "free names",
            json!({"labels": {"a/long": "x", "b": 1}}),
            vec![
                "`/labels/b`: expected a string, found a whole number",
                "`/labels/a~1long`: expected at most 3 characters",
            ],
        ),
        (
            "the form that the constants name",
            json!({"part": {"kind": "file", "body": "x"}}),
            vec![
                "unknown field `/part/body`; expected `kind` or `path`",
                "`/part/path` is missing",
            ],
        ),
        (
            "none of the forms",
            json!({"part": {"kind": "other"}}),
            vec!["`part`: expected a value that fits one of the schema's forms"],
        ),
    ];
    for (name, mut arguments, expected) in cases {
        if let Value::Object(arguments) = &mut arguments {
            for (key, value) in [("to", json!(["a@example.com"])), ("subject", json!("x"))] {
                arguments.entry(key).or_insert(value);
            }
        }
        let mut found = messages(&mail(), &arguments);
        let mut expected = expected;
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected, "{name}");
    }
}

#[test]
fn unknown_fields_are_refused_where_the_schema_forgot_to() {
    let leaf = json!({"type": "object", "properties": {"name": {"type": "string"}}});
    let given = json!({"x": {"name": "a", "nam": 1}});
    let cases = [
        ("an object", json!({"x": leaf}), given.clone(), true),
        (
            "a list of objects",
            json!({"x": {"type": "array", "items": leaf}}),
            json!({"x": [{"name": "a"}, {"nam": 1}]}),
            true,
        ),
        (
            "a list of certain objects",
            json!({"x": {"prefixItems": [{}, leaf]}}),
            json!({"x": [{"nam": 1}, {"nam": 1}]}),
            true,
        ),
        (
            "an object that may be null",
            json!({"x": {"anyOf": [leaf, {"type": "null"}]}}),
            given.clone(),
            true,
        ),
        (
            "an object behind a reference",
            json!({"x": {"$ref": "#/$defs/leaf"}}),
            given.clone(),
            true,
        ),
        (
            "fields of all parts count",
            json!({"x": {"allOf": [leaf, {"properties": {"nam": {}}}]}}),
            given.clone(),
            false,
        ),
        (
            "branches that only require",
            json!({"x": {"properties": {"name": {}}, "anyOf": [{"required": ["name"]}]}}),
            given.clone(),
            true,
        ),
        (
            "values of a mapping",
            json!({"x": {"additionalProperties": leaf}}),
            json!({"x": {"any": {"nam": 1}}}),
            true,
        ),
        (
            "a free object",
            json!({"x": {"type": "object"}}),
            given.clone(),
            false,
        ),
        ("anything", json!({"x": true}), given.clone(), false),
        (
            "anything beside something",
            json!({"x": {"anyOf": [leaf, {"type": "object"}]}}),
            given.clone(),
            false,
        ),
        (
            "an object that says it is open",
            json!({"x": {"properties": {"name": {}}, "additionalProperties": true}}),
            given.clone(),
            false,
        ),
        (
            "names by pattern",
            json!({"x": {"properties": {"name": {}}, "patternProperties": {"^n": {}}}}),
            given,
            false,
        ),
    ];
    for (name, properties, arguments, is_refused) in cases {
        let schema = json!({"type": "object", "properties": properties, "$defs": {"leaf": leaf}});
        let found = messages(&schema, &arguments);
        let unknown = found
            .iter()
            .filter(|text| text.starts_with("unknown field `") && text.contains("/nam`"));
        assert_eq!(
            unknown.count(),
            usize::from(is_refused),
            "{name}: {found:?}"
        );
        assert_eq!(found.len(), usize::from(is_refused), "{name}: {found:?}");
    }
    let no_fields = messages(&json!({"type": "object"}), &json!({"x": 1}));
    assert_eq!(no_fields, ["unknown argument `x`; expected no fields"]);
}

#[test]
fn each_mistake_is_told_once() {
    let date = json!({"type": "string", "format": "date", "minLength": 10, "maxLength": 10});
    let schema = json!({
        "type": "object",
        "properties": {
            "author": {"type": "string"},
            "since": date,
            "a/b": {"type": "integer"},
            "filter": {"type": "object", "properties": {"since": date}, "required": ["since"],
                "additionalProperties": false},
        },
        "required": ["author"],
        "additionalProperties": false,
    });
    let cases = [
        (
            json!({"autor": "x"}),
            vec!["unknown argument `autor`; did you mean `author`?"],
        ),
        (
            json!({"zzz": "x"}),
            vec![
                "unknown argument `zzz`; expected `author`, `since`, `a/b` or `filter`",
                "`author` is missing",
            ],
        ),
        (
            json!({"author": "x", "since": "1.2.", "a/b": "x"}),
            vec![
                "`a/b`: expected a whole number, found a string",
                "`since`: expected a date like 2026-02-28",
            ],
        ),
        (
            json!({"author": "x", "since": "2026-02-28T12:00:00Z", "filter": {"sinse": "x"}}),
            vec![
                "`since`: expected a date like 2026-02-28",
                "unknown field `/filter/sinse`; did you mean `since`?",
            ],
        ),
    ];
    for (arguments, mut expected) in cases {
        let mut found = messages(&schema, &arguments);
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected, "{arguments}");
    }
}

#[test]
fn formats_are_told_with_an_example() {
    let cases = [
        ("date", "a date like 2026-02-28"),
        ("date-time", "a date and time like 2026-02-28T12:30:00Z"),
        ("time", "a time like 12:30:00Z"),
        ("uuid", "a UUID like 123e4567-e89b-12d3-a456-426614174000"),
        ("email", "an e-mail address like ada@example.com"),
        ("uri", "a URI like https://example.com/page"),
        ("ipv4", "a text of the format `ipv4`"),
    ];
    for (format, words) in cases {
        let field = json!({"type": "string", "format": format});
        let schema = json!({"type": "object", "properties": {"a": field}});
        let found = messages(&schema, &json!({"a": " "}));
        assert_eq!(found, [format!("`a`: expected {words}")]);
        // The example is one.
        if let Some((_, example)) = words.split_once(" like ") {
            assert_eq!(messages(&schema, &json!({ "a": example })), [""; 0]);
        }
    }
}

#[test]
fn schemas_that_cannot_be_used_are_refused() {
    let cases = [
        (json!(true), SchemaProblem::NotAnObject("true or false")),
        (
            json!({"properties": {"a": {"type": "text"}}}),
            SchemaProblem::Invalid {
                pointer: "/properties/a/type".to_owned(),
                keyword: "anyOf".to_owned(),
            },
        ),
        (
            json!({"properties": {"a": {"$ref": "https://schemas.example.com/a.json"}}}),
            SchemaProblem::Reference,
        ),
        (
            json!({"properties": {"a": {"$ref": "#/$defs/a"}}}),
            SchemaProblem::Reference,
        ),
        (
            json!({"properties": {"a": {"pattern": "(?=x)"}}}),
            SchemaProblem::Invalid {
                pointer: "/properties/a/pattern".to_owned(),
                keyword: "format".to_owned(),
            },
        ),
    ];
    for (schema, expected) in cases {
        assert_eq!(
            InputSchema::compile(&schema).err(),
            Some(expected),
            "{schema}"
        );
    }
}

#[test]
fn a_schema_serves_many_calls_and_knows_its_dialect() {
    let schema = json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "type": "object",
        "definitions": {"tree": {"type": "object", "properties": {
            "children": {"type": "array", "items": {"$ref": "#/definitions/tree"}}}}},
        "properties": {"root": {"$ref": "#/definitions/tree"},
            "pair": {"type": "array", "items": [{"type": "integer"}, {"type": "string"}]}},
    });
    let schema = compiled(&schema);
    let good = json!({"root": {"children": [{"children": []}]}, "pair": [1, "a"]});
    let bad = json!({"root": {"children": [{"child": []}]}, "pair": ["a", 1]});
    for _ in 0..3 {
        assert_eq!(schema.validate(&good), Ok(()));
        let found = schema.validate(&bad).expect_err("three problems");
        let found = found.problems.iter().map(ToString::to_string);
        assert_eq!(
            found.collect::<Vec<_>>(),
            [
                "unknown field `/root/children/0/child`; did you mean `children`?",
                "`/pair/0`: expected a whole number, found a string",
                "`/pair/1`: expected a string, found a whole number",
            ]
        );
    }
}

#[test]
fn limits_are_reported() {
    let schema = json!({"type": "object", "properties": {"a": {"items": {"type": "string"}}}});
    let many: Vec<usize> = (0..PROBLEMS_MAX + 7).collect();
    let found = compiled(&schema).validate(&json!({ "a": many }));
    let found = found.expect_err("no item is a string");
    assert_eq!((found.problems.len(), found.left_out), (PROBLEMS_MAX, 7));

    let dates = json!({"items": {"type": "string", "format": "date", "minLength": 10}});
    let schema = json!({"type": "object", "properties": {"a": dates}});
    let found = compiled(&schema).validate(&json!({ "a": vec!["x"; 90] }));
    let found = found.expect_err("no item is a date");
    assert!(
        found
            .problems
            .iter()
            .all(|problem| problem.kind == Kind::WrongForm)
    );
    assert!(!found.problems.is_empty() && found.left_out > 0);

    // Every definition leads twice to the next: a million ways.
    let mut definitions = json!({"d20": {"type": "object"}});
    for level in 0..20 {
        let next = json!({"$ref": format!("#/$defs/d{}", level + 1)});
        definitions[format!("d{level}")] = json!({"anyOf": [next, next]});
    }
    let schema = json!({"properties": {"a": {"$ref": "#/$defs/d0"}}, "$defs": definitions});
    let found = messages(&schema, &json!({"a": {}}));
    let expected = "the arguments: expected fewer values, or fewer alternatives and references in \
                    the tool's schema";
    assert_eq!(found, [expected]);
}
