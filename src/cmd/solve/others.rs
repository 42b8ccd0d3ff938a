//! Whether an input holds one puzzle or several: a single one gets more remarks.

use std::sync::OnceLock;
use std::time::Duration;

/// Longest wait for a second puzzle, in pauses: an input may be typed, or written into a pipe by a program that wants an
/// answer first. A machine that stalls counts as one pause, in which the thread that reads cannot have gone on either.
const PATIENCE: u32 = 100;
const PAUSE: Duration = Duration::from_millis(1);

/// The contents of an input besides its first puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Others {
    /// Nothing, as far as is known.
    None,
    /// Only places that are not understood.
    Bad,
    /// Other puzzles.
    Puzzles,
}

/// The knowledge of [`Others`]: set when the second puzzle comes, or the input ends.
#[derive(Default)]
pub(super) struct Known(OnceLock<Others>);

impl Known {
    /// Settles the question, once.
    pub(super) fn settle(&self, others: Others) {
        self.0.get_or_init(|| others);
    }

    pub(super) fn is_settled(&self) -> bool {
        self.0.get().is_some()
    }

    /// Whether other puzzles are known of already.
    pub(super) fn has_puzzles(&self) -> bool {
        self.0.get() == Some(&Others::Puzzles)
    }

    /// The contents, after a wait of limited length.
    pub(super) fn wait(&self) -> Others {
        for _ in 0..PATIENCE {
            match self.0.get() {
                Some(others) => return *others,
                None => std::thread::sleep(PAUSE),
            }
        }
        self.0.get().copied().unwrap_or(Others::None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_known_in_time_is_taken_for_nothing() {
        let known = Known::default();
        assert_eq!((known.wait(), known.has_puzzles(), known.is_settled()), (Others::None, false, false));
        known.settle(Others::Puzzles);
        assert_eq!((known.wait(), known.has_puzzles(), known.is_settled()), (Others::Puzzles, true, true));
    }
}
