//! A hint instead of an explanation: where to look, which technique to use, or the next step.

use super::explanation::Explanation;
use super::grid;
use crate::support::{Exit, Failure};
use coverlab_techniques::json::{self, Grade};
use coverlab_techniques::{AppliedStep, Board, words};
use std::io::Write;

impl Explanation<'_> {
    /// Writes a hint of `grade` for `board`.
    pub(super) fn hint(&self, board: &Board, grade: Grade, out: &mut impl Write) -> Result<Exit, Failure> {
        if let Some(wrong) = board.contradiction() {
            let why = format!("There is no solution: {}.", words::contradiction(board, wrong));
            return self.no_hint(&why, Exit::No, out);
        }
        let Some((technique, step)) = coverlab_techniques::next(board, self.techniques) else {
            return match board.is_full() {
                true => self.no_hint("Every cell has a digit.", Exit::Answered, out),
                false => self.no_hint("No enabled technique applies.", Exit::Limit, out),
            };
        };
        let taken = AppliedStep { technique, step, before: board.clone() };
        if self.arguments.json {
            writeln!(out, "{}", self.json(json::hint(self.puzzle.line, grade, &taken)))?;
            return Ok(Exit::Answered);
        }
        match grade {
            Grade::Where => writeln!(out, "{}", taken.look_at())?,
            Grade::Rule => {
                writeln!(out, "{}", taken.look_at())?;
                writeln!(out, "{}: {}.", technique.about.title, technique.about.sentence)?;
                if self.terminal.interactive {
                    write!(out, "{}", self.page_hint(technique))?;
                }
            }
            Grade::Step => {
                write!(out, "{}", grid::draw(&taken.before, Some(&taken.step), self.terminal.color))?;
                writeln!(out, "{}. {}", technique.about.title, self.sentence(&taken))?;
            }
        }
        Ok(Exit::Answered)
    }

    /// Says why there is no hint.
    fn no_hint(&self, why: &str, exit: Exit, out: &mut impl Write) -> Result<Exit, Failure> {
        match self.arguments.json {
            true => writeln!(out, "{}", self.json(json::no_hint(self.puzzle.line, why)))?,
            false => writeln!(out, "{why}")?,
        }
        Ok(exit)
    }
}
