//! Traces: the steps of a search, as lines of JSON (`search-trace/1`, described in docs/FORMAT.md).
//!
//! [`Recorder`] turns the events of a search into [`Line`]s within a size limit. [`check`] verifies
//! lines with its own code. [`Trace`] gives the state after any of them. [`fn@sentence`] puts a line into
//! words, and a [`Phrase`] can be translated. [`dot`] draws the search tree.

pub mod check;
mod dot;
mod fold;
mod head;
mod line;
mod phrase;
mod reading;
mod recorder;
mod replay;
mod script;
mod sentence;
mod show;
mod tree;

pub use dot::dot;
pub use head::{Entry, FORMAT, Head, Level, Native, RecordOptions, TraceLimits, TraceSubject, Window};
pub use line::{Answer, Counts, EVENT_KINDS, Line, Stats};
pub use phrase::Phrase;
pub use recorder::{Recorder, WriteLine};
pub use replay::{Trace, letter};
pub use script::{ScriptLine, line_after};
pub use sentence::{event_phrase, sentence};
pub use tree::{End, Node, Tree};
