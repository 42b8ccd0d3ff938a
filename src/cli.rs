//! The command line: parses it and calls the command. Each command is a file in [`cmd`]; to add one, write its file,
//! declare its module, and give it a variant of [`Command`], an arm in [`run`] and its exit codes in `exit_codes.txt`.

use crate::cmd;
use crate::command_line;
use crate::support::{Exit, Failure, exit_codes, exit_with, ignore_closed_pipe, show_diagnostic};
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue};
use clap::{Args, ColorChoice, CommandFactory, FromArgMatches, Parser, Subcommand};
use coverlab_bench::output;
use coverlab_bench::terminal::Terminal;
use coverlab_bench::text;
use std::ffi::OsString;
use std::io::Write;

const EXAMPLES: &str = "\
Examples:
  coverlab solve ....1.....3..34.
  coverlab solve unique-9x9 clues-22 --unique
  coverlab solve --strategy delord --count puzzles.txt
  coverlab solve --family queens:12 --count
  coverlab sat formula.cnf --check
  coverlab convert puzzles.sdk --to line
  coverlab convert puzzle.txt --to cnf --encoding augmented:amo=product
  coverlab check puzzles.csv
  coverlab compare dlx bit-cover queens:8 langford:8
  coverlab run sources --out target/sources
  coverlab generate --minimal --puzzles 10
  coverlab list strategies bird-bits";

/// Compare, reproduce and teach the strategies that solve Sudoku, exact cover and SAT.
#[derive(Debug, Parser)]
#[command(name = "coverlab", version, about, after_help = EXAMPLES, max_term_width = 100, disable_help_subcommand = true)]
pub struct Cli {
    /// Options that every command accepts.
    #[command(flatten)]
    pub global: Global,
    /// The command to run.
    #[command(subcommand)]
    pub command: Command,
}

/// Options of every command.
#[derive(Debug, Args)]
pub struct Global {
    /// When to use colors; auto uses them on a terminal unless NO_COLOR is set.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub color: ColorChoice,
    /// Print errors only: no progress, warnings or statistics.
    #[arg(long, short, global = true)]
    pub quiet: bool,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Solve puzzles, or count or list their solutions
    Solve(cmd::solve::SolveArgs),
    /// Explain a human solution step by step, or give a hint
    Explain(cmd::explain::ExplainArgs),
    /// Rate the difficulty of puzzles: the human techniques needed, backdoor size, dead ends of searches, …
    Rate(cmd::rate::RateArgs),
    /// Solve a CNF formula with a SAT solver, and check the proofs
    Sat(cmd::sat::SatArgs),
    /// Record a search step by step, check a trace or export it
    Trace(Box<cmd::trace::TraceArgs>),
    /// Write the interactive page, which runs the strategies on a puzzle or shows traces, as one HTML file
    Page(cmd::page::PageArgs),
    /// Write an interactive lesson, or a page about a human technique
    Lesson(cmd::lesson::LessonArgs),
    /// Write a static website: the interactive page, all reports, the findings
    Site(cmd::site::SiteArgs),
    /// Convert puzzles to another notation, a formula or an exact cover
    Convert(cmd::convert::ConvertArgs),
    /// Check the solutions and counts that a file of puzzles claims, or the checksums of a recorded run
    Check(cmd::check::CheckArgs),
    /// Write certificates of uniqueness, or of no solution, for independent checkers
    Certify(cmd::certify::CertifyArgs),
    /// Compare strategies on files, folders, corpora and families
    Compare(Box<cmd::compare::CompareArgs>),
    /// Run an experiment, or resume an interrupted one
    Run(cmd::run::RunArgs),
    /// Submit an experiment to a cluster's scheduler, in shards
    Submit(cmd::submit::SubmitArgs),
    /// Report the results of an experiment in tables and plots, or update the figures in a Markdown file
    Report(cmd::report::ReportArgs),
    /// Compare two recorded runs: answers, counters, times
    Diff(cmd::diff::DiffArgs),
    /// Merge the results of several machines or shards
    Merge(cmd::merge::MergeArgs),
    /// Generate puzzles from a seed, selected by clues, symmetry, rating, technique or search effort
    Generate(Box<cmd::generate::GenerateArgs>),
    /// List strategies, techniques, corpora or solvers, or describe one of them; list families or experiments
    List(cmd::list::ListArgs),
    /// Check this machine for sources of noise, or test an external solver
    Doctor(cmd::doctor::DoctorArgs),
    /// Print help for a command, the keys of an experiment file, completions for a shell, or manual pages
    Help(cmd::help::HelpArgs),
    /// Search on behalf of another coverlab process
    #[command(name = coverlab_bench::separate_process::COMMAND, hide = true)]
    SeparateProcess,
}

/// Parses the command line of this process.
pub fn read() -> Cli {
    let words = cmd::explain::join_grades(command_line::words());
    let parse = |definition: clap::Command| {
        definition.try_get_matches_from(&words).and_then(|matches| Cli::from_arg_matches(&matches))
    };
    // Wrapping the notes of all commands takes 1 ms, so it waits until clap has help or an error to print.
    parse(definition())
        .or_else(|_| parse(definition_with_wrapped_notes()))
        .unwrap_or_else(|answer| exit_with(&without_hidden_commands(answer)))
}

