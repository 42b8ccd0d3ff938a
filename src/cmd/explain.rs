//! `coverlab explain`: explains a solution by human techniques, step by step.

mod grid;

use super::boards::{self, BoardInput};
use super::feed::ReadOptions;
use super::puzzle_argument;
use super::{Exit, Failure, completions};
use clap::{Args, ValueEnum};
use coverlab_bench::output;
use coverlab_bench::terminal::{FAINT, GIVEN, Terminal, paint};
use coverlab_model::format::sudoku::Puzzle;
use coverlab_model::{Outcome, Stop, Sudoku, Task};
use coverlab_strategies::Configured;
use coverlab_techniques::json::{self, Grade};
use coverlab_techniques::{
    About, AppliedStep, Board, BoardError, End, Entry, Premise, SolvePath, SolveSteps, TECHNIQUES, words,
};
use serde_json::{Value, json};
use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::Write;

const NOTES: &str = "\
Examples:
  coverlab explain 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
  coverlab explain --next where puzzle.txt     a small hint: where to look
  coverlab explain --next rule puzzle.txt      a larger hint: which technique to use
  coverlab explain --next puzzle.txt           the next step
  coverlab explain --up-to x-wing puzzle.txt   without harder techniques
  coverlab explain --without trial,chain --json puzzles.txt
  coverlab explain --unique puzzle.txt         also with unique rectangles
  coverlab explain --full puzzle.txt           with the inner chains of forcing nets

Each step uses the easiest technique that applies, in the order of `coverlab list techniques`. Techniques that \
assume a unique solution need --unique. In a drawing, 5* belongs to the pattern, 5' is a fin, 5- is \
eliminated and 5+ is placed. A forcing net takes at most twelve lines: a long one is listed in stages, each \
of which follows from those before it. --full proves every inference. `coverlab lesson TECHNIQUE` writes a page about a technique.

In a forcing net, `7 r4c9=6 (b6; 3, 5)` is inference 7: r4c9 is 6, its only place in box 6, because of inferences 3 \
and 5. `(cell; 0)` means that the cell has no other candidate left, because of the assumption. ≠ eliminates digits. After \
an arrow, an inference follows from the one before alone.

Exit codes:
  0  the techniques solve the puzzle, or a hint was given
  1  the puzzle has no solution
  4  the techniques get stuck";

/// Arguments of `coverlab explain`.
#[derive(Debug, Default, Args)]
#[command(after_help = NOTES)]
pub struct ExplainArgs {
    /// Puzzles, files of puzzles, corpora (unique-9x9), or - for standard input
    #[arg(value_name = "INPUT", required = true, value_parser = puzzle_argument::puzzles(), add = completions::inputs())]
    pub inputs: Vec<String>,
    /// Give only a hint: where to look, which technique to use, or the next step
    #[arg(long, value_name = "GRADE", num_args = 0..=1, require_equals = true, default_missing_value = "step")]
    pub next: Option<Grade>,
    /// The hardest technique to use, in the order of `coverlab list techniques`
    #[arg(long, value_name = "TECHNIQUE")]
    pub up_to: Option<String>,
    /// Techniques not to use
    #[arg(long, value_name = "TECHNIQUES", value_delimiter = ',')]
    pub without: Vec<String>,
    /// Assume that the puzzle has one solution, and use the techniques that rely on it
    #[arg(long)]
    pub unique: bool,
    /// Draw the board with its candidates before each step [default: on a terminal, before steps that eliminate
    /// candidates]
    #[arg(long)]
    pub grid: bool,
    /// Print forcing nets with all inferences and inner chains, however long
    #[arg(long)]
    pub full: bool,
    /// Print JSON Lines: one object per step, and one at the end
    #[arg(long)]
    pub json: bool,
    /// Options for reading the input.
    #[command(flatten)]
    pub reading: ReadOptions,
}

/// Joins `--next` with a grade that follows it. The grade is optional, so clap would take it for an input.
pub(crate) fn join_grades(words: Vec<OsString>) -> Vec<OsString> {
    let mut joined: Vec<OsString> = Vec::with_capacity(words.len());
    for word in words {
        let grade = word.to_str().filter(|word| Grade::from_str(word, false).is_ok());
        match (grade, joined.last_mut()) {
            (Some(grade), Some(last)) if last == "--next" => *last = format!("--next={grade}").into(),
            _ => joined.push(word),
        }
    }
    joined
}

