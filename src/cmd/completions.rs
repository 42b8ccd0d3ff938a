//! `coverlab completions SHELL`: a script that lets a shell complete commands, options and the names of
//! strategies, experiments, corpora and families.
//!
//! The script asks the program itself, by an environment variable, so that names are never out of date.

mod bash;
mod values;

pub(crate) use values::{experiments, families, inputs, records, solvers, strategies, strategy_names};

use super::{Exit, Failure};
use bash::Bash;
use clap::{Args, Command};
use clap_complete::Shell;
use clap_complete::env::{CompleteEnv, Elvish, EnvCompleter, Fish, Powershell, Shells, Zsh};
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_bench::output;
use std::io::Write;

const NOTES: &str = "\
Examples:
  source <(coverlab completions bash)         in ~/.bashrc
  source <(coverlab completions zsh)          in ~/.zshrc, after compinit
  coverlab completions fish | source          in ~/.config/fish/config.fish

The script calls coverlab while you type, so that names of strategies, experiments, corpora and families \
are those of the program that is installed.";

/// The variable by which a script asks.
const VARIABLE: &str = "COVERLAB_COMPLETE";

static SHELLS: [&(dyn EnvCompleter + Sync); 5] = [&Bash, &Elvish, &Fish, &Powershell, &Zsh];

/// Arguments of `coverlab completions`.
#[derive(Debug, Args)]
#[command(after_help = coverlab_bench::text::help(NOTES))]
pub struct CompletionsArgs {
    /// The shell.
    pub shell: Shell,
}

/// Writes the script.
///
/// # Errors
/// It cannot be written.
pub fn run(arguments: &CompletionsArgs) -> Result<Exit, Failure> {
    let (mut script, shell) = (Vec::new(), arguments.shell.to_string());
    let Some(completer) = SHELLS.iter().find(|completer| completer.is(&shell)) else {
        let what = format!("there is no completion for {shell}");
        return Err(Failure::usage(Diagnostic::error(what)));
    };
    completer.write_registration(VARIABLE, "coverlab", "coverlab", "coverlab", &mut script)?;
    output::stdout().write_all(&script)?;
    Ok(Exit::Answered)
}

/// Answers a script that asks what may stand at some place of a command line, and ends the process; does
/// nothing if none asks.
pub fn answer(command: fn() -> Command) {
    let shells = SHELLS.map(|completer| completer as &dyn EnvCompleter);
    CompleteEnv::with_factory(command).var(VARIABLE).shells(Shells(&shells)).complete();
}
