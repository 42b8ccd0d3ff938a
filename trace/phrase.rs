//! Phrases: texts with values in them, which a page can put into another language.

use serde::{Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;

/// An English template with a `{}` for each of its values. It is displayed in English, and serialized as a list of the
/// template and the values, such as `["cover {}", "a"]`, for a reader who knows the template in another language.
#[derive(Clone, Debug)]
pub struct Phrase {
    template: Cow<'static, str>,
    values: Vec<Value>,
}

/// A value in a phrase.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub(super) enum Value {
    /// A name or a number, the same in every language.
    Name(String),
    Phrase(Phrase),
}

/// A template with its values.
pub(super) fn phrase<const N: usize>(template: impl Into<Cow<'static, str>>, values: [Value; N]) -> Phrase {
    let phrase = Phrase { template: template.into(), values: values.into() };
    debug_assert!(N == 0 || phrase.template.matches("{}").count() == N, "{phrase:?}");
    phrase
}

/// A name or a number as a value.
pub(super) fn name(name: impl fmt::Display) -> Value {
    Value::Name(name.to_string())
}

/// A count with its noun: `1 node`, `2 nodes`.
pub(super) fn counted(count: u64, noun: &str) -> Phrase {
    if count == 1 { phrase(format!("1 {noun}"), []) } else { phrase(format!("{{}} {noun}s"), [name(count)]) }
}

/// Joins values by a template for two of them. The halves are joined first, so that a long list nests only a little.
pub(super) fn joined(template: &'static str, values: &[Value]) -> Value {
    match values {
        [] => name(""),
        [only] => only.clone(),
        _ => {
            let (first, second) = values.split_at(values.len() / 2);
            phrase(template, [joined(template, first), joined(template, second)]).into()
        }
    }
}

impl From<Phrase> for Value {
    fn from(phrase: Phrase) -> Value {
        Value::Phrase(phrase)
    }
}

impl fmt::Display for Phrase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = &*self.template;
        for value in &self.values {
            let (before, after) = rest.split_once("{}").unwrap_or((rest, ""));
            f.write_str(before)?;
            match value {
                Value::Name(name) => f.write_str(name)?,
                Value::Phrase(phrase) => phrase.fmt(f)?,
            }
            rest = after;
        }
        f.write_str(rest)
    }
}

impl Serialize for Phrase {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let template = Value::Name(self.template.to_string());
        serializer.collect_seq(std::iter::once(&template).chain(&self.values))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phrase_is_english_text_or_a_list() {
        let letters = ["a", "b", "c"].map(name);
        let learn = phrase("learn {} of {}", [joined("{} or {}", &letters), counted(1, "clause").into()]);
        assert_eq!(learn.to_string(), "learn a or b or c of 1 clause");
        let list =
            serde_json::json!(["learn {} of {}", ["{} or {}", "a", ["{} or {}", "b", "c"]], ["1 clause"],]);
        assert_eq!(serde_json::to_value(&learn).unwrap(), list);
        assert_eq!(counted(2, "clause").to_string(), "2 clauses");
    }
}
