//! Safe text for standard output and standard error.
//!
//! Names of puzzles, items, files and experiments come from files, and a terminal obeys control sequences in them: they
//! can hide lines, change the title, or write to the clipboard. All output therefore goes through a [`SafeWriter`], which
//! escapes control characters and characters that change the direction of text, as in `\u001b`. This notation is also
//! valid in JSON. Tabs and line feeds pass, and so do the colors of this program if colors are on.

#![expect(clippy::disallowed_methods, reason = "wraps standard output and standard error in safe writers")]

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, IoSlice, Write};
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether colors are on, for standard output and standard error.
static COLORS: [AtomicBool; 2] = [AtomicBool::new(false), AtomicBool::new(false)];

/// Turns colors on or off for this process, for standard output and standard error.
pub fn set_colors(output: bool, errors: bool) {
    COLORS[0].store(output, Ordering::Relaxed);
    COLORS[1].store(errors, Ordering::Relaxed);
}

/// Standard output.
pub fn stdout() -> SafeWriter<io::Stdout> {
    SafeWriter::colored(io::stdout(), COLORS[0].load(Ordering::Relaxed))
}

/// Standard error.
pub fn stderr() -> SafeWriter<io::Stderr> {
    SafeWriter::colored(io::stderr(), COLORS[1].load(Ordering::Relaxed))
}

/// Writes a line to standard error. A failure is ignored, because it could not be reported anywhere.
pub fn note(line: impl std::fmt::Display) {
    let _ = stderr().write_all(format!("{line}\n").as_bytes());
}

/// Whether a terminal may obey `c`, or may reorder the text around it.
fn is_unsafe(c: char) -> bool {
    match c {
        '\n' | '\t' => false,
        '\u{061c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
        _ => c.is_control(),
    }
}

/// `text` with each unsafe character escaped as in `\u001b`.
pub fn safe(text: &str) -> Cow<'_, str> {
    if !text.contains(is_unsafe) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if is_unsafe(c) {
            let _ = write!(escaped, "\\u{:04x}", u32::from(c));
        } else {
            escaped.push(c);
        }
    }
    Cow::Owned(escaped)
}

/// Like [`safe`], for a name, which must stay on one line.
pub(crate) fn safe_name(name: &str) -> Cow<'_, str> {
    match safe(name) {
        text if text.contains(['\n', '\t']) => {
            Cow::Owned(text.replace('\n', "\\u000a").replace('\t', "\\u0009"))
        }
        text => text,
    }
}

/// A writer that escapes unsafe characters.
#[derive(Debug)]
pub struct SafeWriter<W: Write> {
    to: W,
    /// Whether color sequences pass.
    color: bool,
    /// An incomplete character or color sequence at the end of what was written.
    pending: Vec<u8>,
}

/// Maximum length of a color sequence, in bytes. Those of this program are shorter.
const MAX_SEQUENCE: usize = 32;

impl<W: Write> SafeWriter<W> {
    /// A writer that escapes colors, too.
    pub fn new(to: W) -> SafeWriter<W> {
        SafeWriter::colored(to, false)
    }

    /// A writer that passes the colors of this program if `color`.
    fn colored(to: W, color: bool) -> SafeWriter<W> {
        SafeWriter { to, color, pending: Vec::new() }
    }

    /// Writes `bytes`, which follow `pending` and may be unsafe.
    #[cold]
    fn write_escaped(&mut self, bytes: &[u8]) -> io::Result<()> {
        let mut text = std::mem::take(&mut self.pending);
        text.extend_from_slice(bytes);
        let (mut rest, mut escaped) = (&text[..], String::with_capacity(text.len() + 64));
        while !rest.is_empty() {
            let valid = match std::str::from_utf8(rest) {
                Ok(valid) => valid,
                Err(error) if error.valid_up_to() > 0 => {
                    std::str::from_utf8(&rest[..error.valid_up_to()]).unwrap_or_default()
                }
                Err(error) => match error.error_len() {
                    None => break,
                    Some(length) => {
                        escaped.push(char::REPLACEMENT_CHARACTER);
                        rest = &rest[length..];
                        continue;
                    }
                },
            };
            let (consumed, is_incomplete) = self.escape(valid, &mut escaped);
            rest = &rest[consumed..];
            if is_incomplete {
                break;
            }
        }
        self.pending = rest.to_vec();
        self.to.write_all(escaped.as_bytes())
    }

    /// Appends the escaped `text` to `escaped`. Returns the number of bytes consumed, and whether the rest may be an
    /// incomplete color sequence.
    fn escape(&self, text: &str, escaped: &mut String) -> (usize, bool) {
        let mut rest = text;
        while let Some(at) = rest.find(is_unsafe) {
            escaped.push_str(&rest[..at]);
            rest = &rest[at..];
            match if self.color { color_sequence(rest) } else { Sequence::Other } {
                Sequence::Complete(length) => {
                    escaped.push_str(&rest[..length]);
                    rest = &rest[length..];
                }
                Sequence::Incomplete => return (text.len() - rest.len(), true),
                Sequence::Other => {
                    let length = rest.chars().next().map_or(0, char::len_utf8);
                    escaped.push_str(&safe(&rest[..length]));
                    rest = &rest[length..];
                }
            }
        }
        escaped.push_str(rest);
        (text.len(), false)
    }
}

