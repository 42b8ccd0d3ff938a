//! `coverlab certify`: certificates that puzzles have exactly one solution, or none.

use crate::support::interrupt::cancel_on_interrupt;
use crate::support::puzzle_input::{PuzzleInput, counted_puzzles};
use crate::support::read_options::ReadOptions;
use crate::support::{Exit, Failure, ignore_closed_pipe, show_diagnostic, unwritable, write_json};
use coverlab_bench::certificate::{Certificate, Certifier};
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_bench::output::{self, SafeWriter};
use coverlab_bench::terminal::Terminal;
use coverlab_model::clock::{ThreadTime, nanoseconds};
use coverlab_model::format::notations::line;
use coverlab_model::format::sudoku::Puzzle;
use coverlab_model::format::symbols::Symbols;
use coverlab_model::{Cancel, Shape};
use coverlab_puzzles::rating::{Uniqueness, uniqueness};
use serde::Serialize;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

const NOTES: &str = "\
Output:
  For each puzzle, a DIMACS formula and its LRAT refutation. They prove that the puzzle has no solution, or \
no second one. docs/FORMAT.md defines the clauses, and examples/certificates.py checks the formula against the \
puzzle. index.csv lists the files. The last line of output is a summary.

Checks:
  Every refutation is checked step by step by code that shares nothing with the solver. External \
checkers such as lrat-check read the same files.

Examples:
  coverlab certify clues-22 --out certificates
  python3 examples/certificates.py certificates";

/// Certificates per subfolder of the output.
const CERTIFICATES_PER_FOLDER: u64 = 1000;

/// Arguments of `coverlab certify`.
#[derive(clap::Args, Debug)]
#[command(after_long_help = NOTES)]
pub struct CertifyArgs {
    /// Files of puzzles, corpora (unique-9x9), - for standard input, or puzzles
    #[arg(value_name = "INPUT", required = true)]
    pub inputs: Vec<String>,
    /// The folder to write to; it must be new or empty
    #[arg(long, short, value_name = "DIR")]
    pub out: PathBuf,
    /// Print the summary as JSON
    #[arg(long)]
    pub json: bool,
    /// Options for reading the input.
    #[command(flatten)]
    pub reading: ReadOptions,
}

/// The totals over all puzzles.
#[derive(Debug, Default, Serialize)]
struct Summary {
    puzzles: u64,
    unique: u64,
    without_solution: u64,
    several: u64,
    /// Puzzles too large to solve.
    unknown: u64,
    /// Clauses in all formulas.
    clauses: u64,
    /// Steps in all refutations.
    steps: u64,
    bytes: u64,
    /// CPU time of searching, trimming and the built-in check.
    cpu_ns: u64,
}

/// A row of `index.csv`.
#[derive(Serialize)]
struct IndexRow<'a> {
    puzzle: &'a str,
    solution: &'a str,
    formula: &'a str,
    proof: &'a str,
    clauses: usize,
    steps: usize,
    bytes: usize,
    shape: String,
}

/// Runs `coverlab certify`.
pub fn run(arguments: &CertifyArgs, terminal: &Terminal) -> Result<Exit, Failure> {
    let cancel = Cancel::default();
    let interrupted = cancel_on_interrupt(&cancel, None);
    let out = CertificateFolder::new(&arguments.out)?;
    let certifier = Certifier::new(cancel.clone());
    let mut run = CertifyRun { certifier, cancel, out, summary: Summary::default() };
    let exit =
        PuzzleInput::each_puzzle(&arguments.inputs, &arguments.reading, terminal, |input, bar, puzzle| {
            if interrupted.is_raised() {
                return Ok(Exit::Interrupted);
            }
            bar.puzzles(input.read, || input.position());
            Ok(match run.certify(puzzle, &format!("{}:{}", input.name, puzzle.line))? {
                Ok(()) => Exit::Answered,
                Err((exit, diagnostic)) => {
                    bar.suspend(|| show_diagnostic(&diagnostic, terminal));
                    exit
                }
            })
        })?;
    run.out.finish()?;
    let summary = &mut run.summary;
    let certified = summary.unique + summary.without_solution;
    // A puzzle whose search was interrupted does not count.
    summary.puzzles = certified + summary.several + summary.unknown;
    ignore_closed_pipe(print(summary, arguments))?;
    if interrupted.is_raised() {
        return Err(Failure::interrupted(format!("interrupted: {} certified", counted_puzzles(certified))));
    }
    Ok(exit)
}

/// A run of the command: the certifier, the output and the totals.
struct CertifyRun {
    certifier: Certifier,
    cancel: Cancel,
    out: CertificateFolder,
    summary: Summary,
}

