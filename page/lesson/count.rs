//! Counts the numbers of lessons: `starve of dlx on inkala`, `blanks in inkala`.
//!
//! | what | counts |
//! |---|---|
//! | `nodes`, `depth`, `solutions` | numbers of the search, which ends at the second solution |
//! | `items`, `options`, `variables`, `clauses` | the size of the instance that the strategy searches |
//! | `digits` | digits placed after the clues, guessed or forced, including those placed again after backtracking |
//! | `assignments` | two to the power of the variables |
//! | a kind of event, such as `fail` | these events, including those of finer levels |
//! | `select options=1 item~p` | events whose field is equal, less (`<`) or greater (`>`); an item whose name starts with a prefix (`~`) or not (`!`) |
//! | `counter updates` | a counter of the strategy |
//! | `boards 2`, `boards last` | the decimal logarithm of the remaining boards, at the second count or the last |
//! | `at starve:1 hidden` | options `in`, `hidden` or `taken`, items `covered`, literals of the `trail`, clauses `learned` after this event |
//!
//! `of person` is a human solution ([`human`]): its `steps`, or those by a technique such as `x-wing`. `at 5 blanks` and
//! `at 5 candidates` count what is open after five steps.
//!
//! `on six/1` searches only to the first solution, and `on this`, or nothing, means the puzzle of the last figure. `in
//! PUZZLE` counts the `clues`, `blanks`, `cells` or `completions` of a Sudoku. `log` is the decimal logarithm of the
//! completions; `years` is that of the years needed to try them all at a billion per second. `A / B` is a ratio.

use super::{facts, human};
use coverlab_bench::error::Error;
use coverlab_bench::problem_kind::ProblemKind;
use coverlab_bench::strategy_source::BuiltInStrategies;
use coverlab_model::format::sudoku::{self, Options};
use coverlab_model::format::{self, dimacs, ec, knuth};
use coverlab_model::step::Instance;
use coverlab_model::{BadSpec, Spec, Stop, Sudoku, Task, TextKind, did_you_mean, family};
use coverlab_techniques::AppliedStep;
use coverlab_trace::{Answer, Level, Line, RecordOptions, Trace, TraceLimits};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// A search ends at this many solutions, so that it can show that the first is not unique.
const MAX_SOLUTIONS: u64 = 2;

/// A search with more nodes is too long for a browser.
const MAX_NODES: u64 = 3_000_000;

/// The searches of a lesson, each run once.
#[derive(Debug, Default)]
pub struct Counting {
    puzzles: BTreeMap<String, String>,
    strategies: BTreeMap<String, String>,
    /// The puzzle that `this` means: that of the last figure.
    this: RefCell<String>,
    traces: RefCell<BTreeMap<String, Rc<Trace>>>,
    /// Human solutions by strategy and puzzle.
    human_solutions: RefCell<BTreeMap<String, Rc<Vec<AppliedStep>>>>,
}

/// A parsed count, with the names that a lesson defines replaced by their meanings.
#[derive(Clone, Debug)]
pub struct Query {
    /// The kind of events and its filters: `select options=1`.
    pub what: String,
    /// Empty for a fact about the puzzle itself.
    pub strategy: String,
    /// The puzzle.
    pub puzzle: String,
}

impl std::fmt::Display for Query {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Query { what, strategy, puzzle } = self;
        if strategy.is_empty() {
            write!(f, "{what} in {puzzle}")
        } else {
            write!(f, "{what} of {strategy} on {puzzle}")
        }
    }
}

impl Counting {
    /// Counts in searches of puzzles by strategies, both by the names that a lesson gives them.
    pub fn new(puzzles: BTreeMap<String, String>, strategies: BTreeMap<String, String>) -> Counting {
        Counting { puzzles, strategies, ..Counting::default() }
    }

    /// The puzzles with a name.
    pub fn puzzles(&self) -> &BTreeMap<String, String> {
        &self.puzzles
    }

    /// Makes `puzzle` the one that `on this` means.
    pub fn focus(&self, puzzle: &str) {
        *self.this.borrow_mut() = puzzle.to_string();
    }

    /// The strategy that a name or a specification means.
    pub fn strategy(&self, name: &str) -> String {
        self.strategies.get(name).cloned().unwrap_or_else(|| name.to_string())
    }

