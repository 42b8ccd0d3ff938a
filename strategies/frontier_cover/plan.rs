//! The instance in an order of its items: the bits of a state that each choice tests and sets, and where
//! states are merged.

use coverlab_model::{ExactCover, Item, OptionId};

/// A bit of a state. It represents a primary item that an earlier choice may cover, or a color of a
/// secondary item that an earlier choice may exclude.
#[derive(Clone, Copy, Debug)]
struct Bit {
    /// The first position with a choice that sets it.
    from: u32,
    /// The last position that tests it.
    until: u32,
    /// Its place in a state; several bits can use a slot one after the other.
    slot: u32,
}

/// An option, at the position of its first item.
#[derive(Clone, Debug, Default)]
pub(super) struct Choice {
    /// The slots that must be clear.
    pub(super) tests: Vec<u32>,
    /// The slots that it sets.
    pub(super) sets: Vec<u32>,
}

/// The instance in an order of its items.
#[derive(Debug, Default)]
pub(super) struct Plan {
    /// The choices of each position.
    pub(super) choices: Vec<Vec<Choice>>,
    /// By position, the slot that says whether its item is already covered, if that is possible.
    pub(super) covered: Vec<Option<u32>>,
    /// The positions before which states are merged, ascending; the last is the end.
    pub(super) stops: Vec<usize>,
    /// For each of them, the slots that are still needed.
    pub(super) live: Vec<Vec<u32>>,
    /// The number of slots of a state.
    pub(super) slots: usize,
}

/// The maximum number of combinations of choices between two merges, as a logarithm to base 2.
const MAX_CHOICES_LOG2: f64 = 18.0;

/// The limit before the first merge: a sweep can pause only between two states, and it begins with a single
/// one.
const MAX_FIRST_CHOICES_LOG2: f64 = 10.0;

/// The minimum number of positions between two merges, where all positions are equally good.
const MIN_DISTANCE: usize = 3;

/// The maximum number of positions between two merges: the recursion goes one level deeper for each.
const MAX_DISTANCE: usize = 64;

/// An order of the primary items, with derived tables.
pub(super) struct Order {
    items: Vec<Item>,
    /// The position of each primary item.
    place: Vec<u32>,
    /// The position at which each option is chosen; `u32::MAX` for one without primary items.
    first: Vec<u32>,
}

impl Order {
    /// The order of `items`, except that an item that is first in no option follows the first items of its
    /// options.
    pub(super) fn new(problem: &ExactCover, items: &[Item]) -> Order {
        let order = Order::exact(problem, items.to_vec());
        let mut last = vec![None; items.len()];
        for option in 0..problem.options() {
            for item in primary(problem, option as OptionId) {
                let own = order.first[option] == order.place[item as usize];
                let last = &mut last[item as usize];
                *last = Some((order.first[option], own).max(last.unwrap_or_default()));
            }
        }
        let mut owns = vec![false; items.len()];
        for option in 0..problem.options() {
            if let Some(&item) = items.get(order.first[option] as usize) {
                owns[item as usize] = true;
            }
        }
        let mut sorted = items.to_vec();
        sorted.sort_by_key(|&item| {
            let place = order.place[item as usize];
            match last[item as usize] {
                Some((last, _)) if !owns[item as usize] => (last, 1, place),
                // An item without options comes first: there is no cover, and that is found at once.
                None => (0, 0, 0),
                Some(_) => (place, 0, place),
            }
        });
        Order::exact(problem, sorted)
    }

    fn exact(problem: &ExactCover, items: Vec<Item>) -> Order {
        let mut place = vec![0; items.len()];
        (0..).zip(&items).for_each(|(k, &item)| place[item as usize] = k);
        let options = 0..problem.options() as OptionId;
        let first = options.map(|o| primary(problem, o).map(|i| place[i as usize]).min().unwrap_or(u32::MAX));
        let first = first.collect();
        Order { items, place, first }
    }

