//! Escapes text from data for HTML, XML and LaTeX.

use super::units::{RAISED_MINUS, SUPERSCRIPT};
use coverlab_bench::output::safe;

/// Escapes `text` for HTML and XML, in elements and in attributes. Replaces characters that XML forbids.
pub fn html(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in safe(text).chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

/// Escapes `text` for LaTeX. Brackets and stars are put into braces, since at the beginning of a row they would be arguments
/// of the `\\` before it.
pub(super) fn tex(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let mut before = ' ';
    for c in safe(text).chars() {
        match c {
            '_' | '%' | '&' | '#' | '$' | '{' | '}' => escaped.extend(['\\', c]),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '\\' => escaped.push_str("\\textbackslash{}"),
            '<' => escaped.push_str("\\textless{}"),
            '>' => escaped.push_str("\\textgreater{}"),
            '|' => escaped.push_str("\\textbar{}"),
            '-' if before != '-' => escaped.push('-'),
            '[' | ']' | '*' | '-' | '\'' | '`' | '"' => escaped.extend(['{', c, '}']),
            '\u{202f}' => escaped.push_str("\\,"),
            'µ' => escaped.push_str("$\\mu$"),
            '≥' => escaped.push_str("$\\geq$"),
            '≤' => escaped.push_str("$\\leq$"),
            '×' => escaped.push_str("$\\times$"),
            '−' => escaped.push_str("$-$"),
            '·' => escaped.push_str("$\\cdot$"),
            c if SUPERSCRIPT.contains(&c) => {
                let digit = SUPERSCRIPT.iter().position(|raised| *raised == c).unwrap_or_default();
                escaped.push_str(&format!("$^{digit}$"));
            }
            RAISED_MINUS => escaped.push_str("$^{-}$"),
            '∞' => escaped.push_str("$\\infty$"),
            '–' => escaped.push_str("--"),
            '…' => escaped.push_str("\\ldots{}"),
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
        before = c;
    }
    escaped
}
