//! The pseudo-code of a strategy, and which of its lines a search has reached.

use coverlab_model::Script;
use serde::{Deserialize, Serialize};

/// A line of pseudo-code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScriptLine {
    /// The text, indented by two blanks per level.
    pub text: String,
    /// The kinds of events that belong to this line.
    pub kinds: Vec<String>,
}

/// Converts a `script` into lines.
pub(crate) fn lines(script: Script) -> Vec<ScriptLine> {
    let line = |(text, kinds): &(&str, &[&str])| ScriptLine {
        text: (*text).to_string(),
        kinds: kinds.iter().map(ToString::to_string).collect(),
    };
    script.iter().map(line).collect()
}

/// The line reached after an event of this kind, if `at` was the previous line: the same line if the event
/// belongs to it, otherwise the next line to which it belongs, wrapping around at the end. An event that
/// belongs to no line changes nothing.
pub fn line_after(script: &[ScriptLine], at: Option<usize>, kind: &str) -> Option<usize> {
    let is_of = |line: &usize| script[*line].kinds.iter().any(|other| other == kind);
    let from = at.unwrap_or(0);
    (from..script.len()).chain(0..from).find(is_of).or(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_is_the_next_that_the_event_can_be() {
        let script = lines(&[
            ("search:", &["node"]),
            ("  cover", &["cover"]),
            ("  take", &["take"]),
            ("    cover", &["cover"]),
        ]);
        let mut at = None;
        let walk = |kind| {
            at = line_after(&script, at, kind);
            at
        };
        let kinds = ["solution", "node", "cover", "cover", "take", "cover", "cover", "fail", "node", "cover"];
        let lines = kinds.map(walk);
        let expected =
            [None, Some(0), Some(1), Some(1), Some(2), Some(3), Some(3), Some(3), Some(0), Some(1)];
        assert_eq!(lines, expected);
    }
}
