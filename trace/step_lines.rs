//! Converting the steps of a search into lines.

use super::line::{Answer, Line, Outcome};
use super::place::{Cell, HouseName};
use coverlab_model::step::{
    Answer as Solved, BoardStep, CoverStep, FormulaStep, Single, Step, VisitOutcome, Wiped,
};
use coverlab_model::{Literal, Shape};

impl Line {
    /// Converts a step into a line; cells belong to a board of `shape`.
    pub fn of(step: Step, shape: Shape) -> Line {
        match step {
            Step::Board(step) => of_board(step, shape),
            Step::Cover(step) => of_cover(step),
            Step::Formula(step) => of_formula(step),
        }
    }
}

fn of_board(step: BoardStep, shape: Shape) -> Line {
    let at = |cell| Cell::of(shape, cell);
    match step {
        BoardStep::Try { depth, cell, digit } => Line::Try { depth, cell: at(cell), digit },
        BoardStep::Fix { cell, digit, why } => {
            let cell = at(cell);
            match why {
                Single::Clue => Line::Clue { cell, digit },
                Single::Naked => Line::Naked { cell, digit },
                Single::Hidden(house) => Line::Hidden { cell, digit, house: HouseName(house) },
            }
        }
        BoardStep::Remove { cell, digit } => Line::Remove { cell: at(cell), digit },
        BoardStep::Wipe(Wiped::Cell(cell)) => Line::WipeCell { cell: at(cell) },
        BoardStep::Wipe(Wiped::Digit(digit, house)) => Line::WipeDigit { digit, house: HouseName(house) },
        BoardStep::Wipe(Wiped::Twice(digit, house)) => Line::WipeTwice { digit, house: HouseName(house) },
        BoardStep::Wipe(Wiped::Crowded(house, other)) => {
            Line::WipeCrowded { house: HouseName(house), other: HouseName(other) }
        }
        BoardStep::Side { from } => Line::Side { from },
        BoardStep::Pass(over) => Line::Pass { over: over.to_string() },
        BoardStep::Boards(log10) => Line::Boards { log10: log10.is_finite().then_some(log10) },
        BoardStep::Expand { cell, choices } => Line::Expand { cell: at(cell), choices },
    }
}

fn of_cover(step: CoverStep) -> Line {
    match step {
        CoverStep::Select { item, options } => Line::Select { item, options },
        CoverStep::Cover(item) => Line::Cover { item },
        CoverStep::Uncover(item) => Line::Uncover { item },
        CoverStep::Take { depth, option } => Line::Take { depth, option },
        CoverStep::GiveBack(option) => Line::GiveBack { option },
        CoverStep::Hide { option, item } => Line::Hide { option, item },
        CoverStep::Unhide { option, item } => Line::Unhide { option, item },
        CoverStep::Starve(item) => Line::Starve { item },
        CoverStep::Restart => Line::Restart {},
    }
}

fn of_formula(step: FormulaStep) -> Line {
    match step {
        FormulaStep::Decide { literal, level } => Line::Decide { literal, level },
        FormulaStep::Propagate { literal, reason } => Line::Propagate { literal, reason: reason.into() },
        FormulaStep::Conflict(clause) => Line::Conflict { clause: clause.into() },
        FormulaStep::Learn(clause) => Line::Learn { clause: clause.into() },
        FormulaStep::Forget(clause) => Line::Forget { clause: clause.into() },
        FormulaStep::Exclude(clause) => Line::Exclude { clause: clause.into() },
        FormulaStep::Backjump(level) => Line::Backjump { level },
        FormulaStep::Restart => Line::Restart {},
        FormulaStep::Watch(clause) => Line::Watch { clause: clause.into() },
        FormulaStep::Visit { literal, clause, other, outcome } => {
            Line::Visit { literal, clause: clause.into(), other, outcome: outcome.into() }
        }
    }
}

impl From<VisitOutcome> for Outcome {
    fn from(outcome: VisitOutcome) -> Outcome {
        match outcome {
            VisitOutcome::Moved => Outcome::Moved,
            VisitOutcome::Satisfied => Outcome::Satisfied,
            VisitOutcome::Unit => Outcome::Unit,
            VisitOutcome::Conflict => Outcome::Conflict,
        }
    }
}

impl From<Solved> for Answer {
    fn from(solved: Solved) -> Answer {
        match solved {
            Solved::Grid(grid) => Answer::Grid(grid.cells().to_vec()),
            Solved::Cover(cover) => Answer::Cover(cover.options().to_vec()),
            Solved::Model(model) => {
                let literal = |(variable, value): (Literal, &bool)| if *value { variable } else { -variable };
                Answer::Model((1..).zip(model.values()).map(literal).collect())
            }
        }
    }
}
