//! Writes the results, which come in input order, and shows how far the search is.

use super::batch::{Notice, Shared};
use super::gauge::Gauge;
use super::out::Out;
use super::text::{Tally, Text};
use crate::cmd::bar::Bar;
use crate::cmd::{Exit, feed, show_diagnostic};
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_bench::terminal::Terminal;
use coverlab_model::Choice;
use std::io::{self, Write};

/// Most puzzles with equal clues that are reported.
const CLASHES: u64 = 3;
/// Most puzzles with several solutions, where one is asked for, and most that end at a limit that are
/// reported; the rest is counted.
pub(super) const TOLD: u64 = 20;

/// Messages of workers, in the order of the puzzles.
pub(super) enum Part {
    Text(Text),
    Notice(Notice),
    /// A batch is done: this number of bytes of the input's source holds it and all before it.
    Reached(u64),
    /// The search was cancelled; nothing follows.
    Cancelled,
}

/// Writes results.
pub(super) struct Printer<'a, W: Write> {
    pub(super) strategy: String,
    /// The name of the input.
    pub(super) source: String,
    /// Whether to say which strategies were taken.
    pub(super) verbose: bool,
    /// Whether notes on answers are given, and their number at the end.
    pub(super) notes: bool,
    pub(super) terminal: &'a Terminal,
    pub(super) shared: &'a Shared,
    pub(super) bar: Bar,
    pub(super) searching: Searching<'a>,
    pub(super) out: Out<W>,
    pub(super) so_far: SoFar,
}

/// The state of searches under way, for the bar.
pub(super) struct Searching<'a> {
    pub(super) gauge: &'a Gauge,
    /// For a puzzle without others; hidden where solutions appear on the terminal as they are found.
    pub(super) bar: Bar,
    pub(super) shown: bool,
    pub(super) hint: &'static str,
}

/// The output so far.
#[derive(Default)]
pub(super) struct SoFar {
    pub(super) tally: Tally,
    /// Notices of each kind of which only the first are reported.
    clashes: u64,
    several: u64,
    limited: u64,
    /// Strategies that were taken, and for how many puzzles.
    taken: Vec<(Choice, u64)>,
    /// How many bytes of the input hold all batches before.
    position: u64,
    /// Whether a search was cancelled: later results are not written, for an answer would be missing between.
    cancelled: bool,
}

