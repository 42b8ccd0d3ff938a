//! The results of a worker's batch, on their way to the printer.

use super::print::Part;
use super::text::Text;
use coverlab_model::Choice;
use coverlab_model::pool::{Ordered, Ticket};
use std::time::{Duration, Instant};

/// Longest time between two sends of answers, unless a search takes longer.
const REST: Duration = Duration::from_millis(5);

/// The results of all batches, in the order of the input.
pub(super) type Results = Ordered<Vec<Part>>;

/// The results of one batch.
pub(super) struct Outbox<'a> {
    ticket: Ticket<'a, Vec<Part>>,
    /// Writes results that have come to their turn.
    write: &'a (dyn Fn() + Sync),
    parts: Vec<Part>,
    sent: Instant,
}

impl<'a> Outbox<'a> {
    pub(super) fn new(ticket: Ticket<'a, Vec<Part>>, write: &'a (dyn Fn() + Sync)) -> Outbox<'a> {
        Outbox { ticket, write, parts: Vec::new(), sent: Instant::now() }
    }

    /// Adds a part, which is sent now or soon.
    pub(super) fn push(&mut self, part: Part) {
        self.parts.push(part);
    }

    /// The text that is to be continued, of puzzles that were handed to `choice`.
    #[inline]
    pub(super) fn text(&mut self, choice: Option<Choice>) -> &mut Text {
        if !matches!(self.parts.last(), Some(Part::Text(text)) if text.choice == choice) {
            self.parts.push(Part::Text(Text { choice, ..Text::default() }));
        }
        match self.parts.last_mut() {
            Some(Part::Text(text)) => text,
            _ => unreachable!("it was just put there"),
        }
    }

    /// Sends the waiting parts, if the last time is a while ago.
    pub(super) fn rest(&mut self) {
        if self.sent.elapsed() >= REST {
            self.send();
        }
    }

    /// Sends the waiting parts.
    pub(super) fn send(&mut self) {
        self.ticket.send(std::mem::take(&mut self.parts));
        (self.write)();
        self.sent = Instant::now();
    }

    /// Whether what is sent is written at once.
    pub(super) fn is_next(&self) -> bool {
        self.ticket.is_next()
    }

    /// Waits until it is. `false`: the search is over before.
    pub(super) fn wait(&self) -> bool {
        self.ticket.wait()
    }

    /// Sends the rest, and the number of bytes of the input's source that hold this batch and all before it.
    pub(super) fn end(self, position: u64) {
        let Outbox { ticket, write, mut parts, .. } = self;
        parts.push(Part::Reached(position));
        ticket.send(parts);
        drop(ticket);
        write();
    }
}
