//! The command line: its arguments. [`cmd`] carries commands out, one file each; to add one, write its file
//! and give it a line here and an arm there.

use crate::cmd;
use clap::builder::{StringValueParser, TypedValueParser};
use clap::{Args, ColorChoice, Parser, Subcommand};
use std::ffi::OsString;

const EXAMPLES: &str = "\
Examples:
  coverlab solve ....1.....3..34.
  coverlab solve unique-9x9 clues-22 --unique
  coverlab solve --strategy delord --count puzzles.txt
  coverlab solve --family queens:12 --count
  coverlab sat formula.cnf --check
  coverlab encode puzzle.txt --encoding augmented:amo=product
  coverlab convert puzzles.sdk --to line
  coverlab check puzzles.csv
  coverlab run sources
  coverlab generate --minimal --count 10
  coverlab strategies bird-bits

Exit codes:
  0    answered
  1    the answer is \"no\"
  2    usage
  3    input missing or malformed, output not written
  4    a limit was reached
  5    an internal check failed
  130  interrupted";

/// Compare, reproduce and teach the strategies that solve Sudoku, exact cover and SAT.
#[derive(Debug, Parser)]
#[command(name = "coverlab", version, about, after_help = crate::text::help(EXAMPLES), max_term_width = 100, disable_help_subcommand = true)]
pub struct Cli {
    /// What goes for every command.
    #[command(flatten)]
    pub global: Global,
    /// What is asked.
    #[command(subcommand)]
    pub command: Command,
}

/// Options of every command.
#[derive(Debug, Args)]
pub struct Global {
    /// Colours: auto has them on a terminal unless NO_COLOR is set.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub color: ColorChoice,
    /// No progress, warnings or statistics; errors only.
    #[arg(long, short, global = true)]
    pub quiet: bool,
    /// This process is the one whose memory is limited.
    #[arg(long, global = true, hide = true)]
    pub confined: bool,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Solve puzzles, count their solutions, list them all
    Solve(cmd::solve::Arguments),
    /// Explain the way a person goes, step by step, or give a hint
    Explain(cmd::explain::Arguments),
    /// Rate puzzles on named axes: techniques, backdoor, dead ends of each strategy, …
    Rate(cmd::rate::Arguments),
    /// Solve a formula as SAT solvers do, with proofs that are checked
    Sat(cmd::sat::Arguments),
    /// Write a puzzle as a formula or an exact cover, or one of these as the other
    Encode(cmd::encode::Arguments),
    /// Show what a search does, step by step; check and export what it wrote
    Trace(Box<cmd::trace::Arguments>),
    /// Write the page in which the strategies run, one HTML file
    Page(cmd::page::Arguments),
    /// Write a page that shows one or two traces
    View(cmd::page::ViewArguments),
    /// Write a lecture with live figures: Bird, dancing links, clause learning, five programs
    Lesson(cmd::lesson::Arguments),
    /// Write a folder for any static host: the live page, every report, the findings
    Site(cmd::site::Arguments),
    /// Rewrite puzzles in another notation
    Convert(cmd::convert::Arguments),
    /// Check that puzzles have the solutions, and as many, as their file says
    Check(cmd::check::Arguments),
    /// Certify that puzzles have one solution, or none, for checkers of others
    Certify(cmd::certify::Arguments),
    /// List the corpora that are built in, or count what is in a file of puzzles
    Corpora(cmd::corpora::Arguments),
    /// Run an experiment, or continue it where it was interrupted
    Run(cmd::run::Arguments),
    /// Hand a run in shards to a cluster's scheduler
    Submit(cmd::submit::Arguments),
    /// Draw the tables and plots of an experiment, or fill tables into a Markdown file
    Report(cmd::report::Arguments),
    /// Write the trials of an experiment as a table, from its journal
    Export(cmd::export::Arguments),
    /// Compare two records: answers, counters, times
    Diff(cmd::diff::Arguments),
    /// Put the results folders of several machines together
    Merge(cmd::merge::Arguments),
    /// Make puzzles from a seed: so many clues, minimal, symmetric, hard for a strategy
    Generate(Box<cmd::generate::Arguments>),
    /// List the families of exact covers: queens, pentominoes, Latin squares, …
    Families(cmd::families::Arguments),
    /// List the strategies, or explain one
    Strategies(cmd::strategies::Arguments),
    /// List, show and try programs of others that solve
    Solver(cmd::solver::Arguments),
    /// List the techniques of people, easiest first, or tell of one
    Techniques(cmd::techniques::Arguments),
    /// Tell what of this machine harms measurements
    Doctor(cmd::doctor::Arguments),
    /// Write a completion script for a shell
    Completions(cmd::completions::Arguments),
    /// Write manual pages
    Man(cmd::man::Arguments),
    /// Explain a command, or the keys of an experiment file: help experiment
    Help(cmd::help::Arguments),
    /// Run programs of others under limits, on behalf of another coverlab
    #[command(name = crate::solver::COMMAND, hide = true)]
    Guard,
    /// Have a shared library with the IPASIR interface answer, on behalf of another coverlab
    #[cfg(feature = "ipasir")]
    #[command(name = crate::solver::library::COMMAND, hide = true)]
    Ipasir(crate::solver::library::Arguments),
    /// Search on behalf of another coverlab
    #[command(name = crate::worker::COMMAND, hide = true)]
    Worker,
}

