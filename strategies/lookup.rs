//! Finds a strategy by name, for its native problem or for a problem that an encoding translates.

use crate::sat_auto::{SatAuto, SudokuAuto};
use crate::support::encodings;
use crate::unknown_strategy::unknown_strategy;
use crate::{CNF, EXACT_COVER, SUDOKU};
use coverlab_model::encoding::{CnfCover, CoverCnf, SudokuCnf, SudokuCover};
use coverlab_model::{
    About, Backend, BadSpec, Cnf, Encoding, Entry, ExactCover, Problem, Size, Spec, Sudoku, Via,
};
use std::fmt;
use std::sync::Arc;

/// A strategy with its parameters set, ready to solve problems of type `P`.
#[derive(Clone)]
pub struct Configured<P: Problem> {
    /// The strategy and its parameters, as a user writes them.
    pub spec: Spec,
    /// The encoding from `P` to the strategy's native problem; `None` if they are the same.
    pub via: Option<&'static str>,
    /// The description of the strategy.
    pub about: &'static About,
    /// The strategy itself, without its type.
    pub backend: Arc<dyn Backend<P>>,
}

impl<P: Problem> fmt::Debug for Configured<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Configured({}", self.spec)?;
        self.via.map_or(Ok(()), |via| write!(f, " via {via}"))?;
        f.write_str(")")
    }
}

/// Finds the strategy for Sudoku that `spec` names, with an encoding where its native problem is another.
///
/// # Errors
/// An unknown name (the error lists the known ones); a parameter or value that the strategy does not accept.
pub fn sudoku(spec: &Spec) -> Result<Configured<Sudoku>, BadSpec> {
    if let Some(found) = native(SUDOKU, &current(spec)) {
        return found.map(|configured| named(spec, configured));
    }
    if let Some(found) = native(EXACT_COVER, spec) {
        return found.map(|configured| lift(SudokuCover, SudokuCover::NAME, configured));
    }
    if chooses_encoding(spec) {
        let found = Entry::of::<SudokuAuto>().configure(spec)?;
        let (about, backend) = (found.about(), found.into());
        return Ok(Configured { spec: spec.clone(), via: Some(CHOSEN), about, backend });
    }
    if takes_formulas(&spec.name) {
        let (encoding, rest) = encodings::of_sudoku(spec)?;
        let name = encoding.name();
        return Ok(named(spec, lift(encoding, name, cnf(&rest)?)));
    }
    Err(unknown_strategy(" for Sudoku", &spec.name, all_sudoku().map(|(about, _)| about)))
}

/// Former names of strategies, each with the current name and the parameter that selects the former
/// behavior.
const FORMER: [(&str, &str, (&str, &str)); 1] = [("delord-fixed", "delord", ("order", "box-major"))];

/// Replaces a former name in `spec` with the current one. Only the lookup uses it: a label keeps the name that
/// the user wrote, so that results recorded under a former name can be continued and compared.
pub fn current(spec: &Spec) -> Spec {
    let mut current = spec.clone();
    if let Some((_, name, (parameter, value))) = FORMER.iter().find(|(former, ..)| *former == spec.name) {
        current.name = name.to_string();
        if spec.parameters.iter().all(|(name, _)| name != parameter) {
            current.parameters.push((parameter.to_string(), value.to_string()));
        }
    }
    current
}

/// Finds the strategy for exact cover that `spec` names, with an encoding where its native problem is a
/// formula.
///
/// # Errors
/// See [`sudoku`].
pub fn exact_cover(spec: &Spec) -> Result<Configured<ExactCover>, BadSpec> {
    if let Some(found) = native(EXACT_COVER, spec) {
        return found;
    }
    if takes_formulas(&spec.name) {
        let (encoding, rest) = encodings::of_cover(spec)?;
        return Ok(named(spec, lift(encoding, CoverCnf::NAME, cnf(&rest)?)));
    }
    let known = unique(EXACT_COVER.iter().map(|entry| entry.about), CNF.iter().map(|entry| entry.about));
    Err(unknown_strategy(" for exact cover", &spec.name, known))
}

/// Finds the strategy for formulas that `spec` names, with an encoding where its native problem is an exact
/// cover.
///
/// # Errors
/// See [`sudoku`].
pub fn cnf(spec: &Spec) -> Result<Configured<Cnf>, BadSpec> {
    if let Some(found) = native(CNF, spec) {
        return found;
    }
    if let Some(found) = native(EXACT_COVER, spec) {
        return found.map(|configured| lift(CnfCover, CnfCover::NAME, configured));
    }
    let known = unique(CNF.iter().map(|entry| entry.about), EXACT_COVER.iter().map(|entry| entry.about));
    Err(unknown_strategy(" for formulas", &spec.name, known))
}

