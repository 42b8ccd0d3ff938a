//! Families of exact covers and formulas, one file each. A spec such as `queens:12` names an instance; its family
//! builds the instance, and draws the covers of an exact cover.

mod dominating_queens;
pub mod formula;
mod graph;
mod langford;
mod latin;
mod macmahon;
mod packing;
mod picture;
mod queens;
mod triples;
mod words;

pub use picture::{Board, Edge, Picture, Tile};

use crate::step::Instance;
use crate::{BadSpec, Cnf, Cover, ExactCover, did_you_mean};
use formula::{parity, pigeonhole, random_sat, tseitin};

/// A member of a family of exact covers: an instance with pictures of its covers.
pub trait Member: Send + Sync {
    /// Builds the problem.
    fn problem(&self) -> ExactCover;
    /// Draws a cover.
    fn picture(&self, cover: &Cover) -> Picture;
}

/// A family of exact covers or formulas, as shown in the help.
pub struct Family {
    /// The name, before the colon.
    pub name: &'static str,
    /// The syntax of the whole spec.
    pub form: &'static str,
    /// A complete example.
    pub example: &'static str,
    /// A description in one sentence.
    pub sentence: &'static str,
    make: Make,
}

/// How the instances of a family are made from the parameters of a spec.
enum Make {
    Cover(fn(&str) -> MemberResult),
    Formula {
        make: fn(&str) -> Result<Cnf, String>,
        /// Whether the formula is satisfiable, if the construction implies it.
        satisfiable: fn(&str) -> Option<bool>,
    },
}

/// A member of a family, or an error message about the parameters.
type MemberResult = Result<Box<dyn Member>, String>;

/// All families: those of exact covers, then those of formulas.
pub static FAMILIES: &[Family] = &[
    queens::FAMILY,
    dominating_queens::FAMILY,
    langford::FAMILY,
    langford::REDUCED,
    latin::SQUARES,
    latin::REDUCED,
    latin::QUASIGROUP,
    packing::DOMINOES,
    packing::PENTOMINOES,
    packing::POLYOMINOES,
    packing::SOMA,
    packing::POLYCUBES,
    macmahon::FAMILY,
    words::FAMILY,
    triples::STEINER,
    triples::FACTORISATIONS,
    graph::FAMILY,
    random_sat::FAMILY,
    pigeonhole::FAMILY,
    parity::FAMILY,
    tseitin::ODD,
    tseitin::EVEN,
];

impl Family {
    /// Whether the instances are formulas instead of exact covers.
    pub fn is_formula(&self) -> bool {
        matches!(self.make, Make::Formula { .. })
    }

    /// The error for the parameters `rest`.
    fn invalid(&self, what: &str, rest: &str) -> BadSpec {
        let what = format!("{what}; `{}` is written {}", self.name, self.form);
        BadSpec::new(what, rest, vec![self.example.to_string()])
    }
}

/// The name and the parameters in a spec.
fn parts(spec: &str) -> (&str, &str) {
    let (name, rest) = spec.split_once(':').unwrap_or((spec, ""));
    (name.trim(), rest.trim())
}

/// The family that `spec` names.
fn find(spec: &str) -> Option<&'static Family> {
    let (name, _) = parts(spec);
    FAMILIES.iter().find(|family| family.name == name)
}

/// Constructs the instance that `spec` names, such as `queens:12`.
///
/// # Errors
/// If the name is not that of a family of exact covers, or the parameters are invalid.
pub fn open(spec: &str) -> Result<Box<dyn Member>, BadSpec> {
    let (name, rest) = parts(spec);
    match find(spec) {
        Some(family @ Family { make: Make::Cover(make), .. }) => {
            make(rest).map_err(|what| family.invalid(&what, rest))
        }
        _ => {
            let covers = FAMILIES.iter().filter(|family| !family.is_formula());
            let names = covers.map(|family| family.name.to_string()).collect();
            Err(BadSpec::new(format!("unknown family `{name}`"), name, names))
        }
    }
}