/// Marks a puzzle that begins with `-`. No argument of a process can hold this character.
const MARK: char = '\0';

/// The command line of this process, unless a shell asks how to complete one. Puzzles whose empty cells are `-` are not taken for options.
pub fn read() -> Cli {
    cmd::completions::answer();
    Cli::try_parse_from(marked(std::env::args_os())).unwrap_or_else(|answer| cmd::exit_with(&answer))
}

/// The commands to which puzzles may be given as arguments.
const TAKE_PUZZLES: [&str; 8] =
    ["solve", "explain", "rate", "trace", "check", "certify", "convert", "encode"];

fn marked(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut takes_puzzles = false;
    let mark = |argument: OsString| match argument.to_str() {
        Some(text) if takes_puzzles && is_dashed_puzzle(text) => format!("{MARK}{text}").into(),
        text => {
            takes_puzzles |= text.is_some_and(|text| TAKE_PUZZLES.contains(&text));
            argument
        }
    };
    arguments.map(mark).collect()
}

/// Whether an argument that begins with `-` is a puzzle: a small board at least, and no word follows the
/// dashes that it begins with, or it is dashes and digits for the most part.
fn is_dashed_puzzle(text: &str) -> bool {
    let word = text.trim_start_matches('-');
    let blank = |c: &char| c.is_ascii_digit() || "-._*\n".contains(*c);
    let blanks = text.chars().filter(blank).count();
    let is_word = word.starts_with(|c: char| c.is_ascii_lowercase());
    text.starts_with('-')
        && text.len() >= 16
        && (!is_word || 3 * blanks >= 2 * text.len() && !text.contains('='))
}

/// Takes an argument that may be a puzzle.
pub(crate) fn puzzles() -> impl TypedValueParser<Value = String> {
    StringValueParser::new().map(|text| text.trim_start_matches(MARK).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        use clap::CommandFactory;
        Cli::command().debug_assert();
    }

    #[test]
    fn every_command_that_takes_puzzles_is_known() {
        use clap::CommandFactory;
        // The input of these is a formula, or corpora.
        let others = ["sat", "corpora"];
        for command in
            Cli::command().get_subcommands().filter(|command| !others.contains(&command.get_name()))
        {
            let is_input = |argument: &clap::Arg| {
                argument
                    .get_value_names()
                    .is_some_and(|names| names.len() == 1 && names[0].as_str() == "INPUT")
            };
            let (name, takes) = (command.get_name(), command.get_positionals().any(is_input));
            assert_eq!(TAKE_PUZZLES.contains(&name), takes, "{name}");
        }
    }

    #[test]
    fn puzzles_that_begin_with_a_dash_are_no_options() {
        let word = |text: &str| is_dashed_puzzle(text);
        assert!(
            word(&"-".repeat(81)) && word(&format!("-{}", "12-".repeat(5))) && word("--A3-----------------")
        );
        assert!(word("--a-------b-----") && word("-----\n|1-|\n..........."));
        for option in [
            "--hint",
            "--strategy",
            "--time-limit=500ms",
            "-",
            "--",
            "-1",
            "-s",
            "-sbird-bits:prune=fixpoint",
        ] {
            assert!(!word(option), "{option}");
        }
        let line = ["coverlab", "--strategy=------------------", "solve", "-- --------------", "--count"];
        let marks: Vec<bool> = marked(line.into_iter().map(OsString::from))
            .iter()
            .map(|a| a.to_string_lossy().contains(MARK))
            .collect();
        assert_eq!(marks, [false, false, false, true, false]);
    }
}
