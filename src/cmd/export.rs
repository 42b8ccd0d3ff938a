//! `coverlab export`: the trials of a run as a table, from its journal.

use super::report::{diagnostic, find};
use super::{Exit, Failure, completions, ignore_closed_pipe, show_diagnostic};
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_bench::error::quoted;
use coverlab_bench::output;
use coverlab_bench::terminal::Terminal;
use coverlab_bench::text;
use coverlab_report::{Exported, TableFormat};
use std::io::Write;
use std::path::{Path, PathBuf};

const NOTES: &str = "\
Examples:
  coverlab export sources                      results/sources/trials.csv, made anew from the journal
  coverlab export sources --out trials.csv     the same table somewhere else
  coverlab export sources --format parquet     results/sources/trials.parquet
  coverlab export sources --out all.parquet    the name says the format
  duckdb -c \"SELECT strategy, count(*) FROM 'all.parquet' GROUP BY 1\"
  python3 -c \"import pandas; print(pandas.read_parquet('all.parquet'))\"

A run records its trials in results/EXPERIMENT/journal/. The table is made of that alone: neither the \
experiment nor its corpora are read again. `coverlab report` makes the CSV too where it is not there. \
Of a run that was killed, or is still at work, it has the trials so far. Of a record that was passed on without its \
journal, Parquet is made of the CSV. Columns and queries: FORMAT.md.

Exit codes:
  0    done
  2    usage
  3    there is no journal, it does not say all, or output not written";

/// What is asked.
#[derive(clap::Args, Clone, Debug)]
#[command(after_long_help = text::help(NOTES))]
pub struct Arguments {
    /// The experiment: the name of a folder under results/, or any folder with its journal
    #[arg(value_name = "DIR|NAME", add = completions::records())]
    pub experiment: PathBuf,
    /// The file to write [default: trials.csv or trials.parquet in the folder]
    #[arg(long, short, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// How to write it [default: parquet if --out ends so, else csv]
    #[arg(long, value_enum)]
    pub format: Option<TableFormat>,
}

/// Writes the table.
///
/// # Errors
/// There is no journal, or the table cannot be written.
pub fn run(arguments: &Arguments, terminal: &Terminal) -> Result<Exit, Failure> {
    let exported = find(&arguments.experiment).and_then(|dir| {
        let format = format(arguments);
        let path =
            arguments.out.clone().unwrap_or_else(|| dir.join("trials").with_extension(format.ending()));
        coverlab_report::export(&dir, &path, format).map(|exported| (dir, path, exported))
    });
    let (dir, path, Exported { tally, ended, complaints }) =
        exported.map_err(|why| Failure::input(diagnostic(&why)))?;
    if !terminal.quiet {
        ignore_closed_pipe(writeln!(output::stdout(), "{}: {} trials", path.display(), tally.rows))?;
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

/// The format that is asked for, or that the file's name says.
fn format(arguments: &Arguments) -> TableFormat {
    let named = arguments.out.as_deref().and_then(Path::extension);
    let is_parquet = named.is_some_and(|ending| ending.eq_ignore_ascii_case(TableFormat::Parquet.ending()));
    let said = if is_parquet { TableFormat::Parquet } else { TableFormat::Csv };
    arguments.format.unwrap_or(said)
}
