//! Value sets: one name that stands for several, `queens:{6,8,10..14/2}` or `dancing-cells:ties={first,random}`.
//!
//! | written | stands for |
//! |---|---|
//! | `{a,b,c}` | each of the words |
//! | `{1..30}` | the whole numbers from 1 to 30 |
//! | `{10..50/20}` | 10, 30 and 50: a range with a step |
//! | `{20%..60%/20%}` | 20%, 40% and 60% |
//! | `{5,10..12}` | words and ranges together: 5, 10, 11 and 12 |
//!
//! A range alone needs no braces: `queens:6..14`. Several sets stand for all combinations; the last set varies fastest.
//! `coverlab help names` explains this to users.

use crate::error::Error;
use coverlab_model::format;
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

/// Maximum number of names that one name may stand for.
const MAX_NAMES: usize = 10_000;

/// Finds the value sets of a name, and braces that belong to none. Parent folders, as in `../puzzles`, are no ranges.
static SETS: LazyLock<Regex> = LazyLock::new(|| {
    let folders = r"(?:^|/)\.\.(?:/\.\.)*(?:/|$)";
    let (braces, range) = (r"\{(?<items>[^{}]*)\}", r"(?<range>[0-9%]*\.\.[0-9%./]*)");
    Regex::new(&format!("{folders}|{braces}|{range}|(?<brace>[{{}}])")).expect("a valid expression")
});

/// An error in a name, which marks a part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameError {
    /// The error.
    pub what: String,
    /// The remedy.
    pub help: String,
    /// The bytes of the name that the error marks.
    pub span: Range<usize>,
}

impl NameError {
    /// Converts the error to one in line `number` of a text, whose text is `line`. The name begins at byte `start` of
    /// the line.
    #[must_use]
    pub fn in_line(self, number: usize, line: &str, start: usize) -> format::Error {
        let characters = |bytes: Range<usize>| line.get(bytes).map_or(0, |text| text.chars().count());
        let from = start + self.span.start;
        let width = characters(from..start + self.span.end);
        format::Error::new(self.what, number, characters(0..from) + 1, width, line)
            .label("here")
            .help(self.help)
    }

    /// Converts the error to one in a command-line argument.
    #[must_use]
    pub fn in_argument(self, name: &str) -> Error {
        Error::Input { path: "<argument>".to_string(), error: self.in_line(1, name, 0) }
    }
}

/// The names that `name` stands for, in order. A name without value sets stands for itself.
///
/// # Errors
/// A value set is malformed, or there are too many names.
pub fn expand(name: &str) -> Result<Vec<String>, NameError> {
    // Dots in the drawing of a board are not ranges.
    if name.contains('#') {
        return Ok(vec![name.to_string()]);
    }
    let (mut names, mut at) = (vec![String::new()], 0);
    for found in SETS.captures_iter(name) {
        if let Some(brace) = found.name("brace") {
            return Err(unpaired_brace(name, brace.start()));
        }
        let span = found.get_match().range();
        let Some(items) = found.name("items").or(found.name("range")) else { continue };
        let values = values(name, span.clone(), items.range(), MAX_NAMES / names.len())?;
        let before = &name[at..span.start];
        let with_value = |start: &String| -> Vec<String> {
            values.iter().map(|value| format!("{start}{before}{value}")).collect()
        };
        names = names.iter().flat_map(with_value).collect();
        at = span.end;
    }
    names.iter_mut().for_each(|start| start.push_str(&name[at..]));
    Ok(names)
}

/// The only name that `name` stands for. `taker` describes in the error what takes only one name: `` `solve` ``.
///
/// # Errors
/// A value set is malformed, or stands for several names.
pub fn expand_to_one(name: &str, taker: &str) -> Result<String, NameError> {
    let mut names = expand(name)?;
    if names.len() == 1 {
        return Ok(names.remove(0));
    }
    let what = format!("`{name}` stands for {} names, and {taker} takes one", names.len());
    Err(NameError {
        what,
        help: "name one of them, without a set of values".to_string(),
        span: 0..name.len(),
    })
}

/// The error for the brace at byte `at`, which begins no value set.
fn unpaired_brace(name: &str, at: usize) -> NameError {
    let help = "a set of values is written {10,15,20}, {1..30} or {20%..60%/10%}".to_string();
    let (brace, next) = (&name[at..=at], name[at + 1..].find(['{', '}']).map(|offset| at + 1 + offset));
    match (brace, next) {
        ("{", Some(next)) => {
            NameError { what: "a set of values within another".to_string(), help, span: next..next + 1 }
        }
        _ => {
            let other = if brace == "{" { "}" } else { "{" };
            NameError { what: format!("`{brace}` without `{other}`"), help, span: at..at + 1 }
        }
    }
}