    /// The text of a puzzle, or of a family: a name, or the text itself.
    ///
    /// # Errors
    /// There is no such puzzle.
    pub fn text(&self, name: &str) -> Result<String, Error> {
        match self.puzzles.get(name) {
            Some(text) => Ok(text.clone()),
            None if family::is_family(name) || grid(name).is_some() => Ok(name.to_string()),
            None => {
                let error = Error::new(format!("there is no puzzle `{name}`"));
                let known = || {
                    "name one of the lesson's ```puzzle blocks, write a family such as `queens:6`, or a Sudoku as text".to_string()
                };
                let near = did_you_mean(name, self.puzzles.keys().map(String::as_str));
                Err(error.help(near.unwrap_or_else(known)))
            }
        }
    }

    /// The number that `words` name, and its counts: none if it is written as a number, two if it is a ratio.
    ///
    /// # Errors
    /// The words name no number, or the search cannot be run.
    pub fn count(&self, words: &str) -> Result<(f64, Vec<Query>), Error> {
        if let Ok(number) = words.trim().parse() {
            return Ok((number, Vec::new()));
        }
        match words.split_once(" / ") {
            Some((above, below)) => {
                let ((above, first), (below, second)) = (self.count(above)?, self.count(below)?);
                Ok((two_digits(above / below), [first, second].concat()))
            }
            None => {
                let query = self.parse(words, "a count")?;
                Ok((self.number(&query)?, vec![query]))
            }
        }
    }

    /// The object of an event, in words: `select:1 of dlx on inkala`.
    ///
    /// # Errors
    /// The event does not exist, or has no object.
    pub fn event(&self, words: &str) -> Result<String, Error> {
        let query = self.parse(words, "an event")?;
        let unknown = || {
            Error::new(format!("there is no event `{query}`"))
                .help("an event is named by its kind and number, such as `select:1`")
        };
        if let Some(steps) = self.human_solution(&query.strategy, &query.puzzle)? {
            let step = human::step_named(&steps, &query.what).ok_or_else(unknown)?;
            return human::conclusion(step).ok_or_else(unknown);
        }
        let trace = self.trace(&query.strategy, &query.puzzle)?;
        let at = facts::position(&trace, &query.what).ok_or_else(unknown)?;
        let event = trace.events().get(at.wrapping_sub(1)).ok_or_else(unknown)?;
        facts::subject(&trace, event).ok_or_else(unknown)
    }

    /// Whether a search has a moment such as `before take:2`.
    ///
    /// # Errors
    /// The search cannot be run.
    pub fn has_moment(&self, strategy: &str, puzzle: &str, moment: &str) -> Result<bool, Error> {
        let moment = moment.trim_start_matches("before").trim();
        if moment == "start" || moment == "end" || moment.parse::<usize>().is_ok() {
            return Ok(true);
        }
        if let Some(steps) = self.human_solution(strategy, puzzle)? {
            return Ok(human::step_named(&steps, moment).is_some());
        }
        let kind = moment.split(':').next().unwrap_or_default();
        let trace = self.trace(strategy, puzzle)?;
        // Events of a finer level than that of the recorded trace are not in it.
        Ok(facts::position(&trace, moment).is_some() || trace.stats().deeper.named(kind) > 0)
    }

    /// A puzzle to solve by hand as text, and a solution: an option of an exact cover on each line, or a model of a formula,
    /// such as `1 ¬2 3`.
    ///
    /// # Errors
    /// The puzzle has no solution, has multiplicities, or is of another kind.
    pub fn by_hand(&self, puzzle: &str) -> Result<(String, String), Error> {
        let text = self.text(puzzle)?;
        let instance = instance(&text).map_err(Error::new)?;
        let is_family = TextKind::of(&text) == TextKind::Family;
        let strategy = match &instance {
            Instance::ExactCover(cover) if cover.has_multiplicities() => {
                return Err(Error::new(format!(
                    "`{puzzle}` has multiplicities, which the page does not count"
                )));
            }
            Instance::Cnf(_) => "cdcl",
            _ => "dlx",
        };
        let trace = self.trace(strategy, &format!("{puzzle}/1"))?;
        let answer = trace.events().iter().find_map(|event| match event {
            Line::Solution { answer, .. } => Some(answer),
            _ => None,
        });
        match (&instance, answer) {
            (Instance::ExactCover(cover), Some(Answer::Cover(options))) => {
                let options = options.iter().map(|&option| cover.option_text(option));
                let text = if is_family { knuth::write(cover) } else { text };
                Ok((text, options.collect::<Vec<_>>().join("\n")))
            }
            (Instance::Cnf(cnf), Some(Answer::Model(literals))) => {
                let literals = literals.iter().map(|&literal| facts::literal_text(literal.into()));
                let text = if is_family { dimacs::write(cnf, &[]) } else { text };
                Ok((text, literals.collect::<Vec<_>>().join(" ")))
            }
            _ => Err(Error::new(format!("`{puzzle}` is no exact cover or formula with a solution"))),
        }
    }

