//! Steps as JSON objects.

use crate::board::{Board, Candidate};
use crate::solve_path::{AppliedStep, End, SolvePath};
use crate::technique::{Link, LinkReason, Premise};
use crate::words;
use serde_json::{Value, json};

/// The level of detail of a hint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Grade {
    /// The houses or cells to look at
    Where,
    /// The technique as well
    Rule,
    /// The whole step
    Step,
}

/// The JSON of step `number`, from 1, of the solution of the puzzle on this line of its file.
pub fn step(line: usize, number: usize, taken: &AppliedStep) -> Value {
    let mut value = whole(taken);
    value["line"] = json!(line);
    value["step"] = json!(number);
    value
}

/// The JSON of a hint that reveals no more than its grade.
pub fn hint(line: usize, grade: Grade, taken: &AppliedStep) -> Value {
    let mut value = match grade {
        Grade::Where => json!({}),
        Grade::Rule => {
            json!({ "technique": taken.technique.about.name, "title": taken.technique.about.title })
        }
        Grade::Step => whole(taken),
    };
    value["line"] = json!(line);
    value["where"] = json!(taken.look_at());
    value
}

/// The JSON for a puzzle without a hint.
pub fn no_hint(line: usize, why: &str) -> Value {
    json!({ "line": line, "where": null, "why": why })
}

/// The JSON of how a solution ended.
pub fn end(line: usize, way: &SolvePath) -> Value {
    let (end, wrong) = match (way.end, way.premise()) {
        (End::Solved, _) => ("solved", None),
        (End::Stuck, _) => ("stuck", None),
        (End::Wrong(wrong), Premise::Rules) => ("no-solution", Some(wrong)),
        (End::Wrong(wrong), Premise::OneSolution) => ("not-one-solution", Some(wrong)),
    };
    let wrong = wrong.map(|wrong| words::contradiction(&way.board, wrong));
    let mut used: Vec<(&str, u64)> = Vec::new();
    for taken in &way.steps {
        let name = taken.technique.about.name;
        match used.iter_mut().find(|(other, _)| *other == name) {
            Some((_, count)) => *count += 1,
            None => used.push((name, 1)),
        }
    }
    let used: serde_json::Map<String, Value> =
        used.into_iter().map(|(name, count)| (name.to_string(), json!(count))).collect();
    json!({ "line": line, "end": end, "premise": way.premise().to_string(), "wrong": wrong, "empty": way.board.empty(), "digits": way.board.digits(),
        "techniques": used })
}

fn whole(taken: &AppliedStep) -> Value {
    let (board, step, about) = (&taken.before, &taken.step, taken.technique.about);
    let all = |candidates: &[Candidate]| candidates.iter().map(|c| candidate(board, *c)).collect::<Vec<_>>();
    json!({
        "technique": about.name,
        "title": about.title,
        "premise": taken.technique.premise.to_string(),
        "placements": all(&step.placements),
        "removals": all(&step.removals),
        "pattern": all(&step.pattern),
        "fins": all(&step.fins),
        "houses": step.houses.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "chain": step.chain.iter().map(|l| link(board, l)).collect::<Vec<_>>(),
        "because": taken.technique.because(board, step),
        "sentence": taken.sentence(),
    })
}

fn candidate(board: &Board, candidate: Candidate) -> Value {
    let shape = board.layout().shape();
    json!({ "row": shape.row(candidate.cell) + 1, "column": shape.column(candidate.cell) + 1, "digit": candidate.digit })
}

fn link(board: &Board, link: &Link) -> Value {
    let candidates: Vec<Value> = link.candidates.iter().map(|c| candidate(board, *c)).collect();
    let by = match &link.by {
        LinkReason::Assumed => json!("assumed"),
        LinkReason::Cell => json!("cell"),
        LinkReason::House(house) => json!(house.to_string()),
        LinkReason::Almost(cells) => json!(words::cells(board, cells.iter().copied())),
        LinkReason::Singles => json!("singles"),
    };
    json!({ "candidates": candidates, "on": link.on, "by": by })
}
