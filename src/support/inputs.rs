//! The inputs that arguments name.

use super::{Exit, Failure, show_diagnostic};
use coverlab_bench::argument::Source;
use coverlab_bench::error::quoted;
use coverlab_bench::terminal::Terminal;
use coverlab_model::format::sudoku::{self, Options};

/// The source that `argument` names, for a command that takes puzzles.
pub(crate) fn source(argument: &str, options: &Options) -> Result<Source, Failure> {
    let is_puzzle = |text: &str| sudoku::read(text.as_bytes(), options).is_ok();
    Ok(Source::resolve(argument, is_puzzle)?)
}

/// The argument that names `source` in a command that a message suggests. A text has to be saved to a file.
pub(crate) fn argument(source: &Source) -> String {
    match source {
        Source::Stdin => "-".to_string(),
        Source::Family(family) => family.clone(),
        Source::Text(_) => "FILE".to_string(),
        Source::File(_) | Source::Corpus(_) => quoted(&source.name()),
    }
}

/// Does `work` with each of `inputs`, in order, and returns the worst exit. A failed input is reported and skipped if
/// there are others, unless `fail_fast`.
pub(crate) fn for_each_input<T>(
    inputs: Vec<T>,
    fail_fast: bool,
    terminal: &Terminal,
    mut work: impl FnMut(T) -> Result<Exit, Failure>,
) -> Result<Exit, Failure> {
    let (mut worst, may_skip) = (Exit::Answered, inputs.len() > 1 && !fail_fast);
    for input in inputs {
        let exit = match work(input) {
            Err(failure) if failure.ends_one_input() && may_skip => {
                show_diagnostic(&failure.diagnostic, terminal);
                failure.exit
            }
            other => other.map_err(|failure| match failure.is_closed_pipe() {
                true => failure.not_below(worst),
                false => failure,
            })?,
        };
        worst = worst.max(exit);
    }
    Ok(worst)
}
