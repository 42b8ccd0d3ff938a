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
    if text.contains(is_unsafe) { Cow::Owned(escape(text, false)) } else { Cow::Borrowed(text) }
}

/// Escapes each unsafe character of `text`. Color sequences stay if `color`.
fn escape(text: &str, color: bool) -> String {
    let (mut rest, mut escaped) = (text, String::with_capacity(text.len() + 64));
    while let Some(at) = rest.find(is_unsafe) {
        escaped.push_str(&rest[..at]);
        rest = &rest[at..];
        if let Some(length) = color_sequence(rest).filter(|_| color) {
            escaped.push_str(&rest[..length]);
            rest = &rest[length..];
            continue;
        }
        let mut characters = rest.chars();
        if let Some(c) = characters.next() {
            let _ = write!(escaped, "\\u{:04x}", u32::from(c));
        }
        rest = characters.as_str();
    }
    escaped + rest
}

/// The beginning of a color sequence, such as `\x1b[1;31m`, and the maximum length of what follows before the `m`.
const COLOR: &str = "\x1b[";
const MAX_COLOR: usize = 28;

/// The length of the color sequence at the beginning of `text`, if there is one.
fn color_sequence(text: &str) -> Option<usize> {
    let numbers = text.strip_prefix(COLOR)?;
    let (numbers, rest) = numbers.split_at(numbers.find(|c: char| !c.is_ascii_digit() && c != ';')?);
    // 5 and 6 blink, and 8 hides the text, except in a color of the form 38;5;N or 48;2;R;G;B.
    let has_components = numbers.contains("38;") || numbers.contains("48;");
    let hides = numbers.split(';').any(|number| ["5", "6", "8"].contains(&number.trim_start_matches('0')));
    let is_color = numbers.len() <= MAX_COLOR && rest.starts_with('m') && (has_components || !hides);
    is_color.then_some(COLOR.len() + numbers.len() + 1)
}

/// The length of the incomplete character or color sequence at the end of `text`; 0 if there is none.
fn incomplete(text: &[u8]) -> usize {
    let bad = text.utf8_chunks().last().map_or(&[][..], |chunk| chunk.invalid());
    if std::str::from_utf8(bad).is_err_and(|error| error.error_len().is_none()) {
        return bad.len();
    }
    let Some(at) = text.iter().rposition(|&byte| byte == b'\x1b') else { return 0 };
    let is_number = |&byte: &u8| byte.is_ascii_digit() || byte == b';';
    match &text[at..] {
        [_] => 1,
        [_, b'[', numbers @ ..] if numbers.len() <= MAX_COLOR && numbers.iter().all(is_number) => {
            COLOR.len() + numbers.len()
        }
        _ => 0,
    }
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
        let tail = text.len() - incomplete(&text);
        self.pending = text.split_off(tail);
        self.to.write_all(escape(&String::from_utf8_lossy(&text), self.color).as_bytes())
    }
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
        let text = "\x1b[1m\x1b[38;5;9mred\x1b[48;2;1;2;3m\x1b[0m\x1b]0;title\x07\x1b[2J\x1b";
        let rest = "\\u001b]0;title\\u0007\\u001b[2J\\u001b";
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
