//! Detects formulas and exact covers by their first lines, for texts whose name has no known extension.

use std::io::{self, Cursor, Read};

/// Maximum number of bytes to examine.
const MAX_EXAMINED: usize = 1 << 20;

/// Number of bytes to read at a time.
const CHUNK: usize = 1 << 16;

/// The result of examining the beginning of a text.
#[derive(Debug, PartialEq, Eq)]
enum Detected {
    /// A format of formulas or exact covers, by its extension.
    Format(&'static str),
    /// Another format, such as Sudoku puzzles.
    Other,
    /// More text is needed to decide.
    Undecided,
}

/// The extension of the format if `source` begins like a formula or an exact cover, and a reader of all of `source`.
///
/// Reads no further than the format requires, so the first puzzle typed at a terminal is processed at once.
pub(crate) fn detect_format(
    mut source: Box<dyn Read + Send>,
) -> io::Result<(Option<&'static str>, Box<dyn Read + Send>)> {
    let mut text = Vec::new();
    let mut chunk = vec![0; CHUNK];
    let format = loop {
        let read = source.read(&mut chunk)?;
        text.extend_from_slice(&chunk[..read]);
        match classify(&text, read == 0) {
            Detected::Format(extension) => break Some(extension),
            Detected::Undecided if text.len() < MAX_EXAMINED => {}
            Detected::Other | Detected::Undecided => break None,
        }
    };
    Ok((format, Box::new(Cursor::new(text).chain(source))))
}

/// The extension of the format if `text` is a formula or an exact cover, which takes more than one line.
pub fn format_of(text: &str) -> Option<&'static str> {
    if !text.contains('\n') {
        return None;
    }
    match classify(text.as_bytes(), true) {
        Detected::Format(extension) => Some(extension),
        Detected::Other | Detected::Undecided => None,
    }
}

/// Classifies `text` by its first lines. `is_complete` says that no more text follows.
fn classify(text: &[u8], is_complete: bool) -> Detected {
    let last_line_end = || text.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let end = if is_complete { text.len() } else { last_line_end() };
    let text = String::from_utf8_lossy(&text[..end]);
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let undecided = if is_complete { Detected::Other } else { Detected::Undecided };
    let mut has_comment = false;
    while let Some(line) = lines.next() {
        let mut words = line.split_whitespace();
        match (words.next(), words.next()) {
            (Some("p"), Some("cnf" | "wcnf")) => return Detected::Format("cnf"),
            (Some("p"), Some("ec")) => return Detected::Format("ec"),
            // A comment of DIMACS.
            (Some("c"), _) if !has_comment => {}
            _ if is_comment(line) => has_comment = true,
            // A comment of a file of puzzles.
            _ if !has_comment && line.trim_start().starts_with('#') => return Detected::Other,
            _ => {
                let Some(items) = items(line, has_comment) else { return Detected::Other };
                let Some(option) = lines.find(|line| !is_comment(line)) else {
                    // Lines after a comment in this format are not rows of a board.
                    let is_cover = is_complete && has_comment;
                    return if is_cover { Detected::Format("dlx") } else { undecided };
                };
                let is_option = option.split_whitespace().all(|word| items.contains(&without_color(word)));
                return if is_option { Detected::Format("dlx") } else { Detected::Other };
            }
        }
    }
    undecided
}

/// Whether a line is a comment of Knuth's format. A row of a drawn board may begin like one, but contains more bars.
fn is_comment(line: &str) -> bool {
    line.strip_prefix("| ").is_some_and(|rest| !rest.contains('|'))
}

/// The item of a word such as `item:color`.
fn without_color(word: &str) -> &str {
    word.split(':').next().unwrap_or(word)
}

/// The names in a line of items of Knuth's format; `None` if the line may be a row of a board.
///
/// A row of a board is a single word, or has equal words, or has no word of several characters with a letter. Items
/// have different names. After a comment of the format, any different words are taken as items.
fn items(line: &str, has_comment: bool) -> Option<Vec<&str>> {
    let mut items = Vec::new();
    let is_name = |word: &'_ str| word.chars().any(char::is_alphabetic) && word.chars().count() > 1;
    for word in line.split_whitespace().filter(|word| *word != "|") {
        let item = word.rsplit('|').next().unwrap_or(word);
        if items.contains(&item) {
            return None;
        }
        items.push(item);
    }
    (has_comment || items.len() > 1 && items.iter().any(|item| is_name(item))).then_some(items)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_and_covers_are_distinguished_from_boards() {
        for (text, format) in [
            ("p cnf 1 1\n1 0\n", Some("cnf")),
            ("c a formula\nc\n\np  cnf 1 1\n", Some("cnf")),
            ("p wcnf 1 1 2\n", Some("cnf")),
            ("c sets\np ec 3\ns 1 2\n", Some("ec")),
            ("ada grace nine ten | projector\nada nine\n", Some("dlx")),
            ("| langford:4\n1 2 s1 s2\n| an option\n1 s1\n", Some("dlx")),
            ("2|a1 0:3|b1 c1\nb1 c1:red\n", Some("dlx")),
            ("| the cover\n1 4 7\n1 4\n", Some("dlx")),
            ("| items of one letter\nc e a\nc e\n", Some("dlx")),
            ("| a cover without options\n1 2\n", Some("dlx")),
            ("a b\na\n", None),
            ("", None),
            ("c ..\n", None),
            ("1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n", None),
            ("c 1 . . | . 2 . .\n", None),
            ("| 1 . | . 2 |\n| . . | . . |\n", None),
            ("*---*\n|12.|\n", None),
            ("..1.....3..34.\n", None),
            ("# a remark\n1234341221434321\n", None),
            ("# Hardest puzzles\n#\n1234341221434321\n", None),
            ("| items\n#1 #b\n#1\n", Some("dlx")),
            ("puzzle,solution\n1.3.,\n", None),
            ("first second\n1... ....\n", None),
        ] {
            let all = detect_format(Box::new(Cursor::new(text.to_string()))).unwrap();
            let mut again = String::new();
            { all.1 }.read_to_string(&mut again).unwrap();
            assert_eq!((all.0, again.as_str()), (format, text));
        }
    }

    #[test]
    fn no_more_is_read_than_needed() {
        assert_eq!(classify(b"..1.....3..34.\n", false), Detected::Other);
        assert_eq!(classify(b"p cnf 1 1\n", false), Detected::Format("cnf"));
        for text in ["p cnf", "c\n", "ada grace nine\n", "ada grace nine\nada ni"] {
            assert_eq!(classify(text.as_bytes(), false), Detected::Undecided, "{text}");
        }
    }
}
