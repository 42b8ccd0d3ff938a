//! Counts the numbers of lessons. A number is named by `STRATEGY PUZZLE WHAT`, such as `dlx inkala starve`.
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
//! A puzzle written as `six/1` is record_search only to the first solution. `puzzle PUZZLE clues` counts the `clues`,
//! `blanks`, `cells` or `completions` of a Sudoku. `log` is the decimal logarithm of the completions; `years` is that
//! of the years needed to try them all at a billion per second.

use coverlab_bench::error::Error;
use coverlab_bench::kind::Kind;
use coverlab_bench::registry::Packaged;
use coverlab_model::format::sudoku::{self, Options};
use coverlab_model::format::{dimacs, read_cover};
use coverlab_model::step::Instance;
use coverlab_model::{Cnf, ExactCover, Spec, Sudoku, Task, family};
use coverlab_trace::{Level, Limits, Line, RecordOptions, Trace};
use serde_json::Value;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The kinds of events that write a digit, other than a clue's.
const PLACEMENTS: [&str; 5] = ["naked", "hidden", "try", "take", "place"];

/// A search ends at this many solutions, so that it can show that the first is not unique.
const MAX_SOLUTIONS: u64 = 2;

/// The searches of the lessons, each run once.
#[derive(Debug)]
pub struct Counting {
    puzzles: BTreeMap<String, Value>,
    traces: RefCell<BTreeMap<String, Rc<Trace>>>,
}

impl Counting {
    /// Counts in searches of `puzzles`, a JSON object that maps names to objects with a `text`.
    ///
    /// # Errors
    /// The JSON is malformed.
    pub fn new(puzzles: &str) -> Result<Counting, Error> {
        let puzzles = serde_json::from_str(puzzles)
            .map_err(|error| Error::new(format!("the puzzles of lessons cannot be read: {error}")))?;
        Ok(Counting { puzzles, traces: RefCell::default() })
    }

    /// The text of a puzzle. An instance of a family, such as `queens:8`, is its own text.
    ///
    /// # Errors
    /// The name is unknown.
    pub fn text<'a>(&'a self, name: &'a str) -> Result<&'a str, Error> {
        match self.puzzles.get(name).and_then(|puzzle| puzzle["text"].as_str()) {
            Some(text) => Ok(text),
            None if family::is_family(name) => Ok(name),
            None => Err(Error::new(format!("no lesson has a puzzle {name}"))),
        }
    }

    /// The number that `words` name.
    ///
    /// # Errors
    /// The words name no number, or the search cannot be run.
    pub fn count(&self, words: &str) -> Result<f64, Error> {
        let parts: Vec<&str> = words.split_whitespace().collect();
        let unknown = || Error::new(format!("a lesson counts `{words}`, which cannot be counted"));
        let [strategy, puzzle, what, more @ ..] = &parts[..] else { return Err(unknown()) };
        if *strategy == "puzzle" {
            return cells(self.text(puzzle)?, what).ok_or_else(unknown);
        }
        let trace = self.trace(strategy, puzzle)?;
        let number = match (*what, more) {
            ("counter", [name]) => trace.stats().counters.get(*name).map_or(0, |count| *count) as f64,
            ("boards", [which]) => boards(&trace, which).ok_or_else(unknown)?,
            ("at", [moment, what]) => state(&trace, moment, what).ok_or_else(unknown)?,
            (what, []) => match fact(&trace, what) {
                Some(fact) => fact,
                None if coverlab_trace::KINDS.contains(&what) => of_kind(&trace, what) as f64,
                None => return Err(unknown()),
            },
            (kind, filters) => fitting(&trace, kind, filters).ok_or_else(unknown)?,
        };
        Ok(number)
    }

    /// The object of an event, in words: `name dlx inkala select:1`.
    ///
    /// # Errors
    /// The event does not exist, or has no object.
    pub fn name(&self, words: &str) -> Result<String, Error> {
        let unknown = || Error::new(format!("a lesson names `{words}`, which is not an event of a search"));
        let parts: Vec<&str> = words.split_whitespace().collect();
        let [strategy, puzzle, moment] = parts[..] else { return Err(unknown()) };
        let trace = self.trace(strategy, puzzle)?;
        let at = position(&trace, moment).ok_or_else(unknown)?;
        let event = trace.events().get(at.wrapping_sub(1)).ok_or_else(unknown)?;
        subject(&trace, event).ok_or_else(unknown)
    }

