//! Corpora of generated instances: a family, such as `queens:8` or `random-sat:3:50:{150..300/10}:{1..20}`, or a list
//! of families.
//!
//! ```text
//! # A line of a list is a family, perhaps with value sets, and optionally the number of solutions.
//! queens:12 14200
//! latin-reduced:{4..6}
//! quasigroup:30:316:{1..12} 1+
//! ```
//!
//! If a list names a family of formulas, its exact covers are encoded as formulas, too. The satisfiability of a formula
//! is known if its construction implies it.

use super::{Count, Instance, Instances};
use crate::problem_kind::ProblemKind;
use crate::value_set::{NameError, expand};
use coverlab_model::BadSpec;
use coverlab_model::family::{self, formula};
use coverlab_model::format::Error;

/// A line of a list.
struct Entry<'a> {
    /// A family, perhaps with value sets.
    spec: &'a str,
    /// The names of the instances that it stands for.
    specs: Vec<String>,
    /// The number of solutions given on the line.
    count: Option<Count>,
    /// The number of the line, from 1, and its text.
    line: (usize, &'a str),
}

impl<'a> Entry<'a> {
    /// The entry `spec` of a line.
    fn new(spec: &'a str, count: Option<Count>, line: (usize, &'a str)) -> Result<Entry<'a>, Error> {
        let specs = expand(spec).map_err(|error| error_at(line, spec, error))?;
        Ok(Entry { spec, specs, count, line })
    }

    fn is_formula(&self) -> bool {
        self.specs.iter().any(|spec| formula::is_named(spec))
    }
}

/// The instances of a list.
pub(super) fn read(text: &str) -> Result<Instances, Error> {
    of_entries(&entries(text)?)
}

/// Generates the instances of one family, perhaps with value sets.
pub(super) fn generate(spec: &str) -> Result<Instances, Error> {
    of_entries(&[Entry::new(spec, None, (1, spec))?])
}

fn of_entries(entries: &[Entry<'_>]) -> Result<Instances, Error> {
    if entries.iter().any(Entry::is_formula) {
        of_kind(entries, formula::parse).map(Instances::Cnf)
    } else {
        of_kind(entries, family::parse).map(Instances::ExactCover)
    }
}

/// The names of the instances of a list.
pub struct FamilyMembers {
    /// The names, in order.
    pub specs: Vec<String>,
    /// Whether the instances are formulas instead of exact covers.
    pub are_formulas: bool,
}

/// The names of the instances in the list `text`, without generating them.
///
/// # Errors
/// The text is malformed; the error names the place.
pub fn members(text: &str) -> Result<FamilyMembers, Error> {
    let entries = entries(text)?;
    let are_formulas = entries.iter().any(Entry::is_formula);
    let specs = entries.into_iter().flat_map(|entry| entry.specs).collect();
    Ok(FamilyMembers { specs, are_formulas })
}

/// The error `bad` of the instance `spec`, with its place in the list `text`. The family of the instance is unknown, or a
/// value is invalid.
pub fn error_in_list(text: &str, spec: &str, bad: &BadSpec) -> Error {
    let entries = entries(text).unwrap_or_default();
    match entries.iter().find(|entry| entry.specs.iter().any(|known| known == spec)) {
        Some(entry) => error_at(entry.line, entry.spec, unknown(entry.spec, bad)),
        None => Error::whole(&bad.what).help(remedy(bad)),
    }
}

/// The error for the family `written`, which is unknown or has invalid values.
fn unknown(written: &str, bad: &BadSpec) -> NameError {
    error_in(written, &bad.what, &remedy(bad))
}

fn remedy(bad: &BadSpec) -> String {
    family::remedy(bad).unwrap_or_else(|| "`coverlab list families` lists the families".to_string())
}

/// Whether `name` names a family, perhaps with value sets: `queens:{6..8}`, `{queens,langford}:8`.
pub fn is_family(name: &str) -> bool {
    let first = name.trim_start_matches('{').split([':', ',', '}']).next().unwrap_or_default();
    family::is_family(if name.starts_with('{') { first } else { name })
}

fn entries(text: &str) -> Result<Vec<Entry<'_>>, Error> {
    let mut entries = Vec::new();
    for line in (1..).zip(text.lines()) {
        let mut words = line.1.split_whitespace();
        let Some(spec) = words.next().filter(|word| !word.starts_with('#')) else { continue };
        let count = match words.next().filter(|word| !word.starts_with('#')) {
            None => None,
            Some(word) => Some(count(word).ok_or_else(|| {
                let what = format!("`{word}` is not a number of solutions");
                let error = error_in(word, what, "write a number, or `5+` for at least five");
                error_at(line, word, error)
            })?),
        };
        entries.push(Entry::new(spec, count, line)?);
    }
    Ok(entries)
}

