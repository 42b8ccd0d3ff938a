//! Fills the placeholders `{{…}}` of a lesson with numbers, and checks its claims.

use super::count::Counting;
use coverlab_bench::error::Error;
use std::fmt::Write;

/// Words for small numbers.
const WORDS: [&str; 13] =
    ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/// The title of a lesson.
pub(super) fn title(source: &str) -> &str {
    between(source, "<h1>", "</h1>").unwrap_or_default()
}

/// The text with every placeholder replaced and the claims removed.
pub(super) fn fill(source: &str, counting: &Counting) -> Result<String, Error> {
    let mut filled = String::new();
    let mut rest = source;
    while let Some((before, after)) = rest.split_once("{{") {
        let Some((words, after)) = after.split_once("}}") else {
            return Err(Error::new("a lesson has `{{` without `}}`"));
        };
        filled += before;
        filled += &value(words, source, counting)?;
        rest = after;
    }
    filled += rest;
    Ok(without_claims(&filled))
}

fn value(words: &str, source: &str, counting: &Counting) -> Result<String, Error> {
    match words.split_once(' ') {
        None if words == "minutes" => {
            Ok(sections(source).map(|(_, minutes, _)| minutes).sum::<u32>().to_string())
        }
        None if words == "contents" => Ok(contents(source)),
        Some(("grid", name)) => Ok(format!("<pre class=\"grid\">{}</pre>", grid(counting.text(name)?))),
        Some(("name", what)) => counting.name(what),
        Some(("word", what)) => Ok(number(what, &word(counting.count(what)?), counting.count(what)?)),
        Some(("Word", what)) => {
            let word = word(counting.count(what)?);
            let (first, rest) = word.split_at(word.chars().next().map_or(0, char::len_utf8));
            Ok(number(what, &(first.to_uppercase() + rest), counting.count(what)?))
        }
        _ => match words.strip_prefix('=') {
            Some(what) => Ok(counting.count(what)?.to_string()),
            None => {
                let count = counting.count(words)?;
                Ok(number(words, &grouped(count), count))
            }
        },
    }
}

/// An element that shows a number and what it counts.
fn number(what: &str, shown: &str, value: f64) -> String {
    let what = what.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    format!("<data class=\"number\" value=\"{value}\" title=\"{what}\">{shown}</data>")
}

fn word(count: f64) -> String {
    let at = WORDS.iter().enumerate().find(|(at, _)| *at as f64 == count);
    at.map_or_else(|| grouped(count), |(_, word)| (*word).to_string())
}

/// Groups the digits of a whole number with thin spaces: 12 345.
fn grouped(count: f64) -> String {
    let digits = count.to_string();
    let (whole, part) = digits.split_once('.').map_or((&*digits, ""), |(whole, part)| (whole, part));
    let mut text = String::new();
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at) % 3 == 0 {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    if !part.is_empty() {
        text += ".";
        text += part;
    }
    text
}

/// Sections with a duration: their ids, minutes and titles.
fn sections(source: &str) -> impl Iterator<Item = (&str, u32, &str)> {
    source.split("<section id=\"").skip(1).filter_map(|part| {
        let (id, rest) = part.split_once('"')?;
        let minutes = between(rest.split('>').next()?, "data-minutes=\"", "\"")?.parse().ok()?;
        Some((id, minutes, between(rest, "<h2>", "</h2>")?))
    })
}

fn contents(source: &str) -> String {
    let mut list = String::from("<nav class=\"contents\" aria-label=\"contents\"><ol>");
    for (id, minutes, title) in sections(source) {
        let _ = write!(list, "<li><a href=\"#{id}\">{title}</a> <small>{minutes} min</small></li>");
    }
    list + "</ol></nav>"
}

/// A puzzle as text for a page without script: a Sudoku as rows.
fn grid(text: &str) -> String {
    let side = (1..=25).find(|side| side * side == text.len());
    match side {
        Some(side) if !text.contains('\n') => {
            let cells: Vec<String> = text.chars().map(String::from).collect();
            cells.chunks(side).map(|row| row.join(" ")).collect::<Vec<_>>().join("\n")
        }
        _ => text.trim().to_string(),
    }
}

/// Fails if a claim of the text is false.
pub(super) fn check(source: &str, counting: &Counting) -> Result<(), Error> {
    for claim in claims(source) {
        let sign = [" = ", " < ", " > "].into_iter().find_map(|sign| Some((sign, claim.split_once(sign)?)));
        let Some((sign, (left, right))) = sign else {
            return Err(Error::new(format!("a lesson claims `{claim}`, which is not a comparison")));
        };
        let value = |words: &str| words.trim().parse().or_else(|_| counting.count(words));
        let (a, b) = (value(left)?, value(right)?);
        let holds = match sign {
            " = " => a == b,
            " < " => a < b,
            _ => a > b,
        };
        if !holds {
            return Err(Error::new(format!("a lesson claims `{claim}`, but the numbers are {a} and {b}")));
        }
    }
    Ok(())
}

/// The claims of a text.
fn claims(source: &str) -> impl Iterator<Item = &str> {
    let parts = source.split(CLAIM).skip(1).filter_map(|part| part.split('"').next());
    parts.flat_map(|claims| claims.split(';')).map(str::trim)
}

const CLAIM: &str = " data-claim=\"";

fn without_claims(text: &str) -> String {
    let mut parts = text.split(CLAIM);
    let mut kept = parts.next().unwrap_or_default().to_string();
    for part in parts {
        kept += part.split_once('"').map_or(part, |(_, rest)| rest);
    }
    kept
}

fn between<'a>(text: &'a str, begin: &str, end: &str) -> Option<&'a str> {
    Some(text.split_once(begin)?.1.split_once(end)?.0)
}
