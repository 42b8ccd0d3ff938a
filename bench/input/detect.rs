//! The kind of instances in an input: by the extension of its name or, for texts without a known one, by the first lines.

use super::extension;
use coverlab_model::TextKind;
use std::io::{self, Cursor, Read};
use std::path::Path;

/// Extensions of files with a formula, without that of the compression.
pub(crate) const FORMULAS: [&str; 2] = ["cnf", "dimacs"];
/// Extensions of files with an exact cover.
pub(crate) const COVERS: [&str; 4] = ["dlx", "xc", "xcc", "ec"];

/// Maximum number of bytes to examine.
const MAX_EXAMINED: usize = 1 << 20;

/// Number of bytes to read at a time.
const CHUNK: usize = 1 << 16;

/// Number of bytes up to which a text is examined after each read. A longer one is examined when its length has doubled.
const EXAMINED_EAGERLY: usize = 1 << 12;

/// The kind of instances in the file `path`, by its extension: Sudoku puzzles, if no other kind has it.
pub fn kind_of_file(path: &Path) -> TextKind {
    let extension = extension(path);
    match extension.as_str() {
        "families" => TextKind::Family,
        "ec" => TextKind::EcCover,
        extension if FORMULAS.contains(&extension) => TextKind::Formula,
        extension if COVERS.contains(&extension) => TextKind::KnuthCover,
        _ => TextKind::Sudoku,
    }
}

/// The usual extension of files of this kind.
pub fn extension_of(kind: TextKind) -> &'static str {
    match kind {
        TextKind::Family => "families",
        TextKind::Formula => "cnf",
        TextKind::EcCover => "ec",
        TextKind::KnuthCover => "dlx",
        TextKind::Sudoku => "txt",
    }
}

/// The kind of instances that `source` begins like, and a reader of all of `source`.
///
/// Stops as soon as the lines show the kind. Rows of different symbols show it only at the end of the text.
pub(crate) fn detect_kind(mut source: Box<dyn Read + Send>) -> io::Result<(TextKind, Box<dyn Read + Send>)> {
    let (mut text, mut chunk, mut examined) = (Vec::new(), vec![0; CHUNK], 0);
    let kind = loop {
        let read = source.read(&mut chunk)?;
        text.extend_from_slice(&chunk[..read]);
        let is_complete = read == 0;
        let is_enough = is_complete || text.len() >= MAX_EXAMINED;
        // Blank lines at the start show nothing.
        let length = text.trim_ascii_start().len();
        if !is_enough && !is_due(length, examined) {
            continue;
        }
        examined = length;
        let last_line_end = || text.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let lines = if is_complete { &text[..] } else { &text[..last_line_end()] };
        let kind = TextKind::of_lines(&String::from_utf8_lossy(lines), is_enough);
        if kind.is_some() || is_enough {
            break kind;
        }
    };
    Ok((kind.unwrap_or(TextKind::Sudoku), Box::new(Cursor::new(text).chain(source))))
}

/// Whether a text of this length is to be examined, if it was last examined at the length `examined`.
fn is_due(length: usize, examined: usize) -> bool {
    length <= EXAMINED_EAGERLY || length >= 2 * examined
}

/// The kind of `text` if it is a formula or an exact cover, which takes more than one line.
pub fn kind_of_text(text: &str) -> Option<TextKind> {
    let kind = if text.contains('\n') { TextKind::of_lines(text, true)? } else { return None };
    (kind != TextKind::Sudoku).then_some(kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bytes_examined_are_proportional_to_the_length() {
        let (mut examined, mut sum) = (0, 0);
        for length in (0..=MAX_EXAMINED).step_by(32).filter(|length| *length > EXAMINED_EAGERLY) {
            if is_due(length, examined) {
                (examined, sum) = (length, sum + length);
            }
        }
        assert!((MAX_EXAMINED..=2 * MAX_EXAMINED).contains(&sum), "{sum}");
        assert!(
            (0..=EXAMINED_EAGERLY).all(|length| is_due(length, length)),
            "a typed line is examined at once"
        );
    }

    #[test]
    fn the_whole_text_follows() {
        for (text, kind) in [
            ("p cnf 1 1\n1 0\n", TextKind::Formula),
            ("a b c\na b\nd\n", TextKind::KnuthCover),
            ("", TextKind::Sudoku),
            ("1.", TextKind::Sudoku),
        ] {
            let (found, mut source) = detect_kind(Box::new(Cursor::new(text.to_string()))).unwrap();
            let mut again = String::new();
            source.read_to_string(&mut again).unwrap();
            assert_eq!((found, again.as_str()), (kind, text));
        }
    }
}