    /// Runs a search or finds a human solution, so that an error is reported early.
    ///
    /// # Errors
    /// There is no such strategy or puzzle, or the search is too long.
    pub fn check_search(&self, strategy: &str, puzzle: &str) -> Result<(), Error> {
        match self.human_solution(strategy, puzzle)? {
            Some(_) => Ok(()),
            None => self.trace(strategy, puzzle).map(|_| ()),
        }
    }

    /// The human solution of a Sudoku; `None` if the strategy is a search.
    fn human_solution(&self, strategy: &str, puzzle: &str) -> Result<Option<Rc<Vec<AppliedStep>>>, Error> {
        if human::techniques(strategy).is_none() {
            return Ok(None);
        }
        let key = format!("{strategy} {puzzle}");
        if let Some(known) = self.human_solutions.borrow().get(&key) {
            return Ok(Some(known.clone()));
        }
        let name = puzzle.split('/').next().unwrap_or_default();
        let sudoku = grid(&self.text(name)?).ok_or_else(|| {
            Error::new(format!("{puzzle} is not a Sudoku, and only Sudokus have human solutions"))
        })?;
        let Some(steps) = human::solution(strategy, &sudoku)? else { return Ok(None) };
        let steps = Rc::new(steps);
        self.human_solutions.borrow_mut().insert(key, steps.clone());
        Ok(Some(steps))
    }

    /// Parses `WHAT of STRATEGY on PUZZLE` or `WHAT in PUZZLE`. `expected` is what an error says that the words are
    /// not.
    fn parse(&self, words: &str, expected: &str) -> Result<Query, Error> {
        let words = words.trim();
        let this = |puzzle: &str| {
            if puzzle.is_empty() || puzzle == "this" {
                self.this.borrow().clone()
            } else {
                puzzle.to_string()
            }
        };
        let (what, strategy, puzzle) = match (words.rsplit_once(" of "), words.rsplit_once(" in ")) {
            (Some((what, searched)), _) => {
                let (strategy, puzzle) = searched.split_once(" on ").unwrap_or((searched, "this"));
                (what, self.strategy(strategy.trim()), puzzle)
            }
            (None, Some((what, puzzle))) => (what, String::new(), puzzle),
            (None, None) => {
                let error = Error::new(format!("`{words}` is not {expected}"));
                return Err(error.help(
                    "write `WHAT of STRATEGY on PUZZLE`, such as `nodes of dlx on this`, or `WHAT in PUZZLE`",
                ));
            }
        };
        let puzzle = this(puzzle.trim());
        if puzzle.is_empty() {
            return Err(Error::new("there is no figure above for `this` to refer to")
                .help("name a puzzle: `nodes of dlx on tiny`"));
        }
        Ok(Query { what: what.trim().to_string(), strategy, puzzle })
    }

    fn number(&self, query: &Query) -> Result<f64, Error> {
        let unknown = || {
            Error::new(format!("`{query}` cannot be counted"))
                .help("`coverlab help lesson` lists what can be counted")
        };
        if query.strategy.is_empty() {
            return sudoku_fact(&self.text(&query.puzzle)?, &query.what).ok_or_else(unknown);
        }
        let parts: Vec<&str> = query.what.split_whitespace().collect();
        let [what, more @ ..] = &parts[..] else { return Err(unknown()) };
        if let Some(path) = self.human_solution(&query.strategy, &query.puzzle)? {
            return human::count(&path, what, more).ok_or_else(unknown);
        }
        let trace = self.trace(&query.strategy, &query.puzzle)?;
        let number = match (*what, more) {
            ("counter", [name]) => trace.stats().counters.get(*name).map_or(0, |count| *count) as f64,
            ("boards", [which]) => facts::log_boards(&trace, which).ok_or_else(unknown)?,
            ("at", [moment, what]) => facts::count_in_state(&trace, moment, what).ok_or_else(unknown)?,
            (what, []) => match facts::fact(&trace, what) {
                Some(fact) => fact,
                None if coverlab_trace::EVENT_KINDS.contains(&what) => {
                    facts::count_of_kind(&trace, what) as f64
                }
                None => return Err(unknown()),
            },
            (kind, filters) => facts::count_matching(&trace, kind, filters).ok_or_else(unknown)?,
        };
        Ok(number)
    }