/// Runs `coverlab explain`.
pub fn run(arguments: &ExplainArgs, terminal: &Terminal) -> Result<Exit, Failure> {
    run_and_search(arguments, None, terminal)
}

/// The search that finishes a puzzle when the techniques get stuck.
pub(super) struct Fallback {
    /// The strategy.
    pub(super) strategy: Configured<Sudoku>,
    /// Its task.
    pub(super) task: Task,
}

impl Fallback {
    /// Solves what the techniques have left of `board`.
    fn finish(&self, board: &Board) -> Outcome<Sudoku> {
        let puzzle = Sudoku::new(board.layout().shape(), board.digits()).expect("digits of a board");
        if let Err(refusal) = self.strategy.backend.accepts(&puzzle) {
            return Outcome::unsearched(refusal.stop());
        }
        self.strategy.backend.session().untimed(&puzzle, &self.task)
    }
}

/// Like [`run`], but finishes by `fallback` when the techniques get stuck.
pub(super) fn run_and_search(
    arguments: &ExplainArgs,
    fallback: Option<&Fallback>,
    terminal: &Terminal,
) -> Result<Exit, Failure> {
    let techniques = techniques(arguments)?;
    let mut out = output::stdout();
    let explain = |&BoardInput { puzzle, board, .. }: &BoardInput<'_>| {
        Explanation { arguments, terminal, puzzle, techniques: &techniques, fallback }.write(board, &mut out)
    };
    boards::each(&arguments.inputs, &arguments.reading, terminal, explain, |_, puzzle, reason| {
        if arguments.json {
            writeln!(output::stdout(), "{}", refused_json(arguments, puzzle, reason))
        } else {
            Ok(())
        }
    })
}

/// The JSON object of a puzzle that has no board with candidates.
fn refused_json(arguments: &ExplainArgs, puzzle: &Puzzle, reason: &BoardError) -> Value {
    if arguments.next.is_some() {
        return json::no_hint(puzzle.line, &format!("There is no board: {reason}."));
    }
    let end = if matches!(reason, BoardError::Clash { .. }) { "no-solution" } else { "not-supported" };
    let clues = puzzle.puzzle.clues();
    json!({
        "line": puzzle.line,
        "end": end,
        "premise": Premise::Rules.to_string(),
        "wrong": reason.to_string(),
        "empty": clues.iter().filter(|&&clue| clue == 0).count(),
        "digits": clues,
        "techniques": {},
        "skipped": [],
    })
}

/// The techniques to use.
fn techniques(arguments: &ExplainArgs) -> Result<Vec<&'static Entry>, Failure> {
    let premise = if arguments.unique { Premise::OneSolution } else { Premise::Rules };
    let find = |name: &String| coverlab_techniques::find_by_any_name(name);
    let last = arguments.up_to.as_ref().map(find).transpose()?;
    if let Some(last) = last.filter(|last| last.premise > premise) {
        return Err(needs_unique(last.about.name));
    }
    let without = arguments.without.iter().map(find).collect::<Result<Vec<_>, _>>()?;
    let is_allowed = |technique: &&Entry| {
        let is_left_out = without.iter().any(|without| without.about.name == technique.about.name);
        technique.premise <= premise && !is_left_out
    };
    Ok(TECHNIQUES[..=last.map_or(TECHNIQUES.len() - 1, Entry::place)].iter().filter(is_allowed).collect())
}

/// The failure for a technique that needs `--unique`.
fn needs_unique(name: &str) -> Failure {
    Failure::usage(format!("`{name}` assumes that the puzzle has one solution"), "add --unique to assume it")
}

/// The result of the search, as JSON.
fn search_json(fallback: &Fallback, outcome: &Outcome<Sudoku>) -> Value {
    json!({
        "strategy": fallback.strategy.spec.to_string(),
        "nodes": outcome.counters.nodes,
        "stop": outcome.stop.filter(|_| outcome.solutions == 0).map(Stop::name),
        "solution": outcome.kept.first().map(|grid| grid.cells().to_vec()),
    })
}

/// The explanation of one puzzle.
struct Explanation<'a> {
    arguments: &'a ExplainArgs,
    terminal: &'a Terminal,
    puzzle: &'a Puzzle,
    techniques: &'a [&'static Entry],
    fallback: Option<&'a Fallback>,
}

