//! The state of a search as computed from its trace: after each step, and whether the state permits the step.

pub(crate) mod board;
pub(crate) mod cover;
pub(crate) mod formula;

use coverlab_model::step::{Answer, Instance};
use coverlab_model::{Step, TraceEvent};

/// The state of a traced search, for any kind of problem.
#[derive(Default)]
pub(crate) struct Fold {
    pub(crate) nodes: u64,
    pub(crate) steps: u64,
    state: State,
}

#[derive(Default)]
enum State {
    #[default]
    Nothing,
    Board(board::Fold),
    Cover(cover::Fold),
    Formula(formula::Fold),
}

impl Fold {
    /// Applies the next event. Panics if the state does not permit it.
    pub(crate) fn hear(&mut self, told: TraceEvent) {
        match (&mut self.state, told) {
            (state, TraceEvent::Begin(instance)) => {
                *state = match instance {
                    Instance::Sudoku(puzzle) => State::Board(board::Fold::new(&puzzle)),
                    Instance::ExactCover(cover) => State::Cover(cover::Fold::new(cover)),
                    Instance::Cnf(formula) => State::Formula(formula::Fold::new(formula)),
                }
            }
            (state, TraceEvent::Node(depth)) => {
                self.nodes += 1;
                if let State::Board(fold) = state {
                    fold.node(depth);
                }
            }
            (State::Board(fold), TraceEvent::Step(Step::Board(step))) => {
                self.steps += 1;
                fold.step(step);
            }
            (State::Cover(fold), TraceEvent::Step(Step::Cover(step))) => {
                self.steps += 1;
                fold.step(step);
            }
            (State::Formula(fold), TraceEvent::Step(Step::Formula(step))) => {
                self.steps += 1;
                fold.step(&step);
            }
            (State::Board(fold), TraceEvent::Solution(Answer::Grid(grid))) => fold.solution(&grid),
            (State::Cover(fold), TraceEvent::Solution(Answer::Cover(cover))) => fold.solution(&cover),
            (State::Formula(fold), TraceEvent::Solution(Answer::Model(model))) => fold.solution(&model),
            (_, told) => panic!("{told:?} is of another kind than what began"),
        }
    }
}
