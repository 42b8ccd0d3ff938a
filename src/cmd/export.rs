//! `coverlab export`: the trials of a run, compared with their checksums, and a copy of them.

use super::report::{diagnostic, find};
use super::{Exit, Failure, completions, ignore_closed_pipe, show_diagnostic};
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_bench::error::quoted;
use coverlab_bench::output;
use coverlab_bench::record::TRIALS;
use coverlab_bench::terminal::Terminal;
use coverlab_bench::text;
use coverlab_report::Exported;
use std::io::Write;
use std::path::{Path, PathBuf};

const NOTES: &str = "\
Examples:
  coverlab export target/compare                    are its trials as they were recorded?
  coverlab export target/compare --out all.csv      a copy of those that are
  duckdb -c \"COPY (FROM 'all.csv') TO 'all.parquet'\"
  duckdb -c \"SELECT strategy, count(*) FROM 'all.csv' GROUP BY 1\"
  python3 -c \"import pandas; print(pandas.read_csv('all.csv'))\"

A run records its trials in trials.csv, which any program reads, also while the run is at work. Beside it, \
trials.sums has a checksum for each block of rows. Of a run that was killed, or is still at work, the copy has the \
trials so far. Columns and queries: FORMAT.md.

Exit codes:
  0    done
  2    usage
  3    there are no checksums, rows are damaged, or output not written";

/// Arguments of `coverlab export`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_long_help = text::help(NOTES))]
pub struct Arguments {
    /// The experiment: the name of a folder under results/, or any folder with its trials.csv
    #[arg(value_name = "DIR|NAME", add = completions::records())]
    pub experiment: PathBuf,
    /// Write a copy to this file
    #[arg(long, short, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// The format: csv
    #[arg(long, hide = true)]
    pub format: Option<String>,
}

/// Compares the trials with their checksums, and copies them.
///
/// # Errors
/// There are no checksums, or the copy cannot be written.
pub fn run(arguments: &Arguments, terminal: &Terminal) -> Result<Exit, Failure> {
    let dir = find(&arguments.experiment).map_err(|why| Failure::input(diagnostic(&why)))?;
    refuse_other_formats(arguments, &dir)?;
    let exported = coverlab_report::export(&dir, arguments.out.as_deref());
    let Exported { trials, ended, complaints } = exported.map_err(|why| Failure::input(diagnostic(&why)))?;
    if !terminal.quiet {
        let path = arguments.out.clone().unwrap_or_else(|| dir.join(TRIALS));
        ignore_closed_pipe(writeln!(output::stdout(), "{}: {trials} trials", path.display()))?;
        if !ended {
            let what = format!("the run in {} has not ended: these are its trials so far", dir.display());
            let help =
                format!("to continue it: coverlab run EXPERIMENT --out {}", quoted(&dir.to_string_lossy()));
            show_diagnostic(&Diagnostic::note(what).help(help), terminal);
        }
    }
    complaints.iter().for_each(|what| show_diagnostic(&Diagnostic::error(what.as_str()), terminal));
    Ok(if complaints.is_empty() { Exit::Answered } else { Exit::Input })
}

/// Refuses a format that only earlier versions wrote.
fn refuse_other_formats(arguments: &Arguments, dir: &Path) -> Result<(), Failure> {
    let is_parquet = |path: &Path| path.extension().is_some_and(|end| end.eq_ignore_ascii_case("parquet"));
    let format = match (&arguments.format, &arguments.out) {
        (Some(format), _) => format.as_str(),
        (None, Some(out)) if is_parquet(out) => "parquet",
        _ => "csv",
    };
    if format == "csv" {
        return Ok(());
    }
    let out = arguments.out.clone().filter(|out| is_parquet(out)).unwrap_or_else(|| "trials.parquet".into());
    let (from, to) = (dir.join(TRIALS), out);
    let help = format!("DuckDB does: duckdb -c \"COPY (FROM '{}') TO '{}'\"", from.display(), to.display());
    Err(Failure::input(Diagnostic::error(format!("trials are not written as {format}")).help(&help)))
}
