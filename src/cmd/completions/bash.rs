//! Completion in bash. Bash splits words at `:` and `=`, which occur in the names of strategies and families, and
//! the script of `clap_complete` does not join them again.

use clap::Command;
use clap_complete::engine::complete;
use clap_complete::env::EnvCompleter;
use std::ffi::OsString;
use std::io::{Error, Write};
use std::path::Path;

const SCRIPT: &str = include_str!("coverlab.bash");

/// The environment variable that holds the index of the word to complete.
const INDEX: &str = "COVERLAB_COMPLETE_INDEX";

pub(super) struct Bash;

impl EnvCompleter for Bash {
    fn name(&self) -> &'static str {
        "bash"
    }

    fn is(&self, name: &str) -> bool {
        name == "bash"
    }

    fn write_registration(
        &self,
        variable: &str,
        _name: &str,
        _bin: &str,
        _completer: &str,
        out: &mut dyn Write,
    ) -> Result<(), Error> {
        debug_assert_eq!(INDEX.strip_suffix("_INDEX"), Some(variable));
        out.write_all(SCRIPT.replace("VAR", variable).as_bytes())
    }

    fn write_complete(
        &self,
        command: &mut Command,
        words: Vec<OsString>,
        folder: Option<&Path>,
        out: &mut dyn Write,
    ) -> Result<(), Error> {
        let index = std::env::var(INDEX).ok().and_then(|index| index.parse().ok()).unwrap_or(0);
        for candidate in complete(command, words, index, folder)? {
            writeln!(out, "{}", candidate.get_value().to_string_lossy())?;
        }
        Ok(())
    }
}
