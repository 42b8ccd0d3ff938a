//! The lines of a trace; the same types are written and read.

use super::counts::{Counts, EVENT_KINDS, kinds};
use super::head::{Head, Level};
use super::place::{Cell, HouseName};
use coverlab_model::{Item, Literal, OptionId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A line of a trace.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
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
    /// Board: guesses a digit; the branch leads to a node at `depth`.
    Try {
        /// The depth of that node.
        depth: usize,
        /// The cell.
        cell: Cell,
        /// The digit.
        digit: u8,
    },
    /// Board: writes a clue.
    Clue {
        /// The cell.
        cell: Cell,
        /// The digit.
        digit: u8,
    },
    /// Board: writes the last candidate of a cell.
    Naked {
        /// The cell.
        cell: Cell,
        /// The digit.
        digit: u8,
    },
    /// Board: writes a digit at its last place in a house.
    Hidden {
        /// The cell.
        cell: Cell,
        /// The digit.
        digit: u8,
        /// The house.
        house: HouseName,
    },
    /// Board: removes a candidate.
    Remove {
        /// The cell.
        cell: Cell,
        /// The digit.
        digit: u8,
    },
    /// Board: finds a cell without candidates.
    WipeCell {
        /// The cell.
        cell: Cell,
    },
    /// Board: finds a digit without a place in a house.
    WipeDigit {
        /// The digit.
        digit: u8,
        /// The house.
        house: HouseName,
    },
    /// Board: finds a digit twice in a house.
    WipeTwice {
        /// The digit.
        digit: u8,
        /// The house.
        house: HouseName,
    },
    /// Board: more digits have all their places in `house` in its cells shared with `other` than there are
    /// such cells.
    WipeCrowded {
        /// The house.
        house: HouseName,
        /// The house that shares cells with it.
        other: HouseName,
    },
    /// Board: starts the other side of a choice; its assumption follows, as removals.
    Side {
        /// The depth of the node that branches.
        from: usize,
    },
    /// Board: starts a pass.
    Pass {
        /// The houses or cells of the pass.
        over: String,
    },
    /// Board: the number of boards that remain.
    Boards {
        /// As a decimal logarithm; `None` if no board remains.
        log10: Option<f64>,
    },
    /// Board: chooses a cell to branch on.
    Expand {
        /// The cell.
        cell: Cell,
        /// The number of its candidates.
        choices: usize,
    },
    /// Cover: chooses an item to branch on.
    Select {
        /// The item.
        item: Item,
        /// The number of its options.
        options: usize,
    },
    /// Cover: covers an item.
    Cover {
        /// The item.
        item: Item,
    },
    /// Cover: uncovers the item covered last.
    Uncover {
        /// The item.
        item: Item,
    },
    /// Cover: takes an option, which leads to a node at `depth`.
    Take {
        /// The depth of that node.
        depth: usize,
        /// The option.
        option: OptionId,
    },
    /// Cover: gives back the option taken last.
    GiveBack {
        /// The option.
        option: OptionId,
    },
    /// Cover: hides an option from one item's list.
    Hide {
        /// The option.
        option: OptionId,
        /// The item.
        item: Item,
    },
    /// Cover: unhides the option hidden last.
    Unhide {
        /// The option.
        option: OptionId,
        /// The item.
        item: Item,
    },
    /// Cover: a primary item has no options left.
    Starve {
        /// The item.
        item: Item,
    },
    /// Formula: assumes a literal.
    Decide {
        /// The literal.
        literal: Literal,
        /// The level that it opens, from 1.
        level: usize,
    },
    /// Formula: derives a literal from a clause.
    Propagate {
        /// The literal.
        literal: Literal,
        /// The clause.
        reason: Vec<Literal>,
    },
    /// Formula: finds a false clause.
    Conflict {
        /// The clause.
        clause: Vec<Literal>,
    },
    /// Formula: learns a clause.
    Learn {
        /// The clause.
        clause: Vec<Literal>,
    },
    /// Formula: deletes a learned clause.
    Forget {
        /// The clause.
        clause: Vec<Literal>,
    },
    /// Formula: excludes the model found last by a clause.
    Exclude {
        /// The clause.
        clause: Vec<Literal>,
    },
    /// Formula: undoes all levels above this one.
    Backjump {
        /// The level.
        level: usize,
    },
    /// Cover, formula: restarts the search.
    Restart {},
    /// Formula: starts to watch the first two literals of a clause.
    Watch {
        /// The clause.
        clause: Vec<Literal>,
    },
    /// Formula: visits a clause because one of its two watched literals became false.
    Visit {
        /// The literal that became false.
        literal: Literal,
        /// The clause.
        clause: Vec<Literal>,
        /// The literal of the clause that decides the outcome.
        other: Literal,
        /// The outcome.
        outcome: Outcome,
    },
    /// An annotation of a teacher: a named part of the search starts.
    Phase {
        /// The name.
        title: String,
    },
    /// An annotation of a teacher.
    Note {
        /// The text.
        text: String,
    },
    /// A question of a teacher, to be answered before reading on.
    Ask {
        /// The question.
        question: String,
        /// Its answer.
        answer: String,
    },
    /// The last line: counts of all events, written or not.
    Stats(Box<Stats>),
}

