//! One search of the puzzles of an input: batches go to the workers, results come back in order.

use super::answer::{Question, at_least};
use super::arguments::Arguments;
use super::batch::{Batches, Shared};
use super::delivery::Delivery;
use super::gauge::{self, Gauge};
use super::interrupt::interruption_of;
use super::lines::Maker;
use super::out::Out;
use super::print::{Printer, Searching, SoFar};
use super::render::{Form, Words};
use super::show::{Show, Style};
use super::text::Tally;
use super::work::Work;
use crate::cmd::bar::Bar;
use crate::cmd::{Exit, Failure, feed};
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_bench::terminal::Terminal;
use coverlab_model::Task;
use coverlab_model::format::symbols::Symbols;
use coverlab_model::pool::{self, Threads};
use coverlab_strategies::Configured;
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// How often the monitor looks whether the search was interrupted, and shows how far it is.
const TICK: Duration = Duration::from_millis(50);

/// The problem that is searched.
pub(super) struct Subject<'a, P> {
    /// The name of the input.
    pub(super) source: String,
    /// Whether there are other inputs.
    pub(super) titled: bool,
    pub(super) symbols: Symbols,
    pub(super) bar: Bar,
    pub(super) shared: &'a Shared,
    pub(super) batches: Batches<'a, P>,
    pub(super) lines: Option<Maker<P>>,
}

/// Searches, and writes what is found.
///
/// # Errors
/// Output cannot be written, the search is interrupted.
pub(super) fn run<P: Show>(
    arguments: &Arguments,
    terminal: &Terminal,
    configured: &Configured<P>,
    task: Task,
    subject: Subject<'_, P>,
) -> Result<Exit, Failure> {
    let Subject { source, titled, symbols, bar, shared, batches, lines } = subject;
    let (form, question, cancel) = (arguments.form(terminal), arguments.question(), task.cancel.clone());
    let interrupted = interruption_of(&cancel, configured.about);
    let strategy = configured.spec.to_string();
    let (gauge, search_bar) = (Gauge::default(), Bar::of_search(terminal));
    let shown = search_bar.is_wanted().then_some(&gauge);
    let printer = Printer {
        strategy: strategy.clone(),
        source: source.clone(),
        verbose: arguments.verbose,
        notes: form == Form::Line && !terminal.quiet,
        terminal,
        shared,
        bar,
        searching: Searching {
            gauge: &gauge,
            bar: search_bar,
            shown: question != Question::All || !terminal.interactive,
            hint: gauge::hint(configured.about, question),
        },
        out: Out::standard(),
        so_far: SoFar::default(),
    };
    let words = Words { form, question, strategy, terminal, source, titled, shared };
    let style = Style { symbols, color: terminal.color };
    let work = Work { configured, task, words, style, lines, gauge: shown };
    let (threads, batches) = (threads(arguments.threads), Mutex::new(batches));
    let delivery = Delivery::new(threads, printer, &cancel);
    let worker = |_| work.run(&batches, &delivery.results, &|| delivery.write());
    pool::run(Threads { count: threads, stack: None }, TICK, worker, || delivery.tick())
        .unwrap_or_else(|broken| broken.resume());
    let tally = delivery.end()?;
    if interrupted.is_raised() { Err(interruption_failure(shared, &tally)) } else { Ok(tally.worst) }
}

/// How a search ends that was interrupted.
fn interruption_failure(shared: &Shared, tally: &Tally) -> Failure {
    let Tally { answered, interrupted, .. } = *tally;
    let done = if shared.all_read.load(Ordering::Relaxed) {
        format!("interrupted: {answered} of {} puzzles answered", shared.read.load(Ordering::Relaxed))
    } else {
        format!("interrupted: {} answered, the input was not read to its end", feed::puzzles(answered))
    };
    let counted = interrupted.map_or_else(String::new, |count| format!(", {}", at_least(&count.into())));
    Failure::new(Exit::Interrupted, Diagnostic::error(done + &counted))
}

/// The number of threads asked for; 0: as many as there are processors.
pub(in crate::cmd) fn threads(asked: usize) -> usize {
    if asked > 0 { asked } else { std::thread::available_parallelism().map_or(1, usize::from) }
}
