//! `coverlab help completions SHELL`: a script that lets a shell complete commands, options and the names of
//! strategies, experiments, corpora and families.
//!
//! The script calls the program with an environment variable set, so the names are never out of date.

mod values;

pub(crate) use values::{
    experiments, families, inputs, lessons, records, solvers, strategies, strategies_and_inputs, techniques,
    words,
};

use super::{Exit, Failure, ignore_closed_pipe};
use clap::Command;
use clap_complete::Shell;
use clap_complete::env::{Bash, CompleteEnv, Elvish, EnvCompleter, Fish, Powershell, Shells, Zsh};
use coverlab_bench::output;
use std::io::Write;

/// The environment variable that requests a completion.
const VARIABLE: &str = "COVERLAB_COMPLETE";

static SHELLS: [&(dyn EnvCompleter + Sync); 5] = [&Bash, &Elvish, &Fish, &Powershell, &Zsh];

/// Prints the script for `shell`.
pub(crate) fn write(shell: Shell) -> Result<Exit, Failure> {
    let (mut script, shell) = (Vec::new(), shell.to_string());
    let Some(completer) = SHELLS.iter().find(|completer| completer.is(&shell)) else {
        let what = format!("there are no completions for the shell {shell}");
        return Err(Failure::usage(what, ""));
    };
    completer.write_registration(VARIABLE, "coverlab", "coverlab", "coverlab", &mut script)?;
    ignore_closed_pipe(output::stdout().write_all(&script)).map(|()| Exit::Answered)
}

/// Answers a completion request and ends the process; does nothing if the process was started otherwise.
pub(crate) fn answer_request(command: impl Fn() -> Command) {
    let shells = SHELLS.map(|completer| completer as &dyn EnvCompleter);
    let request = CompleteEnv::with_factory(command).var(VARIABLE).shells(Shells(&shells));
    let folder = std::env::current_dir().ok();
    match request.try_complete(crate::command_line::words(), folder.as_deref()) {
        Ok(false) => {}
        Ok(true) => std::process::exit(0),
        Err(error) => error.exit(),
    }
}
