//! The progress of a run: a bar on a terminal, and notes.

use crate::support::progress_bar::Bar;
use coverlab_bench::output;
use coverlab_bench::runner::RunCallbacks;
use coverlab_bench::terminal::{Terminal, error_width};
use coverlab_bench::text;
use coverlab_model::pool::lock;
use std::sync::Mutex;

/// Shows a bar on standard error if that is a terminal.
pub(super) struct RunProgress {
    quiet: bool,
    bar: Mutex<Bar>,
}

impl RunProgress {
    pub(super) fn new(terminal: &Terminal) -> RunProgress {
        RunProgress { quiet: terminal.quiet, bar: Mutex::new(Bar::of_items(0, "trials", terminal)) }
    }
}

impl RunCallbacks for RunProgress {
    fn begin(&self, trials: u64) {
        lock(&self.bar).set_total(trials);
    }

    fn note(&self, line: &str) {
        if !self.quiet {
            let line = text::hang(&format!("note: {line}"), 0, 6, error_width());
            lock(&self.bar).suspend(|| output::note(format_args!("{line}")));
        }
    }

    fn tick(&self, done: u64) {
        lock(&self.bar).show(|rate| (done, rate.of(done)));
    }

    fn end(&self) {
        lock(&self.bar).hide();
    }
}
