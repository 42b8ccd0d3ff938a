//! The lines of a trace. The same types are written and read.

use super::counts::{Counts, KINDS};
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
    /// A node is entered. Nodes are numbered in the order in which they are entered, written or not.
    Node {
        /// Its number, from 0.
        id: u64,
        /// The open node one level up; none at depth 0.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        parent: Option<u64>,
        /// Its depth; the root is 0.
        depth: usize,
    },
    /// A node is left, and no solution was found below it.
    Fail {
        /// The node.
        node: u64,
    },
    /// A node is left, and a solution was found below it.
    Done {
        /// The node.
        node: u64,
    },
    /// A node is left before it was searched to its end: by a jump back or a limit.
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
    /// Events that were left out. The state after them is the state before them.
    Sub {
        /// The number of the first node in it; the others follow without a gap.
        first: u64,
        /// The depth of its deepest node.
        max_depth: usize,
        /// How many events of each kind it stands for.
        counts: Box<Counts>,
    },
    /// Board: a guess, which leads to a node at `depth`.
    Try {
        /// The depth of that node.
        depth: usize,
        /// The cell.
        cell: Cell,
        /// The digit.
        digit: u8,
    },
    /// Board: a given digit is written.
    Clue {
        /// The cell.
        cell: Cell,
        /// The digit.
        digit: u8,
    },
    /// Board: the last candidate of a cell.
    Naked {
        /// The cell.
        cell: Cell,
        /// The digit.
        digit: u8,
    },
    /// Board: the last place of a digit in a house.
    Hidden {
        /// The cell.
        cell: Cell,
        /// The digit.
        digit: u8,
        /// The house.
        house: HouseName,
    },
    /// Board: a candidate is taken away.
    Remove {
        /// The cell.
        cell: Cell,
        /// The digit.
        digit: u8,
    },
    /// Board: a cell without candidates.
    WipeCell {
        /// The cell.
        cell: Cell,
    },
    /// Board: a digit without a place in a house.
    WipeDigit {
        /// The digit.
        digit: u8,
        /// The house.
        house: HouseName,
    },
    /// Board: a digit twice in a house.
    WipeTwice {
        /// The digit.
        digit: u8,
        /// The house.
        house: HouseName,
    },
    /// Board: more digits have no place in `house` outside `other` than the two have cells in common.
    WipeCrowded {
        /// The house.
        house: HouseName,
        /// The house that it shares cells with.
        other: HouseName,
    },
    /// Board: the other side of a choice begins; its assumption follows, as removals.
    Side {
        /// The depth of the node that branches.
        from: usize,
    },
    /// Board: a pass begins.
    Pass {
        /// The houses or cells that it goes over.
        over: String,
    },
    /// Board: how many boards are left.
    Boards {
        /// As a decimal logarithm; none where no board is left.
        log10: Option<f64>,
    },
    /// Board: a cell is chosen to branch on.
    Expand {
        /// The cell.
        cell: Cell,
        /// How many candidates it has.
        choices: usize,
    },
    /// Cover: an item is chosen to branch on.
    Select {
        /// The item.
        item: Item,
        /// How many options it has.
        options: usize,
    },
    /// Cover: an item is covered.
    Cover {
        /// The item.
        item: Item,
    },
    /// Cover: the item covered last is uncovered.
    Uncover {
        /// The item.
        item: Item,
    },
    /// Cover: an option is taken, which leads to a node at `depth`.
    Take {
        /// The depth of that node.
        depth: usize,
        /// The option.
        option: OptionId,
    },
    /// Cover: the option taken last is given back.
    GiveBack {
        /// The option.
        option: OptionId,
    },
    /// Cover: an option leaves one item's list.
    Hide {
        /// The option.
        option: OptionId,
        /// The item.
        item: Item,
    },
    /// Cover: the option hidden last comes back.
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
    /// Formula: a literal is assumed.
    Decide {
        /// The literal.
        literal: Literal,
        /// The level that it opens, from 1.
        level: usize,
    },
    /// Formula: a literal follows from a clause.
    Propagate {
        /// The literal.
        literal: Literal,
        /// The clause.
        reason: Vec<Literal>,
    },
    /// Formula: a clause is false.
    Conflict {
        /// The clause.
        clause: Vec<Literal>,
    },
    /// Formula: a clause is learned.
    Learn {
        /// The clause.
        clause: Vec<Literal>,
    },
    /// Formula: a learned clause is thrown away.
    Forget {
        /// The clause.
        clause: Vec<Literal>,
    },
    /// Formula: a clause that excludes the model found last.
    Exclude {
        /// The clause.
        clause: Vec<Literal>,
    },
    /// Formula: all levels above this one are undone.
    Backjump {
        /// The level.
        level: usize,
    },
    /// Cover, formula: the search begins again.
    Restart {},
    /// A remark of a teacher: a part of the search begins that has a name.
    Phase {
        /// The name.
        title: String,
    },
    /// A remark of a teacher.
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