/// `answer` of clap without the hidden commands, which it lists if no command is given.
fn without_hidden_commands(mut answer: clap::Error) -> clap::Error {
    if let Some(ContextValue::Strings(names)) = answer.get(ContextKind::ValidSubcommand) {
        let command = Cli::command();
        let is_shown = |name: &&String| command.find_subcommand(name).is_some_and(|one| !one.is_hide_set());
        let shown = names.iter().filter(is_shown).cloned().collect();
        answer.insert(ContextKind::ValidSubcommand, ContextValue::Strings(shown));
    }
    answer
}

/// Like [`read`], but parses `words`, the first of which names the program. For a process with another command line of
/// its own, such as an interpreter.
pub fn read_from(words: Vec<OsString>) -> Cli {
    command_line::set_words(words);
    read()
}

/// The definition of the command line.
fn definition() -> clap::Command {
    with_negative_numbers(Cli::command())
}

/// Lets `command` and its subcommands accept negative numbers as values. An option then rejects one with the numbers
/// that it allows; otherwise clap would call it an unknown option.
fn with_negative_numbers(command: clap::Command) -> clap::Command {
    let negative = |command: clap::Command| with_negative_numbers(command.allow_negative_numbers(true));
    command.mut_subcommands(negative)
}

fn definition_with_wrapped_notes() -> clap::Command {
    with_wrapped_notes(with_exit_codes(definition().mut_subcommands(with_exit_codes)))
}

/// Adds the exit codes of `command` to its notes.
fn with_exit_codes(command: clap::Command) -> clap::Command {
    let Some(codes) = exit_codes(command.get_name()) else { return command };
    let with_codes = |notes: &StyledStr| format!("{notes}\n\n{codes}");
    match (command.get_after_help(), command.get_after_long_help()) {
        (_, Some(notes)) => {
            let notes = with_codes(notes);
            command.after_long_help(notes)
        }
        (Some(notes), None) => {
            let notes = with_codes(notes);
            command.after_help(notes)
        }
        (None, None) => command.after_help(codes),
    }
}

/// Wraps the notes of `command` and its subcommands to the width of the terminal.
fn with_wrapped_notes(command: clap::Command) -> clap::Command {
    let wrapped = |notes: Option<&StyledStr>| notes.map(|notes| text::help(&notes.to_string()));
    let (short, long) = (wrapped(command.get_after_help()), wrapped(command.get_after_long_help()));
    let command = short.into_iter().fold(command, clap::Command::after_help);
    let command = long.into_iter().fold(command, clap::Command::after_long_help);
    command.mut_subcommands(with_wrapped_notes)
}

/// Runs the command, and returns the exit code.
pub fn run(cli: &Cli) -> u8 {
    let terminal = Terminal::detect(cli.global.color, cli.global.quiet);
    let result = match &cli.command {
        Command::Solve(arguments) => cmd::solve::run(arguments, &terminal),
        Command::Sat(arguments) => cmd::sat::run(arguments, &terminal),
        Command::Explain(arguments) => cmd::explain::run(arguments, &terminal),
        Command::Rate(arguments) => cmd::rate::run(arguments, &terminal),
        Command::Generate(arguments) => cmd::generate::run(arguments, &terminal),
        Command::Report(arguments) => cmd::report::run(arguments, &terminal),
        Command::Diff(arguments) => cmd::diff::run(arguments, &terminal),
        Command::Merge(arguments) => cmd::merge::run(arguments, &terminal),
        Command::Compare(arguments) => cmd::compare::run(arguments, &terminal),
        Command::Run(arguments) => cmd::run::run(arguments, &terminal),
        Command::Submit(arguments) => cmd::submit::run(arguments, &terminal),
        Command::Convert(arguments) => cmd::convert::run(arguments, &terminal),
        Command::Certify(arguments) => cmd::certify::run(arguments, &terminal),
        Command::Check(arguments) => cmd::check::run(arguments, &terminal),
        Command::Help(arguments) => cmd::help::run(arguments, definition_with_wrapped_notes(), &terminal),
        Command::Trace(arguments) => cmd::trace::run(arguments, &terminal),
        Command::Page(arguments) => cmd::page::run(arguments, &terminal),
        Command::Lesson(arguments) => cmd::lesson::run(arguments),
        Command::Site(arguments) => cmd::site::run(arguments, &terminal),
        Command::Doctor(arguments) => cmd::doctor::run(arguments, &terminal),
        Command::List(arguments) => cmd::list::run(arguments, &terminal),
        Command::SeparateProcess => {
            coverlab_bench::separate_process::serve().map(|()| Exit::Answered).map_err(Failure::from)
        }
    };
    // The buffer is flushed here: at the end of the process a failed write would go unreported.
    let result = result.and_then(|exit| ignore_closed_pipe(output::stdout().flush()).map(|()| exit));
    let exit = result.unwrap_or_else(|failure| {
        if !failure.is_closed_pipe() {
            show_diagnostic(&failure.diagnostic, &terminal);
        }
        failure.exit
    });
    exit.code()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definition_is_valid() {
        Cli::command().debug_assert();
    }
}
