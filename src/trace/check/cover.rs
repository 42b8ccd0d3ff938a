//! The options taken and the links hidden, step by step.

use super::{Follower, Wrong, wrong};
use crate::trace::line::{Answer, Line};
use coverlab_model::{ExactCover, Item, OptionId};
use std::collections::HashSet;

/// The partial cover at which the search is.
pub(super) struct Covering {
    cover: ExactCover,
    /// Whether single links are told.
    micro: bool,
    /// The options of each item.
    of: Vec<Vec<OptionId>>,
    taken: Vec<Taken>,
    covered: Vec<Item>,
    hidden: Vec<(OptionId, Item)>,
    gone: HashSet<(OptionId, Item)>,
    /// Uncovering or unhiding is told, so that giving back does not imply it.
    undoes: bool,
    takes: bool,
}

struct Taken {
    option: OptionId,
    covered: usize,
    hidden: usize,
}

impl Covering {
    pub(super) fn new(cover: ExactCover, micro: bool) -> Covering {
        let mut of = vec![Vec::new(); cover.items()];
        for option in 0..cover.options() as OptionId {
            cover.option(option).iter().for_each(|&(item, _)| of[item as usize].push(option));
        }
        let (taken, covered, hidden) = (Vec::new(), Vec::new(), Vec::new());
        Covering {
            cover,
            micro,
            of,
            taken,
            covered,
            hidden,
            gone: HashSet::new(),
            undoes: false,
            takes: false,
        }
    }

    fn item(&self, item: Item) -> Result<(), Wrong> {
        if (item as usize) < self.cover.items() {
            return Ok(());
        }
        wrong(format!("an item {item}"), format!("items are numbered below {}", self.cover.items()))
    }

    fn option(&self, option: OptionId) -> Result<(), Wrong> {
        if (option as usize) < self.cover.options() {
            return Ok(());
        }
        wrong(format!("an option {option}"), format!("options are numbered below {}", self.cover.options()))
    }

    /// An item that an option may not cover beside what is taken.
    fn clash(&self, option: OptionId) -> Option<Item> {
        let clashes = |&&(item, color): &&(Item, u32)| {
            let taken = self.taken.iter().flat_map(|taken| self.cover.option(taken.option));
            let mut same = taken.filter(|entry| entry.0 == item);
            match (item as usize) < self.cover.primary() {
                true => same.count() >= self.cover.multiplicity(item).most as usize,
                false => same.any(|entry| color == 0 || entry.1 != color),
            }
        };
        self.cover.option(option).iter().find(clashes).map(|&(item, _)| item)
    }

    fn name(&self, item: Item) -> String {
        self.cover.item_name(item)
    }

    fn take(&mut self, depth: usize, option: OptionId) -> Result<(), Wrong> {
        self.option(option)?;
        if depth != self.taken.len() + 1 {
            let why = format!("it is option {} of those taken", self.taken.len() + 1);
            return wrong(format!("option {option} taken for depth {depth}"), why);
        }
        if self.taken.iter().any(|taken| taken.option == option) {
            return wrong(format!("option {option} is taken"), "it was taken before");
        }
        if let Some(item) = self.clash(option) {
            return wrong(
                format!("option {option} is taken"),
                format!("item {} is covered already", self.name(item)),
            );
        }
        self.takes = true;
        self.taken.push(Taken { option, covered: self.covered.len(), hidden: self.hidden.len() });
        Ok(())
    }

    fn give_back(&mut self, option: OptionId) -> Result<(), Wrong> {
        match self.taken.pop() {
            Some(taken) if taken.option == option => {
                if self.undoes && (self.covered.len(), self.hidden.len()) != (taken.covered, taken.hidden) {
                    return wrong(
                        format!("option {option} is given back"),
                        "not everything that taking it did is undone",
                    );
                }
                if !self.undoes {
                    self.covered.truncate(taken.covered);
                    self.hidden.drain(taken.hidden..).for_each(|link| {
                        self.gone.remove(&link);
                    });
                }
                Ok(())
            }
            Some(taken) => wrong(
                format!("option {option} is given back"),
                format!("option {} was taken last", taken.option),
            ),
            None => wrong(format!("option {option} is given back"), "none is taken"),
        }
    }

    fn cover(&mut self, item: Item) -> Result<(), Wrong> {
        self.item(item)?;
        if self.covered.contains(&item) {
            return wrong(format!("item {} is covered", self.name(item)), "it is covered already");
        }
        self.covered.push(item);
        Ok(())
    }

    fn uncover(&mut self, item: Item) -> Result<(), Wrong> {
        self.item(item)?;
        self.undoes = true;
        match self.covered.pop() {
            Some(last) if last == item => Ok(()),
            last => {
                let why = last.map_or("none is covered".to_string(), |last| {
                    format!("item {} was covered last", self.name(last))
                });
                wrong(format!("item {} is uncovered", self.name(item)), why)
            }
        }
    }

