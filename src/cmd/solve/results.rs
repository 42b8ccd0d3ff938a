//! Output that workers send to the writer: texts, notices, and figures about the answers in them.

use crate::cmd::Exit;
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_model::Choice;

/// Results of a batch.
pub(super) struct Results {
    pub(super) outputs: Vec<Output>,
    /// Whether no others of the batch follow.
    pub(super) ends_batch: bool,
}

/// One output that a worker sends to the writer.
pub(super) enum Output {
    Text(Text),
    Notice(Notice),
    /// The search was cancelled; nothing follows.
    Cancelled,
}

/// Text for standard output, and the tally of the answers in it.
#[derive(Default)]
pub(super) struct Text {
    pub(super) bytes: Vec<u8>,
    pub(super) tally: Tally,
    /// The strategy that the puzzles were handed to, if the one asked for chooses.
    pub(super) choice: Option<Choice>,
}

/// A message for standard error.
#[derive(Debug)]
pub(super) struct Notice {
    pub(super) kind: NoticeKind,
    pub(super) diagnostic: Diagnostic,
}

impl Notice {
    pub(super) fn new(kind: NoticeKind, diagnostic: Diagnostic) -> Notice {
        Notice { kind, diagnostic }
    }
}

/// The kinds of messages, each with a limit of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoticeKind {
    Always,
    /// A puzzle has equal clues in a house.
    EqualClues,
    /// A puzzle has several solutions, where one is asked for.
    Several,
    /// A search ended at a limit.
    Limited,
}

impl NoticeKind {
    pub(super) const COUNT: usize = 4;

    /// Most messages of this kind that are shown.
    pub(super) fn limit(self) -> u64 {
        match self {
            NoticeKind::Always => u64::MAX,
            NoticeKind::EqualClues => 3,
            NoticeKind::Several | NoticeKind::Limited => 20,
        }
    }

    /// Whether to make another message after `made` of them. One beyond the limit shows that messages were left out.
    pub(super) fn is_wanted(self, made: u64) -> bool {
        made <= self.limit()
    }
}

/// Figures of some answers.
#[derive(Default)]
pub(super) struct Tally {
    pub(super) worst: Exit,
    pub(super) searched: u64,
    pub(super) answered: u64,
    /// Puzzles with several solutions, where one is asked for.
    pub(super) several: u64,
    /// Puzzles whose search ended at a limit.
    pub(super) limited: u64,
    /// Solutions of the puzzle whose count was interrupted.
    pub(super) interrupted: Option<u64>,
}

impl Tally {
    /// Counts a puzzle with the answer that was wanted, or with several solutions where one was asked for.
    #[inline]
    pub(super) fn add_answer(&mut self, is_several: bool) {
        self.searched += 1;
        self.answered += 1;
        if is_several {
            self.several += 1;
            self.worst = self.worst.max(Exit::No);
        }
    }

    /// Adds the figures of later answers.
    pub(super) fn add(&mut self, later: &Tally) {
        self.worst = self.worst.max(later.worst);
        self.searched += later.searched;
        self.answered += later.answered;
        self.several += later.several;
        self.limited += later.limited;
        self.interrupted = later.interrupted.or(self.interrupted);
    }
}
