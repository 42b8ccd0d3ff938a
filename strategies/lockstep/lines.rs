//! Solves blocks of text lines in the lanes of `lockstep` or `digit-lanes`: the library part of a solver of
//! files.
//!
//! A line is a puzzle of 81 characters; text after it, separated by a blank, comma, colon, semicolon or bar,
//! is ignored. Blank lines and lines that begin with `#` are skipped. Any other line is listed as rejected, and
//! the remaining lines of the block are solved.

mod digits;

use super::Lockstep;
use super::dispatch::{Width, search};
use super::driver::{InLane, Jobs, SearchCounters, Searches};
use super::kernel::WORDS;
use super::lanes::Row;
use super::nine::Nine;
use super::parse::{CELLS, is_puzzle, parse, write_digits};
use crate::digit_lanes::{self, DigitLanes};
use crate::sudoku_auto::Auto;
use coverlab_model::{Cancel, Flow, Spec, Stop, Strategy};
use std::ops::ControlFlow;

/// The answer to one puzzle of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solved {
    /// The line number in its block, from 1.
    pub line: usize,
    /// The byte offset of its line in the block.
    pub start: usize,
    /// The number of solutions found, up to the limit.
    pub solutions: u64,
    /// The first solution as characters; dots if there is none.
    pub grid: [u8; CELLS],
    /// The number of binary choices of the search.
    pub guesses: u64,
    /// The number of nodes of the search.
    pub nodes: u64,
}

/// The answers to the lines of a block, in line order.
#[derive(Clone, Debug, Default)]
pub struct Answers {
    /// One answer per puzzle.
    pub puzzles: Vec<Solved>,
    /// The second solutions found, each with the index of its puzzle.
    pub seconds: Vec<(usize, [u8; CELLS])>,
    /// The numbers, in the block, of the lines that are not puzzles; the full reader says what is wrong.
    pub rejected: Vec<usize>,
}

/// A solver of blocks, for one thread. It reuses its memory between blocks.
#[derive(Default)]
pub struct LineSolver {
    width: Width,
    lane: LaneUse,
    cancel: Cancel,
}

/// How the lanes are used.
enum LaneUse {
    /// One puzzle per lane: `lockstep`.
    Puzzle(Searches<WORDS>),
    /// One digit per lane: `digit-lanes`, one puzzle after the other.
    Digit(Box<digit_lanes::Scratch>),
}

impl Default for LaneUse {
    fn default() -> Self {
        LaneUse::Puzzle(Searches::default())
    }
}

impl LineSolver {
    /// Creates a solver in lanes of `width`.
    pub fn new(width: Width) -> Self {
        LineSolver { width, ..LineSolver::default() }
    }

    /// Creates a solver for `spec`, if it names `lockstep`, `auto` (which uses `lockstep`) or `digit-lanes`.
    pub fn of(spec: &Spec) -> Option<LineSolver> {
        let width = spec.parameters.iter().find(|(name, _)| name == "width").map(|(_, value)| value.as_str());
        let width = Width::named(width.unwrap_or("auto"))?;
        let name = spec.name.as_str();
        if name == DigitLanes::ABOUT.name {
            return Some(LineSolver { lane: LaneUse::Digit(Default::default()), ..LineSolver::new(width) });
        }
        [Lockstep::ABOUT.name, Auto::ABOUT.name].contains(&name).then(|| LineSolver::new(width))
    }

    /// Makes its searches stop when `cancel` is raised, without further solutions.
    #[must_use]
    pub fn until(self, cancel: &Cancel) -> LineSolver {
        LineSolver { cancel: cancel.clone(), ..self }
    }

    /// Solves the puzzles of `block` and replaces `answers`. `limit` bounds the solutions of each puzzle (1:
    /// find any, 2: test uniqueness). A line must not be split between two blocks.
    pub fn solve(&mut self, block: &[u8], limit: u64, answers: &mut Answers) {
        let LineSolver { width, lane, cancel } = self;
        let mut jobs = Block::new(block, limit.max(1), answers, cancel);
        match lane {
            LaneUse::Puzzle(searches) => search(*width, Nine, searches, &mut jobs),
            LaneUse::Digit(scratch) => digits::solve_block(*width, scratch, &mut jobs),
        }
        jobs.finish();
    }
}

/// A block that is being solved.
pub(crate) struct Block<'a> {
    rest: &'a [u8],
    /// The length of the whole block in bytes.
    length: usize,
    line: usize,
    limit: u64,
    /// The number of puzzles so far. `answers` may have more, from an earlier block, which are overwritten:
    /// clearing and reallocating them would cost more than reading a line.
    puzzles: usize,
    answers: &'a mut Answers,
    cancel: &'a Cancel,
}

