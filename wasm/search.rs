//! Runs searches, with a recorded trace or only counting.

use crate::error::Error;
use crate::puzzle::Puzzle;
use coverlab_model::format::symbols::Symbols;
use coverlab_model::format::{dimacs, line};
use coverlab_model::step::Instance;
use coverlab_model::{BadSpec, Cnf, ExactCover, Outcome, Problem, Spec, Sudoku, Task};
use coverlab_strategies::Configured;
use coverlab_trace::{Level, RecordOptions, Trace, TraceLimits};
use serde_json::{Map, Value, json};

/// The options of a recorded search.
pub(crate) struct TraceRequest {
    pub(crate) level: Level,
    /// The search ends after this many solutions; 1 by default.
    pub(crate) solutions: Option<u64>,
    pub(crate) nodes: Option<u64>,
    pub(crate) events: Option<u64>,
    pub(crate) bytes: Option<u64>,
    pub(crate) seed: u64,
}

/// Default numbers of events and bytes that are recorded in full.
const EVENTS: u64 = 100_000;
const BYTES: u64 = 32 << 20;

/// A kind of problem that strategies solve.
trait WasmProblem: Problem + Into<Instance> {
    fn configure(spec: &Spec) -> Result<Configured<Self>, BadSpec>;
    /// A solution in the form that `coverlab solve` prints.
    fn show(&self, solution: &Self::Solution) -> Value;
}

impl WasmProblem for Sudoku {
    fn configure(spec: &Spec) -> Result<Configured<Self>, BadSpec> {
        coverlab_strategies::sudoku(spec)
    }

    fn show(&self, grid: &Self::Solution) -> Value {
        json!(line::write(self.shape(), grid.cells(), &Symbols::default()))
    }
}

impl WasmProblem for ExactCover {
    fn configure(spec: &Spec) -> Result<Configured<Self>, BadSpec> {
        coverlab_strategies::exact_cover(spec)
    }

    fn show(&self, cover: &Self::Solution) -> Value {
        cover.options().iter().map(|&option| self.option_text(option)).collect()
    }
}

impl WasmProblem for Cnf {
    fn configure(spec: &Spec) -> Result<Configured<Self>, BadSpec> {
        coverlab_strategies::cnf(spec)
    }

    fn show(&self, model: &Self::Solution) -> Value {
        json!(dimacs::write_model(model).trim_end())
    }
}

/// Searches and records a trace.
pub(crate) fn trace(puzzle: Puzzle, spec: &Spec, wanted: &TraceRequest) -> Result<Trace, Error> {
    let name = puzzle.name;
    match puzzle.problem {
        Instance::Sudoku(puzzle) => record(name, &puzzle, spec, wanted),
        Instance::ExactCover(cover) => record(name, &cover, spec, wanted),
        Instance::Cnf(cnf) => record(name, &cnf, spec, wanted),
    }
}

fn record<P: WasmProblem>(
    name: String,
    problem: &P,
    spec: &Spec,
    wanted: &TraceRequest,
) -> Result<Trace, Error> {
    let configured = configured(&name, problem, spec)?;
    let solutions = wanted.solutions.unwrap_or(1);
    let limits = TraceLimits {
        solutions: Some(solutions),
        nodes: wanted.nodes,
        events: wanted.events.unwrap_or(EVENTS),
        bytes: wanted.bytes.unwrap_or(BYTES),
    };
    let bounds = RecordOptions { level: wanted.level, window: None, limits, seed: wanted.seed };
    let task = Task {
        solutions,
        keep: 0,
        nodes: wanted.nodes.unwrap_or(u64::MAX),
        seed: wanted.seed,
        ..Task::default()
    };
    let recorded = Trace::record(name, problem, &configured, &task, bounds).ok_or_else(|| {
        Error::new(format!("{} does not tell its steps", configured.about.name)).help("dlx and cdcl do")
    })?;
    recorded.map(|(trace, _)| trace).map_err(Error::new)
}

/// Searches and returns the counters.
pub(crate) fn count(
    puzzle: &Puzzle,
    spec: &Spec,
    limit: u64,
    nodes: Option<u64>,
    seed: u64,
) -> Result<Value, Error> {
    let task = Task { solutions: limit, nodes: nodes.unwrap_or(u64::MAX), seed, ..Task::default() };
    match &puzzle.problem {
        Instance::Sudoku(sudoku) => run(&puzzle.name, sudoku, spec, &task),
        Instance::ExactCover(cover) => run(&puzzle.name, cover, spec, &task),
        Instance::Cnf(cnf) => run(&puzzle.name, cnf, spec, &task),
    }
}

fn run<P: WasmProblem>(name: &str, problem: &P, spec: &Spec, task: &Task) -> Result<Value, Error> {
    let configured = configured(name, problem, spec)?;
    let mut outcomes = Vec::new();
    configured.backend.session().run(std::slice::from_ref(problem), task, &mut outcomes);
    let outcome: Outcome<P> = outcomes.pop().ok_or_else(|| Error::new("the search returned no outcome"))?;
    outcome.verify(problem).map_err(|why| Error::new(format!("the referee rejects the solution: {why}")))?;
    let mut counters = Map::new();
    let nodes = configured.about.counts_nodes().then_some(outcome.counters.nodes);
    counters.insert("nodes".to_string(), json!(nodes));
    counters.insert("max_depth".to_string(), json!(outcome.counters.max_depth));
    for event in configured.about.events {
        counters.insert(event.name().to_string(), json!(outcome.counters.of(*event)));
    }
    Ok(json!({
        "counters": counters,
        "solutions": outcome.solutions,
        "stop": outcome.stop.map(coverlab_model::Stop::name),
        "solution": outcome.kept.first().map(|solution| problem.show(solution)),
    }))
}

fn configured<P: WasmProblem>(name: &str, problem: &P, spec: &Spec) -> Result<Configured<P>, Error> {
    let configured = P::configure(spec)?;
    match configured.backend.accepts(problem) {
        Ok(()) => Ok(configured),
        Err(why) => Err(Error::new(format!("{} cannot search {name}: it {why}", configured.about.name))),
    }
}
