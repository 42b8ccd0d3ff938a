//! The explanation of one puzzle, step by step, as text or JSON.

use super::{ExplainArgs, grid};
use crate::support::{Exit, Failure};
use coverlab_bench::terminal::{FAINT, GIVEN, Terminal, paint};
use coverlab_model::format::sudoku::Puzzle;
use coverlab_techniques::{
    About, AppliedStep, Board, End, Entry, Premise, SolvePath, SolveSteps, json, words,
};
use serde_json::Value;
use std::fmt::Write as _;
use std::io::{self, Write};

/// The explanation of one puzzle.
pub(super) struct Explanation<'a> {
    pub(super) arguments: &'a ExplainArgs,
    pub(super) terminal: &'a Terminal,
    /// The name of the puzzle's input.
    pub(super) source: &'a str,
    pub(super) puzzle: &'a Puzzle,
    pub(super) techniques: &'a [&'static Entry],
}

impl Explanation<'_> {
    /// Writes a heading for a puzzle with a name, and for every one after the first: its name, or else its place.
    pub(super) fn write_heading(&self, before: usize, out: &mut impl Write) -> io::Result<()> {
        let place = || (before > 0).then(|| format!("{}:{}", self.source, self.puzzle.line));
        let Some(heading) = self.puzzle.name.clone().or_else(place) else { return Ok(()) };
        let gap = if before > 0 { "\n" } else { "" };
        writeln!(out, "{gap}{}", paint(&format!("# {heading}"), GIVEN, self.terminal.color))
    }

    /// A JSON object about the puzzle.
    pub(super) fn json(&self, object: Value) -> Value {
        super::located(object, self.source, self.puzzle)
    }

    /// Explains the solution of `board`.
    pub(super) fn write(&self, board: &Board, out: &mut impl Write) -> Result<Exit, Failure> {
        let path = self.write_steps(board, out)?;
        if self.arguments.json {
            writeln!(out, "{}", self.json(json::end(self.puzzle.line, &path)))?;
        } else {
            write!(out, "{}", self.end(&path))?;
        }
        Ok(match path.end {
            End::Solved => Exit::Answered,
            End::Stuck => Exit::Limit,
            End::Wrong(_) => Exit::No,
        })
    }

    /// Writes each step as soon as it is found.
    fn write_steps(&self, board: &Board, out: &mut impl Write) -> io::Result<SolvePath> {
        let (mut solving, mut steps) = (SolveSteps::new(board.clone(), self.techniques), Vec::new());
        for taken in &mut solving {
            let number = steps.len() + 1;
            if self.arguments.json {
                writeln!(out, "{}", self.json(json::step(self.puzzle.line, number, &taken)))?;
            } else {
                write!(out, "{}", self.step(number, &taken))?;
            }
            steps.push(taken);
        }
        Ok(solving.into_path(steps))
    }

    /// `12. Naked pair. In row 3, …`, below the board if it is drawn.
    fn step(&self, number: usize, taken: &AppliedStep) -> String {
        let mut text = String::new();
        let is_drawn = self.terminal.interactive && taken.step.placements.is_empty();
        if self.arguments.grid || is_drawn {
            text += &grid::draw(&taken.before, Some(&taken.step), self.terminal.color);
        }
        let title = paint(taken.technique.about.title, GIVEN, self.terminal.color);
        let _ = writeln!(text, "{number}. {title}. {}", self.sentence(taken));
        text
    }

    /// The step as a sentence, or with `--full` all of it.
    pub(super) fn sentence(&self, taken: &AppliedStep) -> String {
        if self.arguments.full { taken.full_sentence() } else { taken.sentence() }
    }

    /// The last sentence of the explanation.
    fn end(&self, path: &SolvePath) -> String {
        let mut text = match path.end {
            End::Solved => match path.premise() {
                Premise::Rules => "Solved.\n".to_string(),
                Premise::OneSolution => "Solved, assuming a unique solution.\n".to_string(),
            },
            End::Wrong(wrong) => {
                let wrong = words::contradiction(&path.board, wrong);
                match path.premise() {
                    Premise::Rules => format!("There is no solution: {wrong}.\n"),
                    Premise::OneSolution => {
                        format!("There is no solution, or more than the assumed one: {wrong}.\n")
                    }
                }
            }
            End::Stuck => {
                let mut left = match path.board.empty() {
                    1 => "1 cell is empty; no enabled technique applies.\n".to_string(),
                    empty => format!("{empty} cells are empty; no enabled technique applies.\n"),
                };
                if !path.skipped.is_empty() {
                    let skipped = path.skipped.iter().map(|technique| technique.about.name);
                    let side = path.board.side();
                    left += &format!(
                        "Skipped because they are too slow on a {side}x{side} board: {}.\n",
                        words::list(skipped)
                    );
                }
                left + &paint("`coverlab solve` finishes it by search.\n", FAINT, self.terminal.color)
            }
        };
        text.insert_str(0, &grid::draw(&path.board, None, self.terminal.color));
        text += &self.abridged(&path.steps);
        let hardest = path.steps.iter().max_by_key(|taken| taken.technique.place());
        if let Some(hardest) = hardest.filter(|_| self.terminal.interactive) {
            text += &self.page_hint(hardest.technique);
        }
        text
    }

    /// The number of abridged steps, and how to print them in full.
    fn abridged(&self, steps: &[AppliedStep]) -> String {
        let count =
            if self.arguments.full { 0 } else { steps.iter().filter(|taken| taken.is_abridged()).count() };
        let line = match count {
            0 => return String::new(),
            1 => "One step is abridged; `coverlab explain --full` proves all of it.\n".to_string(),
            _ => format!("{count} steps are abridged; `coverlab explain --full` proves all of them.\n"),
        };
        paint(&line, FAINT, self.terminal.color)
    }

    /// Names the command that writes the page about a technique.
    pub(super) fn page_hint(&self, technique: &Entry) -> String {
        let About { name, title, .. } = technique.about;
        let line = format!("`coverlab lesson {name}` writes a page about this technique: {title}.\n");
        paint(&line, FAINT, self.terminal.color)
    }
}
