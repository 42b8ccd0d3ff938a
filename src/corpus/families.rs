//! Corpora of exact covers that families make: `queens:8`, `queens:6..14`, or a list of such.
//!
//! ```text
//! # a list: a family, perhaps a range of one of its numbers, perhaps how many solutions it has
//! queens:12 14200
//! latin-reduced:4..6
//! ```

use super::{Count, Instance};
use coverlab_model::ExactCover;
use coverlab_model::family::{self, KINDS};
use coverlab_model::format::Error;

/// Whether the name of a corpus is that of a family.
pub(super) fn is_family(name: &str) -> bool {
    KINDS.iter().any(|kind| kind.name == name.split(':').next().unwrap_or_default())
}

/// The instances of a list.
///
/// # Errors
/// What is wrong with it, and where.
pub(super) fn read(text: &str) -> Result<Vec<Instance<ExactCover>>, Error> {
    let mut instances = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let mut words = line.split_whitespace();
        let Some(spec) = words.next().filter(|word| !word.starts_with('#')) else { continue };
        let column = |word: &str| line.find(word).map_or(1, |at| line[..at].chars().count() + 1);
        let wrong = |word: &str, what: String, help: String| {
            Error::new(what, number, column(word), word.chars().count(), line).label("here").help(help)
        };
        let count = match words.next().filter(|word| !word.starts_with('#')) {
            None => None,
            Some(word) => Some(count(word).ok_or_else(|| {
                let help = "write a number, or `5+` for at least five".to_string();
                wrong(word, format!("`{word}` is no number of solutions"), help)
            })?),
        };
        let made = make(spec, count).map_err(|(what, help)| wrong(spec, what, help))?;
        instances.extend(made);
    }
    Ok(instances)
}

fn count(word: &str) -> Option<Count> {
    match word.strip_suffix('+') {
        Some(least) => least.parse().ok().map(Count::AtLeast),
        None => word.parse().ok().map(Count::Exactly),
    }
}

/// The instances of one family with a range, or without.
///
/// # Errors
/// What is wrong with it, and what to do.
pub(super) fn make(spec: &str, count: Option<Count>) -> Result<Vec<Instance<ExactCover>>, (String, String)> {
    let specs = expand(spec)?;
    if specs.len() > 1 && count.is_some() {
        return Err((
            "one number of solutions for several instances".into(),
            "give each its own line".into(),
        ));
    }
    let instance = |spec: &String| match family::parse(spec) {
        Ok(problem) => Ok(Instance::new(spec.as_str(), problem, count, None)),
        Err(bad) => Err((bad.what.clone(), "`coverlab families` lists the families".to_string())),
    };
    specs.iter().map(instance).collect()
}

/// The most instances of a range.
const MOST: u64 = 1000;

/// `queens:6..8` as `queens:6`, `queens:7`, `queens:8`.
fn expand(spec: &str) -> Result<Vec<String>, (String, String)> {
    let Some(at) = spec.find("..") else { return Ok(vec![spec.to_string()]) };
    let start = spec[..at].rfind(|c: char| !c.is_ascii_digit()).map_or(0, |k| k + 1);
    let rest = &spec[at + 2..];
    let length = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let (low, high) = (spec[start..at].parse::<u64>(), rest[..length].parse::<u64>());
    match (low, high) {
        (Ok(low), Ok(high)) if low <= high && high - low < MOST && !rest[length..].contains("..") => {
            Ok((low..=high).map(|k| format!("{}{k}{}", &spec[..start], &rest[length..])).collect())
        }
        _ => Err((
            format!("`{spec}` holds no range of at most {MOST} numbers"),
            "a range is written `queens:6..14`, both ends included".to_string(),
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_and_counts() {
        let list = read("# a list\nqueens:4..6\n\nlatin:3 12 # known\nqueens:5 3+\n").unwrap();
        let said: Vec<_> = list.iter().map(|i| (i.name.as_str(), i.count)).collect();
        let expected = [
            ("queens:4", None),
            ("queens:5", None),
            ("queens:6", None),
            ("latin:3", Some(Count::Exactly(12))),
            ("queens:5", Some(Count::AtLeast(3))),
        ];
        assert_eq!(said, expected);
        assert_eq!(
            expand("quasigroup:9:40:1..2"),
            Ok(vec!["quasigroup:9:40:1".into(), "quasigroup:9:40:2".into()])
        );
        assert_eq!(expand("dominoes:4..5x6"), Ok(vec!["dominoes:4x6".into(), "dominoes:5x6".into()]));
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        for (text, what, column) in [
            ("queens:4 x", "`x` is no number of solutions", 10),
            (" queen:4", "there is no family `queen`", 2),
            ("queens:4..6 2", "one number of solutions for several instances", 1),
            ("queens:6..4", "`queens:6..4` holds no range of at most 1000 numbers", 1),
            ("queens:..", "`queens:..` holds no range of at most 1000 numbers", 1),
        ] {
            let error = read(text).unwrap_err();
            assert_eq!((error.what.as_str(), error.line, error.column), (what, 1, column), "{text}");
        }
    }
}
