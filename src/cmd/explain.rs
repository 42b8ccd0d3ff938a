//! `coverlab explain`: explains a solution by human techniques, step by step.

mod explanation;
mod grid;
mod hint;

use crate::support::candidate_boards::{BoardInput, for_each_board};
use crate::support::puzzle_input::PuzzleInput;
use crate::support::read_options::ReadOptions;
use crate::support::{Exit, Failure};
use clap::{Args, ValueEnum};
use coverlab_bench::output;
use coverlab_bench::terminal::Terminal;
use coverlab_model::format::sudoku::Puzzle;
use coverlab_techniques::json::{self, Grade};
use coverlab_techniques::{BoardError, Entry, Premise, TECHNIQUES};
use explanation::Explanation;
use serde_json::Value;
use std::ffi::OsString;

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
an arrow, an inference follows only from the one before it.";

/// Arguments of `coverlab explain`.
#[derive(Debug, Args)]
#[command(after_help = NOTES)]
pub struct ExplainArgs {
    /// Puzzles, files of puzzles, corpora (unique-9x9), or - for standard input
    #[arg(value_name = "INPUT", required = true)]
    pub inputs: Vec<String>,
    /// Give only a hint: where to look, which technique to use, or the next step
    #[arg(long, value_name = "GRADE", num_args = 0..=1, require_equals = true, default_missing_value = "step")]
    pub next: Option<Grade>,
    /// The hardest technique to use, in the order of `coverlab list techniques`
    #[arg(long, value_name = "TECHNIQUE")]
    pub up_to: Option<String>,
    /// Techniques not to use, separated by commas
    #[arg(long, value_name = "TECHNIQUES", value_delimiter = ',')]
    pub without: Vec<String>,
    /// Assume that the puzzle has one solution, and use the techniques that rely on it
    #[arg(long)]
    pub unique: bool,
    /// Draw the board with its candidates before each step [default: on a terminal, before steps that eliminate
    /// candidates]
    #[arg(long, conflicts_with = "json")]
    pub grid: bool,
    /// Print forcing nets with all inferences and inner chains, however long
    #[arg(long)]
    pub full: bool,
    /// Print JSON Lines: one object per step and one at the end, each with source, line and name of the puzzle
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
    let techniques = techniques(arguments)?;
    let (mut out, mut explained) = (output::stdout(), 0);
    let explain = |&BoardInput { input, puzzle, board, .. }: &BoardInput<'_>| {
        let explanation =
            Explanation { arguments, terminal, source: &input.name, puzzle, techniques: &techniques };
        if !arguments.json {
            explanation.write_heading(explained, &mut out)?;
            explained += 1;
        }
        match arguments.next {
            Some(grade) => explanation.hint(board, grade, &mut out),
            None => explanation.write(board, &mut out),
        }
    };
    let refused = |input: &PuzzleInput, puzzle: &Puzzle, reason: &BoardError| {
        arguments.json.then(|| located(refused_json(arguments, puzzle, reason), &input.name, puzzle))
    };
    for_each_board(&arguments.inputs, &arguments.reading, terminal, explain, refused)
}

/// A JSON object about `puzzle`, with the input and the name of the puzzle.
fn located(mut object: Value, source: &str, puzzle: &Puzzle) -> Value {
    object["source"] = source.into();
    object["name"] = puzzle.name.clone().into();
    object
}

/// The JSON object of a puzzle that has no board with candidates.
fn refused_json(arguments: &ExplainArgs, puzzle: &Puzzle, reason: &BoardError) -> Value {
    if arguments.next.is_some() {
        return json::no_hint(puzzle.line, &format!("There is no board: {reason}."));
    }
    json::refused(puzzle.line, &puzzle.puzzle, reason)
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
