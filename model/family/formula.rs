//! Families of formulas, one file each.
//!
//! A spec such as `pigeonhole:8` names a formula. The spec of a family of exact covers, such as `queens:8` or
//! `quasigroup:30:316:1`, names its encoding by [`CoverCnf`].

pub(super) mod parity;
pub(super) mod pigeonhole;
pub(super) mod random_sat;
pub(super) mod tseitin;

use super::{FAMILIES, Family, Make, find, number, parts};
use crate::encoding::CoverCnf;
use crate::memory::{Extent, TooLarge, fits};
use crate::{BadSpec, Cnf, Encoding, ExactCover, Literal};

/// Whether `spec` starts with the name of a family of formulas.
pub fn is_named(spec: &str) -> bool {
    find(spec).is_some_and(Family::is_formula)
}

/// Builds the formula that `spec` names, such as `pigeonhole:8`, or the encoding of the exact cover that it
/// names.
///
/// # Errors
/// If the name is not that of a family, or if the parameters are invalid.
pub fn parse(spec: &str) -> Result<Cnf, BadSpec> {
    let (name, rest) = parts(spec);
    match find(spec) {
        Some(family @ Family { make: Make::Formula { make, .. }, .. }) => {
            make(rest).map_err(|what| family.invalid(&what, rest))
        }
        Some(_) => encode(&super::parse(spec)?)
            .map_err(|large| BadSpec::new(format!("`{spec}` as a formula {large}"), spec, Vec::new())),
        None => {
            let names = FAMILIES.iter().map(|family| family.name.to_string()).collect();
            Err(BadSpec::new(format!("unknown family of formulas `{name}`"), name, names))
        }
    }
}

/// A vector that grows exists twice for a moment, and the new copy has twice the capacity.
const GROWTH: u64 = 3;

/// Encodes an exact cover problem as a formula.
///
/// # Errors
/// If the formula does not fit into memory.
fn encode(cover: &ExactCover) -> Result<Cnf, TooLarge> {
    let size = CoverCnf::default().bound(cover);
    fits(size.bytes().saturating_mul(GROWTH), size)?;
    Ok(CoverCnf::default().encode(cover))
}

/// Whether the formula that `spec` names is satisfiable, if its construction implies it.
pub fn satisfiable(spec: &str) -> Option<bool> {
    let Make::Formula { satisfiable, .. } = find(spec)?.make else { return None };
    satisfiable(parts(spec).1)
}

/// Parses `required` to `N` integers separated by `:`. Also returns how many there were.
fn numbers<const N: usize>(rest: &str, required: usize, high: usize) -> Result<([usize; N], usize), String> {
    let parts: Vec<&str> = rest.split(':').collect();
    if !(required..=N).contains(&parts.len()) {
        return Err(format!("`{rest}` is not {required} to {N} numbers joined by `:`"));
    }
    let mut numbers = [0; N];
    for (slot, part) in numbers.iter_mut().zip(&parts) {
        *slot = number(part, 0, high)?;
    }
    Ok((numbers, parts.len()))
}

/// Adds clauses for "the sum of these distinct `variables` is odd" (or even): one clause for each assignment
/// with the wrong parity.
fn sum(cnf: &mut Cnf, variables: &[Literal], odd: bool) {
    let mut clause = Vec::with_capacity(variables.len());
    for wrong in 0..1_u32 << variables.len() {
        if (wrong.count_ones() % 2 == 1) == odd {
            continue;
        }
        clause.clear();
        clause.extend((0..).zip(variables).map(|(k, &v)| if wrong >> k & 1 == 1 { -v } else { v }));
        cnf.clause(&clause);
    }
}

/// The number of models, found by trying all assignments.
#[cfg(test)]
fn models(cnf: &Cnf) -> usize {
    use crate::{Model, Problem};
    let assignment = |bits: u32| Model::new((0..cnf.variables()).map(|v| bits >> v & 1 == 1).collect());
    (0..1_u32 << cnf.variables()).filter(|&bits| cnf.verify(&assignment(bits)).is_ok()).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_satisfiability_is_correct() {
        for (spec, known) in [
            ("pigeonhole:4", Some(false)),
            ("pigeonhole:3:3", Some(true)),
            ("pigeonhole:3:2", Some(false)),
            ("parity:5:1", Some(false)),
            ("tseitin:6:3:1", Some(false)),
            ("tseitin-even:6:3:1", Some(true)),
            ("random-sat:3:5:40:1", None),
            ("queens:4", None),
            ("pigeonhole:x", None),
        ] {
            assert_eq!(satisfiable(spec), known, "{spec}");
            if let Some(known) = known {
                assert_eq!(models(&parse(spec).unwrap()) > 0, known, "{spec}");
            }
        }
    }

    #[test]
    fn covers_are_formulas() {
        assert_eq!(models(&parse("queens:4").unwrap()), 2);
        assert_eq!(models(&parse("latin-reduced:3").unwrap()), 1);
        assert_eq!(models(&parse("dominoes:2x4").unwrap()), 5);
    }

    #[test]
    fn errors_name_the_wrong_word() {
        let says = |spec| parse(spec).unwrap_err().what;
        assert_eq!(says("pigeons:8"), "unknown family of formulas `pigeons`");
        assert!(parse("pigeons:8").unwrap_err().known.contains(&"queens".to_string()));
        assert!(says("queens:0").contains("`queens` is written queens:SIDE"));
        assert!(says("pigeonhole:x").contains("`x` is not a whole number"));
        assert!(says("random-sat:3").contains("not 3 to 4 numbers"));
    }
}
