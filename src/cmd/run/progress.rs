//! The progress of a run: a bar on a terminal, and notes.

use coverlab_bench::output;
use coverlab_bench::runner::Monitor;
use coverlab_bench::terminal::error_width;
use coverlab_bench::text;
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Shorter runs show no bar.
const SHOW_AFTER: Duration = Duration::from_millis(500);

/// Shows a bar on standard error if that is a terminal.
pub(super) struct Progress {
    quiet: bool,
    bar: ProgressBar,
    started: Instant,
    /// When the bar may appear, unless it is there.
    shown: Mutex<Option<Instant>>,
}

impl Progress {
    pub(super) fn new(quiet: bool) -> Progress {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        let style = "{wide_bar} {human_pos} of {human_len} trials, {msg}";
        bar.set_style(ProgressStyle::with_template(style).expect("a constant template"));
        Progress { quiet, bar, started: Instant::now(), shown: Mutex::new(None) }
    }
}

impl Monitor for Progress {
    fn begin(&self, trials: u64, _recorded: u64) {
        self.bar.set_length(trials);
        if !self.quiet && self.bar.is_hidden() && std::io::stderr().is_terminal() {
            self.shown.lock().expect("no panic while locked").get_or_insert_with(Instant::now);
        }
    }

    fn note(&self, line: &str) {
        if !self.quiet {
            let line = text::hang(&format!("note: {line}"), 0, 6, error_width());
            self.bar.suspend(|| output::note(format_args!("{line}")));
        }
    }

    fn tick(&self, done: u64) {
        let mut shown = self.shown.lock().expect("no panic while locked");
        if shown.is_some_and(|since| since.elapsed() > SHOW_AFTER) {
            *shown = None;
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        let trials = self.bar.length().unwrap_or(done);
        if done > 0 {
            let left = self.started.elapsed().mul_f64(trials.saturating_sub(done) as f64 / done as f64);
            self.bar.set_message(format!("about {:#} left", HumanDuration(left)));
        }
        self.bar.set_position(done);
    }

    fn end(&self) {
        *self.shown.lock().expect("no panic while locked") = None;
        self.bar.finish_and_clear();
    }
}