impl<W: Write> Printer<'_, W> {
    /// Writes what comes next.
    ///
    /// # Errors
    /// It cannot be written.
    pub(super) fn write(&mut self, parts: Vec<Part>) -> io::Result<()> {
        self.parts(parts)?;
        self.show();
        // It may be long before there is more to write.
        self.out.pause()
    }

    /// The work that is done while no message comes.
    ///
    /// # Errors
    /// Results cannot be written.
    pub(super) fn pass_time(&mut self) -> io::Result<()> {
        self.show();
        self.out.rest()
    }

    /// Writes the remaining results, and the closing remarks.
    ///
    /// # Errors
    /// Results cannot be written.
    pub(super) fn end(&mut self) -> io::Result<()> {
        self.out.flush()?;
        let Tally { several, limited, .. } = self.so_far.tally;
        for (count, what) in [(several, "have several solutions"), (limited, "ended at a limit")] {
            if count > TOLD && self.notes {
                self.sum_up(&format!("{} {what}, {TOLD} were shown", feed::puzzles(count)));
            }
        }
        if !self.verbose || self.terminal.quiet {
            return Ok(());
        }
        if self.so_far.taken.is_empty() {
            self.sum_up(&format!("searched by {}, as asked for", self.strategy));
        }
        for (Choice { taken, why }, puzzles) in &self.so_far.taken {
            self.sum_up(&format!("{} took {taken} for {}: {why}", self.strategy, feed::puzzles(*puzzles)));
        }
        Ok(())
    }

    fn sum_up(&self, what: &str) {
        let note = Diagnostic::note(format!("{}: {what}", self.source));
        self.bar.suspend(|| show_diagnostic(&note, self.terminal));
    }

    /// Shows how far this is.
    fn show(&mut self) {
        let Searching { gauge, bar, shown, hint } = &mut self.searching;
        let named = self.shared.others.has_puzzles();
        let words = || gauge.words(named, hint);
        // One puzzle is not on its way anywhere, but its search may be.
        if named {
            bar.hide();
            self.bar.puzzles_and(self.so_far.tally.answered, || self.so_far.position, words);
        } else if *shown {
            match bar.is_wanted().then(words).flatten() {
                Some(words) => bar.show(|_| (0, words)),
                None => bar.hide(),
            }
        }
    }

    fn parts(&mut self, parts: Vec<Part>) -> io::Result<()> {
        let bar = self.bar.shown().filter(|_| self.terminal.interactive);
        self.searching.bar.hide();
        let write = || {
            parts.into_iter().try_for_each(|part| self.part(part))?;
            if self.terminal.interactive { self.out.flush() } else { Ok(()) }
        };
        // The bar must not be in the way of what a terminal shows.
        match bar {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }

    fn part(&mut self, part: Part) -> io::Result<()> {
        match part {
            Part::Reached(position) => self.so_far.position = position,
            _ if self.so_far.cancelled => {}
            Part::Notice(notice) => return self.notice(&notice),
            Part::Text(text) => {
                self.so_far.tally.add(&text.tally);
                self.took(text.choice, text.tally.searched);
                return self.out.write_all(&text.bytes);
            }
            Part::Cancelled => {
                self.so_far.cancelled = true;
                self.so_far.tally.worst = Exit::Interrupted;
            }
        }
        Ok(())
    }

    /// Notes that `puzzles` puzzles were handed to another strategy.
    fn took(&mut self, choice: Option<Choice>, puzzles: u64) {
        let Some(choice) = choice else { return };
        match self.so_far.taken.iter_mut().find(|(other, _)| *other == choice) {
            Some((_, count)) => *count += puzzles,
            None => self.so_far.taken.push((choice, puzzles)),
        }
    }

    fn notice(&mut self, notice: &Notice) -> io::Result<()> {
        let (told, most, diagnostic) = match notice {
            Notice::Bad(diagnostic) | Notice::Answer(diagnostic) => return self.tell(diagnostic),
            Notice::Clash(diagnostic) => (&mut self.so_far.clashes, CLASHES, diagnostic),
            Notice::Several(diagnostic) => (&mut self.so_far.several, TOLD, diagnostic),
            Notice::Limited(diagnostic) => (&mut self.so_far.limited, TOLD, diagnostic),
        };
        *told += 1;
        match (*told, notice) {
            (told, _) if told <= most => self.tell(diagnostic),
            (told, Notice::Clash(_)) if told == CLASHES + 1 => {
                self.tell(&Diagnostic::note("more puzzles have equal clues in a house"))
            }
            _ => Ok(()),
        }
    }

    /// Writes a message, on a terminal behind the results before it.
    fn tell(&mut self, diagnostic: &Diagnostic) -> io::Result<()> {
        if self.terminal.interactive {
            // The bar is out of the way already.
            self.out.flush()?;
            show_diagnostic(diagnostic, self.terminal);
        } else {
            self.bar.suspend(|| show_diagnostic(diagnostic, self.terminal));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn behind_a_cancelled_search_nothing_is_written() {
        let terminal = Terminal::SILENT;
        let (shared, gauge, mut written) = (Shared::default(), Gauge::default(), Vec::new());
        let mut printer = Printer {
            strategy: String::new(),
            source: String::new(),
            verbose: false,
            notes: true,
            terminal: &terminal,
            shared: &shared,
            bar: Bar::of_bytes(None, &terminal),
            searching: Searching { gauge: &gauge, bar: Bar::of_search(&terminal), shown: true, hint: "" },
            out: Out::new(&mut written, None),
            so_far: SoFar::default(),
        };
        let line = |line: &[u8]| {
            let mut text = Text { bytes: line.to_vec(), ..Text::default() };
            text.tally.add_answer();
            Part::Text(text)
        };
        // Later batches may have been solved before.
        printer.write(vec![line(b"first\n"), Part::Cancelled, line(b"never\n"), Part::Reached(7)]).unwrap();
        printer.write(vec![line(b"behind\n"), Part::Reached(9)]).unwrap();
        printer.end().unwrap();
        let SoFar { tally, position, .. } = printer.so_far;
        assert_eq!((tally.answered, tally.worst, position), (1, Exit::Interrupted, 9));
        assert_eq!(written, b"first\n");
    }
}
