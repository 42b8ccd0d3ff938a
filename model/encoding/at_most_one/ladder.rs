//! Ladder (I. P. Gent and P. Nightingale, *A new encoding of AllDifferent into SAT*, 2004): ordered variables
//! y_1 ≥ y_2 ≥ … ≥ y_(n-1). Literal k implies that the step from true to false is between y_(k-1) and y_k.
//! The converse is not required, so all literals may be false.

use crate::{Cnf, Literal};

pub(super) fn add(cnf: &mut Cnf, literals: &[Literal]) {
    let steps: Vec<Literal> = (1..literals.len()).map(|_| cnf.fresh()).collect();
    for pair in steps.windows(2) {
        cnf.clause(&[-pair[1], pair[0]]);
    }
    for (k, &literal) in literals.iter().enumerate() {
        if let Some(above) = k.checked_sub(1) {
            cnf.clause(&[-literal, steps[above]]);
        }
        if let Some(&below) = steps.get(k) {
            cnf.clause(&[-literal, -below]);
        }
    }
}
