//! `coverlab trace`: records the steps of a search, checks a trace, and exports it.

mod check;
mod export;
mod input;
mod line_writer;

pub(super) use input::{input, rejected};

use crate::support::instance::{self, NamedInstance, too_large};
use crate::support::interrupt::cancel_on_interrupt;
use crate::support::progress_bar::Bar;
use crate::support::read_options::ReadOptions;
use crate::support::{Exit, Failure, check_not_input, show_diagnostic, unwritable};
use check::CheckTraceArgs;
use clap::{Args, Subcommand};
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_bench::problem_kind::ProblemKind;
use coverlab_bench::strategy_source::BuiltInStrategies;
use coverlab_bench::terminal::Terminal;
use coverlab_bench::text::counted;
use coverlab_model::step::Instance;
use coverlab_model::{About, Cancel, Cnf, Fault, Flow, Refusal, Spec, Stop, Task, TraceEvent};
use coverlab_strategies::Configured;
use coverlab_trace::{
    self as format, Level, RecordOptions, Recorder, Stats, TraceLimits, TraceSubject, Window,
};
use export::ExportTraceArgs;
use line_writer::LineWriter;
use std::io;
use std::path::{Path, PathBuf};

const NOTES: &str = "\
Output:
  On a terminal, sentences indented by depth; in a pipe or with --out, JSON Lines in the format \
  search-trace/1, which docs/FORMAT.md describes. --words also writes sentences to a pipe.
  If the strategy uses an encoding, events name both the item or literal and the cell it encodes.

Levels, each of which includes the ones above it:
  sum     solutions and the footer
  node    the nodes of the search tree
  step    what happens at each node: candidates, items, literals, and the reasons
  micro   single links that are hidden and restored, clauses visited for a watched literal

Bounds:
  After --max-events events or 32 MiB, the steps of failed subtrees are only counted. The path to the \
  first solution is always written, and the footer counts everything. Searches are deterministic, so \
  --window A..B can show nodes A to B with all their steps, and the path to A.

Examples:
  coverlab trace heller ....1.....3..34.
  coverlab trace dlx puzzle.txt --level micro --out dlx.jsonl
  coverlab trace dlx queens:6 --all --words | less
  coverlab trace cdcl formula.cnf --window 100..120
  coverlab trace check dlx.jsonl
  coverlab trace export dlx.jsonl | dot -Tsvg > tree.svg";

/// Arguments of `coverlab trace`.
#[derive(Debug, Args)]
#[command(after_long_help = NOTES, args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct TraceArgs {
    /// The strategy, optionally with parameters: dlx:heuristic=first
    #[arg(value_name = "STRATEGY", required = true)]
    pub strategy: Option<String>,
    /// A puzzle, a file of puzzles, an exact cover (.dlx), a formula (.cnf), a family (queens:6), or - for
    /// standard input
    #[arg(value_name = "INPUT", required = true)]
    pub input: Option<String>,
    /// How much detail to write
    #[arg(long, value_enum, default_value_t)]
    pub level: Level,
    /// Write nodes A to B with all their steps, and the path to A
    #[arg(long, value_name = "A..B", value_parser = window)]
    pub window: Option<Window>,
    /// Write JSON Lines to FILE
    #[arg(long, short, value_name = "FILE", conflicts_with = "words")]
    pub out: Option<PathBuf>,
    /// Write sentences, even to a pipe
    #[arg(long)]
    pub words: bool,
    /// Write N events in full; after that, only the path to a solution
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    pub max_events: u64,
    /// Search for all solutions instead of the first
    #[arg(long, conflicts_with = "limit")]
    pub all: bool,
    /// Stop after K solutions
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub limit: u64,
    /// Stop after N nodes
    #[arg(long, value_name = "N")]
    pub node_limit: Option<u64>,
    /// Seed of the strategy's random choices
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// The number of the puzzle in the file, from 1
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub puzzle: u64,
    /// Options for reading puzzles.
    #[command(flatten)]
    pub reading: ReadOptions,
    /// A command for an existing trace, instead of a search.
    #[command(subcommand)]
    pub command: Option<TraceCommand>,
}