const NO_GRID: [u8; CELLS] = [b'.'; CELLS];

impl<'a> Block<'a> {
    fn new(block: &'a [u8], limit: u64, answers: &'a mut Answers, cancel: &'a Cancel) -> Self {
        answers.rejected.clear();
        answers.seconds.clear();
        Block { rest: block, length: block.len(), line: 0, limit, puzzles: 0, answers, cancel }
    }

    /// Removes the answers of earlier blocks.
    fn finish(self) {
        self.answers.puzzles.truncate(self.puzzles);
        // Searches end in any order.
        self.answers.seconds.sort_unstable_by_key(|&(job, _)| job);
    }

    /// Adds a puzzle that begins at `start`.
    #[inline(always)]
    fn add(&mut self, start: usize) -> usize {
        let job = self.puzzles;
        self.puzzles += 1;
        if job == self.answers.puzzles.len() {
            let blank = Solved { line: 0, start: 0, solutions: 0, grid: NO_GRID, guesses: 0, nodes: 0 };
            self.answers.puzzles.resize(job + 64, blank);
        }
        let puzzle = &mut self.answers.puzzles[job];
        (puzzle.line, puzzle.start) = (self.line, start);
        (puzzle.solutions, puzzle.guesses, puzzle.nodes) = (0, 0, 0);
        job
    }

    /// Splits off the rest of the line, without its end.
    #[inline(always)]
    fn cut(&mut self) -> &'a [u8] {
        let end = self.rest.iter().position(|&byte| byte == b'\n').unwrap_or(self.rest.len());
        let (line, rest) = self.rest.split_at(end);
        self.rest = rest.get(1..).unwrap_or_default();
        line
    }

    /// The cells of the next line that may be a puzzle. The caller must [accept](Self::taken) or
    /// [reject](Self::refuse) it.
    #[inline(always)]
    fn cells(&mut self) -> Option<&'a [u8; CELLS]> {
        while !self.rest.is_empty() {
            self.line += 1;
            // Read the cells before searching for the end of the line: no line ends within a puzzle.
            if let Some((cells, rest)) = self.rest.split_first_chunk::<CELLS>()
                && rest.first().is_none_or(|byte| b"\n \t\r,:;|".contains(byte))
            {
                return Some(cells);
            }
            self.refuse();
        }
        None
    }

    /// Accepts the line as a puzzle; returns its index.
    #[inline(always)]
    fn taken(&mut self) -> usize {
        let start = self.length - self.rest.len();
        self.rest = &self.rest[CELLS..];
        self.cut();
        self.add(start)
    }

    /// Rejects the line.
    #[cold]
    fn refuse(&mut self) {
        let line = self.cut();
        if !(line.trim_ascii().is_empty() || line.starts_with(b"#")) {
            self.answers.rejected.push(self.line);
        }
    }

    /// The next puzzle and its index.
    #[inline(always)]
    pub(crate) fn next_cells(&mut self) -> Option<(usize, &'a [u8; CELLS])> {
        while let Some(cells) = self.cells() {
            if digit_lanes::is_plain(cells) || is_puzzle(cells) {
                return Some((self.taken(), cells));
            }
            self.refuse();
        }
        None
    }

    /// Counts a node of puzzle `job`. Breaks if the search was cancelled.
    #[inline(always)]
    pub(crate) fn node(&mut self, job: usize) -> Flow {
        self.answers.puzzles[job].nodes += 1;
        if self.cancel.is_raised() {
            return ControlFlow::Break(Stop::Cancelled);
        }
        ControlFlow::Continue(())
    }

    /// Counts a solution of puzzle `job`. Returns the place for its characters, if they are wanted, and
    /// whether to continue the search.
    ///
    /// A closure that wrote them would be compiled without the target features of the lanes.
    #[inline(always)]
    pub(crate) fn found(&mut self, job: usize) -> (Option<&mut [u8; CELLS]>, Flow) {
        let puzzle = &mut self.answers.puzzles[job];
        puzzle.solutions += 1;
        let enough = puzzle.solutions >= self.limit;
        let flow = if enough { ControlFlow::Break(Stop::Enough) } else { ControlFlow::Continue(()) };
        let grid = match puzzle.solutions {
            1 => Some(&mut puzzle.grid),
            2 => Some(second(&mut self.answers.seconds, job)),
            _ => None,
        };
        (grid, flow)
    }

    /// Records the end of the search of puzzle `job`.
    #[inline(always)]
    pub(crate) fn ended(&mut self, job: usize, flow: Flow, guesses: u64) {
        let puzzle = &mut self.answers.puzzles[job];
        puzzle.guesses = guesses;
        if flow == ControlFlow::Break(Stop::Cancelled) {
            // A cancelled search may have missed solutions, so the one it found may not be the only one.
            puzzle.solutions = 0;
        }
        if puzzle.solutions == 0 {
            puzzle.grid = NO_GRID;
        }
    }
}

