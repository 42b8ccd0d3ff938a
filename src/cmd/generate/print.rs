//! Writes the puzzles of the threads, in the order of their numbers.

use super::factory::{Factory, NoPuzzle, Product, PuzzleSource};
use crate::support::progress_bar::Bar;
use crate::support::puzzle_input::counted_puzzles;
use crate::support::{Exit, Failure};
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_bench::output;
use coverlab_bench::terminal::Terminal;
use coverlab_bench::text::counted;
use coverlab_model::format::{line, sudoku::Count, symbols::Symbols};
use coverlab_model::pool::Received;
use coverlab_puzzles::generate::PuzzleRequest;
use coverlab_techniques::rating::explainer::decimal;
use serde_json::json;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::time::Duration;

/// Interval for redrawing the bar and checking for an interrupt.
const POLL_INTERVAL: Duration = Duration::from_millis(200);

/// Writes puzzles in the requested format.
pub(super) struct PuzzleWriter<'a, W: Write> {
    pub(super) factory: &'a Factory,
    pub(super) json: bool,
    pub(super) terminal: &'a Terminal,
    pub(super) out: W,
}

impl<W: Write> PuzzleWriter<'_, W> {
    /// Writes all puzzles and returns their number.
    pub(super) fn run(&mut self, header: &str) -> Result<u64, Failure> {
        self.out.write_all(header.as_bytes())?;
        let count = self.factory.len();
        let mut bar = Bar::of_items(count, "puzzles", self.terminal);
        let mut next = 0;
        while next < count {
            bar.show(|rate| (next, format!("{}, {} tries", rate.of(next), self.factory.tries())));
            match self.receive(next)? {
                Some(Ok(product)) => bar.suspend(|| self.write(next, &product))?,
                Some(Err(NoPuzzle::Stopped)) => break,
                Some(Err(reason)) => {
                    self.out.flush()?;
                    return Err(self.failure(reason));
                }
                None if self.factory.stopped() => break,
                None => continue,
            }
            next += 1;
        }
        drop(bar);
        self.out.flush()?;
        if next == count {
            self.sum_up();
        }
        Ok(next)
    }

    /// The next puzzle, or `None` after a while. Flushes the output before it waits.
    fn receive(&mut self, next: u64) -> Result<Option<Result<Product, NoPuzzle>>, Failure> {
        let products = &self.factory.products;
        if !products.is_ready() {
            self.out.flush()?;
        }
        match products.receive(POLL_INTERVAL) {
            Received::Result((number, product)) if number == next => Ok(Some(product)),
            Received::Late => Ok(None),
            Received::Result(_) | Received::End => Err(Failure::internal("a thread ended early")),
        }
    }

    fn failure(&self, reason: NoPuzzle) -> Failure {
        match reason {
            NoPuzzle::Flawed(what) => {
                let title = format!("a puzzle failed its verification: {what}");
                let help = "this is a bug in coverlab: please report it with the command you ran";
                Failure::new(Exit::Internal, Diagnostic::error(title).help(help))
            }
            NoPuzzle::FalseClaim(what) => {
                Failure::input(what, "correct the number, or give --shape if the boxes have another layout")
            }
            NoPuzzle::GaveUp(what) => {
                let is_narrow = self.request().is_some_and(|request| {
                    request.difficulty.hardest.is_some() && request.difficulty.rating.is_some()
                });
                let help = if is_narrow {
                    "use --technique instead of --hardest to allow harder techniques, or raise --tries"
                } else {
                    "relax the request, or raise --tries"
                };
                Failure::new(Exit::Limit, Diagnostic::error(what).help(help))
            }
            NoPuzzle::Stopped => Failure::interrupted("interrupted"),
        }
    }

    fn write(&mut self, number: u64, product: &Product) -> io::Result<()> {
        let text = if self.json { self.object(number, product) } else { self.line(product) };
        writeln!(self.out, "{text}")?;
        // On a terminal the puzzle must appear before the progress bar is drawn again.
        if self.terminal.interactive { self.out.flush() } else { Ok(()) }
    }

    fn line(&self, Product { name, count, made }: &Product) -> String {
        let (shape, symbols) = (made.puzzle.shape(), Symbols::default());
        let mut text = line::write(shape, made.puzzle.clues(), &symbols);
        // A board written in numbers has no name or measurements after it.
        if !symbols.is_short(shape.side()) {
            return text;
        }
        if let Some(count) = count {
            let _ = write!(text, ":{count}");
        }
        let _ = write!(text, " # {name}");
        for (strategy, nodes) in self.strategies().iter().zip(&made.nodes) {
            let _ = write!(text, " {strategy}={nodes}");
        }
        if let Some(rating) = made.rating {
            let _ = write!(text, " rating={}", decimal(rating));
        }
        text
    }

    fn request(&self) -> Option<&PuzzleRequest> {
        match &self.factory.source {
            PuzzleSource::Generator(generator) => Some(generator.request()),
            PuzzleSource::Images(_) => None,
        }
    }

    fn strategies(&self) -> Vec<String> {
        let ranges = self.request().map_or(&[][..], |request| &request.node_ranges);
        ranges.iter().map(|range| range.strategy.to_string()).collect()
    }

    fn object(&self, number: u64, Product { name, count, made }: &Product) -> String {
        let (shape, symbols) = (made.puzzle.shape(), Symbols::default());
        let nodes = self.strategies().into_iter().zip(made.nodes.iter().copied());
        let solutions = count.and_then(|count| match count {
            Count::Exactly(count) => Some(count),
            Count::AtLeast(_) => None,
        });
        json!({
            "name": name,
            "seed": self.factory.seed,
            "number": number + 1,
            "puzzle": line::write(shape, made.puzzle.clues(), &symbols),
            "solutions": solutions,
            "solution": made.solution.as_ref().map(|grid| line::write(shape, grid.cells(), &symbols)),
            "clues": made.puzzle.clue_count(),
            "tries": self.request().map(|_| made.tries),
            "nodes": (!made.nodes.is_empty()).then(|| nodes.collect::<BTreeMap<_, _>>()),
            "rating": made.rating.map(|rating| f64::from(rating) / 10.0),
        })
        .to_string()
    }

    /// Prints a summary line on a terminal.
    fn sum_up(&self) {
        if self.terminal.quiet || !self.terminal.interactive_errors {
            return;
        }
        let Factory { referee, seed, .. } = self.factory;
        let referee = referee.as_ref().map_or_else(
            || "not verified".to_string(),
            |referee| format!("each verified by {}", referee.spec),
        );
        let tries = match self.request() {
            Some(_) => format!(", {}", counted(self.factory.tries(), "try", "tries")),
            None => String::new(),
        };
        let puzzles = counted_puzzles(self.factory.len());
        let _ = writeln!(output::stderr(), "{puzzles}, seed {seed}{tries}, {referee}");
    }
}
