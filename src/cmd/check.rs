//! `coverlab check`: checks the solutions and solution counts that a file of puzzles claims, or the checksums of a record.

mod record;

use crate::support::progress_bar::Bar;
use crate::support::puzzle_input::{PuzzleInput, counted_puzzles};
use crate::support::read_options::ReadOptions;
use crate::support::{Exit, Failure, ignore_closed_pipe};
use clap::Args;
use coverlab_bench::experiment::parse_duration;
use coverlab_bench::output;
use coverlab_bench::terminal::Terminal;
use coverlab_bench::text::counted;
use coverlab_model::format::sudoku::{Count, Puzzle};
use coverlab_model::format::symbols::Symbols;
use coverlab_model::{Fault, Session, Spec, Stop, Sudoku, Task};
use serde_json::json;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The strategy that counts solutions by default.
pub(super) const DEFAULT_STRATEGY: &str = "dlx";

const NOTES: &str = "\
A claim is a solution (puzzle:count:solution, puzzle,solution, a drawn grid headed Solution) or a \
number of solutions: 2, or 2+ for at least two. Each false claim is printed with its position and \
the first error. The last line has the totals.

The folder of a run has a checksum for each block of its trials. If the run was killed or is still in progress, its \
trials so far are checked.

Examples:
  coverlab check puzzles.csv
  coverlab check target/compare                      verify the checksums of the trials
  coverlab check puzzles.csv --json                  print each claim with its verdict
  coverlab check target/compare --out intact.csv     copy the intact trials
  duckdb -c \"COPY (FROM 'intact.csv') TO 'intact.parquet'\"";

/// Arguments of `coverlab check`.
#[derive(Debug, Args)]
#[command(after_long_help = NOTES)]
pub struct CheckArgs {
    /// Files of puzzles, corpora (unique-9x9), - for standard input, puzzles, or the folder of a run
    #[arg(value_name = "INPUT", required = true)]
    pub inputs: Vec<String>,
    /// The number of solutions to expect of a puzzle that does not state one: 1, 2+
    #[arg(long, value_name = "COUNT")]
    pub solutions: Option<Count>,
    /// With the folder of a run: copy its intact trials to this file
    #[arg(long, short, value_name = "FILE.csv")]
    pub out: Option<PathBuf>,
    /// The strategy that counts solutions [default: dlx]
    #[arg(long, short, value_name = "SPEC")]
    pub strategy: Option<Spec>,
    /// CPU time limit for each count: 500ms, 10s, 2min
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub time_limit: Option<Duration>,
    /// Print one JSON object per claim, or per record
    #[arg(long)]
    pub json: bool,
    /// Options for reading the input.
    #[command(flatten)]
    pub reading: ReadOptions,
}

impl CheckArgs {
    /// The first option given that applies only to puzzles.
    fn option_of_puzzles(&self) -> Option<&'static str> {
        match self {
            CheckArgs { solutions: Some(_), .. } => Some("--solutions"),
            CheckArgs { strategy: Some(_), .. } => Some("--strategy"),
            CheckArgs { time_limit: Some(_), .. } => Some("--time-limit"),
            CheckArgs { reading, .. } => reading.option(),
        }
    }
}

/// Result of checking a claim.
enum ClaimVerdict {
    Holds,
    False(String),
    Unknown(String),
    /// The strategy gave a wrong answer.
    Broken(String),
}

/// Runs `coverlab check`.
pub fn run(arguments: &CheckArgs, terminal: &Terminal) -> Result<Exit, Failure> {
    if let [input] = arguments.inputs.as_slice()
        && record::is_record(Path::new(input))
    {
        if let Some(option) = arguments.option_of_puzzles() {
            let what = format!("{option} applies only to puzzles, but {input} is the folder of a run");
            return Err(Failure::usage(what, format!("omit {option}")));
        }
        return record::check(Path::new(input), arguments, terminal);
    }
    if arguments.out.is_some() {
        return Err(Failure::usage(
            "--out applies only to the folder of one run",
            "coverlab check target/compare --out intact.csv",
        ));
    }
    let default = || DEFAULT_STRATEGY.parse().expect("the default is a specification");
    let configured = coverlab_strategies::sudoku(&arguments.strategy.clone().unwrap_or_else(default))?;
    let mut session = configured.backend.session();
    let mut out = BufWriter::new(output::stdout());
    let mut totals = Totals::default();
    let exit =
        PuzzleInput::each_puzzle(&arguments.inputs, &arguments.reading, terminal, |input, bar, puzzle| {
            bar.puzzles(input.read, || input.position());
            totals.puzzles += 1;
            check(input, puzzle, arguments, &mut *session, &mut totals, bar, &mut out)
        })?;
    if !terminal.quiet && !arguments.json {
        let (puzzles, claims) = (counted_puzzles(totals.puzzles), counted(totals.claims, "claim", "claims"));
        ignore_closed_pipe(writeln!(out, "{puzzles}, {claims}, {} false", totals.wrong))?;
    }
    ignore_closed_pipe(out.flush())?;
    Ok(exit)
}