impl Explanation<'_> {
    fn write(&self, board: &Board, out: &mut impl Write) -> Result<Exit, Failure> {
        if let Some(grade) = self.arguments.next {
            return self.hint(board, grade, out);
        }
        let (mut solving, mut steps) = (SolveSteps::new(board.clone(), self.techniques), Vec::new());
        for taken in &mut solving {
            let number = steps.len() + 1;
            if self.arguments.json {
                writeln!(out, "{}", json::step(self.puzzle.line, number, &taken))?;
            } else {
                write!(out, "{}", self.step(number, &taken))?;
            }
            steps.push(taken);
        }
        let path = solving.into_path(steps);
        let stuck = path.end == End::Stuck;
        let searched =
            self.fallback.filter(|_| stuck).map(|fallback| (fallback, fallback.finish(&path.board)));
        if self.arguments.json {
            let mut end = json::end(self.puzzle.line, &path);
            if let Some((fallback, outcome)) = &searched {
                end["search"] = search_json(fallback, outcome);
            }
            writeln!(out, "{end}")?;
        } else {
            write!(out, "{}", self.end(&path, searched.is_some()))?;
        }
        if let Some((fallback, outcome)) = searched {
            if !self.arguments.json {
                write!(out, "{}", self.searched(fallback, &outcome, &path))?;
            }
            return Ok(match (outcome.solutions, outcome.stop) {
                (1.., _) => Exit::Answered,
                (0, None) => Exit::No,
                (0, Some(Stop::Cancelled)) => Exit::Interrupted,
                (0, Some(_)) => Exit::Limit,
            });
        }
        Ok(match path.end {
            End::Solved => Exit::Answered,
            End::Stuck => Exit::Limit,
            End::Wrong(_) => Exit::No,
        })
    }

    /// `12. Naked pair. In row 3, …`, below the board if it is drawn.
    fn step(&self, number: usize, taken: &AppliedStep) -> String {
        let mut text = String::new();
        let drawn = self.terminal.interactive && taken.step.placements.is_empty();
        if self.arguments.grid || drawn {
            text += &grid::draw(&taken.before, Some(&taken.step), self.terminal.color);
        }
        let title = paint(taken.technique.about.title, GIVEN, self.terminal.color);
        let _ = writeln!(text, "{number}. {title}. {}", self.sentence(taken));
        text
    }

    /// The step as a sentence, or with `--full` all of it.
    fn sentence(&self, taken: &AppliedStep) -> String {
        if self.arguments.full { taken.full_sentence() } else { taken.sentence() }
    }

    /// The last sentence of the explanation. With `is_searched`, a search follows.
    fn end(&self, path: &SolvePath, is_searched: bool) -> String {
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
                        "Skipped, as too slow on a {side}x{side} board: {}.\n",
                        words::list(skipped)
                    );
                }
                let help = paint("`coverlab solve` finishes it by search.\n", FAINT, self.terminal.color);
                if is_searched { left } else { left + &help }
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
    fn page_hint(&self, technique: &Entry) -> String {
        let About { name, title, .. } = technique.about;
        let line = format!("`coverlab lesson {name}` writes a page about this technique: {title}.\n");
        paint(&line, FAINT, self.terminal.color)
    }

    /// The result of the search, with the solved board.
    fn searched(&self, fallback: &Fallback, outcome: &Outcome<Sudoku>, path: &SolvePath) -> String {
        let name = &fallback.strategy.spec;
        let nodes = if outcome.counters.nodes == 1 { "node" } else { "nodes" };
        let effort = format!("{} {nodes} of {name}", outcome.counters.nodes);
        match (outcome.kept.first(), outcome.stop) {
            (Some(grid), _) => {
                let solved = Sudoku::new(path.board.layout().shape(), grid.cells()).expect("a filled board");
                let board = Board::new(&solved).expect("a solution breaks no rule");
                let drawn = grid::draw(&board, None, self.terminal.color);
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

    fn hint(&self, board: &Board, grade: Grade, out: &mut impl Write) -> Result<Exit, Failure> {
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
            writeln!(out, "{}", json::hint(self.puzzle.line, grade, &taken))?;
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
            true => writeln!(out, "{}", json::no_hint(self.puzzle.line, why))?,
            false => writeln!(out, "{why}")?,
        }
        Ok(exit)
    }
}
