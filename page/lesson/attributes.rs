//! Attributes of headings and directives: `#id flag key=value key="several words"`.

use super::source::Source;
use coverlab_model::did_you_mean;
use coverlab_model::format::Error;
use std::ops::Range;

/// The attributes of a heading or a directive. The id has the key `id`, and a flag an empty value.
#[derive(Debug, Default)]
pub(super) struct Attributes<'a> {
    entries: Vec<Attribute<'a>>,
}

/// An attribute, with the positions of its key and its value.
#[derive(Debug)]
struct Attribute<'a> {
    key: &'a str,
    value: &'a str,
    key_at: Range<usize>,
    value_at: Range<usize>,
}

/// Parses the attributes in a range of the source.
pub(super) fn parse<'a>(source: &Source<'a>, range: Range<usize>) -> Result<Attributes<'a>, Error> {
    let text: &'a str = source.text;
    let mut entries = Vec::new();
    let mut at = range.start;
    loop {
        let rest = &text[at..range.end];
        at += rest.len() - rest.trim_start().len();
        let rest = &text[at..range.end];
        if rest.is_empty() {
            return Ok(Attributes { entries });
        }
        let key = &rest[..rest.find([' ', '\t', '=']).unwrap_or(rest.len())];
        let key_at = at..at + key.len();
        at = key_at.end;
        let value = match rest[key.len()..].strip_prefix('=') {
            None => at..at,
            Some(quoted) if quoted.starts_with('"') => {
                let Some(length) = quoted[1..].find('"') else {
                    return Err(source.error(&(at + 1..range.end), "this quotation mark is not closed"));
                };
                at + 2..at + 2 + length
            }
            Some(plain) => at + 1..at + 1 + plain.find([' ', '\t']).unwrap_or(plain.len()),
        };
        at = value.end + usize::from(text[value.end..].starts_with('"') && value.end < range.end);
        entries.push(match key.strip_prefix('#') {
            Some(id) => Attribute { key: "id", value: id, value_at: key_at.start + 1..key_at.end, key_at },
            None => Attribute { key, value: &text[value.clone()], key_at, value_at: value },
        });
    }
}

impl<'a> Attributes<'a> {
    /// The value of an attribute.
    pub(super) fn get(&self, key: &str) -> Option<&'a str> {
        self.entries.iter().find(|one| one.key == key).map(|one| one.value)
    }

    /// The value of an attribute, and its position.
    pub(super) fn located(&self, key: &str) -> Option<(&'a str, Range<usize>)> {
        self.entries.iter().find(|one| one.key == key).map(|one| (one.value, one.value_at.clone()))
    }

    /// All keys and values.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.entries.iter().map(|one| (one.key, one.value))
    }

    /// Fails if there is an attribute that is not `known`.
    pub(super) fn reject_unknown(&self, source: &Source<'a>, known: &[&str]) -> Result<(), Error> {
        let Some(wrong) = self.entries.iter().find(|one| !known.contains(&one.key)) else { return Ok(()) };
        let error = source.error(&wrong.key_at, format!("there is no attribute `{}` here", wrong.key));
        let list = || format!("known: {}", known.join(", "));
        Err(error.help(did_you_mean(wrong.key, known.iter().copied()).unwrap_or_else(list)))
    }
}
