//! Exact cover as CNF, with a variable per option.
//!
//! For each primary item, exactly one of its options is chosen (T. Junttila and P. Kaski, *Exact Cover via
//! Satisfiability: An Empirical Study*, 2010). A secondary item without colors is in at most one chosen
//! option. A secondary item with colors has a variable for each color, implied by the options that give the
//! item this color. At most one of these variables is true; each option that contains the item without a
//! color counts as a separate color. The variable of a color is true only if a chosen option gives the color.
//! So models and covers correspond one to one, up to auxiliary variables.
//!
//! Multiplicities become totalizer constraints. An option without a primary item belongs to no cover, so its
//! variable is false.

use super::at_most_one::{Amo, AmoSizes, exactly_one, totalizer};
use crate::{Cnf, Color, Cover, Encoding, ExactCover, Item, Literal, Model, Multiplicity, OptionId, Size};
use std::collections::BTreeMap;

/// Encodes exact cover as CNF.
#[derive(Clone, Copy, Debug, Default)]
pub struct CoverCnf {
    amo: Amo,
}

impl CoverCnf {
    /// Creates the encoding, with `amo` for the "at most one" constraints.
    pub fn new(amo: Amo) -> CoverCnf {
        CoverCnf { amo }
    }
}

impl Encoding for CoverCnf {
    type From = ExactCover;
    type To = Cnf;
    const NAME: &'static str = "cover-to-cnf";

    fn bound(&self, cover: &ExactCover) -> Size {
        let mut holders = vec![0; cover.items()];
        let mut idle = 0;
        for option in 0..cover.options() as OptionId {
            let entries = cover.option(option);
            entries.iter().for_each(|&(item, _)| holders[item as usize] += 1);
            idle += usize::from(entries.iter().all(|&(item, _)| item as usize >= cover.primary()));
        }
        let mut sizes = AmoSizes::new(self.amo);
        let of_item = |(item, &count): (usize, &usize)| match cover.multiplicity(item as Item) {
            // Each color adds a variable and a clause, and each option that gives the color adds a clause.
            _ if item >= cover.primary() && cover.has_colors() => {
                let colors = Size { variables: count, clauses: 2 * count, literals: 4 * count };
                sizes.of(count).plus(colors)
            }
            bounds if item >= cover.primary() || bounds == Multiplicity::ONE => {
                sizes.group(count, item < cover.primary(), true)
            }
            bounds => totalizer::bound(count, (bounds.most as usize).saturating_add(1)),
        };
        let all = Size { variables: cover.options(), clauses: idle, literals: idle };
        holders.iter().enumerate().map(of_item).fold(all, Size::plus)
    }

    fn encode(&self, cover: &ExactCover) -> Cnf {
        let mut cnf = Cnf::new(cover.options());
        let holders = holders(cover);
        for (item, holders) in holders.iter().enumerate() {
            if item >= cover.primary() {
                self.secondary(&mut cnf, holders);
                continue;
            }
            let options: Vec<Literal> = holders.iter().map(|&(literal, _)| literal).collect();
            let bounds = cover.multiplicity(item as Item);
            match (bounds.least as usize, bounds.most as usize) {
                (1, 1) => exactly_one(&mut cnf, self.amo, &options),
                (least, most) => totalizer::between(&mut cnf, &options, least, most),
            }
        }
        let idle = |option: &OptionId| {
            cover.option(*option).iter().all(|&(item, _)| item as usize >= cover.primary())
        };
        for option in (0..cover.options() as OptionId).filter(idle) {
            cnf.clause(&[-literal(option)]);
        }
        let options: Vec<Literal> = (1..=cover.options() as Literal).collect();
        // With multiplicities, a cover may be a subset of another.
        if cover.has_multiplicities() {
            cnf.project_to(options);
        } else {
            cnf.decide_by(options);
        }
        cnf
    }

    fn decode(&self, cover: &ExactCover, model: &Model) -> Cover {
        let chosen = |option: &OptionId| model.value(literal(*option));
        Cover::new((0..cover.options() as OptionId).filter(chosen).collect())
    }
}

impl CoverCnf {
    /// Adds the constraint "at most one color, or one option without a color".
    fn secondary(&self, cnf: &mut Cnf, holders: &[(Literal, Color)]) {
        let mut alternatives = Vec::new();
        let mut colors: BTreeMap<Color, Vec<Literal>> = BTreeMap::new();
        for &(option, color) in holders {
            match color {
                0 => alternatives.push(option),
                _ => colors.entry(color).or_default().push(option),
            }
        }
        for options in colors.into_values() {
            if let [only] = options[..] {
                alternatives.push(only);
                continue;
            }
            let color = cnf.fresh();
            options.iter().for_each(|&option| cnf.clause(&[-option, color]));
            cnf.clause(&options.iter().copied().chain([-color]).collect::<Vec<_>>());
            alternatives.push(color);
        }
        self.amo.add(cnf, &alternatives);
    }
}

fn literal(option: OptionId) -> Literal {
    option as Literal + 1
}

/// For each item, the options that contain it, with the item's color in each of them.
fn holders(cover: &ExactCover) -> Vec<Vec<(Literal, Color)>> {
    let mut holders = vec![Vec::new(); cover.items()];
    for option in 0..cover.options() as OptionId {
        for &(item, color) in cover.option(option) {
            holders[item as usize].push((literal(option), color));
        }
    }
    holders
}