/// Commands for existing traces.
#[derive(Debug, Subcommand)]
pub enum TraceCommand {
    /// Check a trace with code that is independent of the strategies
    Check(CheckTraceArgs),
    /// Draw the search tree of a trace, for Graphviz
    Export(ExportTraceArgs),
}

/// Number of nodes between two checks of the clock.
const NODES_PER_CHECK: u64 = 256;

/// Size of a trace, in bytes, from which on failed subtrees are only counted.
const MAX_BYTES: u64 = 32 << 20;

/// Runs `coverlab trace`.
pub fn run(arguments: &TraceArgs, terminal: &Terminal) -> Result<Exit, Failure> {
    match (&arguments.command, &arguments.strategy, &arguments.input) {
        (Some(TraceCommand::Check(check_arguments)), ..) => check::run(check_arguments, terminal),
        (Some(TraceCommand::Export(export_arguments)), ..) => export::run(export_arguments),
        (None, Some(strategy), Some(argument)) => {
            let spec = strategy.parse::<Spec>()?;
            arguments.out.iter().try_for_each(|out| check_not_input(out, Path::new(argument)))?;
            let NamedInstance { name, instance, .. } =
                instance::read(argument, arguments.puzzle, &arguments.reading, terminal)?;
            match instance {
                Instance::Sudoku(puzzle) => trace(arguments, terminal, &spec, name, &puzzle),
                Instance::ExactCover(cover) => trace(arguments, terminal, &spec, name, &cover),
                Instance::Cnf(cnf) => {
                    if Cnf::configure(&BuiltInStrategies, &spec)?.via.is_some() {
                        instance::warn_of_merged_models(&name, &cnf, terminal);
                    }
                    trace(arguments, terminal, &spec, name, &cnf)
                }
            }
        }
        _ => Err(Failure::usage("a trace needs a strategy and an input", "")),
    }
}

fn trace<P: ProblemKind + Into<Instance>>(
    arguments: &TraceArgs,
    terminal: &Terminal,
    spec: &Spec,
    name: String,
    problem: &P,
) -> Result<Exit, Failure> {
    let configured = configure(spec, &name, problem)?;
    let subject = TraceSubject::of(name, problem, &configured);
    let task = task(arguments);
    let interrupted = cancel_on_interrupt(&task.cancel, None);
    let bounds = bounds(arguments);
    let mut out = LineWriter::of(arguments, terminal);
    let mut write = |line: &format::Line, head: &format::Head| out.write(line, head);
    let mut recorder = Recorder::new(&subject, bounds, &mut write);
    // A listing on the same terminal rules a bar out.
    let has_bar = arguments.out.is_some() || !terminal.interactive;
    let mut bar = has_bar.then(|| Bar::of_search(terminal));
    let mut nodes = 0;
    let outcome = configured.backend.session().trace(problem, &task, &mut |event| {
        nodes += u64::from(matches!(event, TraceEvent::Node(_)));
        if let Some(bar) = bar.as_mut().filter(|_| nodes % NODES_PER_CHECK == 0) {
            bar.show(|rate| (nodes, format!("{nodes} nodes, {}", rate.of(nodes))));
        }
        recorder.record(event)
    });
    drop(bar);
    let outcome = outcome.ok_or_else(|| untraceable(configured.about))?;
    let failed = |error: io::Error| match &arguments.out {
        Some(path) => unwritable(path, &error),
        None => error.into(),
    };
    let stats = recorder.end(outcome.stop, &outcome.counters).map_err(failed)?;
    out.end().map_err(failed)?;
    if interrupted.is_raised() {
        return Err(Failure::interrupted(format!("interrupted after {} nodes", stats.nodes)));
    }
    outcome.verify(problem).map_err(|violation| Failure::internal(Fault::rejected(&violation).what))?;
    warn(&stats, arguments, terminal);
    Ok(exit(outcome.stop, outcome.solutions))
}

/// Fails if a search of `instance`, called `name`, by `spec` cannot be traced.
pub(super) fn check_strategy(spec: &Spec, name: &str, instance: &Instance) -> Result<(), Failure> {
    match instance {
        Instance::Sudoku(puzzle) => trace_first_event(spec, name, puzzle),
        Instance::ExactCover(cover) => trace_first_event(spec, name, cover),
        Instance::Cnf(cnf) => trace_first_event(spec, name, cnf),
    }
}

