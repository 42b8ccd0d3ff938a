//! Results as text, and the figures that a command sums up at its end.

use super::answer::{Answer, Question};
use crate::cmd::Exit;
use coverlab_model::Choice;

/// Text for standard output, and the tally of the answers in it.
#[derive(Default)]
pub(super) struct Text {
    pub(super) bytes: Vec<u8>,
    pub(super) tally: Tally,
    /// The strategy that the puzzles were handed to, if the one asked for chooses.
    pub(super) choice: Option<Choice>,
}

impl Text {
    /// An empty text, with room for `bytes` bytes.
    pub(super) fn with_room(bytes: usize, choice: Option<Choice>) -> Text {
        Text { bytes: Vec::with_capacity(bytes), tally: Tally::default(), choice }
    }
}

/// Figures of some answers.
#[derive(Default)]
pub(super) struct Tally {
    /// The worst end.
    pub(super) worst: Exit,
    /// Puzzles searched.
    pub(super) searched: u64,
    /// Puzzles answered.
    pub(super) answered: u64,
    /// Puzzles with several solutions, where one is asked for.
    pub(super) several: u64,
    /// Puzzles whose search ended at a limit.
    pub(super) limited: u64,
    /// Solutions of the puzzle whose count was interrupted.
    pub(super) interrupted: Option<u64>,
}

impl Tally {
    /// Counts a puzzle that was answered as was asked.
    #[inline]
    pub(super) fn add_answer(&mut self) {
        self.searched += 1;
        self.answered += 1;
    }

    /// Notes that the last puzzle has several solutions, where one is asked for.
    pub(super) fn add_several(&mut self) {
        self.several += 1;
        self.worst = self.worst.max(Exit::No);
    }

    /// Counts `answer` to `question`.
    pub(super) fn count(&mut self, answer: &Answer, question: Question) {
        let exit = answer.exit(question);
        self.searched += 1;
        match answer.status {
            Some(_) => self.answered += 1,
            None => self.interrupted = Some(answer.solutions.clone().saturated().0),
        }
        self.several += u64::from(answer.is_several(question));
        self.limited += u64::from(exit == Exit::Limit);
        self.worst = self.worst.max(exit);
    }

    /// Adds the figures of answers behind these.
    pub(super) fn add(&mut self, later: &Tally) {
        self.worst = self.worst.max(later.worst);
        self.searched += later.searched;
        self.answered += later.answered;
        self.several += later.several;
        self.limited += later.limited;
        self.interrupted = later.interrupted.or(self.interrupted);
    }
}