    fn trace(&self, strategy: &str, puzzle: &str) -> Result<Rc<Trace>, Error> {
        let key = format!("{strategy} {puzzle}");
        if let Some(known) = self.traces.borrow().get(&key) {
            return Ok(known.clone());
        }
        let (name, limit) = puzzle.split_once('/').map_or((puzzle, MAX_SOLUTIONS), |(name, _)| (name, 1));
        let text = self.text(name)?;
        let spec: Spec =
            strategy.parse().map_err(|bad| Error::new(format!("no strategy {strategy}: {bad}")))?;
        let malformed =
            |why: String| Error::new(format!("the puzzle {puzzle} of a lesson cannot be read: {why}"));
        let trace = if family::formula::is_named(text) {
            record_search(
                &family::formula::parse(text).map_err(|bad| malformed(bad.to_string()))?,
                &spec,
                limit,
            )
        } else if family::is_family(text) {
            record_search(&family::parse(text).map_err(|bad| malformed(bad.to_string()))?, &spec, limit)
        } else if text.starts_with("p cnf") || text.starts_with("c ") {
            record_search::<Cnf>(&dimacs::read(text).map_err(|bad| malformed(bad.to_string()))?, &spec, limit)
        } else if text.contains('\n') {
            record_search::<ExactCover>(
                &read_cover("", text.as_bytes()).map_err(|bad| malformed(bad.to_string()))?,
                &spec,
                limit,
            )
        } else {
            record_search::<Sudoku>(
                &grid(text).ok_or_else(|| malformed("no grid".to_string()))?,
                &spec,
                limit,
            )
        };
        let trace = Rc::new(trace?);
        self.traces.borrow_mut().insert(key, trace.clone());
        Ok(trace)
    }
}

fn grid(text: &str) -> Option<Sudoku> {
    sudoku::read(text.as_bytes(), &Options::default()).ok()?.pop().map(|entry| entry.puzzle)
}

/// Records a search with all its steps, within the bounds of traces.
fn record_search<P: Kind + Into<Instance>>(problem: &P, spec: &Spec, solutions: u64) -> Result<Trace, Error> {
    let configured = P::configure(&Packaged, spec)
        .map_err(|bad| Error::new(format!("a lesson asks for {spec}: {bad}")))?;
    let limits = Limits { solutions: Some(solutions), nodes: None, events: 100_000, bytes: 32 << 20 };
    let bounds = RecordOptions { level: Level::Step, window: None, limits, seed: 0 };
    let task = Task { solutions, ..Task::default() };
    let recorded = Trace::record(String::new(), problem, &configured, &task, bounds)
        .ok_or_else(|| Error::new(format!("{spec} cannot be traced")))?;
    let (trace, outcome) =
        recorded.map_err(|why| Error::new(format!("the search by {spec} was not recorded: {why}")))?;
    outcome.verify(problem).map_err(|why| Error::new(format!("{spec} found a wrong solution: {why}")))?;
    Ok(trace)
}