/// A solution, in the words of the instance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Answer {
    /// The digits of a board, row by row.
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
    /// Why the search ended before its end; none: it searched everything.
    pub stop: Option<String>,
    /// Nodes entered.
    pub nodes: u64,
    /// The deepest of them.
    pub max_depth: usize,
    /// Solutions found.
    pub solutions: u64,
    /// Events of each kind that this level has, those left out included.
    pub counts: Counts,
    /// Events of kinds that this level leaves out.
    pub deeper: Counts,
    /// Lines between the first and the last.
    pub written: u64,
    /// Events of this level that `sub` lines stand for.
    pub left_out: u64,
    /// The counters of the strategy itself.
    pub counters: BTreeMap<String, u64>,
}

impl Line {
    /// The index of its kind in [`KINDS`]; none of the first and the last line.
    pub fn index(&self) -> Option<usize> {
        KINDS.iter().position(|kind| *kind == self.kind())
    }

    /// The name of its kind.
    pub fn kind(&self) -> &'static str {
        match self {
            Line::Head(_) => "head",
            Line::Node { .. } => "node",
            Line::Fail { .. } => "fail",
            Line::Done { .. } => "done",
            Line::Skip { .. } => "skip",
            Line::Solution { .. } => "solution",
            Line::Sub { .. } => "sub",
            Line::Try { .. } => "try",
            Line::Clue { .. } => "clue",
            Line::Naked { .. } => "naked",
            Line::Hidden { .. } => "hidden",
            Line::Remove { .. } => "remove",
            Line::WipeCell { .. } => "wipe-cell",
            Line::WipeDigit { .. } => "wipe-digit",
            Line::WipeTwice { .. } => "wipe-twice",
            Line::WipeCrowded { .. } => "wipe-crowded",
            Line::Side { .. } => "side",
            Line::Pass { .. } => "pass",
            Line::Boards { .. } => "boards",
            Line::Expand { .. } => "expand",
            Line::Select { .. } => "select",
            Line::Cover { .. } => "cover",
            Line::Uncover { .. } => "uncover",
            Line::Take { .. } => "take",
            Line::GiveBack { .. } => "give-back",
            Line::Hide { .. } => "hide",
            Line::Unhide { .. } => "unhide",
            Line::Starve { .. } => "starve",
            Line::Decide { .. } => "decide",
            Line::Propagate { .. } => "propagate",
            Line::Conflict { .. } => "conflict",
            Line::Learn { .. } => "learn",
            Line::Forget { .. } => "forget",
            Line::Exclude { .. } => "exclude",
            Line::Backjump { .. } => "backjump",
            Line::Restart {} => "restart",
            Line::Phase { .. } => "phase",
            Line::Note { .. } => "note",
            Line::Ask { .. } => "ask",
            Line::Stats(_) => "stats",
        }
    }

    /// Whether it is a remark of a teacher: it is no part of the search, and the footer does not count it.
    pub fn is_remark(&self) -> bool {
        matches!(self, Line::Phase { .. } | Line::Note { .. } | Line::Ask { .. })
    }

    /// The level from which on it is written.
    pub fn level(&self) -> Level {
        match self {
            Line::Head(_) | Line::Stats(_) | Line::Solution { .. } | Line::Sub { .. } => Level::Sum,
            _ if self.is_remark() => Level::Sum,
            Line::Node { .. } | Line::Fail { .. } | Line::Done { .. } | Line::Skip { .. } => Level::Node,
            Line::Hide { .. } | Line::Unhide { .. } => Level::Micro,
            _ => Level::Step,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_as_it_is_written_and_nothing_else_is() {
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
