//! The state of a search for an exact cover.

use coverlab_model::{Color, ExactCover, Item, OptionId, Step};
use std::collections::HashSet;
use std::fmt;
use std::rc::Rc;

/// The current partial cover.
#[derive(Clone, Debug)]
pub(crate) struct PartialCover {
    cover: Rc<ExactCover>,
    taken: Vec<OptionId>,
    /// For each option taken, the number of the event that took it.
    taken_at: Vec<u32>,
    /// By number of options taken: the item chosen then.
    choices: Vec<Option<Choice>>,
    /// The steps that can be undone, in order.
    done: Vec<UndoableStep>,
    gone: HashSet<(OptionId, Item)>,
}

/// An item that was chosen.
#[derive(Clone, Copy, Debug)]
struct Choice {
    item: Item,
    /// The number of its options.
    options: usize,
    /// The number of the event that chose it.
    event: u32,
}

/// A step that can be undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UndoableStep {
    Taken(OptionId),
    Covered(Item),
    Hidden(OptionId, Item),
}

impl fmt::Display for UndoableStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UndoableStep::Taken(option) => write!(f, "option {option} was taken"),
            UndoableStep::Covered(item) => write!(f, "item {item} was covered"),
            UndoableStep::Hidden(option, item) => write!(f, "option {option} was hidden from item {item}"),
        }
    }
}

/// How the taken options use an item.
#[derive(Clone, Copy, Default)]
pub(crate) struct ItemUse {
    /// The number of taken options that contain it.
    pub(crate) times: u32,
    /// The color that one of them gives it.
    pub(crate) color: Color,
}

impl PartialCover {
    pub(crate) fn new(cover: ExactCover) -> PartialCover {
        PartialCover {
            cover: Rc::new(cover),
            taken: Vec::new(),
            taken_at: Vec::new(),
            choices: Vec::new(),
            done: Vec::new(),
            gone: HashSet::new(),
        }
    }

    pub(crate) fn cover(&self) -> &ExactCover {
        &self.cover
    }

    /// The taken options, in order.
    pub(crate) fn taken(&self) -> &[OptionId] {
        &self.taken
    }

    /// Whether the taken option at index `place` was one of several.
    pub(crate) fn is_guess(&self, place: usize) -> bool {
        self.choice(place).is_none_or(|choice| choice.options > 1)
    }

    /// The item of which the taken option at index `place` is one, if the search reported it.
    fn choice(&self, place: usize) -> Option<Choice> {
        self.choices.get(place).copied().flatten()
    }

    /// The item of which the next option is taken, if the search reported it.
    pub(crate) fn chosen_item(&self) -> Option<Item> {
        self.choice(self.taken.len()).map(|choice| choice.item)
    }

    /// The events that chose the items and took the options, in order.
    pub(crate) fn path(&self) -> Vec<u32> {
        let step = |(place, &taken)| self.choice(place).map(|choice| choice.event).into_iter().chain([taken]);
        self.taken_at.iter().enumerate().flat_map(step).collect()
    }

    /// The steps that can be undone, the latest last.
    pub(crate) fn done(&self) -> &[UndoableStep] {
        &self.done
    }

    /// Whether an option is hidden from an item's list.
    pub(crate) fn is_gone(&self, option: OptionId, item: Item) -> bool {
        self.gone.contains(&(option, item))
    }

    /// How the taken options use each item.
    pub(crate) fn uses(&self) -> Vec<ItemUse> {
        let mut uses = vec![ItemUse::default(); self.cover.items()];
        for &(item, color) in self.taken.iter().flat_map(|option| self.cover.option(*option)) {
            let one = &mut uses[item as usize];
            *one = ItemUse { times: one.times + 1, color };
        }
        uses
    }

    /// An item of `option` that conflicts with the taken options.
    pub(crate) fn clash(&self, option: OptionId, uses: &[ItemUse]) -> Option<Item> {
        let clashes = |&&(item, color): &&(Item, Color)| {
            let one = uses[item as usize];
            match (item as usize) < self.cover.primary() {
                true => one.times >= self.cover.multiplicity(item).most,
                false => one.times > 0 && (color == 0 || one.color != color),
            }
        };
        self.cover.option(option).iter().find(clashes).map(|&(item, _)| item)
    }

    /// Applies a step, the event with this number.
    pub(crate) fn apply(&mut self, step: &Step, event: u32) {
        match *step {
            Step::Select { item, options } => {
                self.choices.resize(self.taken.len(), None);
                self.choices.push(Some(Choice { item, options, event }));
            }
            Step::Cover { item } => self.done.push(UndoableStep::Covered(item)),
            Step::Uncover { item } => self.undo(UndoableStep::Covered(item)),
            Step::Take { option, .. } if (option as usize) < self.cover.options() => {
                self.taken.push(option);
                self.taken_at.push(event);
                // A choice at a later place was made in a branch that has ended.
                self.choices.truncate(self.taken.len());
                self.done.push(UndoableStep::Taken(option));
            }
            Step::GiveBack { .. } => self.give_back(),
            Step::Hide { option, item } => {
                self.gone.insert((option, item));
                self.done.push(UndoableStep::Hidden(option, item));
            }
            Step::Unhide { option, item } => self.undo(UndoableStep::Hidden(option, item)),
            Step::Restart {} => {
                self.taken.clear();
                self.taken_at.clear();
                self.choices.clear();
                self.done.clear();
                self.gone.clear();
            }
            _ => {}
        }
    }

    /// Gives back the option taken last, and undoes all steps since.
    fn give_back(&mut self) {
        let Some(last) = self.done.iter().rposition(|done| matches!(done, UndoableStep::Taken(_))) else {
            return;
        };
        for done in self.done.drain(last..) {
            if let UndoableStep::Hidden(option, item) = done {
                self.gone.remove(&(option, item));
            }
        }
        self.taken.pop();
        self.taken_at.pop();
    }

    fn undo(&mut self, done: UndoableStep) {
        if let Some(at) = self.done.iter().rposition(|other| *other == done) {
            self.done.remove(at);
        }
        if let UndoableStep::Hidden(option, item) = done {
            self.gone.remove(&(option, item));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use coverlab_model::ExactCoverBuilder;

    #[test]
    fn an_item_chosen_in_another_branch_is_not_chosen_in_this_one() {
        let mut builder = ExactCoverBuilder::named(&["a", "b"], &[]);
        for item in [0, 0, 1] {
            builder.option([item]).unwrap();
        }
        let mut covering = PartialCover::new(builder.build());
        let chosen = [
            Step::Select { item: 0, options: 2 },
            Step::Take { depth: 1, option: 0 },
            Step::Select { item: 1, options: 1 },
            Step::GiveBack { option: 0 },
            Step::Take { depth: 1, option: 1 },
        ]
        .map(|step| {
            covering.apply(&step, 0);
            covering.chosen_item()
        });
        assert_eq!(chosen, [Some(0), None, Some(1), Some(0), None]);
    }
}
