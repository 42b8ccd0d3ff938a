//! Names of techniques that are used elsewhere, and what they are called here.
//!
//! Books, forums and programs have several names for one technique, and names for special cases that one technique here
//! covers. A name is compared without case, spaces and punctuation: `X-Wing`, `x wing` and `xwing` are the same.

use crate::{Entry, TECHNIQUES};
use OtherName::{FoundAs, Missing, PartlyFoundAs, Same};
use std::fmt;

/// The techniques that a name of the literature stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OtherName {
    /// Another name of this technique.
    Same(&'static str),
    /// A pattern whose steps these techniques find.
    FoundAs(&'static [&'static str]),
    /// A pattern of which these techniques find some steps.
    PartlyFoundAs(&'static [&'static str]),
    /// A pattern that no technique looks for.
    Missing,
}

const CHAINS: &[&str] = &["chain", "grouped-chain", "als-chain"];
const FINNED: &[&str] = &["finned-x-wing", "finned-swordfish", "finned-jellyfish"];
const FORCING: &[&str] = &["multiple-forcing-chain", "dynamic-forcing-chain", "nested-forcing-chain"];
const RECTANGLES: &[&str] = &[
    "unique-rectangle-1",
    "unique-rectangle-2",
    "unique-rectangle-3",
    "unique-rectangle-4",
    "unique-rectangle-5",
    "unique-rectangle-6",
];

impl OtherName {
    /// The techniques that find steps of the pattern.
    pub fn techniques(&self) -> &[&'static str] {
        match self {
            Same(technique) => std::slice::from_ref(technique),
            FoundAs(techniques) | PartlyFoundAs(techniques) => techniques,
            Missing => &[],
        }
    }
}

/// The names, separated by spaces, in the order of techniques.
static OTHER_NAMES: &[(OtherName, &str)] = &[
    (Same("full-house"), "last-free-cell"),
    (FoundAs(&["full-house"]), "last-digit"),
    (Same("hidden-single"), "unique-candidate pinned-digit last-remaining-cell"),
    (FoundAs(&["hidden-single"]), "cross-hatching scanning"),
    (Same("naked-single"), "sole-candidate last-possible-number obvious-single singleton lone-number"),
    (Same("pointing"), "locked-candidates-1 locked-candidates-type-1"),
    (FoundAs(&["pointing"]), "pointing-pair pointing-triple direct-pointing"),
    (Same("claiming"), "locked-candidates-2 locked-candidates-type-2 box-line-reduction"),
    (FoundAs(&["claiming"]), "claiming-pair claiming-triple direct-claiming"),
    (FoundAs(&["pointing", "claiming"]), "locked-candidates intersection-removal box-line-interaction"),
    (FoundAs(&["naked-pair", "naked-triple", "naked-quad"]), "naked-subset naked-set"),
    (FoundAs(&["naked-pair"]), "locked-pair"),
    (FoundAs(&["naked-triple"]), "locked-triple"),
    (Same("naked-pair"), "obvious-pair"),
    (Same("naked-triple"), "naked-triplet obvious-triple"),
    (Same("naked-quad"), "naked-quadruple naked-quadruplet"),
    (FoundAs(&["hidden-pair", "hidden-triple", "hidden-quad"]), "hidden-subset hidden-set"),
    (FoundAs(&["hidden-pair"]), "direct-hidden-pair"),
    (FoundAs(&["hidden-triple"]), "direct-hidden-triplet"),
    (Same("hidden-triple"), "hidden-triplet"),
    (Same("hidden-quad"), "hidden-quadruple hidden-quadruplet"),
    (FoundAs(&["x-wing", "swordfish", "jellyfish"]), "fish basic-fish"),
    // On nine lines, such a fish has a complement of at most four lines, with the same eliminations.
    (FoundAs(&["x-wing", "swordfish", "jellyfish"]), "squirmbag starfish whale leviathan"),
    (FoundAs(&["turbot-fish"]), "skyscraper two-string-kite 2-string-kite kite turbot-crane"),
    (Same("xy-wing"), "y-wing"),
    (FoundAs(RECTANGLES), "unique-rectangle uniqueness-test"),
    (Same("unique-rectangle-1"), "unique-rectangle-type-1 uniqueness-test-1"),
    (Same("unique-rectangle-2"), "unique-rectangle-type-2 uniqueness-test-2"),
    (Same("unique-rectangle-3"), "unique-rectangle-type-3 uniqueness-test-3"),
    (Same("unique-rectangle-4"), "unique-rectangle-type-4 uniqueness-test-4"),
    (Same("unique-rectangle-5"), "unique-rectangle-type-5 uniqueness-test-5"),
    (Same("unique-rectangle-6"), "unique-rectangle-type-6 uniqueness-test-6"),
    (Same("hidden-rectangle"), "hidden-unique-rectangle"),
    (FoundAs(&["avoidable-rectangle"]), "avoidable-rectangle-1 avoidable-rectangle-2"),
    (PartlyFoundAs(RECTANGLES), "unique-loop"),
    (PartlyFoundAs(&["unique-rectangle-1", "avoidable-rectangle", "bug-plus-one"]), "deadly-pattern"),
    (Same("bug-plus-one"), "bug+1 bug-type-1"),
    (FoundAs(&["bug-plus-one", "bug-types-2-to-4"]), "bug bivalue-universal-grave"),
    (FoundAs(&["bug-types-2-to-4"]), "bug-type-2 bug-type-3 bug-type-4"),
    (PartlyFoundAs(&["bug-types-2-to-4"]), "bug+2 bug+3 bug+n"),
    (Missing, "bug-lite extended-unique-rectangle"),
    (Same("finned-x-wing"), "sashimi-x-wing"),
    (Same("finned-swordfish"), "sashimi-swordfish"),
    (Same("finned-jellyfish"), "sashimi-jellyfish"),
    (FoundAs(FINNED), "finned-fish sashimi-fish sashimi"),
    (Same("sue-de-coq"), "two-sector-disjoint-subsets"),
    (
        FoundAs(&["chain"]),
        "x-chain x-cycle fishy-cycle xy-chain xy-cycle remote-pair simple-coloring simple-colors \
         multi-coloring multi-colors coloring 3d-medusa medusa m-wing s-wing h-wing l-wing \
         bidirectional-cycle",
    ),
    (
        FoundAs(CHAINS),
        "aic alternating-inference-chain nice-loop continuous-nice-loop discontinuous-nice-loop",
    ),
    (FoundAs(&["grouped-chain"]), "grouped-x-chain grouped-aic grouped-nice-loop grouped-w-wing"),
    (
        FoundAs(&["als-chain"]),
        "als almost-locked-set als-xz als-xy-wing als-xy-chain als-aic als-w-wing wxyz-wing vwxyz-wing",
    ),
    (Same("aligned-pair-exclusion"), "ape"),
    (Same("aligned-triple-exclusion"), "aligned-triplet-exclusion ate"),
    (PartlyFoundAs(&["aligned-pair-exclusion", "aligned-triple-exclusion"]), "subset-exclusion"),
    (FoundAs(&["franken-fish"]), "franken-x-wing franken-swordfish franken-jellyfish"),
    (FoundAs(&["mutant-fish"]), "mutant-x-wing mutant-swordfish mutant-jellyfish"),
    (FoundAs(&["franken-fish", "mutant-fish"]), "complex-fish"),
    (PartlyFoundAs(FORCING), "kraken-fish kraken"),
    (FoundAs(&["template-set", "template-delete"]), "template pattern-overlay pattern-overlay-method pom"),
    (Same("sk-loop"), "domino-loop"),
    (PartlyFoundAs(&["sk-loop"]), "multi-sector-locked-sets msls"),
    (Same("junior-exocet"), "jexocet"),
    (PartlyFoundAs(&["junior-exocet"]), "exocet double-exocet"),
    (Same("nishio"), "nishio-forcing-chain"),
    (FoundAs(FORCING), "forcing-chain forcing-net"),
    (FoundAs(&["multiple-forcing-chain"]), "cell-forcing-chain region-forcing-chain unit-forcing-chain"),
    (FoundAs(&["chain", "dynamic-forcing-chain"]), "digit-forcing-chain"),
    (
        FoundAs(&["dynamic-forcing-chain"]),
        "dynamic-cell-forcing-chain dynamic-region-forcing-chain dynamic-contradiction-forcing-chain",
    ),
    (FoundAs(&["trial"]), "trial-and-error bifurcation ariadnes-thread bowmans-bingo"),
    (Missing, "fireworks tridagon thors-hammer trivalue-oddagon broken-wing guardians"),
    (Missing, "senior-exocet gurths-symmetrical-placement set-equivalence-theory phistomefel-ring"),
];

