//! What the trials of an experiment say, as figures: nothing here draws or prints.
//!
//! The unit of inference is the instance. Repetitions of a trial are therefore folded into one
//! [`Cell`] first, and everything else counts cells.

mod cell;
mod check;
mod disagreement;
mod published;
mod score;

pub use cell::{Cell, cells};
pub use check::{CheckResult, Outcome, Range, evaluate};
pub use disagreement::{Disagreement, disagreements};
pub use published::{PublishedRow, PublishedTable, beside};
pub use score::{Score, score};

/// The middle of some values, the mean of the middle two if their number is even; none of none.
pub fn median(values: &mut [f64]) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    match values.len() {
        0 => None,
        n if n % 2 == 1 => Some(values[middle]),
        _ => Some(f64::midpoint(values[middle - 1], values[middle])),
    }
}

#[cfg(test)]
mod tests {
    use super::median;

    #[test]
    fn the_median_of_few_values() {
        assert_eq!(median(&mut []), None);
        assert_eq!(median(&mut [3.0]), Some(3.0));
        assert_eq!(median(&mut [4.0, 1.0]), Some(2.5));
        assert_eq!(median(&mut [9.0, 1.0, 2.0]), Some(2.0));
    }
}
