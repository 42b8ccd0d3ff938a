//! Checks the steps of a search for an exact cover.

use super::StepChecker;
use crate::fold::cover::{PartialCover, UndoableStep};
use crate::line::{Answer, step_kind};
use crate::reading::{Wrong, wrong};
use coverlab_model::{ExactCover, Item, OptionId, Step};

/// Compares each step with the partial cover before it.
pub(super) struct CoverChecker {
    covering: PartialCover,
    /// Whether the remaining options of an item are known. They are if the trace reports each hidden option, or if options are
    /// hidden only because of taken ones; a search with multiplicities also hides options that it has tried.
    knows_options: bool,
    /// The options of each item.
    of: Vec<Vec<OptionId>>,
    /// Whether the trace reports uncovering or unhiding; if so, giving an option back does not imply
    /// them.
    undoes: bool,
    takes: bool,
}

impl CoverChecker {
    pub(super) fn new(cover: ExactCover, is_micro: bool) -> CoverChecker {
        let mut of = vec![Vec::new(); cover.items()];
        for option in 0..cover.options() as OptionId {
            cover.option(option).iter().for_each(|&(item, _)| of[item as usize].push(option));
        }
        let knows_options = is_micro || !cover.has_multiplicities();
        CoverChecker { covering: PartialCover::new(cover), knows_options, of, undoes: false, takes: false }
    }

    fn cover(&self) -> &ExactCover {
        self.covering.cover()
    }

    fn item(&self, item: Item) -> Result<(), Wrong> {
        if (item as usize) < self.cover().items() {
            return Ok(());
        }
        wrong(format!("an item {item}"), format!("items are numbered below {}", self.cover().items()))
    }

    fn option(&self, option: OptionId) -> Result<(), Wrong> {
        if (option as usize) < self.cover().options() {
            return Ok(());
        }
        wrong(format!("an option {option}"), format!("options are numbered below {}", self.cover().options()))
    }

    fn name(&self, item: Item) -> String {
        self.cover().item_name(item)
    }

    fn take(&mut self, depth: usize, option: OptionId) -> Result<(), Wrong> {
        self.option(option)?;
        let taken = self.covering.taken();
        if depth != taken.len() + 1 {
            let why = format!("the next option is taken at depth {}", taken.len() + 1);
            return wrong(format!("option {option} is taken at depth {depth}"), why);
        }
        if taken.contains(&option) {
            return wrong(format!("option {option} is taken"), "it was taken before");
        }
        if let Some(item) = self.covering.clash(option, &self.covering.uses()) {
            return wrong(
                format!("option {option} is taken"),
                format!("item {} is covered already", self.name(item)),
            );
        }
        if let Some(item) = self.covering.chosen_item()
            && !self.cover().option(option).iter().any(|entry| entry.0 == item)
        {
            return wrong(
                format!("option {option} is taken"),
                format!("item {} is selected, and the option does not have it", self.name(item)),
            );
        }
        self.takes = true;
        Ok(())
    }

    fn give_back(&self, option: OptionId) -> Result<(), Wrong> {
        let (what, done) = (format!("option {option} is given back"), self.covering.done());
        let last = done.iter().rposition(|done| matches!(done, UndoableStep::Taken(_)));
        let Some(last) = last else { return wrong(what, "none is taken") };
        if done[last] != UndoableStep::Taken(option) {
            return wrong(what, format!("{} last", done[last]));
        }
        // A strategy that undoes step by step must undo all of them.
        match done.get(last + 1) {
            Some(later) if self.undoes => wrong(what, format!("{later} later")),
            _ => Ok(()),
        }
    }

    fn covered(&self, item: Item) -> Result<(), Wrong> {
        self.item(item)?;
        if self.covering.done().contains(&UndoableStep::Covered(item)) {
            return wrong(format!("item {} is covered", self.name(item)), "it is covered already");
        }
        Ok(())
    }

