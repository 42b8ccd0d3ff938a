//! `coverlab check RECORD`: compares the trials of a run with their checksums, and copies them.

use super::CheckArgs;
use crate::support::interrupt::interrupt_flag;
use crate::support::{Exit, Failure, check_not_input, print, print_json, show_diagnostic};
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_bench::error::quoted;
use coverlab_bench::record::{FILES, RUN, SUMS, TRIALS};
use coverlab_bench::terminal::Terminal;
use coverlab_bench::text::counted;
use coverlab_report::ExportResult;
use serde_json::json;
use std::path::Path;

/// Whether `dir` is the folder of a run. Its trials may be missing.
pub(super) fn is_record(dir: &Path) -> bool {
    [TRIALS, SUMS, RUN].iter().any(|file| dir.join(file).is_file())
}

/// Compares the trials in `dir` with their checksums, and copies those that are intact to `--out`.
pub(super) fn check(dir: &Path, arguments: &CheckArgs, terminal: &Terminal) -> Result<Exit, Failure> {
    let out = arguments.out.as_deref();
    // A copy may replace none of them.
    out.iter().try_for_each(|out| FILES.iter().try_for_each(|file| check_not_input(out, &dir.join(file))))?;
    let ExportResult { trials, ended, damage } = coverlab_report::export(dir, out, &interrupt_flag())?;
    if arguments.json {
        let record = dir.to_string_lossy();
        print_json(&json!({ "record": record, "trials": trials, "ended": ended, "damage": damage }))?;
    } else if !terminal.quiet {
        let path = out.map_or_else(|| dir.join(TRIALS), Path::to_path_buf);
        print(&format!("{}: {}\n", path.display(), counted(trials, "trial", "trials")))?;
        if !ended {
            let what = format!("the run in {} has not ended: these are its trials so far", dir.display());
            let help =
                format!("to continue it: coverlab run EXPERIMENT --out {}", quoted(&dir.to_string_lossy()));
            show_diagnostic(&Diagnostic::note(what).help(help), terminal);
        }
    }
    damage.iter().for_each(|what| show_diagnostic(&Diagnostic::error(what.as_str()), terminal));
    Ok(if damage.is_empty() { Exit::Answered } else { Exit::Input })
}
