//! `coverlab help man`: writes the main manual page to standard output, or all pages to a folder.

use crate::cmd::{Exit, Failure, unwritable};
use clap::Command;
use clap_mangen::Man;
use coverlab_bench::output;
use std::io::Write;
use std::path::Path;

/// Writes the main page to standard output, or the page of each command to `folder`.
pub(super) fn write(folder: Option<&Path>, command: Command) -> Result<Exit, Failure> {
    let Some(folder) = folder else {
        let mut page = Vec::new();
        Man::new(command).render(&mut page)?;
        output::stdout().write_all(&page)?;
        return Ok(Exit::Answered);
    };
    let written = std::fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(command, folder));
    written.map_err(|error| unwritable(folder, &error))?;
    Ok(Exit::Answered)
}
