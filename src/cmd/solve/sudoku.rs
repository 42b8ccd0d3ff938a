//! Sudoku puzzles, and the remarks on one that is given alone: why it has no solution, or whether it has another.

use super::arguments::{Form, Question};
use super::batch::{Batches, Shared};
use super::lines::{LineReader, PlainReader};
use super::problem::{Solvable, Style};
use super::read::Reader;
use super::{Command, run_pipeline, threads};
use crate::cmd::feed::Feed;
use crate::cmd::{Exit, Failure};
use coverlab_bench::terminal::{FOUND, GIVEN, paint};
use coverlab_model::clock::ThreadTime;
use coverlab_model::format::sudoku::Options;
use coverlab_model::format::symbols::Symbols;
use coverlab_model::format::{boxed, line};
use coverlab_model::{Grid, Outcome, Session, Spec, Sudoku, Task};
use coverlab_strategies::lockstep::lines::LineSolver;
use coverlab_strategies::{self as lookup, Configured};
use coverlab_techniques::{Board, End, words};
use std::sync::Arc;
use std::time::Duration;

impl Command<'_> {
    /// Solves the puzzles of `feed`.
    pub(super) fn solve_puzzles(
        self,
        configured: Configured<Sudoku>,
        feed: Feed,
        options: &Options,
    ) -> Result<Exit, Failure> {
        let Command { arguments, terminal, .. } = self;
        let shared = Arc::new(Shared::default());
        let by_line = LineSolver::of(&configured.spec).is_some() && self.is_plain(options);
        let (engine, bar, may_wait) = (self.engine(configured), feed.bar(), feed.may_wait());
        let context = self.context(feed.name.clone(), &engine.configured.spec, &shared);
        let style = Style { symbols: options.symbols.clone(), ..Style::default() };
        let make = || -> Box<dyn LineReader<Sudoku> + '_> {
            let solver = LineSolver::of(&engine.configured.spec).filter(|_| by_line);
            let solver = solver.map(|solver| solver.until(&engine.task.cancel));
            Box::new(PlainReader::new(&context, options, &engine.task, solver))
        };
        let search = |batches: Batches<'_, Sudoku>| {
            let work = self.work(&engine, &context, style, Some(Box::new(make)));
            run_pipeline(&work, threads(arguments.threads), batches, bar)
        };
        let mut reader = Reader::new(feed, shared.clone(), by_line, !terminal.quiet);
        if !may_wait {
            let solved = search(Box::new(&mut reader))?;
            return Ok(solved.max(reader.end()?.exit()));
        }
        let mut thread = reader.start(engine.task.cancel.clone());
        let solved = search(Box::new(&mut thread))?;
        Ok(solved.max(thread.end()?.exit()))
    }

    /// Whether plain lines can be answered line by line: nothing is asked that such an answer does not hold.
    fn is_plain(self, options: &Options) -> bool {
        self.arguments.form(self.terminal) != Form::Drawing
            && self.arguments.question() != Question::All
            && self.arguments.node_limit.is_none()
            && self.arguments.time_limit.is_none()
            && self.arguments.memory_limit.is_none()
            && options.symbols == Symbols::default()
    }
}

impl Solvable for Sudoku {
    const IS_MULTILINE: bool = false;

    fn line(&self, _name: &str, style: &Style<'_>) -> String {
        line::write(self.shape(), self.clues(), &style.symbols)
    }

    fn solution_line(&self, grid: &Grid, style: &Style<'_>) -> String {
        line::write(grid.shape(), grid.cells(), &style.symbols)
    }

    fn drawing(&self, grid: Option<&Grid>, style: &Style<'_>) -> String {
        let (shape, symbols) = (self.shape(), &style.symbols);
        boxed::draw(shape, symbols, |cell| match (self.clues()[cell], grid) {
            (0, Some(grid)) => paint(&boxed::word(grid.cells()[cell], shape, symbols), FOUND, style.color),
            (0, None) => boxed::word(0, shape, symbols),
            (clue, _) => paint(&boxed::word(clue, shape, symbols), GIVEN, style.color),
        })
    }

