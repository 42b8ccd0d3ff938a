//! Completion in bash. Bash splits words at `:` and `=`, which occur in the names of strategies and families, and
//! the script of `clap_complete` does not join them again.

use clap::Command;
use clap_complete::env::{self, EnvCompleter};
use std::ffi::OsString;
use std::io::{Error, Write};
use std::path::Path;

const SCRIPT: &str = include_str!("coverlab.bash");

/// The completer of `clap_complete` with the script above.
pub(super) struct Bash;

impl EnvCompleter for Bash {
    fn name(&self) -> &'static str {
        env::Bash.name()
    }

    fn is(&self, name: &str) -> bool {
        env::Bash.is(name)
    }

    fn write_registration(
        &self,
        variable: &str,
        _name: &str,
        _bin: &str,
        _completer: &str,
        out: &mut dyn Write,
    ) -> Result<(), Error> {
        out.write_all(SCRIPT.replace("VAR", variable).as_bytes())
    }

    fn write_complete(
        &self,
        command: &mut Command,
        words: Vec<OsString>,
        folder: Option<&Path>,
        out: &mut dyn Write,
    ) -> Result<(), Error> {
        env::Bash.write_complete(command, words, folder, out)
    }
}