/// Whether `spec` starts with the name of a family.
pub fn is_family(spec: &str) -> bool {
    find(spec).is_some()
}

/// The suggested correction of an invalid spec: the nearest name or an example.
pub fn remedy(bad: &BadSpec) -> Option<String> {
    let example = || match &bad.known[..] {
        [example] => Some(format!("for example `{example}`")),
        _ => None,
    };
    did_you_mean(&bad.word, bad.known.iter().map(String::as_str)).or_else(example)
}

/// Builds the instance that `spec` names.
///
/// # Errors
/// See [`open`].
pub fn parse(spec: &str) -> Result<ExactCover, BadSpec> {
    Ok(open(spec)?.problem())
}

/// Builds the exact cover or formula that `spec` names.
///
/// # Errors
/// See [`open`].
pub fn instance(spec: &str) -> Result<Instance, BadSpec> {
    match formula::is_named(spec) {
        true => formula::parse(spec).map(Instance::Cnf),
        false => parse(spec).map(Instance::ExactCover),
    }
}

/// Splits the spec of a random instance into the spec without seed and the seed: `quasigroup:30:316:7` into
/// `quasigroup:30:316` and 7. `None` if the family takes no seed or the spec has none.
pub fn split_seed(spec: &str) -> Option<(&str, u64)> {
    let parameters = parameters(spec);
    let seeded = parameters.last() == Some(&"SEED") && parameters.len() == spec.matches(':').count();
    let (rest, seed) = spec.rsplit_once(':').filter(|_| seeded)?;
    Some((rest, seed.parse().ok()?))
}

/// The names of a family's parameters in its longest form: `ORDER`, `HOLES` and `SEED` for
/// `quasigroup:30:316`. Empty if `spec` names no family.
pub fn parameters(spec: &str) -> Vec<&'static str> {
    // The last form is the longest.
    let form = find(spec).and_then(|family| family.form.rsplit(' ').next());
    form.map_or_else(Vec::new, |form| form.split(':').skip(1).collect())
}

/// Parses an integer from `low` to `high`.
fn number(text: &str, low: usize, high: usize) -> Result<usize, String> {
    if text.trim().is_empty() {
        return Err(format!("a whole number from {low} to {high} is missing"));
    }
    let in_range = text.trim().parse().ok().filter(|n| (low..=high).contains(n));
    in_range.ok_or_else(|| format!("`{}` is not a whole number from {low} to {high}", text.trim()))
}

/// Parses an integer up to `high`, or a percentage of `whole` such as `40%`, which is rounded to the nearest
/// integer.
fn number_or_percent(text: &str, whole: usize, high: usize) -> Result<usize, String> {
    let Some(percent) = text.trim().strip_suffix('%') else { return number(text, 0, high) };
    let percent: u32 = percent.parse().map_err(|_| format!("`{}` is not a percentage", text.trim()))?;
    let hundredths = (whole as u64).saturating_mul(percent.into());
    let is_in_range = hundredths <= (high as u64).saturating_mul(100);
    let share = usize::try_from(hundredths.saturating_add(50) / 100).ok().filter(|_| is_in_range);
    share.ok_or_else(|| format!("`{}` of {whole} is more than {high}", text.trim()))
}

