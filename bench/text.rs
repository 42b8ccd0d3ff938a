//! Text for terminals: wrapping, counts with their nouns, shortened names and outputs.

use std::borrow::Cow;
use textwrap::core::Word;
use textwrap::{Options, WordSeparator, WordSplitter};

/// Maximum width of help texts, even on wider terminals.
pub const WIDEST: usize = 100;

/// The number of columns that `text` takes.
pub fn width(text: &str) -> usize {
    textwrap::core::display_width(text)
}

/// A count with its noun: `1 trial`, `2 trials`.
pub fn counted(count: u64, one: &str, more: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { more })
}

/// A name for a message, whose end is left out if it is very long.
pub fn shorten_name(name: &str) -> Cow<'_, str> {
    const MAX_CHARACTERS: usize = 100;
    match name.char_indices().nth(MAX_CHARACTERS) {
        Some((end, _)) => Cow::Owned(format!("{}…", &name[..end])),
        None => Cow::Borrowed(name),
    }
}

/// The first 160 characters of what a program printed, without control characters.
pub fn excerpt(text: &str) -> String {
    let clean: String = text.chars().filter(|c| !c.is_control()).take(160).collect();
    clean.trim().to_string()
}

/// Wraps `text` at blanks to lines of at most `width` columns. A longer word is not split, because it may be a path or
/// a command.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    lines(text, options(width).break_words(false))
}

/// Wraps `text` at blanks and between the words of a strategy's name to lines of at most `width` columns.
pub fn wrap_name(text: &str, width: usize) -> Vec<String> {
    lines(text, options(width).word_separator(WordSeparator::Custom(pieces)))
}

/// The width of the longest part of `text` that [`wrap_name`] does not split.
pub fn longest_piece(text: &str) -> usize {
    pieces(text).map(|piece| width(&piece)).max().unwrap_or(0)
}

/// Wraps `text` to `width` columns, if the width is limited, with a hanging indent. The first line begins after `start`
/// columns that are written already. All others are indented by `indent` columns.
pub fn hang(text: &str, start: usize, indent: usize, width: Option<usize>) -> String {
    let Some(width) = width else { return text.to_string() };
    let (first, rest) = ("x".repeat(start), " ".repeat(indent));
    let options = options(width).break_words(false).initial_indent(&first).subsequent_indent(&rest);
    let filled = lines(text, options).join("\n");
    filled.strip_prefix(&first).unwrap_or(&filled).to_string()
}

/// Wraps the notes in the help of a command to the width of the terminal. Each line of `notes` is a paragraph, an
/// example, or a term followed by two or more blanks and its meaning.
pub fn help(notes: &str) -> String {
    let width = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0)).or_else(columns);
    fit(notes, width.unwrap_or(WIDEST).min(WIDEST))
}

/// The width in the environment variable `COLUMNS`.
pub fn columns() -> Option<usize> {
    std::env::var("COLUMNS").ok()?.parse().ok().filter(|&columns| columns > 0)
}

/// Wraps `notes` as in [`help`] to `width` columns.
fn fit(notes: &str, width: usize) -> String {
    let line = |line: &str| {
        let indent = line.len() - line.trim_start().len();
        let Some(gap) = line[indent..].find("  ").map(|at| indent + at) else {
            return format!("{}{}", &line[..indent], hang(&line[indent..], indent, indent, Some(width)));
        };
        let meaning = line[gap..].trim_start();
        let column = self::width(line) - self::width(meaning);
        if column * 2 <= width {
            return format!(
                "{}{}",
                &line[..line.len() - meaning.len()],
                hang(meaning, column, column, Some(width))
            );
        }
        // The meaning of a long term goes on the next line.
        let below = indent + 4;
        let term = hang(&line[indent..gap], indent, below, Some(width));
        format!(
            "{}{term}\n{}{}",
            &line[..indent],
            " ".repeat(below),
            hang(meaning, below, below, Some(width))
        )
    };
    notes.lines().map(line).collect::<Vec<_>>().join("\n")
}

fn options<'a>(width: usize) -> Options<'a> {
    Options::new(width.max(1))
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation)
}

fn lines(text: &str, options: Options<'_>) -> Vec<String> {
    textwrap::wrap(text, options).into_iter().map(Cow::into_owned).collect()
}

/// Splits `text` into words, and names into their words: `sat:`, `encoding=`, `extended,`, `amo=`, `ladder`. Numbers are
/// not split.
fn pieces(text: &str) -> Box<dyn Iterator<Item = Word<'_>> + '_> {
    let mut rest = text;
    Box::new(std::iter::from_fn(move || {
        let mut letters = rest.char_indices().peekable();
        while let Some((_, c)) = letters.next() {
            let next = letters.peek().copied();
            let cut = match (c, next) {
                (_, None) => Some(rest.len()),
                (' ', Some((at, next))) if next != ' ' => Some(at),
                (',' | ':' | '=' | '/', Some((at, next))) if next.is_alphabetic() => Some(at),
                _ => None,
            };
            if let Some(cut) = cut {
                let (piece, left) = rest.split_at(cut);
                rest = left;
                return Some(Word::from(piece));
            }
        }
        None
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_very_long_names_are_shortened() {
        assert_eq!(shorten_name("a name"), "a name");
        assert_eq!(shorten_name(&"ü".repeat(100)), "ü".repeat(100));
        assert_eq!(shorten_name(&"ü".repeat(101)), "ü".repeat(100) + "…");
    }

    #[test]
    fn wrapping_keeps_words_whole() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("incomprehensibilities", 5), ["incomprehensibilities"]);
        assert_eq!(wrap("1\u{202f}234 5\u{202f}678", 6), ["1\u{202f}234", "5\u{202f}678"]);
        assert_eq!(wrap("", 5), [""]);
    }

    #[test]
    fn names_are_cut_before_a_word_and_never_within_a_number() {
        let label = "sat:encoding=extended,amo=ladder";
        assert_eq!(wrap_name(label, 15), ["sat:encoding=", "extended,amo=", "ladder"]);
        assert_eq!(wrap_name("queens:12 1.5:2", 9), ["queens:12", "1.5:2"]);
        assert_eq!(longest_piece(label), 9);
    }

    #[test]
    fn notes_keep_their_terms() {
        let notes = "Words:\n  all of it goes here\n  run x.toml  does what it says\n  run a very long example  says it";
        let fitted = fit(notes, 18);
        assert!(fitted.lines().all(|line| width(line) <= 18), "{fitted}");
        assert_eq!(fit(notes, 100), notes);
        let narrow = "Words:\n  all of it goes here\n  run x.toml  does what it\n              says\n  run a very long example\n      says it";
        assert_eq!(fit(notes, 28), narrow);
    }
}