/// The values of the set at `set` in `name`, whose words and ranges are at `items`. It is an error if there are more than
/// `room`.
fn values(name: &str, set: Range<usize>, items: Range<usize>, room: usize) -> Result<Vec<String>, NameError> {
    let (mut values, mut start) = (Vec::new(), items.start);
    for item in name[items].split(',') {
        let span = start..start + item.len();
        start = span.end + 1;
        let wrong = |what: &str, help: &str| NameError {
            what: what.to_string(),
            help: help.to_string(),
            span: if span.is_empty() { set.clone() } else { span.clone() },
        };
        if item.contains("..") {
            let numbers = numbers(item).ok_or_else(|| {
                wrong(
                    &format!("`{item}` is not a range of whole numbers"),
                    "a range includes both ends: 6..14, with a step 300..600/10, in percent 20%..60%/10%",
                )
            })?;
            values.extend(numbers.take(room + 1));
        } else if item.trim().is_empty() {
            return Err(wrong("an empty value", "write a value between the commas, or remove one"));
        } else {
            values.push(item.trim().to_string());
        }
        if values.len() > room {
            let what = format!("`{name}` stands for more than {MAX_NAMES} names");
            return Err(wrong(&what, "use smaller ranges, or larger steps"));
        }
    }
    Ok(values)
}

/// The numbers of a range such as `10..20`, `10..20/2` or `20%..60%/10%`, which includes both ends.
fn numbers(range: &str) -> Option<impl Iterator<Item = String>> {
    let (first, rest) = range.split_once("..")?;
    let (last, step) = rest.split_once('/').map_or((rest, None), |(last, step)| (last, Some(step)));
    let unit = if first.ends_with('%') { "%" } else { "" };
    let number = |word: &str| -> Option<u64> {
        let digits = word.trim().strip_suffix(unit)?;
        if digits.bytes().all(|byte| byte.is_ascii_digit()) { digits.parse().ok() } else { None }
    };
    let (first, last) = (number(first)?, number(last)?);
    let step = usize::try_from(step.map_or(Some(1), number)?).ok()?;
    let values = (first <= last && step > 0).then(|| (first..=last).step_by(step))?;
    Some(values.map(move |number| format!("{number}{unit}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_expanded_to_names() {
        for (name, names) in [
            ("soma", &["soma"][..]),
            ("dancing-cells:ties={first,random}", &["dancing-cells:ties=first", "dancing-cells:ties=random"]),
            ("queens:{6, 8,10..14/2}", &["queens:6", "queens:8", "queens:10", "queens:12", "queens:14"]),
            (
                "a:{10,15}:{20%..60%/20%}",
                &["a:10:20%", "a:10:40%", "a:10:60%", "a:15:20%", "a:15:40%", "a:15:60%"],
            ),
            ("{queens,langford}:{7..8}", &["queens:7", "queens:8", "langford:7", "langford:8"]),
            ("quasigroup:9:40:1..2", &["quasigroup:9:40:1", "quasigroup:9:40:2"]),
            ("quasigroup:9:20%..40%/20%:1", &["quasigroup:9:20%:1", "quasigroup:9:40%:1"]),
            ("dominoes:4..5x6", &["dominoes:4x6", "dominoes:5x6"]),
            ("a:10..35/10", &["a:10", "a:20", "a:30"]),
            ("a:7..7", &["a:7"]),
            ("a:1..2:5..7/2", &["a:1:5", "a:1:7", "a:2:5", "a:2:7"]),
            ("a:{18446744073709551615..18446744073709551615}", &["a:18446744073709551615"]),
            ("dominoes:##..##/######", &["dominoes:##..##/######"]),
            ("../a/../{b,c}", &["../a/../b", "../a/../c"]),
            ("../../a/../../{b}/..", &["../../a/../../b/.."]),
        ] {
            assert_eq!(expand(name).unwrap(), names, "{name}");
        }
        assert_eq!(expand("a:{1..100}:{1..100}").unwrap().len(), 10_000);
    }

    #[test]
    fn errors_mark_the_malformed_part() {
        let range = |text| format!("`{text}` is not a range of whole numbers");
        let many = |name| format!("`{name}` stands for more than 10000 names");
        for (name, what, place) in [
            ("a:2..1", range("2..1"), "2..1"),
            ("a:..:7", range(".."), ".."),
            ("../a:5..2", range("5..2"), "5..2"),
            ("a:1..", range("1.."), "1.."),
            ("a:1..2/0", range("1..2/0"), "1..2/0"),
            ("a:1..2..3", range("1..2..3"), "1..2..3"),
            ("a:{5,1%..2}:3", range("1%..2"), "1%..2"),
            ("a:1..99999999999999999999", range("1..99999999999999999999"), "1..99999999999999999999"),
            ("a:1..99999", many("a:1..99999"), "1..99999"),
            ("a:1..200:{1..200}", many("a:1..200:{1..200}"), "1..200"),
            ("ä:{1,,2}", "an empty value".to_string(), "{1,,2}"),
            ("a:{}", "an empty value".to_string(), "{}"),
            ("a:{1,2", "`{` without `}`".to_string(), "{"),
            ("a:1}", "`}` without `{`".to_string(), "}"),
            ("a:{1,{2,3}}", "a set of values within another".to_string(), "{"),
        ] {
            let error = expand(name).unwrap_err();
            assert_eq!((&*error.what, &name[error.span.clone()]), (&*what, place), "{name}");
        }
        let error = expand("ä:{5,3..1}").unwrap_err().in_line(7, "  ä:{5,3..1} 2", 2);
        assert_eq!((error.line, error.column, error.width), (7, 8, 4));
    }

    #[test]
    fn a_set_of_one_value_is_one_name() {
        assert_eq!(expand_to_one("a:{1}", "`solve`").unwrap(), "a:1");
        let error = expand_to_one("a:{1,2}", "`solve`").unwrap_err();
        assert_eq!(error.what, "`a:{1,2}` stands for 2 names, and `solve` takes one");
    }
}
