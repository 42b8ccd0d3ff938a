//! The state of a formula: the true literals, level by level.

use coverlab_model::step::VisitOutcome;
use coverlab_model::{Cnf, FormulaStep, Literal, Model};

pub(crate) struct Fold {
    formula: Cnf,
    clauses: Vec<Vec<Literal>>,
    learned: Vec<Vec<Literal>>,
    /// Clauses and their watched literals.
    watched: Vec<(Vec<Literal>, [Literal; 2])>,
    /// The true literals of each level, from 0.
    levels: Vec<Vec<Literal>>,
    model: Option<Model>,
}

fn sorted(clause: &[Literal]) -> Vec<Literal> {
    let mut clause = clause.to_vec();
    clause.sort_unstable();
    clause.dedup();
    clause
}

impl Fold {
    pub(crate) fn new(formula: Cnf) -> Fold {
        let clauses = formula.clauses().map(sorted).collect();
        let (learned, watched) = (Vec::new(), Vec::new());
        Fold { formula, clauses, learned, watched, levels: vec![Vec::new()], model: None }
    }

    fn holds(&self, literal: Literal) -> bool {
        self.levels.iter().flatten().any(|&other| other == literal)
    }

    fn assign(&mut self, literal: Literal) {
        assert!(!self.holds(literal) && !self.holds(-literal), "{literal} has a value");
        self.levels.last_mut().expect("a level").push(literal);
    }

    fn knows(&self, clause: &[Literal]) -> bool {
        let clause = sorted(clause);
        self.clauses.contains(&clause) || self.learned.contains(&clause)
    }

    /// Whether unit propagation refutes the negation of `clause`.
    fn follows(&self, clause: &[Literal]) -> bool {
        let mut holds: Vec<Literal> = clause.iter().map(|literal| -literal).collect();
        loop {
            let before = holds.len();
            for clause in self.clauses.iter().chain(&self.learned) {
                if clause.iter().any(|literal| holds.contains(literal)) {
                    continue;
                }
                match clause.iter().filter(|&&literal| !holds.contains(&-literal)).collect::<Vec<_>>()[..] {
                    [] => return true,
                    [&unit] => holds.push(unit),
                    _ => {}
                }
            }
            if holds.len() == before {
                // True if the clause is a tautology.
                return clause.iter().any(|literal| clause.contains(&-literal));
            }
        }
    }

    pub(crate) fn step(&mut self, step: &FormulaStep) {
        match step {
            FormulaStep::Decide { literal, level } => {
                self.levels.push(Vec::new());
                assert_eq!(*level, self.levels.len() - 1, "{step:?}");
                self.assign(*literal);
            }
            FormulaStep::Propagate { literal, reason } => {
                assert!(self.knows(reason), "{step:?} by a clause that nobody has");
                assert!(reason.contains(literal), "{step:?}");
                assert!(reason.iter().all(|l| l == literal || self.holds(-l)), "{step:?} is not unit");
                self.assign(*literal);
            }
            FormulaStep::Conflict(clause) => {
                assert!(self.knows(clause), "{step:?} of a clause that nobody has");
                assert!(clause.iter().all(|&literal| self.holds(-literal)), "{step:?}");
            }
            FormulaStep::Learn(clause) => {
                assert!(self.follows(clause), "{step:?} does not follow");
                self.learned.push(sorted(clause));
            }
            FormulaStep::Exclude(clause) => {
                let model = self.model.as_ref().expect("a model to exclude");
                assert!(clause.iter().all(|&literal| !model.satisfies(literal)), "{step:?}");
                assert!(clause.iter().all(|&literal| self.holds(-literal)), "{step:?}");
                self.learned.push(sorted(clause));
            }
            FormulaStep::Forget(clause) => {
                let clause = sorted(clause);
                let place = self.learned.iter().position(|learned| *learned == clause);
                self.learned.swap_remove(place.expect("a learned clause"));
                if let Some(place) = self.watched.iter().position(|(watched, _)| *watched == clause) {
                    self.watched.swap_remove(place);
                }
            }
            FormulaStep::Backjump(level) => {
                assert!(*level < self.levels.len(), "{step:?}");
                self.levels.truncate(level + 1);
            }
            FormulaStep::Restart => self.levels.truncate(1),
            FormulaStep::Watch(clause) => {
                assert!(self.knows(clause), "{step:?} of a clause that nobody has");
                self.watched.push((sorted(clause), [clause[0], clause[1]]));
            }
            FormulaStep::Visit { literal, clause, other, outcome } => {
                self.visit(*literal, &sorted(clause), *other, *outcome);
            }
        }
    }

    fn visit(&mut self, gone: Literal, clause: &[Literal], other: Literal, outcome: VisitOutcome) {
        assert!(self.holds(-gone), "{clause:?} is visited for {gone}, which is not false");
        let watches =
            |(watched, pair): &&(Vec<Literal>, [Literal; 2])| watched == clause && pair.contains(&gone);
        let place =
            self.watched.iter().position(|one| watches(&one)).expect("a clause that watches the literal");
        let pair = self.watched[place].1;
        let kept = pair[usize::from(pair[0] == gone)];
        let open: Vec<Literal> = clause.iter().copied().filter(|literal| !self.holds(-literal)).collect();
        match outcome {
            VisitOutcome::Moved => {
                assert!(open.contains(&other) && other != kept, "{clause:?} cannot watch {other}");
                self.watched[place].1 = [kept, other];
            }
            VisitOutcome::Satisfied => assert!(self.holds(other) && clause.contains(&other), "{clause:?}"),
            VisitOutcome::Unit => assert!(open == [kept] && other == kept && !self.holds(kept), "{clause:?}"),
            VisitOutcome::Conflict => assert!(open.is_empty() && other == kept, "{clause:?}"),
        }
    }

    pub(crate) fn solution(&mut self, model: &Model) {
        assert!(self.levels.iter().flatten().all(|&literal| model.satisfies(literal)));
        assert!(self.formula.clauses().all(|clause| clause.iter().any(|&l| model.satisfies(l))));
        self.model = Some(model.clone());
    }
}
