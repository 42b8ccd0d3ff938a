//! The lines of an input, with their numbers and kinds.

use super::error::Error;
use memchr::memchr2;

/// A line without its line break.
#[derive(Clone, Copy, Debug)]
pub(super) struct TextLine<'a> {
    /// The line number, from 1.
    pub(super) number: usize,
    pub(super) text: &'a str,
}

impl<'a> TextLine<'a> {
    /// Creates an error at `width` characters from `column` of the line.
    pub(super) fn error(&self, what: impl Into<String>, column: usize, width: usize) -> Error {
        Error::new(what, self.number, column, width, self.text)
    }

    /// Creates an error at `part`, a slice of the text.
    pub(super) fn error_at(&self, part: &str, what: impl Into<String>) -> Error {
        self.error(what, self.column_of(part), part.chars().count())
    }

    /// The words of the line, separated by blanks.
    pub(super) fn words(self) -> impl Iterator<Item = Word<'a>> {
        self.text.split_ascii_whitespace().map(move |text| Word { line: self, text })
    }

    /// The column of the trimmed text, and its length in characters.
    pub(super) fn extent(&self) -> (usize, usize) {
        let text = self.text.trim();
        (self.column_of(text), text.chars().count())
    }

    /// The column at which `part`, a slice of the text, starts.
    pub(super) fn column_of(&self, part: &str) -> usize {
        let offset = part.as_ptr() as usize - self.text.as_ptr() as usize;
        self.text[..offset].chars().count() + 1
    }

    pub(super) fn kind(&self) -> LineKind {
        let text = self.text.trim();
        match text.bytes().next() {
            None => LineKind::Blank,
            Some(b'#') => LineKind::Comment,
            Some(b'-' | b'+' | b'=' | b'|') => rule(text),
            Some(b'*' | b'.' | b'\'' | b':') if is_frame(text) => LineKind::Rule,
            Some(_) => LineKind::Text,
        }
    }
}

/// A word and its line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'a> {
    pub(super) line: TextLine<'a>,
    pub(super) text: &'a str,
}

impl Word<'_> {
    /// Creates an error at the word.
    pub(super) fn error(self, what: impl Into<String>) -> Error {
        self.line.error_at(self.text, what)
    }
}

/// The kind of a line, judged by its characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineKind {
    /// Only blanks, or nothing.
    Blank,
    /// `# …`
    Comment,
    /// `------+-------+------`
    Rule,
    /// A rule, or a row without clues in which `-` is an empty cell; only the other rows can decide.
    Dashes,
    /// Cells or words.
    Text,
}

fn rule(text: &str) -> LineKind {
    let drawn = text.bytes().all(|b| b"-+=| \t".contains(&b));
    match (drawn, text.contains(['+', '='])) {
        (false, _) => LineKind::Text,
        (true, true) => LineKind::Rule,
        // A row of 81 dashes is an empty puzzle.
        (true, false) if text.len() == 81 => LineKind::Text,
        (true, false) => LineKind::Dashes,
    }
}

/// Whether a line is the top or bottom of a frame: `*-----------*`, `.-----.-----.`, `'-----'`. A row of
/// cells has no such long run of dashes between two corners; the frames of the smallest boards are listed
/// separately.
fn is_frame(text: &str) -> bool {
    if matches!(text, "*-*" | "*--*") {
        return true;
    }
    let corners = |c: char| matches!(c, '*' | '.' | '\'' | ':');
    let ends = text.starts_with(corners) && text.ends_with(corners);
    ends && text.contains("---") && text.chars().all(|c| corners(c) || matches!(c, '-' | '+'))
}

/// Iterates over the lines of a text. To look ahead, iterate over a copy.
#[derive(Clone, Debug)]
pub(super) struct Lines<'a> {
    /// The text not yet read.
    pub(super) rest: &'a [u8],
    /// The number of the next line.
    pub(super) number: usize,
}

impl<'a> Lines<'a> {
    pub(super) fn new(text: &'a [u8]) -> Lines<'a> {
        Lines { rest: text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text), number: 1 }
    }

    /// Skips `bytes` bytes, which are `lines` complete lines.
    pub(super) fn leave(&mut self, bytes: usize, lines: usize) {
        self.rest = &self.rest[bytes..];
        self.number += lines;
    }

    /// The next line that is not blank, not a comment and not certainly a rule.
    pub(super) fn next_text(&mut self) -> Option<Result<TextLine<'a>, Error>> {
        self.find(|item| {
            !matches!(item, Ok(line) if matches!(line.kind(), LineKind::Blank | LineKind::Comment | LineKind::Rule))
        })
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = Result<TextLine<'a>, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.rest.is_empty() {
            return None;
        }
        // A line ends with a line feed, a carriage return, or both.
        let end = memchr2(b'\n', b'\r', self.rest).unwrap_or(self.rest.len());
        let (bytes, rest) = self.rest.split_at(end);
        let mark = if rest.starts_with(b"\r\n") { 2 } else { rest.len().min(1) };
        let number = self.number;
        self.leave(end + mark, 1);
        Some(match std::str::from_utf8(bytes) {
            Ok(text) => Ok(TextLine { number, text }),
            Err(error) => Err(not_text(number, bytes, error.valid_up_to())),
        })
    }
}

fn not_text(number: usize, bytes: &[u8], good: usize) -> Error {
    let column = String::from_utf8_lossy(&bytes[..good]).chars().count() + 1;
    let text = String::from_utf8_lossy(bytes);
    Error::new("the input is not UTF-8 text", number, column, 1, &text)
        .label(format!("byte {:#04x}", bytes[good]))
        .help("give a text file in UTF-8, one puzzle per line or as a grid")
}
