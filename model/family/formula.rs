//! Families of formulas, one file each.
//!
//! A spec such as `pigeonhole:8` names a formula. The spec of a family of exact covers, such as `queens:8` or
//! `quasigroup:30:316:1`, names its encoding by [`CoverCnf`].

mod parity;
mod pigeonhole;
mod random_sat;
mod tseitin;

use super::number;
use crate::encoding::CoverCnf;
use crate::memory::{Extent, TooLarge, fits};
use crate::{BadSpec, Cnf, Encoding, ExactCover, Literal};

/// An entry of the list of families of formulas, as shown in the help.
pub struct Kind {
    /// The name, before the colon.
    pub name: &'static str,
    /// The syntax of the whole spec.
    pub form: &'static str,
    /// A complete example.
    pub example: &'static str,
    /// A description in one sentence.
    pub sentence: &'static str,
    make: fn(&str) -> Result<Cnf, String>,
    /// Whether the formula of a spec is satisfiable, if the construction implies it.
    satisfiable: fn(&str) -> Option<bool>,
}

/// All families of formulas that are not families of exact covers.
pub static KINDS: &[Kind] = &[random_sat::KIND, pigeonhole::KIND, parity::KIND, tseitin::ODD, tseitin::EVEN];

/// Whether `spec` starts with a name in [`KINDS`].
pub fn is_named(spec: &str) -> bool {
    let name = spec.split(':').next().unwrap_or_default().trim();
    KINDS.iter().any(|kind| kind.name == name)
}

/// Builds the formula that `spec` names, such as `pigeonhole:8`, or the encoding of the exact cover that it
/// names.
///
/// # Errors
/// If the name is neither in [`KINDS`] nor in [`super::KINDS`], or if the parameters are invalid.
pub fn parse(spec: &str) -> Result<Cnf, BadSpec> {
    let (name, rest) = spec.split_once(':').unwrap_or((spec, ""));
    let name = name.trim();
    if super::KINDS.iter().any(|kind| kind.name == name) {
        return encode(&super::parse(spec)?)
            .map_err(|large| BadSpec::new(format!("`{spec}` as a formula {large}"), spec, Vec::new()));
    }
    let Some(kind) = KINDS.iter().find(|kind| kind.name == name) else {
        let covers = super::KINDS.iter().map(|kind| kind.name);
        let names = KINDS.iter().map(|kind| kind.name).chain(covers).map(String::from).collect();
        return Err(BadSpec::new(format!("unknown family of formulas `{name}`"), name, names));
    };
    (kind.make)(rest.trim()).map_err(|what| {
        let what = format!("{what}; `{}` is written {}", kind.name, kind.form);
        BadSpec::new(what, rest, vec![kind.example.to_string()])
    })
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
    let (name, rest) = spec.split_once(':').unwrap_or((spec, ""));
    let kind = KINDS.iter().find(|kind| kind.name == name.trim())?;
    (kind.satisfiable)(rest.trim())
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
    fn every_example_is_a_formula() {
        for kind in KINDS {
            let cnf = parse(kind.example).unwrap_or_else(|e| panic!("{}: {e}", kind.example));
            assert!(cnf.variables() > 0 && cnf.clauses().len() > 0, "{}", kind.example);
            assert_eq!(cnf, parse(kind.example).unwrap(), "{}", kind.example);
            let told = kind.example.starts_with(kind.name) && kind.form.starts_with(kind.name);
            assert!(told && kind.sentence.ends_with('.'), "{}", kind.name);
            assert!(super::super::KINDS.iter().all(|cover| cover.name != kind.name), "{}", kind.name);
        }
    }

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
        for kind in KINDS {
            for rest in
                ["", ":", ":x", ":-1", ":99999999999999999999", ":1:1:1:1:1", ":0:0:0", ":1:0:1", ":0"]
            {
                // No text may cause a panic.
                let _ = parse(&format!("{}{rest}", kind.name));
            }
        }
    }
}
