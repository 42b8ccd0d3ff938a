//! The progress of searches that take longer than half a second: nodes, solutions, time, an estimate of the completed
//! share, and a suggestion.

use super::arguments::Question;
use coverlab_model::pool::lock;
use coverlab_model::{About, Progress, Purpose};
use indicatif::{HumanCount, HumanDuration};
use std::sync::{Arc, Mutex, Weak};
use std::time::{Duration, Instant};

/// Shorter searches are not shown.
const MIN_SHOWN: Duration = Duration::from_millis(500);

/// The completed share from which on the remaining time is estimated.
const MIN_SHARE: f64 = 1e-4;

/// The running searches, one per thread.
pub(super) struct SearchProgress {
    searches: Mutex<Vec<Weak<RunningSearch>>>,
    /// A suggestion for a long search; may be empty.
    hint: &'static str,
}

/// A running search; it ends when this is dropped.
pub(super) struct RunningSearch {
    /// The name of the puzzle; `None` if several are searched side by side.
    name: Option<String>,
    began: Instant,
    progress: Progress,
}

impl SearchProgress {
    /// No searches yet. Long searches will be shown with a suggestion that depends on `about` and `question`.
    pub(super) fn new(about: &About, question: Question) -> SearchProgress {
        let hint = match (about.purpose, question) {
            (Purpose::Learn, _) => "a strategy to learn from; try --strategy auto",
            (Purpose::Fast, _) => "try --strategy auto",
            (Purpose::Choose, Question::Count) => "Ctrl-C gives the count so far",
            (Purpose::Choose, _) => "",
        };
        SearchProgress { searches: Mutex::default(), hint }
    }

    /// Begins a search.
    pub(super) fn begin(&self, name: Option<String>, progress: Progress) -> Arc<RunningSearch> {
        let search = Arc::new(RunningSearch { name, began: Instant::now(), progress });
        let mut searches = lock(&self.searches);
        searches.retain(|other| other.strong_count() > 0);
        searches.push(Arc::downgrade(&search));
        search
    }

    /// The progress of the search that has run longest, with the name of its puzzle if there are `several`.
    pub(super) fn words(&self, several: bool) -> Option<String> {
        let oldest =
            lock(&self.searches).iter().filter_map(Weak::upgrade).min_by_key(|search| search.began)?;
        let passed = oldest.began.elapsed();
        (passed >= MIN_SHOWN).then(|| oldest.words(passed, several, self.hint))
    }
}

impl RunningSearch {
    /// `a.txt:3: 1,234,567 nodes · 12 s · 34 found · 2.50 %, about 8m left · try --strategy auto`.
    fn words(&self, passed: Duration, several: bool, hint: &str) -> String {
        let (progress, share) = (&self.progress, self.progress.fraction());
        let name = self.name.as_ref().filter(|_| several).map(|name| format!("{name}: "));
        let nodes = progress.nodes();
        let nodes = if nodes > 0 { format!("{} nodes · ", HumanCount(nodes)) } else { String::new() };
        let done = match share {
            _ if several || share <= 0.0 || share >= 1.0 => String::new(),
            ..MIN_SHARE => format!(" · {:.4} % done", share * 100.0),
            _ => {
                let passed = passed.as_secs_f64();
                let left = Duration::from_secs_f64((passed / share - passed).clamp(0.0, 1e12));
                format!(" · {:.2} %, about {:#} left", share * 100.0, HumanDuration(left))
            }
        };
        let found = HumanCount(progress.found());
        let hint = if hint.is_empty() { String::new() } else { format!(" · {hint}") };
        format!("{}{nodes}{} s · {found} found{done}{hint}", name.unwrap_or_default(), passed.as_secs())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_search_is_shown_until_it_ends() {
        let (searches, progress) =
            (SearchProgress { searches: Mutex::default(), hint: "" }, Progress::default());
        let search = searches.begin(Some("a.txt:3".to_string()), progress.clone());
        assert_eq!(searches.words(true), None, "it is short");
        let words = |seconds, several, hint| search.words(Duration::from_secs(seconds), several, hint);
        assert_eq!(words(3, false, ""), "3 s · 0 found");
        progress.set(1e-6);
        assert_eq!(words(3, false, ""), "3 s · 0 found · 0.0001 % done");
        progress.set(0.25);
        assert_eq!(words(10, false, "try less"), "10 s · 0 found · 25.00 %, about 30s left · try less");
        assert_eq!(words(10, true, ""), "a.txt:3: 10 s · 0 found");
        let began = Instant::now().checked_sub(2 * MIN_SHOWN).unwrap_or_else(Instant::now);
        let long = Arc::new(RunningSearch { began, name: None, progress: Progress::default() });
        lock(&searches.searches).push(Arc::downgrade(&long));
        assert_eq!(searches.words(false).as_deref(), Some("1 s · 0 found"));
        drop(long);
        assert_eq!(searches.words(false), None);
    }
}