    fn trace(&self, strategy: &str, puzzle: &str) -> Result<Rc<Trace>, Error> {
        let key = format!("{strategy} {puzzle}");
        if let Some(known) = self.traces.borrow().get(&key) {
            return Ok(known.clone());
        }
        let (name, limit) = puzzle.split_once('/').map_or((puzzle, MAX_SOLUTIONS), |(name, _)| (name, 1));
        let text = &*self.text(name)?;
        let spec: Spec =
            strategy.parse().map_err(|bad| Error::new(format!("no strategy {strategy}: {bad}")))?;
        let instance =
            instance(text).map_err(|why| Error::new(format!("the puzzle {puzzle} cannot be read: {why}")))?;
        let trace = match &instance {
            Instance::Sudoku(puzzle) => record_search(puzzle, &spec, limit),
            Instance::ExactCover(cover) => record_search(cover, &spec, limit),
            Instance::Cnf(formula) => record_search(formula, &spec, limit),
        };
        let trace = Rc::new(trace?);
        self.traces.borrow_mut().insert(key, trace.clone());
        Ok(trace)
    }
}

/// A ratio, to two digits.
fn two_digits(ratio: f64) -> f64 {
    if ratio < 10.0 { (ratio * 10.0).round() / 10.0 } else { ratio.round() }
}

/// The remedy for a strategy or a parameter that does not exist.
fn remedy(bad: &BadSpec) -> String {
    bad.remedy().unwrap_or_else(|| "`coverlab list strategies` lists the strategies".to_string())
}

/// Reads an instance as the page reads it.
fn instance(text: &str) -> Result<Instance, String> {
    let message = |error: format::Error| error.to_string();
    match TextKind::of(text) {
        TextKind::Family => family::instance(text.trim()).map_err(|bad| bad.to_string()),
        TextKind::Formula => dimacs::read(text).map(Instance::from).map_err(message),
        TextKind::EcCover => ec::read(text).map(Instance::from).map_err(message),
        TextKind::KnuthCover => knuth::read(text).map(Instance::from).map_err(message),
        TextKind::Sudoku => grid(text).map(Instance::from).ok_or_else(|| "it is not a grid".to_string()),
    }
}

fn grid(text: &str) -> Option<Sudoku> {
    sudoku::read(text.as_bytes(), &Options::default()).ok()?.pop().map(|entry| entry.puzzle)
}

/// Records a search with all its steps, within the bounds of traces.
fn record_search<P: ProblemKind + Into<Instance>>(
    problem: &P,
    spec: &Spec,
    solutions: u64,
) -> Result<Trace, Error> {
    let configured = P::configure(&BuiltInStrategies, spec)
        .map_err(|bad| Error::new(bad.what.clone()).help(remedy(&bad)))?;
    let limits =
        TraceLimits { solutions: Some(solutions), nodes: Some(MAX_NODES), events: 100_000, bytes: 32 << 20 };
    let bounds = RecordOptions { level: Level::Step, window: None, limits, seed: 0 };
    let task = Task { solutions, nodes: MAX_NODES, ..Task::default() };
    let recorded = Trace::record(String::new(), problem, &configured, &task, bounds)
        .ok_or_else(|| Error::new(format!("{spec} cannot be traced")))?;
    let (trace, outcome) =
        recorded.map_err(|why| Error::new(format!("the search by {spec} was not recorded: {why}")))?;
    outcome.verify(problem).map_err(|why| Error::new(format!("{spec} found a wrong solution: {why}")))?;
    if outcome.stop == Some(Stop::NodeLimit) {
        let error = Error::new(format!("the search by {spec} has more than {MAX_NODES} nodes"));
        return Err(error.help("a lesson runs in a browser; use a smaller puzzle or another strategy"));
    }
    Ok(trace)
}

/// A fact about a Sudoku itself, such as `clues`.
fn sudoku_fact(text: &str, what: &str) -> Option<f64> {
    let puzzle = grid(text)?;
    let (side, all) = (puzzle.shape().side() as f64, puzzle.clues().len());
    let blanks = puzzle.clues().iter().filter(|clue| **clue == 0).count();
    let log = blanks as f64 * side.log10();
    let count = match what {
        "clues" => (all - blanks) as f64,
        "blanks" => blanks as f64,
        "cells" => all as f64,
        "completions" => side.powi(blanks as i32),
        "log" => (log * 10.0).round() / 10.0,
        "years" => (log - 9.0 - (365.25_f64 * 86_400.0).log10()).round(),
        _ => return None,
    };
    Some(count)
}