/// The size of the formula into which `spec` translates `puzzle`; `None` if the strategy does not search
/// formulas or chooses the encoding itself.
///
/// # Errors
/// A value that a parameter of the encoding does not accept.
pub fn formula_size(spec: &Spec, puzzle: &Sudoku) -> Result<Option<Size>, BadSpec> {
    let native = SUDOKU.iter().any(|entry| entry.about.name == spec.name);
    if native || !takes_formulas(&spec.name) || chooses_encoding(spec) {
        return Ok(None);
    }
    encodings::of_sudoku(spec).map(|(encoding, _)| Some(encoding.size(puzzle)))
}

/// Stands for the name of the encoding if the strategy chooses among several.
const CHOSEN: &str = "several";

/// Whether the strategy chooses the encoding of a Sudoku itself, because `spec` does not.
fn chooses_encoding(spec: &Spec) -> bool {
    let chosen = |(name, _): &(String, String)| encodings::PARAMETERS.iter().any(|p| p.name == name);
    spec.name == SatAuto::NAME && !spec.parameters.iter().any(chosen)
}

/// Whether the strategy with this name searches formulas natively.
fn takes_formulas(name: &str) -> bool {
    CNF.iter().any(|entry| entry.about.name == name)
}

/// `configured` with the label that the user wrote.
fn named<P: Problem>(spec: &Spec, configured: Configured<P>) -> Configured<P> {
    Configured { spec: spec.clone(), ..configured }
}

/// Every strategy that solves Sudokus, in teaching order, with its encoding, if any.
pub fn all_sudoku() -> impl Iterator<Item = (&'static About, Option<&'static str>)> {
    let own = SUDOKU.iter().map(|entry| (entry.about, None));
    let cover = EXACT_COVER.iter().map(|entry| (entry.about, Some(SudokuCover::NAME)));
    let via = |about: &About| if about.name == SatAuto::NAME { CHOSEN } else { SudokuCnf::NAME };
    let cnf = CNF.iter().map(move |entry| (entry.about, Some(via(entry.about))));
    // Each registry has an `auto`; for Sudoku, the native one applies.
    let lifted = cover.chain(cnf);
    own.chain(lifted.filter(|(about, _)| SUDOKU.iter().all(|entry| entry.about.name != about.name)))
}

/// Configures the entry that `spec` names; `None` if there is no such entry.
fn native<P: Problem>(entries: &[Entry<P>], spec: &Spec) -> Option<Result<Configured<P>, BadSpec>> {
    let entry = entries.iter().find(|entry| entry.about.name == spec.name)?;
    let configured = |backend: Box<dyn Backend<P>>| Configured {
        spec: spec.clone(),
        via: None,
        about: backend.about(),
        backend: backend.into(),
    };
    Some(entry.configure(spec).map(configured))
}

fn lift<E: Encoding>(encoding: E, via: &'static str, native: Configured<E::To>) -> Configured<E::From> {
    let Configured { spec, about, backend, .. } = native;
    Configured { spec, via: Some(via), about, backend: Arc::new(Via::new(encoding, backend)) }
}