    fn hide(&mut self, option: OptionId, item: Item) -> Result<(), Wrong> {
        self.option(option)?;
        self.item(item)?;
        let what = format!("option {option} is hidden from item {}", self.name(item));
        if !self.cover.option(option).iter().any(|entry| entry.0 == item) {
            return wrong(what, "it does not have that item");
        }
        if !self.gone.insert((option, item)) {
            return wrong(what, "it is hidden already");
        }
        self.hidden.push((option, item));
        Ok(())
    }

    fn unhide(&mut self, option: OptionId, item: Item) -> Result<(), Wrong> {
        self.undoes = true;
        match self.hidden.pop() {
            Some(last) if last == (option, item) => {
                self.gone.remove(&last);
                Ok(())
            }
            last => {
                let why = last.map_or("nothing is hidden".to_string(), |(o, i)| {
                    format!("option {o} was hidden last, from item {i}")
                });
                wrong(format!("option {option} comes back to item {item}"), why)
            }
        }
    }

    /// The options of an item that are neither hidden from it nor clash with what is taken.
    fn live(&self, item: Item) -> usize {
        let lives =
            |option: &&OptionId| !self.gone.contains(&(**option, item)) && self.clash(**option).is_none();
        self.of[item as usize].iter().filter(lives).count()
    }

    fn select(&self, item: Item, options: usize) -> Result<(), Wrong> {
        self.item(item)?;
        if self.covered.contains(&item) {
            return wrong(format!("item {} is chosen", self.name(item)), "it is covered");
        }
        let live = self.live(item);
        if !self.cover.has_multiplicities() && options > live {
            return wrong(
                format!("item {} with {options} options", self.name(item)),
                format!("it has {live}"),
            );
        }
        Ok(())
    }

    fn starve(&self, item: Item) -> Result<(), Wrong> {
        self.item(item)?;
        let what = || format!("item {} without options", self.name(item));
        if item as usize >= self.cover.primary() {
            return wrong(what(), "it is secondary and needs none");
        }
        let had = self
            .taken
            .iter()
            .flat_map(|taken| self.cover.option(taken.option))
            .filter(|entry| entry.0 == item);
        let least = self.cover.multiplicity(item).least as usize;
        let (had, live) = (had.count(), self.live(item));
        if had >= least || self.micro && had + live >= least {
            return wrong(what(), format!("{had} options taken cover it, and {live} are left"));
        }
        Ok(())
    }
}

impl Follower for Covering {
    fn node(&mut self, depth: usize) -> Result<(), Wrong> {
        if self.takes && depth != self.taken.len() {
            return wrong(
                format!("a node at depth {depth}"),
                format!("{} options are taken", self.taken.len()),
            );
        }
        Ok(())
    }

    fn step(&mut self, line: &Line) -> Result<(), Wrong> {
        match *line {
            Line::Select { item, options } => self.select(item, options),
            Line::Cover { item } => self.cover(item),
            Line::Uncover { item } => self.uncover(item),
            Line::Take { depth, option } => self.take(depth, option),
            Line::GiveBack { option } => self.give_back(option),
            Line::Hide { option, item } => self.hide(option, item),
            Line::Unhide { option, item } => self.unhide(option, item),
            Line::Starve { item } => self.starve(item),
            Line::Restart {} => {
                let open = !self.taken.is_empty() || !self.covered.is_empty() || !self.hidden.is_empty();
                if self.undoes && open {
                    return wrong("the search begins again", "not everything is undone");
                }
                (self.taken.clear(), self.covered.clear(), self.hidden.clear(), self.gone.clear());
                Ok(())
            }
            _ => wrong(format!("a step of kind `{}`", line.kind()), "the instance is an exact cover"),
        }
    }

    fn solution(&mut self, answer: &Answer) -> Result<(), Wrong> {
        let Answer::Cover(options) = answer else { return Ok(()) };
        let mut taken: Vec<OptionId> = self.taken.iter().map(|taken| taken.option).collect();
        taken.sort_unstable();
        // A strategy that reads solutions off a diagram takes nothing.
        if self.takes && taken != *options {
            return wrong(format!("a solution of options {options:?}"), format!("those taken are {taken:?}"));
        }
        Ok(())
    }

    fn end(&mut self, whole: bool) -> Result<(), Wrong> {
        if let (true, true, Some(&item)) = (whole, self.undoes, self.covered.last()) {
            return wrong(format!("item {} stays covered", self.name(item)), "covering and uncovering nest");
        }
        if let (true, true, Some((option, item))) = (whole, self.undoes, self.hidden.last()) {
            return wrong(
                format!("option {option} stays hidden from item {item}"),
                "hiding and unhiding nest",
            );
        }
        if let (true, Some(taken)) = (whole, self.taken.last()) {
            return wrong(format!("option {} stays taken", taken.option), "what is taken is given back");
        }
        Ok(())
    }
}
