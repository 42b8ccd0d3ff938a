//! A rating as a JSON object.

use super::row;
use coverlab_model::format::sudoku::Puzzle;
use coverlab_puzzles::rating::{DeadEnds, Effort, Rating};
use coverlab_techniques::rating::Figure;
use coverlab_techniques::rating::explainer::{decimal, highest};
use serde_json::{Map, Value, json};

/// The object of a puzzle that has no rating, with the reason.
pub(super) fn unrated(puzzle: &Puzzle, source: &str, reason: &str) -> Value {
    let mut object = place(puzzle, source);
    object["error"] = json!(reason);
    object
}

/// The source of a puzzle and its text.
fn place(puzzle: &Puzzle, source: &str) -> Value {
    json!({ "source": source, "line": puzzle.line, "name": puzzle.name, "puzzle": row::line(puzzle) })
}

/// The object of one puzzle.
pub(super) fn object(puzzle: &Puzzle, source: &str, rating: &Rating) -> Value {
    let mut object = place(puzzle, source);
    object["clues"] = json!(rating.clues);
    object["cells"] = json!(rating.cells);
    object["unique"] = json!(rating.unique);
    if let Some(boards) = rating.boards {
        object["log10_boards"] =
            json!({ "all": boards.all, "pruned": boards.pruned, "fixpoint": boards.fixpoint });
    }
    if let Some(techniques) = &rating.techniques {
        let used: Map<String, Value> =
            techniques.used.iter().map(|(entry, count)| (entry.about.name.into(), json!(count))).collect();
        object["techniques"] = json!({
            "hardest": techniques.hardest().map(|(entry, _)| entry.about.name),
            "used": used,
            "cells_left": techniques.left,
        });
    }
    if let Some(explainer) = rating.explainer {
        // Parse the printed form, so that 2.6 does not become the digits of its nearest binary fraction.
        let number = |rating| decimal(rating).parse::<f64>().expect("digits and a point");
        object["explainer"] = match explainer {
            None => json!({ "above": number(highest(rating.cells.isqrt())) }),
            Some(r) => json!({ "whole": number(r.whole), "first_digit": number(r.first_digit),
                "first_step": number(r.first_step) }),
        };
    }
    if let Some((size, cells)) = &rating.backdoor {
        let side = rating.cells.isqrt();
        let place = |cell: &usize| json!({ "row": cell / side + 1, "column": cell % side + 1 });
        object["backdoor"] = figure(*size);
        object["backdoor"]["given"] = json!(cells.as_ref().map(|c| c.iter().map(place).collect::<Vec<_>>()));
    }
    if let Some(depth) = rating.depth {
        object["depth"] = figure(depth);
    }
    if !rating.searches.is_empty() {
        object["dead_ends"] = rating.searches.iter().map(effort).collect();
    }
    object
}

fn figure(figure: Figure) -> Value {
    match figure {
        Figure::Exactly(figure) => json!({ "figure": figure, "exact": true }),
        Figure::AtLeast(figure) => json!({ "figure": figure, "exact": false }),
    }
}

fn effort(effort: &Effort) -> Value {
    let found = |found: DeadEnds| json!({ "count": found.count, "complete": found.complete });
    json!({
        "strategy": effort.strategy,
        "as_written": effort.as_written.map(found),
        "images": effort.images.iter().map(|image| found(image.dead_ends)).collect::<Vec<_>>(),
    })
}