/// All of `own`, then those of `others` whose names are not in `own`.
fn unique(
    own: impl Iterator<Item = &'static About> + Clone,
    others: impl Iterator<Item = &'static About>,
) -> impl Iterator<Item = &'static About> {
    let names = own.clone();
    own.chain(others.filter(move |about| names.clone().all(|own| own.name != about.name)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use coverlab_model::Event;

    fn spec(text: &str) -> Spec {
        text.parse().unwrap()
    }

    #[test]
    fn every_strategy_is_found_by_its_name() {
        for (about, via) in all_sudoku() {
            let found = sudoku(&spec(about.name)).unwrap();
            assert_eq!((found.about.name, found.via), (about.name, via));
            assert_eq!(found.backend.about().name, about.name);
        }
        assert_eq!(sudoku(&spec("dlx")).unwrap().via, Some("exact-cover"));
        assert_eq!(sudoku(&spec("sat")).unwrap().via, Some("extended"));
        assert_eq!(exact_cover(&spec("dlx")).unwrap().via, None);
        assert_eq!(format!("{:?}", cnf(&spec("sat")).unwrap()), "Configured(sat)");
    }

    #[test]
    fn an_unknown_name_brings_the_known_ones() {
        let bad = sudoku(&spec("dlz")).unwrap_err();
        assert_eq!(
            (bad.what.as_str(), bad.word.as_str()),
            ("there is no strategy for Sudoku called `dlz`", "dlz")
        );
        assert_eq!(bad.known.len(), all_sudoku().count());
        assert!(bad.known.contains(&"dlx".to_string()) && bad.known.contains(&"sat".to_string()));
        for known in [exact_cover(&spec("dlz")).unwrap_err().known, cnf(&spec("dlz")).unwrap_err().known] {
            assert!(known.contains(&"sat".to_string()) && known.contains(&"dlx".to_string()));
            assert!(!known.contains(&"bird".to_string()));
        }
        assert_eq!(sudoku(&spec("dlx:order=first")).unwrap_err().what, "dlx has no parameter `order`");
    }

    #[test]
    fn formulas_and_covers_are_lifted_to_each_other() {
        assert_eq!(exact_cover(&spec("sat:amo=product")).unwrap().via, Some("cover-to-cnf"));
        assert_eq!(cnf(&spec("dlx")).unwrap().via, Some("cnf-to-cover"));
        let wide = "sat:solver=batsat,encoding=augmented,amo=product,clues=reduced";
        let found = sudoku(&spec(wide)).unwrap();
        assert_eq!((found.spec.to_string(), found.via), (wide.to_string(), Some("augmented")));
    }

    #[test]
    fn what_is_counted_is_told_of_the_solver_that_was_set() {
        let counts = |text: &str| sudoku(&spec(text)).unwrap().about.events.contains(&Event::Guess);
        assert!(counts("sat:solver=batsat,encoding=minimal") && counts("sat:solver=cdcl"));
        assert!(!counts("sat") && !counts("sat:solver=varisat"));
    }

    #[test]
    fn a_strategy_that_chooses_declares_only_what_all_of_its_parts_count() {
        let counts = |text: &str, event: Event| sudoku(&spec(text)).unwrap().about.events.contains(&event);
        let parts = ["digit-lanes", "lockstep", "bands", "dancing-cells", "sat-auto", "zdd-cover"];
        let common = |event: &Event| parts.iter().all(|part| counts(part, *event));
        assert_eq!(Event::ALL.iter().filter(|event| common(event)).count(), 0);
        assert!(!Event::ALL.iter().any(|event| counts("auto", *event)));
        // Rounds of bands precede clause learning, unless there is a formula.
        assert!(!counts("sat-auto", Event::Propagate) && counts("sat-auto", Event::Conflict));
        assert!(counts("sat-auto:encoding=minimal", Event::Propagate));
    }

    #[test]
    fn sizes_are_known_of_strategies_for_formulas() {
        let size = |text: &str| formula_size(&spec(text), &Sudoku::empty(coverlab_model::Shape::NINE));
        assert_eq!(size("sat:solver=batsat").unwrap().unwrap().clauses, 11_988);
        assert_eq!(size("unit-propagation:encoding=minimal").unwrap().unwrap().clauses, 8829);
        assert_eq!(size("dlx"), Ok(None));
        assert!(size("sat:encoding=extensive").is_err());
    }

    #[test]
    fn a_wrong_encoding_is_rejected() {
        let says = |text: &str| sudoku(&spec(text)).unwrap_err();
        let bad = says("sat:encoding=extensive");
        assert_eq!(bad.what, "the encoding's parameter `encoding` does not take `extensive`");
        assert!(bad.known.contains(&"extended".to_string()));
        assert_eq!(says("sat:amo=ladders").word, "ladders");
        assert_eq!(says("sat:solver=kissat").word, "kissat");
        assert_eq!(cnf(&spec("sat:encoding=minimal")).unwrap_err().what, "sat has no parameter `encoding`");
        assert_eq!(says("dlx:encoding=minimal").what, "dlx has no parameter `encoding`");
    }

    #[test]
    fn a_former_name_stays_in_the_label() {
        for (former, today) in [
            ("delord-fixed", "delord:order=box-major"),
            ("delord-fixed:order=row-major", "delord:order=row-major"),
        ] {
            let found = sudoku(&spec(former)).unwrap();
            assert_eq!((found.spec.to_string(), found.about.name), (former.to_string(), "delord"));
            assert_eq!(current(&spec(former)), spec(today));
            assert_eq!(found.about.node, sudoku(&spec(today)).unwrap().about.node);
        }
        assert_eq!(
            sudoku(&spec("delord-fixed:prune=yes")).unwrap_err().what,
            "delord has no parameter `prune`"
        );
        assert_eq!(current(&spec("dlx:branch=first")), spec("dlx:branch=first"));
    }
}