fn cells(text: &str, what: &str) -> Option<f64> {
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

/// A number of the whole search, or the size of its instance.
fn fact(trace: &Trace, what: &str) -> Option<f64> {
    let stats = trace.stats();
    let count = match what {
        "nodes" => stats.nodes,
        "depth" => stats.max_depth as u64,
        "solutions" => stats.solutions,
        "digits" => PLACEMENTS.iter().map(|kind| stats.counts.named(kind)).sum(),
        "assignments" => return fact(trace, "variables").map(f64::exp2),
        _ => {
            let head = serde_json::to_value(trace.head()).ok()?;
            let part = head.get("instance")?.get(what)?;
            part.as_u64().or_else(|| part.as_array().map(|list| list.len() as u64))?
        }
    };
    Some(count as f64)
}

fn of_kind(trace: &Trace, kind: &str) -> u64 {
    match trace.stats().counts.named(kind) {
        0 => trace.stats().deeper.named(kind),
        count => count,
    }
}

fn boards(trace: &Trace, which: &str) -> Option<f64> {
    let mut logs = trace.events().iter().filter_map(|event| match event {
        Line::Boards { log10 } => Some(*log10),
        _ => None,
    });
    let log = if which == "last" {
        logs.next_back()?
    } else {
        logs.nth(which.parse::<usize>().ok()?.checked_sub(1)?)?
    };
    format!("{:.1}", log?).parse().ok()
}

/// The position right after a moment such as `fail:2`.
fn position(trace: &Trace, moment: &str) -> Option<usize> {
    if moment == "end" {
        return Some(trace.events().len());
    }
    let (kind, count) = moment.split_once(':').unwrap_or((moment, "1"));
    let nth = count.parse::<usize>().ok()?.checked_sub(1)?;
    let found = trace.events().iter().enumerate().filter(|(_, event)| event.kind() == kind).nth(nth)?;
    Some(found.0 + 1)
}

fn subject(trace: &Trace, event: &Line) -> Option<String> {
    let event = serde_json::to_value(event).ok()?;
    if let Some(item) = event.get("item") {
        let head = serde_json::to_value(trace.head()).ok()?;
        return Some(head["instance"]["items"].get(item.as_u64()? as usize)?.as_str()?.to_string());
    }
    if let Some(literal) = event.get("literal") {
        return written(literal);
    }
    if let Some(clause) = event.get("clause").and_then(Value::as_array) {
        return Some(clause.iter().map(written).collect::<Option<Vec<_>>>()?.join(" ∨ "));
    }
    let Some(cell) = event.get("cell").and_then(Value::as_str) else {
        return event.get("house")?.as_str().map(String::from);
    };
    Some(event.get("digit").map_or_else(|| cell.to_string(), |digit| format!("{cell} = {digit}")))
}

/// A literal, with ¬ if it is negative.
fn written(literal: &Value) -> Option<String> {
    let number = literal.as_i64()?;
    Some(if number < 0 { format!("¬{}", -number) } else { number.to_string() })
}

fn state(trace: &Trace, moment: &str, what: &str) -> Option<f64> {
    let state = trace.state(position(trace, moment)?);
    let list = |name: &str| state.get(name).and_then(Value::as_array);
    let count = match what {
        "covered" => list("items")?.iter().filter(|item| item["covered"] == true).count(),
        "trail" | "learned" => list(what)?.len(),
        _ => list("options")?.iter().filter(|option| *option == what).count(),
    };
    Some(count as f64)
}

/// The number of events of a kind that pass all filters. `None` if events were omitted or a filter is malformed.
fn fitting(trace: &Trace, kind: &str, filters: &[&str]) -> Option<f64> {
    if trace.stats().left_out > 0 {
        return None;
    }
    let head = serde_json::to_value(trace.head()).ok()?;
    let mut count = 0;
    for event in trace.events().iter().filter(|event| event.kind() == kind) {
        let event = serde_json::to_value(event).ok()?;
        let fits = filters
            .iter()
            .map(|filter| passes(&event, filter, &head["instance"]))
            .collect::<Option<Vec<_>>>()?;
        count += u64::from(fits.iter().all(|fits| *fits));
    }
    Some(count as f64)
}

fn passes(event: &Value, filter: &str, instance: &Value) -> Option<bool> {
    let at = filter.find(['=', '<', '>', '~', '!'])?;
    let (field, value) = (event.get(&filter[..at])?, &filter[at + 1..]);
    let number = field.as_f64().or_else(|| field.as_array().map(|list| list.len() as f64));
    let named = || Some(instance["items"].get(field.as_u64()? as usize)?.as_str()?.starts_with(value));
    match &filter[at..=at] {
        "=" => Some(number? == value.parse::<f64>().ok()?),
        "<" => Some(number? < value.parse::<f64>().ok()?),
        ">" => Some(number? > value.parse::<f64>().ok()?),
        "~" => named(),
        _ => named().map(|begins| !begins),
    }
}
