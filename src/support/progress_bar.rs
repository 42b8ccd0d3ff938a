//! The progress bar of every command that reads or generates many puzzles. It appears on standard error if that is a
//! terminal, after half a second, and not with `--quiet`.

use coverlab_bench::output;
use coverlab_bench::terminal::Terminal;
use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt;
use std::time::{Duration, Instant};

/// Work that is done sooner shows no bar.
const SHOW_AFTER: Duration = Duration::from_millis(500);
/// Minimum time between two drawings.
const REDRAW_INTERVAL: Duration = Duration::from_millis(50);

/// The template for work of unknown length.
const SPINNER: &str = "{spinner} {wide_msg}";

/// The progress of a command.
pub(crate) struct Bar {
    /// `None` if progress is not shown.
    bar: Option<ProgressBar>,
    shown: bool,
    started: Instant,
    /// Time from the start to the last drawing.
    last_drawn: Duration,
}

impl Bar {
    /// For work that reads `total` bytes; without a total, no remaining time is shown.
    pub(crate) fn of_bytes(total: Option<u64>, terminal: &Terminal) -> Bar {
        match total {
            Some(_) => Bar::new(total, "{bar:20} {percent}%, {eta} left, {wide_msg}", terminal),
            None => Bar::new(None, SPINNER, terminal),
        }
    }

    /// For a search of unknown length.
    pub(crate) fn of_search(terminal: &Terminal) -> Bar {
        Bar::new(None, SPINNER, terminal)
    }

    /// For work that produces `total` items; the bar names them by `unit`, such as `puzzles`.
    pub(crate) fn of_items(total: u64, unit: &str, terminal: &Terminal) -> Bar {
        let template = format!("{{bar:30}} {{human_pos}}/{{human_len}} {unit}, {{msg}}{{left}}");
        Bar::new(Some(total), &template, terminal)
    }

    fn new(total: Option<u64>, template: &str, terminal: &Terminal) -> Bar {
        let wanted = terminal.interactive_errors && !terminal.quiet;
        let bar = wanted.then(|| {
            let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::hidden());
            let left = |state: &ProgressState, out: &mut dyn fmt::Write| {
                let _ = out.write_str(&time_left(state.pos(), state.eta()));
            };
            bar.with_style(style(template).with_key("left", left))
        });
        Bar { bar, shown: false, started: Instant::now(), last_drawn: Duration::ZERO }
    }

    /// Changes the total of [`Bar::of_items`].
    pub(crate) fn set_total(&self, total: u64) {
        self.bar.iter().for_each(|bar| bar.set_length(total));
    }

    /// Shows the position and the message that `state` returns, if it is time to redraw.
    pub(crate) fn show(&mut self, state: impl FnOnce(&Rate) -> (u64, String)) {
        let Some(bar) = &self.bar else { return };
        let rate = Rate(self.started.elapsed());
        if rate.0 < SHOW_AFTER || rate.0 < self.last_drawn + REDRAW_INTERVAL {
            return;
        }
        self.last_drawn = rate.0;
        if !std::mem::replace(&mut self.shown, true) {
            if bar.is_finished() {
                bar.reset();
            }
            bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        let (position, words) = state(&rate);
        bar.set_message(output::safe(&words).into_owned());
        bar.set_position(position);
        bar.tick();
    }

    /// Clears the bar until the next call of [`Bar::show`].
    pub(crate) fn hide(&mut self) {
        if let Some(bar) = self.bar.as_ref().filter(|_| self.shown) {
            bar.finish_and_clear();
            self.shown = false;
        }
    }

    /// Shows byte `position` and the number of puzzles done.
    pub(crate) fn puzzles(&mut self, puzzles: u64, position: impl FnOnce() -> u64) {
        self.puzzles_and(puzzles, position, None);
    }

    /// Like [`Bar::puzzles`], followed by the message `more`.
    pub(crate) fn puzzles_and(&mut self, puzzles: u64, position: impl FnOnce() -> u64, more: Option<String>) {
        self.show(|rate| {
            let more = more.map_or_else(String::new, |more| format!(", {more}"));
            (position(), format!("{} puzzles, {}{more}", HumanCount(puzzles), rate.of(puzzles)))
        });
    }

    /// Shows the progress of a search of unknown length.
    pub(crate) fn search(&mut self, words: String) {
        if let Some(bar) = &self.bar {
            bar.set_style(style(SPINNER));
        }
        self.show(|_| (0, words));
    }

    /// The bar, if it is on the terminal now.
    pub(crate) fn shown(&self) -> Option<ProgressBar> {
        self.bar.clone().filter(|_| self.shown)
    }

    /// Does `work` while the bar is cleared from the terminal.
    pub(crate) fn suspend<T>(&self, work: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) if self.shown => bar.suspend(work),
            _ => work(),
        }
    }
}

/// The remaining time, which is not known before the first item.
fn time_left(items: u64, estimate: Duration) -> String {
    if items == 0 { String::new() } else { format!(", {:#} left", HumanDuration(estimate)) }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("a template of this file")
}

impl Drop for Bar {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// Converts counts to rates over the time so far.
pub(crate) struct Rate(Duration);

impl Rate {
    /// The time so far, as in `12 s`.
    pub(crate) fn seconds(&self) -> String {
        format!("{} s", self.0.as_secs())
    }

    /// `count` per second, as in `1,234/s`.
    pub(crate) fn of(&self, count: u64) -> String {
        let rate = count as f64 / self.0.as_secs_f64().max(1e-3);
        if rate < 10.0 { format!("{rate:.1}/s") } else { format!("{}/s", HumanCount(rate as u64)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_is_shown_to_a_sensible_precision() {
        let rate = Rate(Duration::from_secs(2));
        assert_eq!([rate.of(3), rate.of(20), rate.of(2_469_134)], ["1.5/s", "10/s", "1,234,567/s"]);
    }

    #[test]
    fn no_time_is_estimated_before_the_first_item() {
        assert_eq!(time_left(0, Duration::ZERO), "");
        assert_eq!(time_left(2, Duration::from_secs(50)), ", 50s left");
    }

    #[test]
    fn every_template_is_valid() {
        let terminal = Terminal {
            interactive: false,
            interactive_errors: true,
            color: false,
            color_errors: false,
            quiet: false,
            width: None,
        };
        for mut bar in [
            Bar::of_bytes(Some(9), &terminal),
            Bar::of_bytes(None, &terminal),
            Bar::of_search(&terminal),
            Bar::of_items(9, "puzzles", &terminal),
        ] {
            bar.puzzles(2, || 4);
            assert!(!bar.shown && bar.bar.is_some());
        }
        let quiet = Terminal { quiet: true, ..terminal };
        assert!(Bar::of_bytes(None, &quiet).bar.is_none());
    }
}
