//! The lines of a trace; the same types are written and read.

mod counts;

pub use counts::Counts;

use super::head::{Head, Level};
use coverlab_model::step::Answer as Solved;
use coverlab_model::{Literal, OptionId, Step};
use serde::de::Error;
use serde::{Deserialize, Serialize, Serializer};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// A line of a trace. [`Line::parse`] reads it.
// A step has a kind of its own, so `remote` derives functions for the other lines only; the implementations call them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(remote = "Self", tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Line {
    /// The first line: the instance, the strategy, and the level of detail.
    Head(Box<Head>),
    /// Enters a node. Nodes are numbered in order of entry, written or not.
    Node {
        /// Its number, from 0.
        id: u64,
        /// The open node one level up; `None` at depth 0.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        parent: Option<u64>,
        /// Its depth; the root has depth 0.
        depth: usize,
    },
    /// Leaves a node below which no solution was found.
    Fail {
        /// The node.
        node: u64,
    },
    /// Leaves a node below which a solution was found.
    Done {
        /// The node.
        node: u64,
    },
    /// Leaves a node before it was exhausted, by a backjump or a limit.
    Skip {
        /// The node.
        node: u64,
    },
    /// A solution of the instance.
    Solution {
        /// The node at which it was found, if nodes are written.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        node: Option<u64>,
        /// The solution.
        answer: Answer,
    },
    /// Stands for events that were left out. They leave the state as it was, except for learned clauses.
    Sub {
        /// The number of the first node left out; the others follow without a gap.
        first: u64,
        /// The depth of the deepest node left out.
        max_depth: usize,
        /// The number of events of each kind.
        counts: Box<Counts>,
    },
    /// A step, written as it is.
    #[serde(skip)]
    Step(Step),
    /// The last line: counts of all events, written or not.
    Stats(Box<Stats>),
}

/// A solution, in the terms of the instance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Answer {
    /// The digits of a board, in row-major order.
    Grid(Vec<u8>),
    /// The options of a cover, ascending.
    Cover(Vec<OptionId>),
    /// A literal for each variable.
    Model(Vec<Literal>),
}

impl From<Solved> for Answer {
    fn from(solved: Solved) -> Answer {
        match solved {
            Solved::Grid(grid) => Answer::Grid(grid.cells().to_vec()),
            Solved::Cover(cover) => Answer::Cover(cover.options().to_vec()),
            Solved::Model(model) => {
                let literal = |(variable, value): (Literal, &bool)| if *value { variable } else { -variable };
                Answer::Model((1..).zip(model.values()).map(literal).collect())
            }
        }
    }
}

/// The footer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stats {
    /// Why the search ended early; `None` if it was exhausted.
    pub stop: Option<String>,
    /// Number of nodes.
    pub nodes: u64,
    /// The depth of the deepest node.
    pub max_depth: usize,
    /// Number of solutions.
    pub solutions: u64,
    /// Numbers of events of each kind on this level, including those left out.
    pub counts: Counts,
    /// Numbers of events of the kinds that only deeper levels write.
    pub deeper: Counts,
    /// Number of lines between the first and the last.
    pub written: u64,
    /// Number of events of this level that `sub` lines stand for.
    pub left_out: u64,
    /// The strategy's own counters.
    pub counters: BTreeMap<String, u64>,
}

impl Serialize for Line {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Line::Step(step) => step.serialize(serializer),
            line => Line::serialize(line, serializer),
        }
    }
}

/// Defines the kinds of events, in order: variants of [`Line`] and of [`Step`].
macro_rules! kinds {
    (
        $($event:ident $event_name:literal)*;
        $($step:ident $step_name:literal)*
    ) => {
        /// The kinds of events.
        pub const EVENT_KINDS: [&str; 37] = [$($event_name,)* $($step_name,)*];

        /// The kinds of lines.
        const LINE_KINDS: [&str; 39] = ["head", $($event_name,)* $($step_name,)* "stats"];

        /// The kinds of steps.
        const STEP_KINDS: &[&str] = &[$($step_name,)*];

        /// The name of the kind of a step.
        pub(crate) fn step_kind(step: &Step) -> &'static str {
            match step {
                $(Step::$step { .. } => $step_name,)*
            }
        }

        impl Line {
            /// The name of its kind.
            pub fn kind(&self) -> &'static str {
                match self {
                    Line::Head(_) => "head",
                    $(Line::$event { .. } => $event_name,)*
                    Line::Step(step) => step_kind(step),
                    Line::Stats(_) => "stats",
                }
            }
        }
    };
}