/// Totals over the input.
#[derive(Default)]
struct Totals {
    puzzles: u64,
    claims: u64,
    wrong: u64,
}

/// Checks the claims of one puzzle of the input `input`, and writes the verdicts.
fn check(
    input: &PuzzleInput,
    puzzle: &Puzzle,
    arguments: &CheckArgs,
    session: &mut dyn Session<Sudoku>,
    totals: &mut Totals,
    bar: &Bar,
    out: &mut impl Write,
) -> Result<Exit, Failure> {
    let (mut worst, source) = (Exit::Answered, &input.name);
    for (claim, verdict) in verdicts(puzzle, &input.symbols, arguments, session) {
        totals.claims += 1;
        let (verdict, reason, exit) = match &verdict {
            ClaimVerdict::Holds => ("holds", None, Exit::Answered),
            ClaimVerdict::False(why) => ("false", Some(why.as_str()), Exit::No),
            ClaimVerdict::Unknown(why) => ("unknown", Some(why.as_str()), Exit::Limit),
            ClaimVerdict::Broken(why) => ("error", Some(why.as_str()), Exit::Internal),
        };
        totals.wrong += u64::from(exit == Exit::No);
        worst = worst.max(exit);
        let (line, name) = (puzzle.line, puzzle.name.as_deref());
        // The exit code is an answer, too, so the work goes on if nobody reads the output.
        ignore_closed_pipe(if arguments.json {
            let object = json!({
                "source": source, "line": line, "name": name, "claim": claim, "verdict": verdict, "reason": reason,
            });
            writeln!(out, "{object}")
        } else if let Some(why) = reason {
            let name = name.map_or_else(String::new, |name| format!(" ({name})"));
            bar.suspend(|| writeln!(out, "{source}:{line}{name}: {why}"))
        } else {
            Ok(())
        })?;
    }
    Ok(worst)
}

/// Each kind of claim about `puzzle`, with the verdict on it.
fn verdicts(
    puzzle: &Puzzle,
    symbols: &Symbols,
    arguments: &CheckArgs,
    session: &mut dyn Session<Sudoku>,
) -> Vec<(&'static str, ClaimVerdict)> {
    let mut verdicts = Vec::with_capacity(2);
    if let Some(solution) = &puzzle.solution {
        let verdict = puzzle.puzzle.verify_with(solution, symbols);
        let verdict =
            verdict.map_or_else(|violation| ClaimVerdict::False(violation.what), |()| ClaimVerdict::Holds);
        verdicts.push(("solution", verdict));
    }
    if let Some(count) = puzzle.count.or(arguments.solutions) {
        let verdict = check_count(&puzzle.puzzle, symbols, count, arguments.time_limit, session);
        verdicts.push(("solutions", verdict));
    }
    verdicts
}

/// Checks that `puzzle` has `claim` solutions. The search stops at one more than claimed.
fn check_count(
    puzzle: &Sudoku,
    symbols: &Symbols,
    claim: Count,
    time: Option<Duration>,
    session: &mut dyn Session<Sudoku>,
) -> ClaimVerdict {
    let limit = match claim {
        Count::Exactly(count) => count.saturating_add(1),
        Count::AtLeast(0) => return ClaimVerdict::Holds,
        Count::AtLeast(count) => count,
    };
    let task = Task { solutions: limit, keep: 2, time, ..Task::default() };
    let (outcome, _) = session.run_one(puzzle, &task);
    if let Err(violation) = outcome.verify(puzzle) {
        return ClaimVerdict::Broken(Fault::rejected(&violation).what);
    }
    let found = outcome.solutions;
    let enough = match claim {
        Count::Exactly(count) => found == count,
        Count::AtLeast(count) => found >= count,
    };
    let claimed = match claim {
        Count::Exactly(1) => "1 solution claimed".to_string(),
        claim => format!("{claim} solutions claimed"),
    };
    match outcome.stop {
        None | Some(Stop::Enough) if enough => ClaimVerdict::Holds,
        Some(Stop::Enough) => ClaimVerdict::False(format!("{claimed}, but there are {found} or more")),
        None if found > 0 => ClaimVerdict::False(format!("{claimed}, but there {}", are(found))),
        None => ClaimVerdict::False(match puzzle.check_clues_with(symbols) {
            Err(violation) => format!("{claimed}, but there is none: {violation}"),
            Ok(()) => format!("{claimed}, but there is none"),
        }),
        Some(stop) => ClaimVerdict::Unknown(format!("{claimed}, not known: {}", stop.clause("node"))),
    }
}

fn are(count: u64) -> String {
    if count == 1 { "is 1".to_string() } else { format!("are {count}") }
}