impl Jobs<WORDS> for Block<'_> {
    #[inline(always)]
    fn next<R: Row>(&mut self, mut lane: InLane<'_, R, WORDS>) -> Option<usize> {
        while let Some(cells) = self.cells() {
            if parse(cells, &mut lane) {
                return Some(self.taken());
            }
            self.refuse();
        }
        None
    }
    #[inline(always)]
    fn node(&mut self, job: usize, _depth: usize) -> Flow {
        Block::node(self, job)
    }
    #[inline(always)]
    fn solution<R: Row>(&mut self, job: usize, board: InLane<'_, R, WORDS>) -> Flow {
        let (grid, flow) = self.found(job);
        if let Some(grid) = grid {
            write_digits(|k| board.word(k), grid, b'1');
        }
        flow
    }
    #[inline(always)]
    fn end(&mut self, job: usize, flow: Flow, tally: SearchCounters) {
        self.ended(job, flow, tally.guesses);
    }
}

/// The place for the second solution of puzzle `job`.
#[cold]
fn second(seconds: &mut Vec<(usize, [u8; CELLS])>, job: usize) -> &mut [u8; CELLS] {
    seconds.push((job, NO_GRID));
    let (_, grid) = seconds.last_mut().expect("what was pushed");
    grid
}

#[cfg(test)]
mod tests {
    use super::super::quarters::Words;
    use super::*;
    use coverlab_model::solves_line;

    const UNIQUE: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    const SEVERAL: &str = "..1......364........58........5.27..72.6...1..4....9.2...16...4.82....51.1.4...7.";
    const NONE: &str = "12345678.........9...............................................................";

    #[test]
    fn a_cancelled_search_reports_no_solutions() {
        let (mut answers, cancel) = (Answers::default(), Cancel::default());
        let mut block = Block::new(SEVERAL.as_bytes(), 2, &mut answers, &cancel);
        let mut state = [Words::<1>::ZERO; WORDS];
        let job = block.next(InLane::new(&mut state, 0)).unwrap();
        assert!(block.solution(job, InLane::new(&mut state, 0)).is_continue());
        block.end(job, ControlFlow::Break(Stop::Cancelled), SearchCounters::default());
        block.finish();
        assert_eq!((answers.puzzles[0].solutions, answers.puzzles[0].grid), (0, NO_GRID));
        cancel.raise();
        let lines = [UNIQUE, SEVERAL, NONE].repeat(20).join("\n");
        for spec in ["lockstep", "digit-lanes"] {
            let solver = LineSolver::of(&spec.parse().unwrap()).unwrap();
            solver.until(&cancel).solve(lines.as_bytes(), 2, &mut answers);
            assert!(
                answers.puzzles.len() == 60 && answers.puzzles.iter().all(|puzzle| puzzle.solutions == 0)
            );
        }
    }

    #[test]
    fn second_solutions_are_in_the_order_of_their_puzzles() {
        let lines = [UNIQUE, SEVERAL, NONE, "# words", SEVERAL, UNIQUE, "?", SEVERAL].repeat(20);
        let block = lines.join("\n");
        let mut answers = Answers::default();
        let specs = ["lockstep", "lockstep:width=avx2", "lockstep:width=portable", "auto"];
        for spec in specs.into_iter().chain(["digit-lanes", "digit-lanes:width=portable"]) {
            let mut solver = LineSolver::of(&spec.parse().unwrap()).unwrap();
            solver.solve(block.as_bytes(), 2, &mut answers);
            assert_eq!((answers.puzzles.len(), answers.rejected.len()), (6 * 20, 20));
            let mut seconds = answers.seconds.iter();
            for (index, puzzle) in answers.puzzles.iter().enumerate() {
                let line = lines[puzzle.line - 1];
                let expected = [NONE, UNIQUE, SEVERAL].iter().position(|&known| known == line).unwrap();
                assert_eq!(puzzle.solutions, expected as u64);
                let cells = line.as_bytes().first_chunk().unwrap();
                assert_eq!(solves_line(cells, &puzzle.grid), line != NONE);
                if line == SEVERAL {
                    let (of, grid) = seconds.next().unwrap();
                    assert!(*of == index && solves_line(cells, grid) && *grid != puzzle.grid);
                }
            }
            assert_eq!(seconds.next(), None);
            solver.solve(block.as_bytes(), 1, &mut answers);
            assert!(answers.seconds.is_empty() && answers.puzzles.len() == 6 * 20);
        }
    }
}
