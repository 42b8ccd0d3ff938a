//! Steps as JSON objects.

use crate::board::{Board, BoardError, Candidate};
use crate::chain;
use crate::net::{Branch, BranchEnd, Inference, Literal, Net, NetKind, Reason};
use crate::solve_path::{AppliedStep, End, SolvePath};
use crate::technique::{Link, LinkReason, Premise};
use crate::words;
use coverlab_model::Sudoku;
use serde::Deserialize;
use serde_json::{Value, json};

/// The level of detail of a hint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Grade {
    /// The houses or cells to look at
    Where,
    /// The technique as well
    Rule,
    /// The whole step
    #[default]
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
    let skipped: Vec<&str> = way.skipped.iter().map(|technique| technique.about.name).collect();
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
        "techniques": used, "skipped": skipped })
}

/// The JSON of the end of a puzzle that has no board with candidates.
pub fn refused(line: usize, puzzle: &Sudoku, reason: &BoardError) -> Value {
    let end = if matches!(reason, BoardError::Clash { .. }) { "no-solution" } else { "not-supported" };
    let empty = puzzle.clues().iter().filter(|&&clue| clue == 0).count();
    json!({ "line": line, "end": end, "premise": Premise::Rules.to_string(), "wrong": reason.to_string(), "empty": empty,
        "digits": puzzle.clues(), "techniques": {}, "skipped": [] })
}

fn whole(taken: &AppliedStep) -> Value {
    let (board, step, about) = (&taken.before, &taken.step, taken.technique.about);
    let (sentence, full) = (taken.sentence(), taken.full_sentence());
    let is_chain = chain::NAMES.contains(&about.name);
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
        "variant": is_chain.then(|| chain::eureka::name(board, &step.chain)),
        "notation": is_chain.then(|| chain::eureka::notation(board, &step.chain)),
        "net": step.net.as_ref().map(|n| net(board, n)),
        "because": taken.technique.because(board, step),
        "sentence": sentence,
        "full": (full != sentence).then_some(full),
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
        LinkReason::Peers => json!("peers"),
        LinkReason::House(house) => json!(house.to_string()),
        LinkReason::Almost(cells) => json!(words::cells(board, cells.iter().copied())),
        LinkReason::Singles => json!("singles"),
    };
    json!({ "candidates": candidates, "on": link.on, "by": by })
}

fn literal(board: &Board, literal: Literal) -> Value {
    let mut value = candidate(board, literal.candidate);
    value["on"] = json!(literal.on);
    value
}

/// A net: why one of the branches applies, the branches, and what follows.
fn net(board: &Board, net: &Net) -> Value {
    let kind = match net.kind {
        NetKind::Contradiction => json!("contradiction"),
        NetKind::Double => json!("double"),
        NetKind::Cell(cell) => json!({ "cell": words::cell(board, cell) }),
        NetKind::House(digit, house) => json!({ "digit": digit, "house": house.to_string() }),
    };
    let conclusions: Vec<Value> = net.conclusions.iter().map(|l| literal(board, *l)).collect();
    let branches: Vec<Value> = net.branches.iter().map(|b| branch(board, b)).collect();
    json!({ "kind": kind, "branches": branches, "conclusions": conclusions })
}

fn branch(board: &Board, branch: &Branch) -> Value {
    let inference = |inference: &Inference| {
        let effects: Vec<Value> = inference.effects.iter().map(|l| literal(board, *l)).collect();
        json!({ "effects": effects, "reason": reason(board, &inference.reason), "uses": inference.uses })
    };
    let end = match branch.end {
        BranchEnd::Conclusions => json!("conclusions"),
        BranchEnd::Clash(clash) => json!({ "clash": candidate(board, clash) }),
    };
    json!({
        "assumption": literal(board, branch.assumption),
        "inferences": branch.inferences.iter().map(inference).collect::<Vec<_>>(),
        "end": end,
    })
}

fn reason(board: &Board, reason: &Reason) -> Value {
    let houses = |houses: &[coverlab_model::House; 2]| houses.map(|house| house.to_string());
    match reason {
        Reason::Cell => json!("cell"),
        Reason::House(house) => json!(house.to_string()),
        Reason::Locked { digit, from, to } => {
            json!({ "locked": digit, "from": from.to_string(), "to": to.to_string() })
        }
        Reason::NakedPair(house, cells) => {
            json!({ "naked_pair": cells.map(|cell| words::cell(board, cell)), "house": house.to_string() })
        }
        Reason::HiddenPair(house, digits) => json!({ "hidden_pair": digits, "house": house.to_string() }),
        Reason::XWing { digit, lines, crossing } => {
            json!({ "x_wing": digit, "lines": houses(lines), "crossing": houses(crossing) })
        }
        Reason::Inner(inner) => json!({ "net": net(board, inner) }),
    }
}
