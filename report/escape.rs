//! Text that comes from data, made inert in pages and papers.

use super::units::SUPERSCRIPT;
use coverlab_bench::output::safe;

/// Text that comes from data, inert in HTML and XML: no markup, no attribute's end, and no
/// character that XML forbids.
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

/// Text that comes from data, inert: no command, no new cell, no mathematics. Brackets and stars
/// are wrapped because a row that began with one would be an argument of the row's end before it.
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
            '×' => escaped.push_str("$\\times$"),
            '−' => escaped.push_str("$-$"),
            '·' => escaped.push_str("$\\cdot$"),
            c if SUPERSCRIPT.contains(&c) => {
                let digit = SUPERSCRIPT.iter().position(|raised| *raised == c).unwrap_or_default();
                escaped.push_str(&format!("$^{digit}$"));
            }
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
