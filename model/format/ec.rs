//! The text format `.ec` for exact cover: sets of numbers from 1 to n.
//!
//! ```text
//! c two ways to cover three elements
//! p ec 3
//! s 1 2
//! s 3
//! s 1 2 3
//! ```
//!
//! It resembles DIMACS: `c` starts a comment, `p ec n` gives the number of elements, and each `s` line is a
//! set. The benchmark files of *libexact* (P. Kaski and O. Pottonen, 2008) use this format. It has no names,
//! secondary items, colors or multiplicities.

use super::Error;
use super::text_lines::TextLine;
use crate::{BadOption, ExactCover, ExactCoverBuilder, Item};

/// Maximum number of elements, since an element in no set needs memory too.
const MAX_ELEMENTS: u32 = 10_000_000;

/// Parses an instance. Element k becomes the item with the name `k`.
///
/// # Errors
/// The first error, with its place in the text.
pub fn read(input: impl AsRef<[u8]>) -> Result<ExactCover, Error> {
    let text = String::from_utf8_lossy(input.as_ref());
    let mut builder: Option<(ExactCoverBuilder, u32)> = None;
    for (number, line) in (1..).zip(text.lines()) {
        let line = TextLine { number, text: line.trim_end() };
        let mut words = line.text.split_ascii_whitespace();
        match (words.next(), &mut builder) {
            (None | Some("c"), _) => {}
            (Some("p"), None) => {
                let elements = read_elements(line, &words.collect::<Vec<_>>())?;
                let names: Vec<String> = (1..=elements).map(|k| k.to_string()).collect();
                builder = Some((ExactCoverBuilder::named::<String>(&names, &[]), elements));
            }
            (Some(word @ "p"), Some(_)) => {
                return Err(line.error_at(word, "a second line `p`").label("one is enough").help(FORM));
            }
            (Some(word @ "s"), None) => {
                return Err(line.error_at(word, "a set before the line `p`").label("too early").help(FORM));
            }
            (Some("s"), Some((builder, elements))) => {
                read_set(line, &words.collect::<Vec<_>>(), builder, *elements)?;
            }
            (Some(word), _) => {
                let error = line.error_at(word, format!("unknown line `{word}`"));
                return Err(error.label("not c, p or s").help(FORM));
            }
        }
    }
    match builder {
        Some((builder, _)) => Ok(builder.build()),
        None => Err(Error::whole("no line `p`").help(FORM)),
    }
}

const FORM: &str = "first `p ec ELEMENTS`, then a set a line: `s 1 4 5`";

/// Parses the number of elements from the words after `p`.
fn read_elements(line: TextLine<'_>, words: &[&str]) -> Result<u32, Error> {
    let end = &line.text[line.text.len()..];
    let (place, what) = match *words {
        ["ec", count] => match count.parse() {
            Ok(elements @ 0..=MAX_ELEMENTS) => return Ok(elements),
            _ => (count, format!("`{count}` is not a number of elements up to {MAX_ELEMENTS}")),
        },
        ["ec"] => (end, "no number of elements".to_string()),
        ["ec", _, word, ..] => (word, format!("unexpected `{word}`")),
        [word, ..] => (word, format!("`{word}` is another kind of problem, not `ec`")),
        [] => (end, "no kind of problem".to_string()),
    };
    Err(line.error_at(place, what).label("here").help(FORM))
}

/// Adds the set of the words after `s`.
fn read_set(
    line: TextLine<'_>,
    words: &[&str],
    builder: &mut ExactCoverBuilder,
    elements: u32,
) -> Result<(), Error> {
    let mut items: Vec<Item> = Vec::with_capacity(words.len());
    for word in words {
        match word.parse::<u32>() {
            Ok(element) if (1..=elements).contains(&element) => items.push(element - 1),
            _ => {
                let error = line.error_at(word, format!("unknown element `{word}`"));
                let label = format!("not from 1 to {elements}");
                return Err(error.label(label).help("the line `p ec n` gives the number of elements"));
            }
        }
    }
    builder.option(items).map(|_| ()).map_err(|bad| match bad {
        BadOption::Empty => line
            .error_at(&line.text[line.text.len()..], "an empty set")
            .label("no element")
            .help("an empty set is in no exact cover: name an element, or leave it out"),
        BadOption::TooManyEntries => line
            .error_at(line.text, "too many elements in all sets together")
            .label("here")
            .help("an instance holds at most 4294967295"),
        BadOption::ItemTwice(k) | BadOption::UnknownItem(k) | BadOption::ColorOnPrimary(k) => line
            .error_at(words[k], format!("element {} twice in one set", words[k]))
            .label("again")
            .help("a set has each element at most once"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn says(text: &str) -> (String, usize, usize) {
        let error = read(text).unwrap_err();
        assert!(!error.help.is_empty() && (error.line == 0 || !error.label.is_empty()), "{error}");
        (error.what.clone(), error.line, error.column)
    }

    #[test]
    fn a_set_is_an_option() {
        let cover = read("c two\n\np ec 3\ns 1 2\ns 3\ns 1 2 3\n").unwrap();
        assert_eq!((cover.items(), cover.options(), cover.option_text(0).as_str()), (3, 3, "1 2"));
    }

    #[test]
    fn errors_are_reported_with_their_place() {
        for (text, what, line, column) in [
            ("", "no line `p`", 0, 0),
            ("s 1\n", "a set before the line `p`", 1, 1),
            ("p ec 2\np ec 2\n", "a second line `p`", 2, 1),
            ("p cnf 2 2\n", "`cnf` is another kind of problem, not `ec`", 1, 3),
            ("p ec\n", "no number of elements", 1, 5),
            ("p ec -1\n", "`-1` is not a number of elements up to 10000000", 1, 6),
            ("p ec 2 3\n", "unexpected `3`", 1, 8),
            ("p\n", "no kind of problem", 1, 2),
            ("p ec 2\ns 1  3\n", "unknown element `3`", 2, 6),
            ("p ec 2\ns 0\n", "unknown element `0`", 2, 3),
            ("p ec 2\ns 1 2 1\n", "element 1 twice in one set", 2, 7),
            ("p ec 2\ns\n", "an empty set", 2, 2),
            ("p ec 2\n1 2\n", "unknown line `1`", 2, 1),
        ] {
            assert_eq!(says(text), (what.to_string(), line, column), "{text}");
        }
    }
}
