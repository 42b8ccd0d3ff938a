//! `coverlab trace export`: draws the search tree of a trace, for Graphviz.

use super::input::{open, rejected};
use crate::support::{Exit, Failure, check_not_input, unwritable};
use clap::Args;
use coverlab_bench::output::{self, SafeWriter};
use coverlab_trace::{Trace, dot};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// Arguments of `coverlab trace export`.
#[derive(Debug, Args)]
pub struct ExportTraceArgs {
    /// A trace, plain or compressed by gzip or zstd, or - for standard input
    #[arg(value_name = "FILE|-")]
    pub input: String,
    /// Write to FILE
    #[arg(long, short, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// Runs `coverlab trace export`.
pub(super) fn run(arguments: &ExportTraceArgs) -> Result<Exit, Failure> {
    let (name, source) = open(&arguments.input)?;
    arguments.out.iter().try_for_each(|out| check_not_input(out, Path::new(&arguments.input)))?;
    let trace = Trace::read(source)
        .map_err(|rejection| Failure::of_instance(Exit::Input, rejected(&name, &rejection)))?;
    let out: Box<dyn Write> = match &arguments.out {
        Some(path) => {
            Box::new(SafeWriter::new(File::create(path).map_err(|error| unwritable(path, &error))?))
        }
        None => Box::new(output::stdout()),
    };
    let mut out = BufWriter::new(out);
    dot(&trace.tree(), &mut out)?;
    out.flush()?;
    Ok(Exit::Answered)
}
