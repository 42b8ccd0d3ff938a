//! `coverlab man`: writes the main manual page to standard output, or all pages to a folder.

use super::{Exit, Failure};
use clap::{Args, Command};
use clap_mangen::Man;
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_bench::output;
use std::io::Write;
use std::path::PathBuf;

/// Arguments of `coverlab man`.
#[derive(Debug, Args)]
pub struct ManArgs {
    /// A folder to write the page of each command to [default: print the main page]
    #[arg(value_name = "FOLDER")]
    pub folder: Option<PathBuf>,
}

/// Runs `coverlab man`.
///
/// # Errors
/// The pages cannot be written.
pub fn run(arguments: &ManArgs, command: fn() -> Command) -> Result<Exit, Failure> {
    let Some(folder) = &arguments.folder else {
        let mut page = Vec::new();
        Man::new(command()).render(&mut page)?;
        output::stdout().write_all(&page)?;
        return Ok(Exit::Answered);
    };
    let written = std::fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(command(), folder));
    written.map_err(|e| {
        let what = format!("manual pages cannot be written to `{}`: {e}", folder.display());
        Failure::input(Diagnostic::error(what).help("give a folder that can be written"))
    })?;
    Ok(Exit::Answered)
}
