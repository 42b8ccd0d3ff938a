//! A search that takes longer than half a second shows on a terminal how far it is: nodes, solutions, time,
//! the share that is done where it can be estimated, and a suggestion.

use super::answer::Question;
use crate::cmd::bar::Bar;
use coverlab_bench::terminal::Terminal;
use coverlab_model::pool::lock;
use coverlab_model::{About, Progress, Purpose};
use indicatif::{HumanCount, HumanDuration};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// Shorter searches are not shown.
pub(super) const PATIENCE: Duration = Duration::from_millis(500);

/// Below this share an estimate of the time left would be a guess.
const LEAST_SHARE: f64 = 1e-4;

/// The searches under way, one for each worker.
#[derive(Default)]
pub(super) struct Gauge(Mutex<Vec<Search>>);

struct Search {
    /// The name of the puzzle; `None`: several are searched side by side.
    name: Option<String>,
    began: Instant,
    progress: Progress,
}

impl Gauge {
    /// A search begins, and is under way until what this returns is dropped.
    pub(super) fn begin(&self, name: Option<String>, progress: &Progress) -> UnderWay<'_> {
        let began = Instant::now();
        self.searches().push(Search { name, began, progress: progress.clone() });
        UnderWay { gauge: self, began }
    }

    /// How far the search is that has been under way for longest, with the name of its puzzle if there are others.
    pub(super) fn words(&self, named: bool, hint: &str) -> Option<String> {
        self.words_at(Instant::now(), named, hint)
    }

    fn words_at(&self, now: Instant, named: bool, hint: &str) -> Option<String> {
        let searches = self.searches();
        let oldest = searches.iter().min_by_key(|search| search.began)?;
        let passed = now.saturating_duration_since(oldest.began);
        if passed < PATIENCE {
            return None;
        }
        let name =
            oldest.name.as_deref().filter(|_| named).map_or_else(String::new, |name| format!("{name}: "));
        Some(name + &words(&oldest.progress, passed, !named, hint))
    }

    fn searches(&self) -> MutexGuard<'_, Vec<Search>> {
        lock(&self.0)
    }
}

/// A search under way.
pub(super) struct UnderWay<'a> {
    gauge: &'a Gauge,
    began: Instant,
}

impl Drop for UnderWay<'_> {
    fn drop(&mut self) {
        let mut searches = self.gauge.searches();
        if let Some(at) = searches.iter().position(|search| search.began == self.began) {
            searches.swap_remove(at);
        }
    }
}

/// Shows one search until it is over.
pub(super) fn watch(progress: &Progress, over: &AtomicBool, terminal: &Terminal, hint: &str) {
    const TICK: Duration = Duration::from_millis(50);
    let (mut bar, began) = (Bar::of_search(terminal), Instant::now());
    while !over.load(Ordering::Relaxed) {
        std::thread::park_timeout(TICK);
        bar.show(|_| (0, words(progress, began.elapsed(), true, hint)));
    }
}

/// `1,234,567 nodes · 12 s · 34 found · 2.50 %, about 8m left · try --strategy auto`.
fn words(progress: &Progress, passed: Duration, estimated: bool, hint: &str) -> String {
    let mut parts = Vec::new();
    if progress.nodes() > 0 {
        parts.push(format!("{} nodes", HumanCount(progress.nodes())));
    }
    parts.push(format!("{} s", passed.as_secs()));
    parts.push(format!("{} found", HumanCount(progress.found())));
    let share = progress.fraction();
    if estimated && share > 0.0 && share < 1.0 {
        parts.push(estimate(share, passed));
    }
    if !hint.is_empty() {
        parts.push(hint.to_string());
    }
    parts.join(" · ")
}

fn estimate(share: f64, passed: Duration) -> String {
    if share < LEAST_SHARE {
        return format!("{:.4} % done", share * 100.0);
    }
    let passed = passed.as_secs_f64();
    let left = Duration::from_secs_f64((passed / share - passed).clamp(0.0, 1e12));
    format!("{:.2} %, about {:#} left", share * 100.0, HumanDuration(left))
}

/// A suggestion of another strategy or option, if there is one.
pub(super) fn hint(about: &About, question: Question) -> &'static str {
    match (about.purpose, question) {
        (Purpose::Learn, _) => "a strategy to learn from; try --strategy auto",
        (Purpose::Fast, _) => "try --strategy auto",
        (Purpose::Choose, Question::Count) => "Ctrl-C gives the count so far",
        (Purpose::Choose, _) => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_share_is_no_ground_for_a_guess() {
        let progress = Progress::default();
        assert_eq!(words(&progress, Duration::from_secs(3), true, ""), "3 s · 0 found");
        progress.set(1e-6);
        assert_eq!(words(&progress, Duration::from_secs(3), true, ""), "3 s · 0 found · 0.0001 % done");
        progress.set(0.25);
        let hinted = words(&progress, Duration::from_secs(10), true, "try less");
        assert_eq!(hinted, "10 s · 0 found · 25.00 %, about 30s left · try less");
        assert_eq!(words(&progress, Duration::from_secs(10), false, ""), "10 s · 0 found");
    }

    #[test]
    fn only_a_search_that_takes_longer_is_shown() {
        let gauge = Gauge::default();
        assert_eq!(gauge.words(true, ""), None);
        let search = gauge.begin(Some("a.txt:3".to_string()), &Progress::default());
        let (soon, late) = (search.began + PATIENCE / 2, search.began + 2 * PATIENCE);
        assert_eq!(gauge.words_at(soon, true, ""), None);
        assert_eq!(gauge.words_at(late, true, "").as_deref(), Some("a.txt:3: 1 s · 0 found"));
        assert_eq!(gauge.words_at(late, false, "").as_deref(), Some("1 s · 0 found"));
        drop(search);
        assert_eq!(gauge.words_at(late, true, ""), None);
    }
}
