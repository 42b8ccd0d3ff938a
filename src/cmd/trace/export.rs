//! `coverlab trace export`: converts a trace to another format.

#![expect(clippy::disallowed_methods, reason = "it also writes a binary format")]

use super::input::{NOT_A_TRACE_HELP, open};
use crate::support::{Exit, Failure, check_not_input, unwritable};
use clap::{Args, ValueEnum};
use coverlab_bench::output::SafeWriter;
use coverlab_trace::export;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Arguments of `coverlab trace export`.
#[derive(Debug, Args)]
pub struct ExportTraceArgs {
    /// A trace, plain or compressed by gzip or zstd, or - for standard input
    #[arg(value_name = "FILE|-")]
    pub input: String,
    /// The format to write
    #[arg(long, value_enum)]
    pub to: TraceFormat,
    /// Write to FILE
    #[arg(long, short, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// A format to export to.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum TraceFormat {
    /// The search tree, for Graphviz
    Dot,
    /// The events, one per row
    Csv,
    /// The search tree, as messages for CP-Profiler (port 6565)
    CpProfiler,
}

/// Runs `coverlab trace export`.
pub(super) fn run(arguments: &ExportTraceArgs) -> Result<Exit, Failure> {
    let (name, source) = open(&arguments.input)?;
    arguments.out.iter().try_for_each(|out| check_not_input(out, Path::new(&arguments.input)))?;
    let to: Box<dyn Write> = match &arguments.out {
        Some(path) => Box::new(File::create(path).map_err(|error| unwritable(path, &error))?),
        None => Box::new(io::stdout()),
    };
    let mut out: Box<dyn Write> = match arguments.to {
        TraceFormat::Dot | TraceFormat::Csv => Box::new(BufWriter::new(SafeWriter::new(to))),
        // The messages of this format are binary.
        TraceFormat::CpProfiler => Box::new(BufWriter::new(to)),
    };
    let written = match arguments.to {
        TraceFormat::Dot => export::dot(source, &mut out),
        TraceFormat::Csv => export::csv(source, &mut out),
        TraceFormat::CpProfiler => export::profiler(source, &mut out),
    };
    written.and_then(|()| out.flush()).map_err(|error| match error.kind() {
        io::ErrorKind::InvalidData => {
            let what = format!("{name} is not a trace: {error}");
            Failure::input(what, NOT_A_TRACE_HELP)
        }
        // The trace itself is too long. If the output were too large, the error would have a system error number.
        io::ErrorKind::FileTooLarge if error.raw_os_error().is_none() => {
            Failure::input(format!("{name} cannot be read: {error}"), "")
        }
        _ => error.into(),
    })?;
    Ok(Exit::Answered)
}
