//! Counters that a program prints, found by regular expressions.

use crate::experiment::Definition;
use coverlab_model::{Counters, Event};
use regex::{Regex, RegexBuilder};

/// The names of the counters that are not events.
const NODES: &str = "nodes";
const DEPTH: &str = "max_depth";

/// The expressions of a definition, compiled.
#[derive(Clone, Debug, Default)]
pub(super) struct Patterns(Vec<(Counter, Regex)>);

/// A counter of the workbench.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Counter {
    Nodes,
    Depth,
    Event(Event),
}

impl Counter {
    /// Every name that a definition may use.
    pub(super) fn names() -> Vec<&'static str> {
        [NODES, DEPTH].into_iter().chain(Event::NAMES).collect()
    }

    pub(super) fn of_name(name: &str) -> Option<Counter> {
        match name {
            NODES => Some(Counter::Nodes),
            DEPTH => Some(Counter::Depth),
            _ => Event::of_name(name).map(Counter::Event),
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Counter::Nodes => NODES,
            Counter::Depth => DEPTH,
            Counter::Event(event) => event.name(),
        }
    }

    fn field(self, counters: &mut Counters) -> &mut u64 {
        match self {
            Counter::Nodes => &mut counters.nodes,
            Counter::Depth => &mut counters.max_depth,
            Counter::Event(event) => &mut counters.events[event as usize],
        }
    }

    /// Adds `count`, or keeps the maximum for a depth.
    pub(super) fn add(self, counters: &mut Counters, count: u64) {
        let field = self.field(counters);
        *field = if self == Counter::Depth { count.max(*field) } else { field.saturating_add(count) };
    }
}

impl Patterns {
    /// The patterns of `definition`.
    ///
    /// # Errors
    /// The invalid name or expression, and the reason.
    pub(super) fn new(definition: &Definition) -> Result<Patterns, (String, String)> {
        let compiled = definition.counters.iter().map(|(name, text)| {
            let counter = Counter::of_name(name).ok_or_else(|| {
                let known = Counter::names().join(", ");
                (name.clone(), format!("there is no counter `{name}`; the counters are {known}"))
            })?;
            let pattern = compile(text).map_err(|why| (text.clone(), why))?;
            match pattern.captures_len() {
                2 => Ok((counter, pattern)),
                groups => Err((
                    text.clone(),
                    format!(
                        "the expression of `{name}` has {} groups, but needs one, around the number",
                        groups - 1
                    ),
                )),
            }
        });
        compiled.collect::<Result<_, _>>().map(Patterns)
    }

    /// The counters that the definition names.
    pub(super) fn counters(&self) -> impl Iterator<Item = Counter> + '_ {
        self.0.iter().map(|(counter, _)| *counter)
    }

    /// The counters that the definition names, each with its count in `text`; `None` if the count is missing.
    pub(super) fn counts<'a>(&'a self, text: &'a str) -> impl Iterator<Item = (Counter, Option<u64>)> + 'a {
        self.0.iter().map(move |(counter, pattern)| {
            let last = pattern.captures_iter(text).last();
            let number = last.and_then(|found| Some(found.get(1)?.as_str().replace(['_', ','], "")));
            (*counter, number.and_then(|number| number.parse().ok()))
        })
    }
}

/// Compiles an expression in which `^` and `$` match at lines. Its memory is limited.
///
/// # Errors
/// `text` is not a regular expression. The error says why.
pub(super) fn compile(text: &str) -> Result<Regex, String> {
    let built = RegexBuilder::new(text).multi_line(true).size_limit(1 << 20).build();
    built.map_err(|error| {
        let error = error.to_string();
        let last = error.lines().last().unwrap_or_default().trim_start_matches("error: ");
        format!("`{text}` is not a regular expression: {last}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn patterns(list: &[(&str, &str)]) -> Result<Patterns, String> {
        let counters = list.iter().map(|(name, text)| (name.to_string(), text.to_string())).collect();
        Patterns::new(&Definition { counters, ..Definition::default() }).map_err(|(_, why)| why)
    }

    #[test]
    fn the_last_match_counts_and_what_is_not_printed_is_missing() {
        let patterns =
            patterns(&[("conflicts", r"^c conflicts:\s+([\d,]+)"), ("nodes", r"(\d+) nodes")]).unwrap();
        let conflicts = Counter::Event(Event::Conflict);
        for (text, expected) in [
            ("c conflicts: 3\nx\nc conflicts: 1,234 x\n", [(conflicts, Some(1234)), (Counter::Nodes, None)]),
            ("c conflicts: 6\n9 nodes", [(conflicts, Some(6)), (Counter::Nodes, Some(9))]),
        ] {
            assert_eq!(patterns.counts(text).collect::<Vec<_>>(), expected);
        }
    }

    #[test]
    fn an_invalid_expression_is_an_error() {
        assert!(
            patterns(&[("nods", "(.)")])
                .unwrap_err()
                .contains("there is no counter `nods`; the counters are nodes")
        );
        assert!(patterns(&[("nodes", "(")]).unwrap_err().contains("unclosed group"));
        assert!(patterns(&[("nodes", "x")]).unwrap_err().contains("has 0 groups"));
    }
}