impl CertifyRun {
    /// Certifies a puzzle. The inner error says why a puzzle has no certificate.
    fn certify(&mut self, puzzle: &Puzzle, place: &str) -> Result<Result<(), (Exit, Diagnostic)>, Failure> {
        let clock = ThreadTime::now();
        let uncertified = |exit, what: &str, help: &str| {
            Ok(Err((exit, Diagnostic::error(format!("{place}: the puzzle {what}")).help(help))))
        };
        let solution = match uniqueness(&puzzle.puzzle) {
            Uniqueness::One(solution) => Some(solution),
            Uniqueness::None => None,
            Uniqueness::Several => {
                self.summary.several += 1;
                return uncertified(Exit::No, "has several solutions", "`coverlab solve --all` shows them");
            }
            Uniqueness::Unknown => {
                self.summary.unknown += 1;
                return uncertified(
                    Exit::Limit,
                    "needs more memory than this machine has",
                    "a smaller board needs less",
                );
            }
        };
        let certificate = self.certifier.certify(&puzzle.puzzle, solution.as_deref());
        if self.cancel.is_raised() {
            return Ok(Ok(()));
        }
        let certificate =
            certificate.map_err(|what| Failure::internal(format!("{place}: no certificate: {what}")))?;
        self.summary.cpu_ns += nanoseconds(clock.elapsed());
        match solution {
            Some(_) => self.summary.unique += 1,
            None => self.summary.without_solution += 1,
        }
        let shape = puzzle.puzzle.shape();
        let lines = [puzzle.puzzle.clues(), solution.as_deref().unwrap_or_default()]
            .map(|cells| line_of(shape, cells));
        self.out.write(&certificate, shape, &lines, &mut self.summary)?;
        Ok(Ok(()))
    }
}

/// The cells as a line of text; empty if there are no cells.
fn line_of(shape: Shape, cells: &[u8]) -> String {
    if cells.is_empty() { String::new() } else { line::write(shape, cells, &Symbols::default()) }
}

fn print(summary: &Summary, arguments: &CertifyArgs) -> io::Result<()> {
    let mut out = output::stdout();
    if arguments.json {
        return write_json(&mut out, summary);
    }
    let Summary { unique, without_solution, several, unknown, bytes, .. } = summary;
    let counts = [
        (*unique, "certified to have one solution"),
        (*without_solution, "certified to have none"),
        (*several, "with several"),
        (*unknown, "too large"),
    ];
    let counts: Vec<String> =
        counts.iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{n} {what}")).collect();
    let colon = if counts.is_empty() { "" } else { ": " };
    writeln!(out, "{}{colon}{}", counted_puzzles(summary.puzzles), counts.join(", "))?;
    // Without a certificate there is no folder.
    let certificates = unique + without_solution;
    let Some(each) = (bytes + certificates / 2).checked_div(certificates) else { return Ok(()) };
    let (folder, seconds) = (arguments.out.display(), Duration::from_nanos(summary.cpu_ns).as_secs_f64());
    writeln!(out, "{bytes} bytes, {each} each, in {folder}; {seconds:.1} s of CPU")
}

/// The output folder. It is created with the first certificate, so that an earlier failure leaves nothing behind.
struct CertificateFolder {
    folder: PathBuf,
    index: Option<csv::Writer<BufWriter<SafeWriter<File>>>>,
    count: u64,
}

impl CertificateFolder {
    fn new(folder: &Path) -> Result<CertificateFolder, Failure> {
        let is_empty = match fs::read_dir(folder) {
            Ok(mut entries) => entries.next().is_none(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => true,
            Err(error) => return Err(unwritable(folder, &error)),
        };
        if !is_empty {
            return Err(Failure::usage(
                format!("{} is not empty", folder.display()),
                "choose a new or empty folder, so that the certificates of two runs do not mix",
            ));
        }
        Ok(CertificateFolder { folder: folder.to_path_buf(), index: None, count: 0 })
    }

    fn create_index(&self) -> io::Result<csv::Writer<BufWriter<SafeWriter<File>>>> {
        fs::create_dir_all(&self.folder)?;
        let index = File::create(self.folder.join("index.csv"))?;
        Ok(csv::Writer::from_writer(BufWriter::new(SafeWriter::new(index))))
    }

    fn write(
        &mut self,
        certificate: &Certificate,
        shape: Shape,
        [puzzle, solution]: &[String; 2],
        summary: &mut Summary,
    ) -> Result<(), Failure> {
        let (number, part) = (self.count + 1, self.count / CERTIFICATES_PER_FOLDER);
        let [formula, proof] = ["cnf", "lrat"].map(|ending| format!("{part:03}/{number:06}.{ending}"));
        let claim = if solution.is_empty() { "no solution" } else { "no solution but this one" };
        let remarks = [
            format!("puzzle {puzzle}"),
            format!("shape {shape}"),
            format!("claim {claim}"),
            format!("solution {solution}").trim_end().to_string(),
        ];
        let dimacs = certificate.dimacs(&remarks);
        let steps = certificate.proof.lines().count();
        let bytes = dimacs.len() + certificate.proof.len();
        let row = IndexRow {
            puzzle,
            solution,
            formula: &formula,
            proof: &proof,
            clauses: certificate.clauses.len(),
            steps,
            bytes,
            shape: shape.to_string(),
        };
        let mut write = || {
            if self.index.is_none() {
                self.index = Some(self.create_index()?);
            }
            if self.count.is_multiple_of(CERTIFICATES_PER_FOLDER) {
                fs::create_dir_all(self.folder.join(format!("{part:03}")))?;
            }
            fs::write(self.folder.join(&formula), &dimacs)?;
            fs::write(self.folder.join(&proof), &certificate.proof)?;
            self.index.as_mut().map_or(Ok(()), |index| index.serialize(&row)).map_err(io::Error::other)
        };
        write().map_err(|error| unwritable(&self.folder, &error))?;
        self.count += 1;
        summary.clauses += row.clauses as u64;
        summary.steps += steps as u64;
        summary.bytes += bytes as u64;
        Ok(())
    }

    fn finish(&mut self) -> Result<(), Failure> {
        let flushed = self.index.as_mut().map_or(Ok(()), csv::Writer::flush);
        flushed.map_err(|error| unwritable(&self.folder, &error))
    }
}
