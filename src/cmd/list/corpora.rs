//! `coverlab list corpora`: lists the built-in corpora, or prints statistics of a file of puzzles.

mod statistics;

use super::print_rows;
use crate::cmd::check;
use crate::support::family::FamilyInput;
use crate::support::inputs;
use crate::support::puzzle_input::PuzzleInput;
use crate::support::read_options::ReadOptions;
use crate::support::{Exit, Failure, print, print_json};
use clap::Args;
use coverlab_bench::argument::Source;
use coverlab_bench::corpus::{self, BuiltinCorpus, Instances, builtins};
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_bench::experiment::parse_duration;
use coverlab_bench::input::kind_of_file;
use coverlab_bench::terminal::{FAINT, GIVEN, Terminal, paint};
use coverlab_bench::text::hang;
use coverlab_model::{Spec, Task, TextKind};
use serde_json::{Value, json};
use statistics::Statistics;
use std::slice;
use std::time::Duration;

/// Arguments of `coverlab list corpora`.
#[derive(Debug, Args)]
pub struct CorporaArgs {
    /// A file or a corpus of puzzles (unique-9x9), a family or a list of them (queens:{6..9}), or - for
    /// standard input [default: list the built-in corpora]
    #[arg(value_name = "INPUT")]
    pub input: Option<String>,
    /// The strategy that counts solutions
    #[arg(long, short, value_name = "SPEC", default_value = check::DEFAULT_STRATEGY)]
    pub strategy: Spec,
    /// CPU time limit for each puzzle
    #[arg(long, value_name = "TIME", value_parser = parse_duration, default_value = "10s")]
    pub time_limit: Duration,
    /// Print JSON: one object per corpus or instance, or one object with the statistics
    #[arg(long)]
    pub json: bool,
    /// Options for reading the input.
    #[command(flatten)]
    pub reading: ReadOptions,
}

/// Runs `coverlab list corpora`.
pub(super) fn run(arguments: &CorporaArgs, terminal: &Terminal) -> Result<Exit, Failure> {
    match &arguments.input {
        None => list(arguments.json, terminal),
        Some(argument) => {
            let source = inputs::source(argument, &arguments.reading.options()?)?;
            match is_family_list(&source) {
                true => print_members(&FamilyInput::of(&source)?, arguments.json),
                false => print_statistics(argument, arguments, terminal),
            }
        }
    }
}

/// Prints the table of built-in corpora.
fn list(as_json: bool, terminal: &Terminal) -> Result<Exit, Failure> {
    let name_width = builtins().map(|entry| entry.name.len()).max().unwrap_or(0);
    let rows = builtins().map(|entry| row(entry, name_width)).collect::<Result<Vec<_>, _>>()?;
    let widest = rows.iter().map(|(_, name, facts, sentence)| name.len() + facts.len() + sentence.len() + 3);
    // On a narrow terminal the sentence goes on the next line.
    let narrow = terminal.width.filter(|&columns| Some(columns) < widest.max());
    let between = if narrow.is_some() { "\n    " } else { "  " };
    let rows = rows.into_iter().map(|(object, name, facts, sentence)| {
        let name = paint(&name, GIVEN, terminal.color);
        let sentence = paint(&hang(sentence, 4, 4, narrow), FAINT, terminal.color);
        Ok((object, format!("{name} {facts}{between}{sentence}")))
    });
    print_rows(rows, as_json)
}

/// A built-in corpus: its JSON object, name, facts and sentence.
fn row(entry: &BuiltinCorpus, width: usize) -> Result<(Value, String, String, &'static str), Failure> {
    let BuiltinCorpus { name, sentence, text, .. } = *entry;
    let corpus = corpus::by_name(name).map_err(|e| Failure::new(Exit::Internal, Diagnostic::of(&e)))?;
    let kind = match corpus.instances {
        Instances::Sudoku(_) => "Sudoku",
        Instances::ExactCover(_) => "exact cover",
        Instances::Cnf(_) => "CNF",
    };
    let (instances, checksum) = (corpus.instances.len(), corpus::checksum(text.as_bytes()));
    let object = json!({
        "name": name, "kind": kind, "instances": instances, "checksum": checksum, "sentence": sentence,
    });
    Ok((object, format!("{name:width$}"), format!("{instances:6} {kind:11}  {checksum}"), sentence))
}

/// Whether `source` names instances of families instead of holding puzzles.
fn is_family_list(source: &Source) -> bool {
    match source {
        Source::Family(_) => true,
        Source::Corpus(entry) => entry.kind == TextKind::Family,
        Source::File(path) => kind_of_file(path) == TextKind::Family,
        _ => false,
    }
}

/// Prints the instances of families with their sizes, one per line.
fn print_members(members: &FamilyInput, as_json: bool) -> Result<Exit, Failure> {
    let width = members.specs.iter().map(String::len).max().unwrap_or(0);
    let rows = members.specs.iter().map(|spec| {
        let [(first, m), (second, n)] = if members.are_formulas {
            let cnf = members.formula(spec)?;
            [("variables", cnf.variables()), ("clauses", cnf.clauses().len())]
        } else {
            let cover = members.open(spec)?.problem();
            [("items", cover.items()), ("options", cover.options())]
        };
        let object = json!({ "name": spec, first: m, second: n });
        Ok((object, format!("{spec:width$}  {m} {first}, {n} {second}")))
    });
    print_rows(rows, as_json)
}

/// Prints statistics of the puzzles in `input`.
fn print_statistics(input: &String, arguments: &CorporaArgs, terminal: &Terminal) -> Result<Exit, Failure> {
    let configured = coverlab_strategies::sudoku(&arguments.strategy)?;
    let mut session = configured.backend.session();
    let task = Task { solutions: 2, keep: 2, time: Some(arguments.time_limit), ..Task::default() };
    let mut statistics = Statistics::default();
    let exit = PuzzleInput::each_puzzle(
        slice::from_ref(input),
        &arguments.reading,
        terminal,
        |input, bar, puzzle| {
            bar.puzzles(input.read, || input.position());
            let counted = statistics.add(puzzle, &mut *session, &task).map_err(|violation| {
                let place = format!("{}:{}", input.name, puzzle.line);
                Failure::internal(format!("{place}: the referee rejects an answer: {violation}"))
            });
            counted.map(|()| Exit::Answered)
        },
    )?;
    match arguments.json {
        true => print_json(&statistics.json())?,
        false => print(&statistics.text(terminal.width))?,
    }
    Ok(exit)
}
