//! The options taken and the links hidden, step by step.

use super::{Follower, Wrong, wrong};
use crate::line::{Answer, Line};
use coverlab_model::{ExactCover, Item, OptionId};
use std::collections::HashSet;
use std::fmt;

/// The partial cover at which the search is.
pub(super) struct Covering {
    cover: ExactCover,
    /// Whether single links are told.
    micro: bool,
    /// The options of each item.
    of: Vec<Vec<OptionId>>,
    taken: Vec<OptionId>,
    /// What can be undone, in the order in which it was done.
    done: Vec<Done>,
    gone: HashSet<(OptionId, Item)>,
    /// Uncovering or unhiding is told, so that giving back does not imply it.
    undoes: bool,
    takes: bool,
}

/// What can be undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Done {
    Taken(OptionId),
    Covered(Item),
    Hidden(OptionId, Item),
}

impl fmt::Display for Done {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Done::Taken(option) => write!(f, "option {option} was taken"),
            Done::Covered(item) => write!(f, "item {item} was covered"),
            Done::Hidden(option, item) => write!(f, "option {option} was hidden from item {item}"),
        }
    }
}

impl Covering {
    pub(super) fn new(cover: ExactCover, micro: bool) -> Covering {
        let mut of = vec![Vec::new(); cover.items()];
        for option in 0..cover.options() as OptionId {
            cover.option(option).iter().for_each(|&(item, _)| of[item as usize].push(option));
        }
        let (taken, done, gone) = (Vec::new(), Vec::new(), HashSet::new());
        Covering { cover, micro, of, taken, done, gone, undoes: false, takes: false }
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
            let taken = self.taken.iter().flat_map(|taken| self.cover.option(*taken));
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
        if self.taken.contains(&option) {
            return wrong(format!("option {option} is taken"), "it was taken before");
        }
        if let Some(item) = self.clash(option) {
            return wrong(
                format!("option {option} is taken"),
                format!("item {} is covered already", self.name(item)),
            );
        }
        self.takes = true;
        self.taken.push(option);
        self.done.push(Done::Taken(option));
        Ok(())
    }

    fn give_back(&mut self, option: OptionId) -> Result<(), Wrong> {
        let what = format!("option {option} is given back");
        let last = self.done.iter().rposition(|done| matches!(done, Done::Taken(_)));
        let Some(last) = last else { return wrong(what, "none is taken") };
        if self.done[last] != Done::Taken(option) {
            return wrong(what, format!("{} last", self.done[last]));
        }
        // A strategy that undoes step by step undoes all of them.
        if self.undoes && last + 1 < self.done.len() {
            return wrong(what, format!("{} later", self.done[last + 1]));
        }
        for done in self.done.drain(last..) {
            if let Done::Hidden(option, item) = done {
                self.gone.remove(&(option, item));
            }
        }
        self.taken.pop();
        Ok(())
    }

    fn cover(&mut self, item: Item) -> Result<(), Wrong> {
        self.item(item)?;
        if self.done.contains(&Done::Covered(item)) {
            return wrong(format!("item {} is covered", self.name(item)), "it is covered already");
        }
        self.done.push(Done::Covered(item));
        Ok(())
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
        self.done.push(Done::Hidden(option, item));
        Ok(())
    }

    /// What was done last is undone.
    fn undo(&mut self, done: Done) -> Result<(), Wrong> {
        self.undoes = true;
        match self.done.pop() {
            Some(last) if last == done => {
                if let Done::Hidden(option, item) = done {
                    self.gone.remove(&(option, item));
                }
                Ok(())
            }
            Some(last) => wrong(format!("{done}, which is undone"), format!("{last} last")),
            None => wrong(format!("{done}, which is undone"), "nothing is done"),
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
        if self.done.contains(&Done::Covered(item)) {
            return wrong(format!("item {} is chosen", self.name(item)), "it is covered");
        }
        let live = self.live(item);
        if !self.cover.has_multiplicities() && !(1..=live).contains(&options) {
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
        let had =
            self.taken.iter().flat_map(|taken| self.cover.option(*taken)).filter(|entry| entry.0 == item);
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
            Line::Uncover { item } => self.undo(Done::Covered(item)),
            Line::Take { depth, option } => self.take(depth, option),
            Line::GiveBack { option } => self.give_back(option),
            Line::Hide { option, item } => self.hide(option, item),
            Line::Unhide { option, item } => self.undo(Done::Hidden(option, item)),
            Line::Starve { item } => self.starve(item),
            Line::Restart {} => {
                if let (true, Some(done)) = (self.undoes, self.done.last()) {
                    return wrong("the search begins again", format!("{done}, and that is not undone"));
                }
                self.taken.clear();
                self.done.clear();
                self.gone.clear();
                Ok(())
            }
            _ => wrong(format!("a step of kind `{}`", line.kind()), "the instance is an exact cover"),
        }
    }

    fn solution(&mut self, answer: &Answer) -> Result<(), Wrong> {
        let Answer::Cover(options) = answer else { return Ok(()) };
        let mut taken = self.taken.clone();
        taken.sort_unstable();
        // A strategy that reads solutions off a diagram takes nothing.
        if self.takes && taken != *options {
            return wrong(format!("a solution of options {options:?}"), format!("those taken are {taken:?}"));
        }
        Ok(())
    }

    fn end(&mut self, whole: bool) -> Result<(), Wrong> {
        match self.done.last() {
            Some(done) if whole && self.undoes => {
                wrong("the search ends", format!("{done}, and that is not undone"))
            }
            _ => Ok(()),
        }
    }
}