    /// The bits that states need: those of primary items, then those of each secondary item and color.
    fn bits(&self, problem: &ExactCover) -> Bits {
        let colors = problem.colors() as usize + 1;
        let primary = problem.primary();
        let none = Bit { from: u32::MAX, until: 0, slot: u32::MAX };
        let mut bits =
            Bits { bits: vec![none; primary + (problem.items() - primary) * colors], primary, colors };
        // By secondary item, the earliest options of two different colors. They determine when each color may
        // first be excluded.
        let mut setters: Vec<[(u32, u32); 2]> = vec![[(u32::MAX, u32::MAX); 2]; problem.items() - primary];
        for option in 0..problem.options() {
            let first = self.first[option];
            for &(item, color) in problem.option(option as OptionId) {
                let item = item as usize;
                if first == u32::MAX {
                    continue;
                }
                if item < primary {
                    let bit = &mut bits.bits[item];
                    bit.until = self.place[item];
                    if first < bit.until {
                        bit.from = bit.from.min(first);
                    }
                    continue;
                }
                let own = bits.of(item, color);
                bits.bits[own].until = bits.bits[own].until.max(first);
                let [a, b] = &mut setters[item - primary];
                // An option without a color excludes every other, as if it had a color of its own.
                if a.1 == color && color != 0 {
                    a.0 = a.0.min(first);
                } else if first < a.0 {
                    (*b, *a) = (*a, (first, color));
                } else if first < b.0 {
                    *b = (first, color);
                }
            }
        }
        for item in primary..problem.items() {
            let [a, b] = setters[item - primary];
            for color in 0..colors as u32 {
                let own = bits.of(item, color);
                bits.bits[own].from = if a.1 == color && color != 0 { b.0 } else { a.0 };
            }
        }
        bits
    }

    /// The number of bits needed before each position.
    fn widths(&self, bits: &Bits) -> Vec<usize> {
        let mut change = vec![0_isize; self.items.len() + 2];
        for bit in bits.bits.iter().filter(|bit| bit.from < bit.until) {
            change[bit.from as usize + 1] += 1;
            change[bit.until as usize + 1] -= 1;
        }
        let mut width = 0;
        change[..=self.items.len()]
            .iter()
            .map(|change| {
                width += change;
                width as usize
            })
            .collect()
    }

    /// The order with the fewest predicted states, and the logarithm to base 2 of their number.
    pub(super) fn best(problem: &ExactCover, orders: &[Vec<Item>]) -> (f64, Order) {
        let orders = orders.iter().map(|items| Order::new(problem, items));
        let costs = orders.map(|order| (order.cost(problem), order));
        // On ties the given order wins, because it is first.
        costs.min_by(|a, b| a.0.total_cmp(&b.0)).expect("the given order at least")
    }

    /// The predicted cost: the number of possible states over all positions, as a logarithm.
    pub(super) fn cost(&self, problem: &ExactCover) -> f64 {
        let widths = self.widths(&self.bits(problem));
        let most = widths.iter().copied().max().unwrap_or(0) as f64;
        most + widths.iter().map(|&w| (w as f64 - most).exp2()).sum::<f64>().log2()
    }

    /// Builds the plan for this order.
    pub(super) fn plan(&self, problem: &ExactCover) -> Plan {
        let length = self.items.len();
        let mut bits = self.bits(problem);
        let mut counts = vec![0_u32; length];
        self.first.iter().filter(|&&f| f != u32::MAX).for_each(|&f| counts[f as usize] += 1);
        let stops = stops(&self.widths(&bits), &counts);
        let slots = bits.place(&stops);
        let live = stops.iter().map(|&stop| bits.live(stop)).collect();
        let covered = self.items.iter().map(|&item| bits.bits[item as usize].slot());
        let covered = covered.collect();
        let mut choices = vec![Vec::new(); length];
        for option in 0..problem.options() {
            if let Some(choices) = choices.get_mut(self.first[option] as usize) {
                choices.push(bits.choice(problem.option(option as OptionId), self.first[option]));
            }
        }
        Plan { choices, covered, stops, live, slots }
    }
}

/// The primary items of an option.
fn primary(problem: &ExactCover, option: OptionId) -> impl Iterator<Item = Item> {
    let primary = problem.primary() as Item;
    problem.option(option).iter().map(|entry| entry.0).filter(move |&item| item < primary)
}

