//! The list of strategies.

use coverlab_model::{About, Cnf, Entry, Literal, Parameter, Problem, Shape, Stop, Sudoku, Task, Values};
use coverlab_strategies::{CNF, EXACT_COVER, SUDOKU};
use serde_json::{Value, json};
use std::ops::ControlFlow;

/// Lists the strategies as JSON.
pub(crate) fn strategies() -> Value {
    let empty = Sudoku::empty(Shape::new(1, 1).unwrap_or(Shape::NINE));
    let mut cnf = Cnf::new(1);
    cnf.clause(&[1 as Literal]);
    let cover = coverlab_model::ExactCoverBuilder::new(1, 0).build();
    let sudoku = SUDOKU.iter().map(|entry| strategy(entry, &empty, &["sudoku"]));
    let covers =
        EXACT_COVER.iter().map(|entry| strategy(entry, &cover, &["exact-cover", "sudoku", "formula"]));
    let formulas = CNF.iter().map(|entry| strategy(entry, &cnf, &["formula", "sudoku", "exact-cover"]));
    json!({
        "strategies": merged(sudoku.chain(covers).chain(formulas)),
        "version": env!("CARGO_PKG_VERSION"),
    })
}

/// Merges entries with the same name, such as `auto`, into one strategy that supports several kinds of
/// problem.
fn merged(strategies: impl Iterator<Item = Value>) -> Vec<Value> {
    let mut all: Vec<Value> = Vec::new();
    for one in strategies {
        match all.iter_mut().find(|other| other["name"] == one["name"]) {
            Some(other) => {
                let kinds = one["kinds"].as_array().into_iter().flatten().cloned();
                let new: Vec<Value> = kinds.filter(|kind| !contains(&other["kinds"], kind)).collect();
                other["kinds"].as_array_mut().into_iter().for_each(|kinds| kinds.extend(new.iter().cloned()));
            }
            None => all.push(one),
        }
    }
    all
}

fn contains(kinds: &Value, kind: &Value) -> bool {
    kinds.as_array().is_some_and(|kinds| kinds.contains(kind))
}

fn strategy<P: Problem>(entry: &Entry<P>, problem: &P, kinds: &[&str]) -> Value {
    let about: &About = entry.about;
    json!({
        "name": about.name,
        "kinds": kinds,
        "purpose": about.purpose.name(),
        "sentence": about.sentence,
        "source": about.source,
        "node": about.node,
        "tells": reports_steps(entry, problem),
        "parameters": about.parameters.iter().map(parameter).collect::<Vec<_>>(),
    })
}

/// Whether a strategy reports steps. Tested by a search that ends at its first event.
fn reports_steps<P: Problem>(entry: &Entry<P>, problem: &P) -> bool {
    let spec = coverlab_model::Spec { name: entry.about.name.to_string(), parameters: Vec::new() };
    let Ok(backend) = entry.configure(&spec) else { return false };
    let task = Task { nodes: 0, ..Task::default() };
    backend.session().trace(problem, &task, &mut |_| ControlFlow::Break(Stop::Cancelled)).is_some()
}

fn parameter(parameter: &Parameter) -> Value {
    let mut shown = json!({
        "name": parameter.name, "sentence": parameter.meaning, "default": parameter.default,
    });
    match parameter.values {
        Values::OneOf(words) => shown["values"] = json!(words),
        Values::Integer(low, high) => shown["range"] = json!([low, high]),
    }
    shown
}
