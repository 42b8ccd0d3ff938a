//! Splitting an instance into parts by the first choices of a search.

use crate::{Cover, ExactCover, OptionId};

/// A part of an instance.
#[derive(Clone, Debug)]
pub struct Subproblem {
    /// The problem of the part.
    pub problem: ExactCover,
    /// For each option of the part, its number in the whole instance.
    pub options: Vec<OptionId>,
    /// The options of the whole instance whose choice gave this part. They complete every cover of the part.
    pub chosen: Vec<OptionId>,
    /// The estimated share of the whole search: sibling parts have equal shares.
    pub share: f64,
}

impl Subproblem {
    /// Converts a cover of the part into one of the whole instance.
    pub fn cover(&self, cover: &Cover) -> Cover {
        let own = cover.options().iter().map(|&o| self.options[o as usize]);
        Cover::new(self.chosen.iter().copied().chain(own).collect())
    }

    /// The options of a primary item with the fewest.
    fn narrowest(&self) -> Option<Vec<OptionId>> {
        let mut users: Vec<Vec<OptionId>> = vec![Vec::new(); self.problem.primary()];
        for option in 0..self.problem.options() as OptionId {
            for &(item, _) in self.problem.option(option) {
                if let Some(users) = users.get_mut(item as usize) {
                    users.push(option);
                }
            }
        }
        users.into_iter().min_by_key(Vec::len)
    }

    /// Splits the part by the options of that item; `None` if no primary item is left.
    fn split(&self) -> Option<Vec<Subproblem>> {
        let part = |option: OptionId| {
            let (problem, kept) = self.problem.residual(&[option])?;
            let options = kept.iter().map(|&o| self.options[o as usize]).collect();
            let mut chosen = self.chosen.clone();
            chosen.push(self.options[option as usize]);
            Some(Subproblem { problem, options, chosen, share: 0.0 })
        };
        let starved = |part: &Subproblem| part.problem.starved_item().is_some();
        let parts = self.narrowest()?.into_iter().filter_map(part);
        let mut parts: Vec<Subproblem> = parts.filter(|p| !starved(p)).collect();
        let share = self.share / parts.len() as f64;
        parts.iter_mut().for_each(|part| part.share = share);
        Some(parts)
    }
}

/// Splits an instance into at least `wanted` parts, or as many as possible. Each cover of the instance
/// belongs to exactly one part. An instance without covers may have no part.
///
/// An instance with multiplicities is one part.
pub fn split(problem: &ExactCover, wanted: usize) -> Vec<Subproblem> {
    let options = (0..problem.options() as OptionId).collect();
    let mut parts = vec![Subproblem { problem: problem.clone(), options, chosen: Vec::new(), share: 1.0 }];
    let mut done = Vec::new();
    while !problem.has_multiplicities() && !parts.is_empty() && parts.len() + done.len() < wanted {
        // Split the largest part, measured by its number of options.
        let largest = (0..parts.len()).max_by_key(|&k| parts[k].problem.options()).unwrap_or(0);
        let part = parts.swap_remove(largest);
        match part.split() {
            Some(smaller) => parts.extend(smaller),
            None => done.push(part),
        }
    }
    parts.extend(done);
    // Large parts come first; the order of ties is reproducible.
    parts.sort_by(|a, b| b.problem.options().cmp(&a.problem.options()).then_with(|| a.chosen.cmp(&b.chosen)));
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::family;

    #[test]
    fn parts_are_as_many_as_wanted_and_reproducible() {
        let queens = family::parse("queens:8").unwrap();
        let parts = split(&queens, 50);
        assert!(parts.len() >= 50, "{}", parts.len());
        let again = split(&queens, 50);
        assert!(parts.iter().zip(&again).all(|(a, b)| a.chosen == b.chosen && a.problem == b.problem));
        let sets: std::collections::HashSet<_> = parts.iter().map(|p| p.chosen.clone()).collect();
        assert_eq!(sets.len(), parts.len());
        assert!(parts.iter().all(|p| p.chosen.len() < 8 && !p.chosen.is_empty()));
    }

    #[test]
    fn colors_of_chosen_options_stay() {
        let squares = family::parse("word-square:heart,ember,abuse,resin,trend").unwrap();
        for part in split(&squares, 20) {
            assert!(part.problem.has_colors() && part.problem.options() < squares.options());
        }
    }
}