/// All bits of an order.
struct Bits {
    bits: Vec<Bit>,
    primary: usize,
    colors: usize,
}

impl Bit {
    fn slot(&self) -> Option<u32> {
        (self.slot != u32::MAX).then_some(self.slot)
    }
}

impl Bits {
    fn of(&self, item: usize, color: u32) -> usize {
        self.primary + (item - self.primary) * self.colors + color as usize
    }

    /// Assigns a slot to each bit; returns the number of slots. A slot is reused from the merge after its
    /// last test.
    fn place(&mut self, stops: &[usize]) -> usize {
        let block = |position: u32| stops.partition_point(|&stop| stop <= position as usize);
        let mut order: Vec<usize> =
            (0..self.bits.len()).filter(|&k| self.bits[k].from < self.bits[k].until).collect();
        order.sort_by_key(|&k| (self.bits[k].from, k));
        // Used slots, by the block that tests them last, and free slots.
        let mut used = std::collections::BinaryHeap::new();
        let (mut free, mut slots) = (Vec::new(), 0);
        for k in order {
            let now = block(self.bits[k].from);
            while let Some(&std::cmp::Reverse((end, slot))) = used.peek() {
                if end >= now {
                    break;
                }
                free.push(slot);
                used.pop();
            }
            let slot = free.pop().unwrap_or_else(|| {
                slots += 1;
                slots - 1
            });
            self.bits[k].slot = slot;
            used.push(std::cmp::Reverse((block(self.bits[k].until), slot)));
        }
        slots as usize
    }

    /// The slots that are needed before position `stop`.
    fn live(&self, stop: usize) -> Vec<u32> {
        let counts = |bit: &&Bit| (bit.from as usize) < stop && stop <= bit.until as usize;
        self.bits.iter().filter(counts).filter_map(Bit::slot).collect()
    }

    /// The choice of an option at position `first`.
    fn choice(&self, entries: &[(Item, u32)], first: u32) -> Choice {
        let mut choice = Choice::default();
        for &(item, color) in entries {
            let item = item as usize;
            if item < self.primary {
                let bit = &self.bits[item];
                choice.add(bit, first, true, bit.until != first);
                continue;
            }
            for other in 0..self.colors as u32 {
                let own = other == color;
                // Its own color stays possible; an option without color excludes all colors.
                choice.add(&self.bits[self.of(item, other)], first, own, !own || color == 0);
            }
        }
        choice
    }
}

impl Choice {
    fn add(&mut self, bit: &Bit, first: u32, tests: bool, sets: bool) {
        let Some(slot) = bit.slot() else { return };
        // Before the first choice that sets it and after the last test, the slot may belong to another bit.
        if tests && bit.from < first {
            self.tests.push(slot);
        }
        if sets && first < bit.until {
            self.sets.push(slot);
        }
    }
}

/// Chooses where to merge: before a position with choices that has at most as many bits as the last merge, or
/// fewer than just before, or fewer than after it. The distances between merges are bounded in both
/// directions.
fn stops(widths: &[usize], counts: &[u32]) -> Vec<usize> {
    let end = counts.len();
    let (mut stops, mut last, mut deep) = (Vec::new(), 0, 0.0);
    // The width before the last position with choices.
    let mut before = 0;
    for at in 1..end {
        if counts[at - 1] > 0 {
            before = widths[at - 1];
            deep += f64::from(counts[at - 1]).log2();
        }
        if counts[at] == 0 {
            continue;
        }
        let deepest = if stops.is_empty() { MAX_FIRST_CHOICES_LOG2 } else { MAX_CHOICES_LOG2 };
        let low = widths[at] <= widths[last] || widths[at] < before;
        let sharp = widths[at] <= before && widths[at] < widths[at + 1];
        if (low && at - last >= MIN_DISTANCE) || sharp || deep > deepest || at - last >= MAX_DISTANCE {
            stops.push(at);
            (last, deep) = (at, 0.0);
        }
    }
    stops.push(end);
    stops
}