/// Parses `N` integers separated by `x`, each from `low` to `high`: `6x10`.
fn numbers<const N: usize>(text: &str, low: usize, high: usize) -> Result<[usize; N], String> {
    let parts: Vec<&str> = text.split('x').collect();
    if parts.len() != N {
        return Err(format!("`{text}` is not {N} numbers joined by `x`"));
    }
    let mut numbers = [0; N];
    for (number_, part) in numbers.iter_mut().zip(parts) {
        *number_ = number(part, low, high)?;
    }
    Ok(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_distinguished_from_a_size() {
        assert_eq!(split_seed("quasigroup:30:316:7"), Some(("quasigroup:30:316", 7)));
        assert_eq!(split_seed("random-sat:3:250:1065:12"), Some(("random-sat:3:250:1065", 12)));
        assert_eq!(split_seed("parity:20:1"), Some(("parity:20", 1)));
        for without in
            ["quasigroup:30:316", "random-sat:3:250:1065", "parity:20", "queens:8", "soma", "x:1", ""]
        {
            assert_eq!(split_seed(without), None, "{without}");
        }
        assert_eq!(parameters("quasigroup:30:316"), ["ORDER", "HOLES", "SEED"]);
        assert_eq!(parameters("random-sat"), ["LENGTH", "VARIABLES", "CLAUSES", "SEED"]);
        assert!(parameters("soma").is_empty() && parameters("x").is_empty());
    }

    #[test]
    fn a_percentage_is_rounded_and_bounded() {
        let of = |text: &str| number_or_percent(text, 25, 25);
        assert_eq!((of("7"), of("40%"), of("42%"), of("100%")), (Ok(7), Ok(10), Ok(11), Ok(25)));
        assert_eq!(number_or_percent("430%", 250, 9999), Ok(1075));
        assert_eq!(of("101%").unwrap_err(), "`101%` of 25 is more than 25");
        assert_eq!(of("110%").unwrap_err(), "`110%` of 25 is more than 25");
        assert_eq!(of("x%").unwrap_err(), "`x%` is not a percentage");
        assert!(of("-1%").is_err() && of("4294967295%").is_err() && of("26").is_err() && of("%").is_err());
        assert_eq!(parse("quasigroup:5:40%:3").unwrap(), parse("quasigroup:5:10:3").unwrap());
        let formula = |spec| formula::parse(spec).unwrap();
        assert_eq!(formula("random-sat:3:50:430%:7"), formula("random-sat:3:50:215:7"));
    }

    #[test]
    fn every_example_is_an_instance() {
        for (at, family) in FAMILIES.iter().enumerate() {
            let instance = || instance(family.example).unwrap_or_else(|e| panic!("{}: {e}", family.example));
            match (instance(), instance()) {
                (Instance::ExactCover(cover), _) => assert!(cover.options() > 0 && cover.primary() > 0),
                (Instance::Cnf(cnf), Instance::Cnf(again)) => {
                    assert!(cnf.variables() > 0 && cnf.clauses().len() > 0 && cnf == again);
                }
                _ => panic!("{} is a puzzle", family.example),
            }
            let is_named = family.example.starts_with(family.name) && family.form.starts_with(family.name);
            assert!(is_named && family.sentence.ends_with('.'), "{}", family.name);
            assert!(FAMILIES[..at].iter().all(|other| other.name != family.name), "{}", family.name);
        }
    }

    #[test]
    fn errors_name_the_wrong_word() {
        let says = |spec| parse(spec).unwrap_err().what;
        assert_eq!(says("queen:8"), "unknown family `queen`");
        assert_eq!(
            says("queens:0"),
            "`0` is not a whole number from 1 to 200; `queens` is written queens:SIDE"
        );
        assert!(says("pentominoes:6x").contains("a whole number from 1 to 60 is missing"));
        assert_eq!(
            says("queens"),
            "a whole number from 1 to 200 is missing; `queens` is written queens:SIDE"
        );
        assert!(says("dominoes:6").contains("not 2 numbers"));
        for family in FAMILIES {
            for rest in [
                "",
                ":",
                ":x",
                ":-1",
                ":99999999999999999999",
                ":1x1x1x1",
                ":0x0",
                ":a,b",
                ":ä/ö",
                ":3x3:9",
                ":1:1:1:1:1",
                ":0:0:0",
                ":1:0:1",
                ":0",
            ] {
                // No text may cause a panic.
                let _ = instance(&format!("{}{rest}", family.name));
            }
        }
    }
}