kinds! {
    Node "node" Fail "fail" Done "done" Skip "skip" Solution "solution" Sub "sub";
    Try "try" Clue "clue" Naked "naked" Hidden "hidden" Remove "remove" WipeCell "wipe-cell" WipeDigit "wipe-digit"
    WipeTwice "wipe-twice" WipeCrowded "wipe-crowded" Side "side" Pass "pass" Boards "boards" Expand "expand"
    Select "select" Cover "cover" Uncover "uncover" Take "take" GiveBack "give-back" Hide "hide" Unhide "unhide"
    Starve "starve"
    Decide "decide" Propagate "propagate" Conflict "conflict" Learn "learn" Forget "forget" Exclude "exclude"
    Backjump "backjump" Restart "restart" Watch "watch" Visit "visit"
}

/// The kind of a line, read before its other fields.
#[derive(Deserialize)]
#[serde(expecting = "an object with a kind")]
struct Kind<'a> {
    #[serde(borrow)]
    kind: Cow<'a, str>,
}

impl Line {
    /// Parses a line.
    ///
    /// # Errors
    /// If it is not a JSON object with a known kind and the fields of this kind.
    pub fn parse(text: &[u8]) -> serde_json::Result<Line> {
        let Kind { kind } = serde_json::from_slice(text)?;
        match &*kind {
            kind if STEP_KINDS.contains(&kind) => serde_json::from_slice(text).map(Line::Step),
            kind if LINE_KINDS.contains(&kind) => {
                Line::deserialize(&mut serde_json::Deserializer::from_slice(text))
            }
            kind => Err(serde_json::Error::unknown_variant(kind, &LINE_KINDS)),
        }
    }

    /// The index of its kind in [`EVENT_KINDS`]; `None` for the first and the last line.
    pub fn index(&self) -> Option<usize> {
        EVENT_KINDS.iter().position(|kind| *kind == self.kind())
    }

    /// The lowest level that includes it.
    pub fn level(&self) -> Level {
        match self {
            Line::Head(_) | Line::Stats(_) | Line::Solution { .. } | Line::Sub { .. } => Level::Sum,
            Line::Node { .. } | Line::Fail { .. } | Line::Done { .. } | Line::Skip { .. } => Level::Node,
            Line::Step(Step::Hide { .. } | Step::Unhide { .. } | Step::Watch { .. } | Step::Visit { .. }) => {
                Level::Micro
            }
            Line::Step(_) => Level::Step,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use coverlab_model::Cell;

    #[test]
    fn lines_round_trip_and_unknown_fields_are_rejected() {
        let cell = Cell { row: 3, column: 5 };
        let lines = [
            Line::Node { id: 3, parent: Some(2), depth: 1 },
            Line::Step(Step::Hidden { cell, digit: 7, house: "row 3".parse().unwrap() }),
            Line::Step(Step::Boards { log10: 46.8 }),
            Line::Step(Step::Restart {}),
            Line::Solution { node: None, answer: Answer::Cover(vec![1, 5]) },
            Line::Step(Step::Propagate { literal: -3, reason: [1, -3].into() }),
        ];
        for line in lines {
            let text = serde_json::to_string(&line).unwrap();
            assert!(text.starts_with(&format!("{{\"kind\":\"{}\"", line.kind())), "{text}");
            assert_eq!(Line::parse(text.as_bytes()).unwrap(), line);
            let more = text.replacen('{', "{\"more\":1,", 1);
            assert!(Line::parse(more.as_bytes()).is_err(), "{more}");
        }
        for wrong in [
            r#"{"kind":"naked","cell":"r3c5"}"#,
            r#"{"kind":"knot"}"#,
            r#"{"kind":"remove","cell":5,"digit":1}"#,
        ] {
            assert!(Line::parse(wrong.as_bytes()).is_err(), "{wrong}");
        }
    }
}
