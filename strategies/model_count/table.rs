//! Counts components of few variables by their truth table, with a bit for each assignment.

use super::component::{Component, Components};
use super::propagate::Propagator;
use crate::support::literal::Lit;

/// The maximum number of variables of such a component.
pub(super) const MAX_VARIABLES: usize = 9;
const WORDS: usize = 1 << (MAX_VARIABLES - 6);

/// For each of the first six variables, the assignments in which it is true.
const TRUE: [u64; 6] = [
    0xaaaa_aaaa_aaaa_aaaa,
    0xcccc_cccc_cccc_cccc,
    0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
];

/// Memory of the tables.
pub(super) struct Tables {
    /// By variable: its index in the component.
    places: Vec<u8>,
}

impl Tables {
    pub(super) fn new(variables: usize) -> Tables {
        Tables { places: vec![0; variables] }
    }

    /// The number of models of a component, projected to the shown variables.
    pub(super) fn count(
        &mut self,
        component: &Component,
        components: &Components,
        propagator: &Propagator,
    ) -> u64 {
        let variables = components.variables(component);
        for (place, &variable) in variables.iter().enumerate() {
            self.places[variable as usize] = place as u8;
        }
        let words = 1 << variables.len().saturating_sub(6);
        let mut table = [u64::MAX; WORDS];
        for (place, &variable) in variables.iter().enumerate() {
            for lit in [Lit::new(variable as usize, true), Lit::new(variable as usize, false)] {
                for &other in propagator.pairs(!lit) {
                    if propagator.value(other) == 0 && usize::from(self.places[other.variable()]) > place {
                        self.restrict(&[lit, other], words, &mut table, propagator);
                    }
                }
            }
        }
        for clause in components.long_clauses(component) {
            self.restrict(clause, words, &mut table, propagator);
        }
        for (place, &variable) in variables.iter().enumerate() {
            if !components.is_shown(variable) {
                join(place, words, &mut table);
            }
        }
        if variables.len() < 6 {
            table[0] &= (1 << (1 << variables.len())) - 1;
        }
        table[..words].iter().map(|word| u64::from(word.count_ones())).sum()
    }

    /// Keeps the assignments that satisfy one of the unassigned literals of `clause`.
    #[inline]
    fn restrict(&self, clause: &[Lit], words: usize, table: &mut [u64; WORDS], propagator: &Propagator) {
        let mut any = [0; WORDS];
        for &lit in clause {
            if propagator.value(lit) == 0 {
                let place = usize::from(self.places[lit.variable()]);
                let opposite = if lit.is_positive() { 0 } else { u64::MAX };
                for (k, any) in any[..words].iter_mut().enumerate() {
                    *any |= assignments(place, k) ^ opposite;
                }
            }
        }
        table[..words].iter_mut().zip(any).for_each(|(word, any)| *word &= any);
    }
}

/// The assignments of word `k` in which variable `place` is true.
#[inline]
fn assignments(place: usize, k: usize) -> u64 {
    match TRUE.get(place) {
        Some(&mask) => mask,
        None => (k as u64 >> (place - 6) & 1).wrapping_neg(),
    }
}

/// Merges every two assignments that differ only in variable `place`.
fn join(place: usize, words: usize, table: &mut [u64; WORDS]) {
    if place < 6 {
        for word in &mut table[..words] {
            *word = (*word | *word >> (1 << place)) & !TRUE[place];
        }
        return;
    }
    let far = 1 << (place - 6);
    for k in (0..words).filter(|k| k & far == 0) {
        table[k] |= table[k | far];
        table[k | far] = 0;
    }
}
