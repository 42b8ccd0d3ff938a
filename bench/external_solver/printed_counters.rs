//! Counters that a program prints, found by regular expressions.

use crate::experiment::SolverDefinition;
use coverlab_model::{Counters, Event};
use regex::{Regex, RegexBuilder};

/// The names of the counters that are not events.
pub(super) const NODES: &str = "nodes";
pub(super) const MAX_DEPTH: &str = "max_depth";

/// The expressions of a definition, compiled, with the names of their counters.
#[derive(Clone, Debug, Default)]
pub(super) struct Patterns(Vec<(&'static str, Regex)>);

/// The names of all counters of the workbench.
pub(super) fn counter_names() -> impl Iterator<Item = &'static str> {
    [NODES, MAX_DEPTH].into_iter().chain(Event::NAMES)
}

/// Adds `count` to the counter called `name`, or keeps the maximum for a depth.
pub(super) fn add(counters: &mut Counters, name: &str, count: u64) {
    if name == MAX_DEPTH {
        counters.max_depth = counters.max_depth.max(count);
        return;
    }
    let sum = match Event::of_name(name) {
        Some(event) => &mut counters.events[event as usize],
        None => &mut counters.nodes,
    };
    *sum = sum.saturating_add(count);
}

impl Patterns {
    /// The patterns of `definition`.
    ///
    /// # Errors
    /// The invalid name or expression, and the reason.
    pub(super) fn new(definition: &SolverDefinition) -> Result<Patterns, (String, String)> {
        let compiled = definition.counters.iter().map(|(name, text)| {
            let counter = counter_names().find(|known| known == name).ok_or_else(|| {
                let known = counter_names().collect::<Vec<_>>().join(", ");
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
    pub(super) fn counters(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.0.iter().map(|(counter, _)| *counter)
    }

    /// The counters that the definition names, each with its count in `text`; `None` if the count is missing.
    pub(super) fn counts<'a>(
        &'a self,
        text: &'a str,
    ) -> impl Iterator<Item = (&'static str, Option<u64>)> + 'a {
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
        Patterns::new(&SolverDefinition { counters, ..SolverDefinition::default() }).map_err(|(_, why)| why)
    }

    #[test]
    fn the_last_match_counts_and_what_is_not_printed_is_missing() {
        let patterns =
            patterns(&[("conflicts", r"^c conflicts:\s+([\d,]+)"), ("nodes", r"(\d+) nodes")]).unwrap();
        let conflicts = Event::Conflict.name();
        for (text, expected) in [
            ("c conflicts: 3\nx\nc conflicts: 1,234 x\n", [(conflicts, Some(1234)), (NODES, None)]),
            ("c conflicts: 6\n9 nodes", [(conflicts, Some(6)), (NODES, Some(9))]),
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
