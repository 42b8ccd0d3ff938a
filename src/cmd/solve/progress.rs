//! The progress of searches that take longer than half a second: nodes, solutions, time, the share that is done
//! where it can be estimated, and a suggestion.

use super::arguments::Question;
use coverlab_model::pool::lock;
use coverlab_model::{About, Progress, Purpose};
use indicatif::{HumanCount, HumanDuration};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Shorter searches are not shown.
const MIN_SHOWN: Duration = Duration::from_millis(500);

/// Below this share an estimate of the time left would be a guess.
const MIN_SHARE: f64 = 1e-4;

/// The searches under way, one for each worker.
#[derive(Default)]
pub(super) struct SearchProgress(Mutex<Vec<Search>>);

struct Search {
    /// The name of the puzzle; `None`: several are searched side by side.
    name: Option<String>,
    began: Instant,
    progress: Progress,
}

impl SearchProgress {
    /// Begins a search, which is under way until what this returns is dropped.
    pub(super) fn begin(&self, name: Option<String>, progress: &Progress) -> UnderWay<'_> {
        let began = Instant::now();
        lock(&self.0).push(Search { name, began, progress: progress.clone() });
        UnderWay { searches: self, began }
    }

    /// The progress of the search that has been under way for longest, with the name of its puzzle if there are
    /// others.
    pub(super) fn words(&self, named: bool, hint: &str) -> Option<String> {
        self.words_at(Instant::now(), named, hint)
    }

    fn words_at(&self, now: Instant, named: bool, hint: &str) -> Option<String> {
        let searches = lock(&self.0);
        let oldest = searches.iter().min_by_key(|search| search.began)?;
        let passed = now.saturating_duration_since(oldest.began);
        if passed < MIN_SHOWN {
            return None;
        }
        let name =
            oldest.name.as_deref().filter(|_| named).map_or_else(String::new, |name| format!("{name}: "));
        Some(name + &words(&oldest.progress, passed, !named, hint))
    }
}

/// A search under way.
pub(super) struct UnderWay<'a> {
    searches: &'a SearchProgress,
    began: Instant,
}

impl Drop for UnderWay<'_> {
    fn drop(&mut self) {
        let mut searches = lock(&self.searches.0);
        if let Some(at) = searches.iter().position(|search| search.began == self.began) {
            searches.swap_remove(at);
        }
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
    if share < MIN_SHARE {
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
    fn a_small_share_gives_no_estimate() {
        let progress = Progress::default();
        let words = |seconds, estimated, hint: &str| {
            super::words(&progress, Duration::from_secs(seconds), estimated, hint)
        };
        assert_eq!(words(3, true, ""), "3 s · 0 found");
        progress.set(1e-6);
        assert_eq!(words(3, true, ""), "3 s · 0 found · 0.0001 % done");
        progress.set(0.25);
        assert_eq!(words(10, true, "try less"), "10 s · 0 found · 25.00 %, about 30s left · try less");
        assert_eq!(words(10, false, ""), "10 s · 0 found");
    }

    #[test]
    fn only_a_search_that_takes_longer_is_shown() {
        let searches = SearchProgress::default();
        assert_eq!(searches.words(true, ""), None);
        let search = searches.begin(Some("a.txt:3".to_string()), &Progress::default());
        let (soon, late) = (search.began + MIN_SHOWN / 2, search.began + 2 * MIN_SHOWN);
        assert_eq!(searches.words_at(soon, true, ""), None);
        assert_eq!(searches.words_at(late, true, "").as_deref(), Some("a.txt:3: 1 s · 0 found"));
        assert_eq!(searches.words_at(late, false, "").as_deref(), Some("1 s · 0 found"));
        drop(search);
        assert_eq!(searches.words_at(late, true, ""), None);
    }
}