/// The outcome of a visit of a clause, like [`coverlab_model::step::VisitOutcome`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// The other literal is watched instead of the false one.
    Moved,
    /// The other literal is true.
    Satisfied,
    /// The other literal follows.
    Unit,
    /// The clause is false.
    Conflict,
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

/// The name of the kind of a line.
macro_rules! name_of {
    ($line:ident $($variant:ident $name:literal),*) => {
        match $line {
            Line::Head(_) => "head",
            Line::Stats(_) => "stats",
            $(Line::$variant { .. } => $name,)*
        }
    };
}

impl Line {
    /// The index of its kind in [`EVENT_KINDS`]; `None` for the first and the last line.
    pub fn index(&self) -> Option<usize> {
        EVENT_KINDS.iter().position(|kind| *kind == self.kind())
    }

    /// The name of its kind.
    pub fn kind(&self) -> &'static str {
        let line = self;
        kinds!(name_of line)
    }

    /// Whether it is an annotation of a teacher, which is not part of the search and not counted in the
    /// footer.
    pub fn is_remark(&self) -> bool {
        matches!(self, Line::Phase { .. } | Line::Note { .. } | Line::Ask { .. })
    }

    /// The lowest level that includes it.
    pub fn level(&self) -> Level {
        match self {
            Line::Head(_) | Line::Stats(_) | Line::Solution { .. } | Line::Sub { .. } => Level::Sum,
            _ if self.is_remark() => Level::Sum,
            Line::Node { .. } | Line::Fail { .. } | Line::Done { .. } | Line::Skip { .. } => Level::Node,
            Line::Hide { .. } | Line::Unhide { .. } | Line::Watch { .. } | Line::Visit { .. } => Level::Micro,
            _ => Level::Step,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_round_trip_and_unknown_fields_are_rejected() {
        let cell = Cell { row: 3, column: 5 };
        let lines = [
            Line::Node { id: 3, parent: Some(2), depth: 1 },
            Line::Hidden { cell, digit: 7, house: "row 3".parse().unwrap() },
            Line::Boards { log10: Some(46.8) },
            Line::Restart {},
            Line::Solution { node: None, answer: Answer::Cover(vec![1, 5]) },
            Line::Propagate { literal: -3, reason: vec![1, -3] },
            Line::Ask { question: "Which item is next?".to_string(), answer: "The smallest.".to_string() },
        ];
        for line in lines {
            let text = serde_json::to_string(&line).unwrap();
            assert!(text.starts_with(&format!("{{\"kind\":\"{}\"", line.kind())), "{text}");
            assert_eq!(serde_json::from_str::<Line>(&text).unwrap(), line);
            let more = text.replacen('{', "{\"more\":1,", 1);
            assert!(serde_json::from_str::<Line>(&more).is_err(), "{more}");
        }
        for wrong in [
            r#"{"kind":"naked","cell":"r3c5"}"#,
            r#"{"kind":"knot"}"#,
            r#"{"kind":"remove","cell":5,"digit":1}"#,
        ] {
            assert!(serde_json::from_str::<Line>(wrong).is_err(), "{wrong}");
        }
    }
}
