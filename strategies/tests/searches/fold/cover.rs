//! The state of an exact cover: the taken options, and what was covered and hidden since each.

use coverlab_model::{Cover, CoverStep, ExactCover, Item, OptionId};

/// A step that a later step can undo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Done {
    Taken(OptionId),
    Covered(Item),
    Hidden(OptionId, Item),
}

pub(crate) struct Fold {
    cover: ExactCover,
    /// The steps done, in order.
    done: Vec<Done>,
}

impl Fold {
    pub(crate) fn new(cover: ExactCover) -> Fold {
        Fold { cover, done: Vec::new() }
    }

    fn taken(&self) -> Vec<OptionId> {
        let taken = |done: &Done| if let Done::Taken(option) = done { Some(*option) } else { None };
        self.done.iter().filter_map(taken).collect()
    }

    fn is_hidden(&self, option: OptionId, item: Item) -> bool {
        self.done.contains(&Done::Hidden(option, item))
    }

    fn has(&self, option: OptionId, item: Item) -> bool {
        self.cover.option(option).iter().any(|entry| entry.0 == item)
    }

    /// Whether an option is compatible with the taken ones.
    fn fits(&self, option: OptionId) -> bool {
        self.taken().into_iter().all(|other| {
            self.cover.option(option).iter().all(|&(item, color)| {
                let several =
                    self.cover.multiplicity(item).most > 1 && (item as usize) < self.cover.primary();
                let mut same = self.cover.option(other).iter().filter(|entry| entry.0 == item);
                several || same.all(|&(_, its)| color != 0 && its == color)
            })
        })
    }

    pub(crate) fn step(&mut self, step: CoverStep) {
        match step {
            CoverStep::Take { depth, option } => {
                self.done.push(Done::Taken(option));
                assert_eq!(self.taken().len(), depth, "{step:?}");
            }
            CoverStep::Cover(item) => self.done.push(Done::Covered(item)),
            CoverStep::Hide { option, item } => {
                assert!(self.has(option, item), "{step:?}");
                assert!(!self.is_hidden(option, item), "{step:?} was hidden before");
                self.done.push(Done::Hidden(option, item));
            }
            CoverStep::Uncover(item) => assert_eq!(self.done.pop(), Some(Done::Covered(item))),
            CoverStep::Unhide { option, item } => {
                assert_eq!(self.done.pop(), Some(Done::Hidden(option, item)));
            }
            CoverStep::GiveBack(option) => {
                let last = self.done.iter().rposition(|done| matches!(done, Done::Taken(_)));
                let last = last.expect("an option that was taken");
                assert_eq!(self.done[last], Done::Taken(option), "{step:?}");
                self.done.truncate(last);
            }
            CoverStep::Restart => self.done.clear(),
            CoverStep::Select { item, options } => {
                assert!((1..=self.left(item)).contains(&options), "{step:?}");
            }
            CoverStep::Starve(item) => {
                let has = self.taken().into_iter().filter(|&option| self.has(option, item)).count();
                let least = self.cover.multiplicity(item).least as usize;
                assert!(has + self.left(item) < least, "{step:?}");
            }
        }
    }

    /// The number of options of an item that are not taken, not hidden from it, and compatible.
    fn left(&self, item: Item) -> usize {
        let taken = self.taken();
        let left = |&option: &OptionId| {
            self.has(option, item)
                && !self.is_hidden(option, item)
                && !taken.contains(&option)
                && self.fits(option)
        };
        (0..self.cover.options() as OptionId).filter(left).count()
    }

    pub(crate) fn solution(&self, cover: &Cover) {
        assert_eq!(&Cover::new(self.taken()), cover);
    }
}