/// The result of parsing the beginning of a text as a color sequence.
enum Sequence {
    /// A complete color sequence, and its length in bytes.
    Complete(usize),
    /// Possibly the beginning of a color sequence.
    Incomplete,
    /// Not a color sequence.
    Other,
}

/// Parses a color sequence, such as `\x1b[1;31m`.
fn color_sequence(text: &str) -> Sequence {
    let Some(rest) = text.strip_prefix('\x1b') else { return Sequence::Other };
    let Some(numbers) = rest.strip_prefix('[') else {
        return if rest.is_empty() { Sequence::Incomplete } else { Sequence::Other };
    };
    match numbers.find(|c: char| !c.is_ascii_digit() && c != ';') {
        Some(end) if numbers[end..].starts_with('m') && is_color(&numbers[..end]) => {
            Sequence::Complete(end + 3)
        }
        None if text.len() < MAX_SEQUENCE => Sequence::Incomplete,
        _ => Sequence::Other,
    }
}

/// Whether the numbers of a sequence are common styles and colors. Hidden and blinking text is not allowed.
fn is_color(numbers: &str) -> bool {
    let mut numbers = numbers.split(';').map(|number| if number.is_empty() { Ok(0) } else { number.parse() });
    while let Some(number) = numbers.next() {
        let is_known = match number {
            // A color of the palette, or an RGB color.
            Ok(38 | 48) => match numbers.next() {
                Some(Ok(5)) => matches!(numbers.next(), Some(Ok::<u8, _>(_))),
                Some(Ok(2)) => numbers.by_ref().take(3).filter(Result::is_ok).count() == 3,
                _ => false,
            },
            Ok(0..=4 | 22..=24 | 30..=37 | 39..=47 | 49 | 90..=97 | 100..=107) => true,
            _ => false,
        };
        if !is_known {
            return false;
        }
    }
    true
}

/// Whether `bytes` can be written unchanged: printable ASCII, which nearly all output is.
fn is_plain(bytes: &[u8]) -> bool {
    bytes.iter().all(|&byte| matches!(byte, b' '..=b'~' | b'\n' | b'\t'))
}

impl<W: Write> Write for SafeWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.pending.is_empty() && is_plain(bytes) {
            return self.to.write(bytes);
        }
        self.write_escaped(bytes)?;
        Ok(bytes.len())
    }

    fn write_vectored(&mut self, blocks: &[IoSlice<'_>]) -> io::Result<usize> {
        if self.pending.is_empty() && blocks.iter().all(|block| is_plain(block)) {
            return self.to.write_vectored(blocks);
        }
        blocks.iter().try_for_each(|block| self.write_escaped(block))?;
        Ok(blocks.iter().map(|block| block.len()).sum())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

/// Writes an incomplete sequence, escaped.
impl<W: Write> Drop for SafeWriter<W> {
    fn drop(&mut self) {
        if !self.pending.is_empty() {
            let rest = String::from_utf8_lossy(&self.pending).into_owned();
            // A failed write at this point cannot be reported.
            let _ = self.to.write_all(safe(&rest).as_bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(blocks: &[&[u8]], color: bool) -> String {
        let mut text = Vec::new();
        let mut out = SafeWriter::colored(&mut text, color);
        blocks.iter().for_each(|block| out.write_all(block).unwrap());
        drop(out);
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn control_characters_are_escaped_wherever_the_text_is_split() {
        let nasty = "a\x1b[2J\u{9b}31mé\r\n\t\u{202e}b\x07\u{2069}\x7f→";
        let shown = "a\\u001b[2J\\u009b31mé\\u000d\n\t\\u202eb\\u0007\\u2069\\u007f→";
        assert_eq!(safe(nasty), shown);
        for at in 0..=nasty.len() {
            let (first, second) = nasty.as_bytes().split_at(at);
            assert_eq!(written(&[first, second], false), shown);
            assert_eq!(written(&[first, second], true), shown);
        }
        let bytes: Vec<&[u8]> = nasty.as_bytes().chunks(1).collect();
        assert_eq!(written(&bytes, true), shown);
        assert_eq!(written(&[b"\x9b31m"], false), "\u{fffd}31m");
        assert_eq!(safe("1.3.\n"), "1.3.\n");
        assert_eq!(safe_name("a\nb\tc\x1b"), "a\\u000ab\\u0009c\\u001b");
    }

    #[test]
    fn only_colors_pass_and_only_if_they_are_on() {
        let text = "\x1b[1m\x1b[38;5;9mred\x1b[48;2;1;2;3m\x1b[0m\x1b[8m\x1b]0;title\x07\x1b[2J\x1b";
        let rest = "\\u001b[8m\\u001b]0;title\\u0007\\u001b[2J\\u001b";
        let bytes: Vec<&[u8]> = text.as_bytes().chunks(1).collect();
        for blocks in [&[text.as_bytes()][..], &bytes] {
            assert_eq!(written(blocks, true), format!("\x1b[1m\x1b[38;5;9mred\x1b[48;2;1;2;3m\x1b[0m{rest}"));
            assert_eq!(
                written(blocks, false),
                format!("\\u001b[1m\\u001b[38;5;9mred\\u001b[48;2;1;2;3m\\u001b[0m{rest}")
            );
        }
        let endless = format!("\x1b[{}", "1;".repeat(40));
        assert!(written(&[endless.as_bytes()], true).starts_with("\\u001b[1;1;"));
    }
}