    fn hide(&self, option: OptionId, item: Item) -> Result<(), Wrong> {
        self.option(option)?;
        self.item(item)?;
        let what = format!("option {option} is hidden from item {}", self.name(item));
        if !self.cover().option(option).iter().any(|entry| entry.0 == item) {
            return wrong(what, "it does not have that item");
        }
        match self.covering.is_gone(option, item) {
            true => wrong(what, "it is hidden already"),
            false => Ok(()),
        }
    }

    /// Undoes the last step, which must be `done`.
    fn undo(&mut self, done: UndoableStep) -> Result<(), Wrong> {
        self.undoes = true;
        match self.covering.done().last() {
            Some(last) if *last == done => Ok(()),
            Some(last) => wrong(format!("{done}, which is undone"), format!("{last} last")),
            None => wrong(format!("{done}, which is undone"), "nothing is done"),
        }
    }

    /// The number of options of an item that are not taken, not hidden from it, and in conflict with none that
    /// is taken.
    fn live(&self, item: Item) -> usize {
        let uses = self.covering.uses();
        let lives = |option: &&OptionId| {
            !self.covering.taken().contains(option)
                && !self.covering.is_gone(**option, item)
                && self.covering.clash(**option, &uses).is_none()
        };
        self.of[item as usize].iter().filter(lives).count()
    }

    fn select(&self, item: Item, options: usize) -> Result<(), Wrong> {
        self.item(item)?;
        if self.covering.done().contains(&UndoableStep::Covered(item)) {
            return wrong(format!("item {} is chosen", self.name(item)), "it is covered");
        }
        let live = self.live(item);
        if !self.cover().has_multiplicities() && !(1..=live).contains(&options) {
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
        if item as usize >= self.cover().primary() {
            return wrong(what(), "it is secondary and needs none");
        }
        let least = self.cover().multiplicity(item).least as usize;
        let (had, live) = (self.covering.uses()[item as usize].times as usize, self.live(item));
        if had >= least || self.knows_options && had + live >= least {
            return wrong(what(), format!("{had} options taken cover it, and {live} are left"));
        }
        Ok(())
    }
}

impl StepChecker for CoverChecker {
    fn node(&mut self, depth: usize) -> Result<(), Wrong> {
        if self.takes && depth != self.covering.taken().len() {
            return wrong(
                format!("a node at depth {depth}"),
                format!("{} options are taken", self.covering.taken().len()),
            );
        }
        Ok(())
    }

    fn step(&mut self, step: &Step) -> Result<(), Wrong> {
        match *step {
            Step::Select { item, options } => self.select(item, options)?,
            Step::Cover { item } => self.covered(item)?,
            Step::Uncover { item } => self.undo(UndoableStep::Covered(item))?,
            Step::Take { depth, option } => self.take(depth, option)?,
            Step::GiveBack { option } => self.give_back(option)?,
            Step::Hide { option, item } => self.hide(option, item)?,
            Step::Unhide { option, item } => self.undo(UndoableStep::Hidden(option, item))?,
            Step::Starve { item } => self.starve(item)?,
            Step::Restart {} => {
                if let (true, Some(done)) = (self.undoes, self.covering.done().last()) {
                    return wrong("the search begins again", format!("{done}, and that is not undone"));
                }
            }
            _ => {
                return wrong(
                    format!("a step of kind `{}`", step_kind(step)),
                    "the instance is an exact cover",
                );
            }
        }
        self.covering.apply(step, 0);
        Ok(())
    }

    fn solution(&mut self, answer: &Answer) -> Result<(), Wrong> {
        let Answer::Cover(options) = answer else { return Ok(()) };
        let mut taken = self.covering.taken().to_vec();
        taken.sort_unstable();
        // A strategy that reads solutions off a decision diagram takes no options.
        if self.takes && taken != *options {
            return wrong(format!("a solution of options {options:?}"), format!("those taken are {taken:?}"));
        }
        Ok(())
    }

    fn end(&mut self, whole: bool) -> Result<(), Wrong> {
        match self.covering.done().last() {
            Some(done) if whole && self.undoes => {
                wrong("the search ends", format!("{done}, and that is not undone"))
            }
            _ => Ok(()),
        }
    }
}