/// Converts an error in `word` to one in the line that contains it.
fn error_at((number, line): (usize, &str), word: &str, error: NameError) -> Error {
    error.in_line(number, line, line.find(word).unwrap_or(0))
}

/// An error that marks all of `name`.
fn error_in(name: &str, what: impl Into<String>, help: &str) -> NameError {
    NameError { what: what.into(), help: help.to_string(), span: 0..name.len() }
}

/// Parses a number of solutions: `12`, or `5+` for at least 5.
fn count(word: &str) -> Option<Count> {
    match word.strip_suffix('+') {
        Some(least) => least.parse().ok().map(Count::AtLeast),
        None => word.parse().ok().map(Count::Exactly),
    }
}

/// The instances of all `entries`, each of which `parse` generates.
fn of_kind<P: ProblemKind>(
    entries: &[Entry<'_>],
    parse: fn(&str) -> Result<P, BadSpec>,
) -> Result<Vec<Instance<P>>, Error> {
    let mut instances = Vec::new();
    for &Entry { spec: written, ref specs, count, line } in entries {
        // Several instances may share zero or a lower bound as their count, but hardly an exact number.
        if specs.len() > 1 && matches!(count, Some(Count::Exactly(1..))) {
            let what = "one number of solutions for several instances";
            let error = error_in(written, what, "give each instance its own line");
            return Err(error_at(line, written, error));
        }
        for spec in specs {
            let problem = parse(spec).map_err(|bad| error_at(line, written, unknown(written, &bad)))?;
            let count = count.or_else(|| implied_count(spec));
            instances.push(Instance { name: spec.into(), problem, count, solution: None });
        }
    }
    Ok(instances)
}

/// The number of models of the formula `spec`, as far as its construction implies it.
fn implied_count(spec: &str) -> Option<Count> {
    formula::satisfiable(spec).map(|yes| if yes { Count::AtLeast(1) } else { Count::Exactly(0) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use coverlab_model::ExactCover;

    fn covers(text: &str) -> Vec<Instance<ExactCover>> {
        match read(text).unwrap() {
            Instances::ExactCover(list) => list,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_list_with_a_formula_contains_only_formulas_with_implied_counts() {
        let text = "pigeonhole:3..4\nrandom-sat:3:10:40:1\nquasigroup:4:6:1 1+\ntseitin-even:4:3:1\n";
        let Instances::Cnf(list) = read(text).unwrap() else { panic!("{text}") };
        let counts: Vec<_> = list.iter().map(|i| (i.name.as_str(), i.count)).collect();
        let expected = [
            ("pigeonhole:3", Some(Count::Exactly(0))),
            ("pigeonhole:4", Some(Count::Exactly(0))),
            ("random-sat:3:10:40:1", None),
            ("quasigroup:4:6:1", Some(Count::AtLeast(1))),
            ("tseitin-even:4:3:1", Some(Count::AtLeast(1))),
        ];
        assert_eq!(counts, expected);
        let generated = generate("random-sat:3:10:20..40/10:1..4").unwrap();
        assert!(matches!(generated, Instances::Cnf(list) if list.len() == 12));
    }

    #[test]
    fn ranges_and_counts() {
        let list = covers("# a list\nqueens:4..6\n\nlatin:3 12 # known\nqueens:5 3+\n");
        let counts: Vec<_> = list.iter().map(|i| (i.name.as_str(), i.count)).collect();
        let expected = [
            ("queens:4", None),
            ("queens:5", None),
            ("queens:6", None),
            ("latin:3", Some(Count::Exactly(12))),
            ("queens:5", Some(Count::AtLeast(3))),
        ];
        assert_eq!(counts, expected);
        let list = covers("quasigroup:5:10:1..3 1+\nqueens:2..3 0\n");
        assert!(list[..3].iter().all(|i| i.count == Some(Count::AtLeast(1))));
        assert!(list[3..].iter().all(|i| i.count == Some(Count::Exactly(0))) && list.len() == 5);
    }

    #[test]
    fn errors_name_their_place() {
        for (text, what, column) in [
            ("queens:4 x", "`x` is not a number of solutions", 10),
            (" queen:4", "unknown family `queen`", 2),
            ("queens:4..6 2", "one number of solutions for several instances", 1),
            ("queens:6..4", "`6..4` is not a range of whole numbers", 8),
            ("queens:{4,}", "an empty value", 8),
        ] {
            let error = read(text).unwrap_err();
            assert_eq!((error.what.as_str(), error.line, error.column), (what, 1, column), "{text}");
        }
    }
}
