//! Placeholders `{{ kind: words }}` in the text of a lesson.

use super::source::Source;
use coverlab_model::format;
use coverlab_model::nearest;
use std::ops::Range;

const KINDS: [&str; 7] = ["count", "word", "Word", "event", "grid", "claim", "drag"];

/// A placeholder: its position including the braces, its kind and its words.
pub(super) struct Placeholder<'a> {
    pub(super) at: Range<usize>,
    pub(super) kind: &'a str,
    pub(super) words: &'a str,
}

/// The first placeholder in a range of the source.
pub(super) fn next<'a>(
    source: &Source<'a>,
    range: &Range<usize>,
) -> Result<Option<Placeholder<'a>>, format::Error> {
    let text: &'a str = &source.text[range.clone()];
    let Some(begin) = text.find("{{") else { return Ok(None) };
    let Some(length) = text[begin..].find("}}") else {
        let at = range.start + begin..range.start + begin + 2;
        return Err(source.error(&at, "`{{` is not closed by `}}`"));
    };
    let at = range.start + begin..range.start + begin + length + 2;
    let inside = text[begin + 2..begin + length].trim();
    let (kind, words) =
        inside.split_once(':').map_or((inside, ""), |(kind, words)| (kind.trim(), words.trim()));
    if inside == "minutes" || KINDS.contains(&kind) && !words.is_empty() {
        return Ok(Some(Placeholder { at, kind, words }));
    }
    let error = source.error(&at, format!("`{inside}` is not a placeholder"));
    Err(error.help(match nearest(kind, KINDS.into_iter()) {
        Some(near) => format!("write `{{{{ {near}: … }}}}`"),
        None => format!("known placeholders: {}, minutes", KINDS.join(", ")),
    }))
}
