//! The search that finishes a puzzle when the techniques get stuck, and its result as text or JSON.

use super::grid;
use crate::cmd::Exit;
use coverlab_model::{Outcome, Stop, Sudoku, Task};
use coverlab_strategies::Configured;
use coverlab_techniques::Board;
use serde_json::{Value, json};

/// The search that finishes a puzzle when the techniques get stuck.
pub(in crate::cmd) struct Fallback {
    /// The strategy.
    pub(in crate::cmd) strategy: Configured<Sudoku>,
    /// Its task.
    pub(in crate::cmd) task: Task,
}

impl Fallback {
    /// Solves what the techniques have left of `board`.
    pub(super) fn finish(&self, board: &Board) -> Outcome<Sudoku> {
        let puzzle = Sudoku::new(board.layout().shape(), board.digits()).expect("digits of a board");
        if let Err(refusal) = self.strategy.backend.accepts(&puzzle) {
            return Outcome::unsearched(refusal.stop());
        }
        self.strategy.backend.session().untimed(&puzzle, &self.task)
    }

    /// The exit for its result.
    pub(super) fn exit(outcome: &Outcome<Sudoku>) -> Exit {
        match (outcome.solutions, outcome.stop) {
            (1.., _) => Exit::Answered,
            (0, None) => Exit::No,
            (0, Some(Stop::Cancelled)) => Exit::Interrupted,
            (0, Some(_)) => Exit::Limit,
        }
    }

    /// The result, as JSON.
    pub(super) fn json(&self, outcome: &Outcome<Sudoku>) -> Value {
        json!({
            "strategy": self.strategy.spec.to_string(),
            "nodes": outcome.counters.nodes,
            "stop": outcome.stop.filter(|_| outcome.solutions == 0).map(Stop::name),
            "solution": outcome.kept.first().map(|grid| grid.cells().to_vec()),
        })
    }

    /// The result, as text with the solved board. `board` is where the techniques got stuck.
    pub(super) fn text(&self, outcome: &Outcome<Sudoku>, board: &Board, color: bool) -> String {
        let name = &self.strategy.spec;
        let nodes = if outcome.counters.nodes == 1 { "node" } else { "nodes" };
        let effort = format!("{} {nodes} of {name}", outcome.counters.nodes);
        match (outcome.kept.first(), outcome.stop) {
            (Some(grid), _) => {
                let solved = Sudoku::new(board.layout().shape(), grid.cells()).expect("a filled board");
                let board = Board::new(&solved).expect("a solution breaks no rule");
                let drawn = grid::draw(&board, None, color);
                format!("A search finds the rest: {effort}.\n{drawn}Solved.\n")
            }
            (None, None) => format!("A search shows that there is no solution: {effort}.\n"),
            (None, Some(stop)) => {
                format!(
                    "A search ends without an answer, {}: {effort}. Raise the limit to continue.\n",
                    stop.name()
                )
            }
        }
    }
}
