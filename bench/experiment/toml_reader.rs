//! Parses TOML, and turns the errors of its reader into errors with a place and a remedy.

use crate::error::Error;
use crate::output::safe;
use crate::text_error::error_in_text;
use crate::value_set::{NameError, expand};
use coverlab_model::format;
use coverlab_model::nearest;
use serde::de::DeserializeOwned;
use std::borrow::Cow;
use std::ops::Range;

/// Parses `text`, which is called `path` in messages. Control characters in strings are errors.
///
/// # Errors
/// The text is malformed. The error has the place and a suggestion.
pub fn parse_toml<T: DeserializeOwned>(text: &str, path: &str) -> Result<T, Error> {
    let wrong = |error| Error::Input { path: path.to_string(), error: explain(text, &error) };
    let parsed = toml::from_str(text).map_err(wrong)?;
    match control_character(&toml::Value::Table(toml::from_str(text).map_err(wrong)?)) {
        None => Ok(parsed),
        Some(found) => {
            let error = format::Error::whole(format!("the text {found:?} has a control character"));
            let error = error.help("remove it: names and questions are shown on terminals");
            Err(Error::Input { path: path.to_string(), error })
        }
    }
}

/// The first string in `value` that is not safe to show on a terminal.
fn control_character(value: &toml::Value) -> Option<&str> {
    match value {
        toml::Value::String(text) => Some(text.as_str()).filter(|text| matches!(safe(text), Cow::Owned(_))),
        toml::Value::Array(values) => values.iter().find_map(control_character),
        toml::Value::Table(table) => table.values().find_map(control_character),
        _ => None,
    }
}

/// Refers to the description of all keys.
const REFERENCE: &str = "`coverlab help experiment` describes every key";

/// The error in the value sets of the quoted name at `span`, if it has one. The error of the TOML reader marks all of
/// the name, and this one only the malformed part.
fn name_error(text: &str, span: Range<usize>) -> Option<format::Error> {
    const QUOTES: [char; 2] = ['"', '\''];
    let quoted = text.get(span.clone())?;
    let name = quoted.trim_start_matches(QUOTES);
    let start = span.end - name.len();
    let NameError { what, help, span: part } = expand(name.trim_end_matches(QUOTES)).err()?;
    Some(error_in_text(text, start + part.start..start + part.end, what).help(help))
}

/// Converts an error of the TOML reader to one with a place and a remedy.
fn explain(text: &str, error: &toml::de::Error) -> format::Error {
    if let Some(error) = error.span().and_then(|span| name_error(text, span)) {
        return error;
    }
    let message = error.message();
    let (what, help) = reword(message);
    match error.span() {
        // A key that is missing at the top level has no place.
        Some(span) if span.start > 0 || !what.starts_with("missing") => error_in_text(text, span, what),
        _ => format::Error::whole(what),
    }
    .help(help)
}

/// Rewords a message of the TOML reader as an error and its remedy.
fn reword(message: &str) -> (String, String) {
    let (what, expected) = message.split_once(", expected ").unwrap_or((message, ""));
    let quoted: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
    if let Some((word, known)) = quoted.split_first().filter(|_| what.starts_with("unknown")) {
        let help = match nearest(word, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("known: {}; {REFERENCE}", known.join(", ")),
        };
        return (
            what.replace("unknown field", "unknown key").replace("unknown variant", "unknown word"),
            help,
        );
    }
    if let Some(key) = what.strip_prefix("missing field ") {
        return (format!("missing key {key}"), REFERENCE.to_string());
    }
    // The largest integer of TOML is that of 64 bits with a sign.
    if what == "u64 value was too large" {
        let help = format!("write {}; `coverlab run --seed` also takes larger seeds", in_toml_terms("u64"));
        return ("the number is too large".to_string(), help);
    }
    if what == "string values must be quoted" {
        return (what.to_string(), "write the text in quotes: \"…\"".to_string());
    }
    match what.strip_prefix("invalid type: ").or_else(|| what.strip_prefix("invalid value: ")) {
        Some(given) => (format!("{given} is not allowed here"), format!("write {}", in_toml_terms(expected))),
        None => (
            what.to_string(),
            if expected.is_empty() { String::new() } else { format!("expected {expected}") },
        ),
    }
}

/// Describes in TOML terms what the reader expects: `a string` is `a text in quotes: "…"`.
fn in_toml_terms(expected: &str) -> String {
    match expected {
        "a string" | "string" => "a text in quotes: \"…\"".to_string(),
        "a boolean" => "true or false".to_string(),
        "u32" => format!("a whole number from 0 to {}", u32::MAX),
        "u64" | "usize" => format!("a whole number from 0 to {}", i64::MAX),
        "f64" => "a number".to_string(),
        "a sequence" => "a list: [ … ]".to_string(),
        "a tuple of size 2" => "a pair: [\"…\", \"…\"]".to_string(),
        "a map" => "a table: { … }".to_string(),
        _ if expected.starts_with("struct ") => format!("a table: {{ … }}; {REFERENCE}"),
        other => other.to_string(),
    }
}