/// A name without case, spaces and punctuation.
fn normalized(name: &str) -> String {
    name.to_lowercase().chars().filter(|c| c.is_alphanumeric() || *c == '+').collect()
}

/// The technique that `name` spells, perhaps in another way.
pub(crate) fn spelled(name: &str) -> Option<&'static Entry> {
    let name = normalized(name);
    TECHNIQUES.iter().find(|technique| normalized(technique.about.name) == name)
}

/// The techniques that `name`, in the singular or plural, stands for.
pub(crate) fn meaning(name: &str) -> Option<OtherName> {
    let name = normalized(name);
    let is_named =
        |names: &str| names.split(' ').map(normalized).any(|other| name == other || name == other + "s");
    OTHER_NAMES.iter().find(|(_, names)| is_named(names)).map(|(meaning, _)| *meaning)
}

/// All names in the table.
pub(crate) fn all() -> impl Iterator<Item = &'static str> {
    OTHER_NAMES.iter().flat_map(|(_, names)| names.split(' '))
}

impl fmt::Display for OtherName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |names: &[&str]| crate::words::either(names.iter().map(|name| format!("`{name}`")));
        match self {
            Same(name) => write!(f, "it is another name of `{name}`"),
            FoundAs(names) => write!(f, "its steps are found as {}", list(names)),
            PartlyFoundAs(names) => write!(f, "only some of its steps are found, as {}", list(names)),
            Missing => {
                write!(f, "no technique looks for this pattern; forcing chains find some of its steps")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::find;
    use std::collections::HashSet;

    #[test]
    fn every_name_has_one_meaning_in_terms_of_techniques() {
        let mut seen: HashSet<String> = TECHNIQUES.iter().map(|entry| normalized(entry.about.name)).collect();
        for (meaning, names) in OTHER_NAMES {
            meaning.techniques().iter().for_each(|name| assert!(find(name).is_ok(), "{name}"));
            names.split(' ').for_each(|name| assert!(seen.insert(normalized(name)), "{name} is there twice"));
        }
    }

    #[test]
    fn spelling_does_not_matter() {
        assert_eq!(spelled("X Wing").unwrap().about.name, "x-wing");
        assert_eq!(spelled("BUG plus one").unwrap().about.name, "bug-plus-one");
        assert_eq!(meaning("Two-String Kites"), Some(FoundAs(&["turbot-fish"])));
        assert_eq!(meaning("BUG + 1"), Some(Same("bug-plus-one")));
        assert_eq!(meaning("Bowman's Bingo"), Some(FoundAs(&["trial"])));
        assert_eq!(meaning("no such technique"), None);
    }
}
