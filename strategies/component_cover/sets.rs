//! The live options of each item, as sparse sets with a trail.

use coverlab_model::{Color, ExactCover, Item, OptionId};

/// An item has no options left.
pub(super) struct Lost;

struct Entry {
    item: u32,
    color: Color,
    /// Its position among the slots.
    place: u32,
}

/// An item's set.
#[derive(Clone, Default)]
struct Set {
    base: u32,
    /// The number of its options that are alive.
    size: u32,
    /// If the item was covered, or its color fixed, one more than its position on the trail.
    done: u32,
}

/// Marks a covered item on the trail; other entries are removed options.
const COVERED: u32 = 1 << 31;

/// The live options, by item.
pub(super) struct Sets {
    starts: Vec<u32>,
    entries: Vec<Entry>,
    /// The option of each entry.
    owner: Vec<u32>,
    /// Entries by item, live ones first.
    slots: Vec<u32>,
    items: Vec<Set>,
    alive: Vec<bool>,
    trail: Vec<u32>,
    forced: Vec<u32>,
    pub(super) primary: usize,
}

impl Sets {
    /// The sets of `problem`, whose primary items are covered in this order.
    pub(super) fn new(problem: &ExactCover, order: &[Item]) -> Sets {
        let primary = problem.primary();
        let mut number: Vec<u32> = (0..problem.items() as u32).collect();
        for (new, &item) in (0..).zip(order) {
            number[item as usize] = new;
        }
        // Numbers related options consecutively, without those that have no primary items.
        let first = |&o: &OptionId| {
            let entries = problem.option(o).iter();
            entries.filter(|e| (e.0 as usize) < primary).map(|e| number[e.0 as usize]).min()
        };
        let mut options: Vec<OptionId> =
            (0..problem.options() as OptionId).filter(|o| first(o).is_some()).collect();
        options.sort_by_key(first);
        let mut sets = Sets {
            starts: vec![0],
            entries: Vec::new(),
            owner: Vec::new(),
            slots: Vec::new(),
            items: vec![Set::default(); problem.items()],
            alive: vec![true; options.len()],
            trail: Vec::new(),
            forced: Vec::new(),
            primary,
        };
        for (new, &option) in (0..).zip(&options) {
            for &(item, color) in problem.option(option) {
                let item = number[item as usize];
                let set = &mut sets.items[item as usize];
                sets.entries.push(Entry { item, color, place: set.size });
                sets.owner.push(new);
                set.size += 1;
            }
            sets.starts.push(sets.entries.len() as u32);
        }
        let mut base = 0;
        for set in &mut sets.items {
            set.base = base;
            base += set.size;
        }
        sets.slots = vec![0; base as usize];
        for (k, entry) in (0..).zip(&mut sets.entries) {
            entry.place += sets.items[entry.item as usize].base;
            sets.slots[entry.place as usize] = k;
        }
        sets
    }

    pub(super) fn options(&self) -> usize {
        self.alive.len()
    }

    pub(super) fn size(&self, item: usize) -> u32 {
        self.items[item].size
    }

    /// The option at `index` in an item's set.
    pub(super) fn option(&self, item: usize, index: u32) -> u32 {
        self.owner[self.slots[(self.items[item].base + index) as usize] as usize]
    }

    /// The options of an item that are alive.
    pub(super) fn of(&self, item: usize) -> impl Iterator<Item = u32> {
        let Set { base, size, .. } = self.items[item];
        self.slots[base as usize..(base + size) as usize].iter().map(|&entry| self.owner[entry as usize])
    }

    /// The current position of the trail.
    pub(super) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Covers items that have a single option from the beginning.
    pub(super) fn begin(&mut self) -> Result<(), Lost> {
        for item in 0..self.primary {
            match self.items[item].size {
                0 => return Err(Lost),
                1 => self.forced.push(item as u32),
                _ => {}
            }
        }
        self.propagate()
    }

    /// Takes an option, and then all options that are the last of an item.
    pub(super) fn take(&mut self, option: u32) -> Result<(), Lost> {
        self.forced.clear();
        self.cover(option)?;
        self.propagate()
    }

    fn propagate(&mut self) -> Result<(), Lost> {
        while let Some(item) = self.forced.pop() {
            let set = &self.items[item as usize];
            if set.done == 0 {
                let last = self.option(item as usize, 0);
                self.cover(last)?;
            }
        }
        Ok(())
    }

    fn cover(&mut self, option: u32) -> Result<(), Lost> {
        let before = self.trail.len() as u32;
        let entries = self.starts[option as usize] as usize..self.starts[option as usize + 1] as usize;
        for entry in entries.clone() {
            let item = self.entries[entry].item;
            let done = &mut self.items[item as usize].done;
            if *done == 0 {
                self.trail.push(item | COVERED);
                *done = self.trail.len() as u32;
            }
        }
        for entry in entries {
            let Entry { item, color, .. } = self.entries[entry];
            let Set { base, size, done } = self.items[item as usize];
            if done <= before {
                continue;
            }
            for slot in base..base + size {
                let other = self.slots[slot as usize];
                let rival = self.owner[other as usize];
                if rival == option || !self.alive[rival as usize] {
                    continue;
                }
                if color == 0 || self.entries[other as usize].color != color {
                    self.remove(rival)?;
                }
            }
        }
        Ok(())
    }

    #[inline(always)]
    fn remove(&mut self, option: u32) -> Result<(), Lost> {
        self.alive[option as usize] = false;
        self.trail.push(option);
        let mut lost = false;
        for entry in self.starts[option as usize]..self.starts[option as usize + 1] {
            let Entry { item, place, .. } = self.entries[entry as usize];
            let set = &mut self.items[item as usize];
            if set.done > 0 {
                continue;
            }
            set.size -= 1;
            let last = set.base + set.size;
            let other = self.slots[last as usize];
            self.slots[place as usize] = other;
            self.slots[last as usize] = entry;
            self.entries[other as usize].place = place;
            self.entries[entry as usize].place = last;
            if (item as usize) < self.primary && set.size < 2 {
                lost |= set.size == 0;
                self.forced.push(item);
            }
        }
        if lost { Err(Lost) } else { Ok(()) }
    }

    /// Undoes everything since `mark`.
    pub(super) fn undo(&mut self, mark: usize) {
        while self.trail.len() > mark {
            let last = self.trail.pop().expect("a trail longer than the mark");
            if last & COVERED != 0 {
                self.items[(last ^ COVERED) as usize].done = 0;
                continue;
            }
            self.alive[last as usize] = true;
            for entry in self.starts[last as usize]..self.starts[last as usize + 1] {
                let set = &mut self.items[self.entries[entry as usize].item as usize];
                set.size += u32::from(set.done == 0);
            }
        }
    }

    /// The items that were covered since `mark`.
    pub(super) fn covered(&self, mark: usize) -> impl Iterator<Item = usize> {
        let items = self.trail[mark..].iter().filter(|&&step| step & COVERED != 0);
        items.map(|step| (step ^ COVERED) as usize).filter(|&item| item < self.primary)
    }
}