    fn progress(&self) -> String {
        format!("{} of {} cells filled", self.clue_count(), self.shape().cells())
    }

    fn difference(&self, one: &Grid, other: &Grid, style: &Style<'_>) -> String {
        let shape = self.shape();
        let cell = (0..shape.cells()).find(|&c| one.cells()[c] != other.cells()[c]).unwrap_or(0);
        let word = |grid: &Grid| boxed::word(grid.cells()[cell], shape, &style.symbols);
        let (row, column) = (shape.row(cell) + 1, shape.column(cell) + 1);
        format!("row {row}, column {column}: {} or {}", word(one), word(other))
    }

    fn another(&self, found: &Grid, style: &Style<'_>) -> Option<String> {
        let other = second_solution(self, found)?;
        let difference = self.difference(found, &other, style);
        Some(format!("one of several solutions, first difference: {difference}"))
    }

    /// Equal clues in a house have been pointed out in the input already.
    fn contradiction(&self, style: &Style<'_>) -> Option<String> {
        if self.check_clues().is_err() {
            return None;
        }
        let (cells, minimal) = clashing_clues(self)?;
        let shape = self.shape();
        let clue = |&cell: &usize| {
            let word = boxed::word(self.clues()[cell], shape, &style.symbols);
            format!("{word} in r{}c{}", shape.row(cell) + 1, shape.column(cell) + 1)
        };
        let set = match (minimal, cells.len()) {
            (true, ..=MAX_GLANCE) => "a minimal set of clues that clash".to_string(),
            (true, count) => format!("{count} clues clash, and without any one of them they would not"),
            (false, count) => format!("{count} clues clash"),
        };
        let clues = cells.iter().map(clue).collect::<Vec<_>>().join(", ");
        let end = dead_end(self, &cells).map_or(String::new(), |end| format!("; {end}"));
        Some(format!("{set}: {clues}{end}"))
    }
}

/// Most clashing clues that are taken in at a glance.
const MAX_GLANCE: usize = 6;

/// Larger boards take techniques too long for a note.
const MAX_EXPLAINED_SIDE: usize = 16;

/// CPU time for a search, and for all clues together. If that is not enough, the question stays open, and the clues
/// stay where they are.
const MAX_REMARK_TIME: Duration = Duration::from_secs(1);

/// Where the clues in `cells` alone lead, in the words of `coverlab explain`; `None` if no technique sees it.
fn dead_end(puzzle: &Sudoku, cells: &[usize]) -> Option<String> {
    if puzzle.shape().side() > MAX_EXPLAINED_SIDE {
        return None;
    }
    let clues = cells.iter().fold(Sudoku::empty(puzzle.shape()), |p, &c| p.with(c, puzzle.clues()[c]));
    let way = coverlab_techniques::solve(Board::new(&clues).ok()?, &coverlab_techniques::all());
    let End::Wrong(wrong) = way.end else { return None };
    let wrong = words::contradiction(&way.board, wrong);
    Some(match way.steps.len() {
        0 => wrong,
        1 => format!("one step leads to where {wrong}"),
        steps => format!("{steps} steps lead to where {wrong}"),
    })
}

/// A solution of `puzzle` other than `found`, if one is found in time.
fn second_solution(puzzle: &Sudoku, found: &Grid) -> Option<Grid> {
    let outcome = search(puzzle, &mut *session()?, 2)?;
    outcome.verify(puzzle).ok()?;
    outcome.kept.into_iter().find(|grid| grid != found)
}

