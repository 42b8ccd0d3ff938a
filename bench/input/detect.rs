//! Detects formulas and exact covers by their first lines, for texts whose name has no known extension.

use coverlab_model::TextKind;
use std::io::{self, Cursor, Read};

/// Maximum number of bytes to examine.
const MAX_EXAMINED: usize = 1 << 20;

/// Number of bytes to read at a time.
const CHUNK: usize = 1 << 16;

/// The extension of the format if `source` begins like a formula or an exact cover, and a reader of all of `source`.
///
/// Stops as soon as the lines show the kind. Rows of different symbols show it only at the end of the text.
pub(crate) fn detect_format(
    mut source: Box<dyn Read + Send>,
) -> io::Result<(Option<&'static str>, Box<dyn Read + Send>)> {
    let mut text = Vec::new();
    let mut chunk = vec![0; CHUNK];
    let kind = loop {
        let read = source.read(&mut chunk)?;
        text.extend_from_slice(&chunk[..read]);
        let is_complete = read == 0;
        let is_enough = is_complete || text.len() >= MAX_EXAMINED;
        let last_line_end = || text.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let lines = if is_complete { &text[..] } else { &text[..last_line_end()] };
        let kind = TextKind::of_lines(&String::from_utf8_lossy(lines), is_enough);
        if kind.is_some() || is_enough {
            break kind;
        }
    };
    Ok((kind.and_then(extension), Box::new(Cursor::new(text).chain(source))))
}

/// The extension of the format if `text` is a formula or an exact cover, which takes more than one line.
pub fn format_of(text: &str) -> Option<&'static str> {
    if text.contains('\n') { extension(TextKind::of_lines(text, true)?) } else { None }
}

fn extension(kind: TextKind) -> Option<&'static str> {
    match kind {
        TextKind::Formula => Some("cnf"),
        TextKind::EcCover => Some("ec"),
        TextKind::KnuthCover => Some("dlx"),
        TextKind::Family | TextKind::Sudoku => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_whole_text_follows() {
        for (text, format) in
            [("p cnf 1 1\n1 0\n", Some("cnf")), ("a b c\na b\nd\n", Some("dlx")), ("", None), ("1.", None)]
        {
            let (found, mut source) = detect_format(Box::new(Cursor::new(text.to_string()))).unwrap();
            let mut again = String::new();
            source.read_to_string(&mut again).unwrap();
            assert_eq!((found, again.as_str()), (format, text));
        }
    }
}