/// Traces a search up to its first event, which fails if the strategy refuses the instance or cannot be traced.
fn trace_first_event<P: ProblemKind>(spec: &Spec, name: &str, problem: &P) -> Result<(), Failure> {
    let configured = configure(spec, name, problem)?;
    let task = Task { nodes: 0, ..Task::default() };
    let traced = configured.backend.session().trace(problem, &task, &mut |_| Flow::Break(Stop::Cancelled));
    traced.map(|_| ()).ok_or_else(|| untraceable(configured.about))
}

/// The strategy `spec`, which accepts `problem`, called `name`.
fn configure<P: ProblemKind>(spec: &Spec, name: &str, problem: &P) -> Result<Configured<P>, Failure> {
    let configured = P::configure(&BuiltInStrategies, spec)?;
    configured.backend.accepts(problem).map_err(|why| refused(name, configured.about.name, &why))?;
    Ok(configured)
}

/// The failure for a strategy that does not report steps.
fn untraceable(about: &About) -> Failure {
    let help = "choose another strategy: heller for a Sudoku, dlx for an exact cover or cdcl for a formula";
    Failure::usage(format!("{} cannot be traced", about.name), help)
}

/// The exit code of a search that found `solutions`.
fn exit(stop: Option<Stop>, solutions: u64) -> Exit {
    match stop {
        Some(Stop::Enough) => Exit::Answered,
        None if solutions > 0 => Exit::Answered,
        None => Exit::No,
        Some(_) => Exit::Limit,
    }
}

/// The failure for a strategy that refuses the instance called `name`.
fn refused(name: &str, strategy: &str, refusal: &Refusal) -> Failure {
    let what = format!("{strategy} cannot take {name}: it {refusal}");
    match refusal {
        Refusal::TooLarge(large) => too_large(&format!("{name}: {strategy}"), large),
        Refusal::Exceeds { .. } => Failure::of_instance(Exit::Limit, Diagnostic::error(what)),
        Refusal::Lacks(_) => Failure::usage(what, ""),
    }
}

fn task(arguments: &TraceArgs) -> Task {
    let solutions = if arguments.all { u64::MAX } else { arguments.limit };
    // The trace records every solution; keeping two lets the referee check that they differ.
    Task {
        solutions,
        keep: 2,
        nodes: arguments.node_limit.unwrap_or(u64::MAX),
        seed: arguments.seed,
        cancel: Cancel::default(),
        ..Task::default()
    }
}

fn bounds(arguments: &TraceArgs) -> RecordOptions {
    let limits = TraceLimits {
        solutions: (!arguments.all).then_some(arguments.limit),
        nodes: arguments.node_limit,
        events: arguments.max_events,
        bytes: MAX_BYTES,
    };
    RecordOptions { level: arguments.level, window: arguments.window, limits, seed: arguments.seed }
}

/// Warns about omitted events, and about a window without nodes.
fn warn(stats: &Stats, arguments: &TraceArgs, terminal: &Terminal) {
    if let Some(window) = arguments.window {
        if window.first >= stats.nodes {
            let nodes = counted(stats.nodes, "node", "nodes");
            let what = format!("the window begins at node {}, but the search has {nodes}", window.first);
            show_diagnostic(&Diagnostic::warning(what).help("nodes are numbered from 0"), terminal);
        }
        return;
    }
    if stats.left_out == 0 {
        return;
    }
    let all = stats.counts.total();
    let what = format!(
        "{} of {all} events are left out: those of failed subtrees after the first {} events or {} MiB",
        stats.left_out,
        arguments.max_events,
        MAX_BYTES >> 20
    );
    show_diagnostic(
        &Diagnostic::warning(what).help("--window A..B shows a part, and --max-events N shows more"),
        terminal,
    );
}

/// Parses `3..7`, nodes 3 to 7.
fn window(text: &str) -> Result<Window, String> {
    let ends = text.split_once("..").and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    let (first, last) = ends.ok_or("give the first and the last node: 100..120")?;
    if first > last {
        return Err(format!("node {first} comes after node {last}"));
    }
    Ok(Window { first, last })
}