/// Cells with clues that leave no solution together, and whether they are known to be a minimal set: each clue in it
/// is needed, though there may be smaller sets of other clues. `None` if `puzzle` is not found to be without a
/// solution.
///
/// Clues are dropped one after the other as long as the remaining ones stay without a solution.
fn clashing_clues(puzzle: &Sudoku) -> Option<(Vec<usize>, bool)> {
    let mut session = session()?;
    if is_solvable(puzzle, &mut *session) != Some(false) {
        return None;
    }
    let (mut left, mut minimal) = (puzzle.clone(), true);
    let clock = ThreadTime::now();
    for cell in 0..puzzle.clues().len() {
        if clock.elapsed() > MAX_REMARK_TIME {
            minimal = false;
            break;
        }
        if left.clues()[cell] == 0 {
            continue;
        }
        let without = left.with(cell, 0);
        match is_solvable(&without, &mut *session) {
            Some(false) => left = without,
            Some(true) => {}
            None => minimal = false,
        }
    }
    let cells = (0..left.clues().len()).filter(|&cell| left.clues()[cell] != 0).collect();
    Some((cells, minimal))
}

/// A session of the strategy that takes a closer look.
fn session() -> Option<Box<dyn Session<Sudoku>>> {
    let configured = lookup::sudoku(&"auto".parse::<Spec>().ok()?).ok()?;
    Some(configured.backend.session())
}

/// The solutions of `puzzle` that `session` finds in time, up to `solutions` of them.
fn search(puzzle: &Sudoku, session: &mut dyn Session<Sudoku>, solutions: u64) -> Option<Outcome<Sudoku>> {
    let task = Task { time: Some(MAX_REMARK_TIME), ..Task::first(solutions) };
    let mut outcomes = Vec::with_capacity(1);
    session.run(std::slice::from_ref(puzzle), &task, &mut outcomes);
    outcomes.pop()
}

/// `None`: not known in time.
fn is_solvable(puzzle: &Sudoku, session: &mut dyn Session<Sudoku>) -> Option<bool> {
    let outcome = search(puzzle, session, 1)?;
    match (outcome.solutions, outcome.stop) {
        (1.., _) => Some(true),
        (0, None) => Some(false),
        (0, Some(_)) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use coverlab_model::Shape;

    #[test]
    fn each_clue_of_the_set_is_needed() {
        // Row 1 lacks 4, which its last cell cannot take; the other clues are beside the point.
        let four = Shape::new(2, 2).unwrap();
        let puzzle = Sudoku::new(four, &[1, 2, 3, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4]).unwrap();
        let (cells, minimal) = clashing_clues(&puzzle).unwrap();
        assert!(minimal);
        let only =
            |cells: &[usize]| cells.iter().fold(Sudoku::empty(four), |p, &c| p.with(c, puzzle.clues()[c]));
        assert_eq!(clashing_clues(&only(&cells)), Some((cells.clone(), true)));
        for &cell in &cells {
            assert_eq!(clashing_clues(&only(&cells).with(cell, 0)), None, "without cell {cell}");
        }
        assert_eq!(clashing_clues(&Sudoku::empty(four)), None);
    }

    #[test]
    fn a_second_solution_is_found_if_there_is_one() {
        let four = Shape::new(2, 2).unwrap();
        let grid = Grid::new(four, &[1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]).unwrap();
        let full = Sudoku::new(four, grid.cells()).unwrap();
        assert_eq!(second_solution(&full, &grid), None);
        // Row 4 holds the only 3 and 4 of the first two columns.
        let open = [8, 9, 12, 13].into_iter().fold(full.clone(), |puzzle, cell| puzzle.with(cell, 0));
        assert_eq!(second_solution(&open, &grid), None);
        // In rows 1 and 3 of the first two columns, 1 and 2 can change places.
        let open = [0, 1, 8, 9].into_iter().fold(full, |puzzle, cell| puzzle.with(cell, 0));
        let other = second_solution(&open, &grid).unwrap();
        assert_eq!((other.cells()[0], other.cells()[8]), (2, 1));
    }
}
