//! Orders of items that keep few items open at a time.

use coverlab_model::{ExactCover, Item, OptionId};

/// The number of start items.
const BEGINNINGS: usize = 4;

/// The greedy order applies up to this many items, because its work is quadratic.
const MAX_ITEMS: usize = 4096;

/// Candidate orders, the given one first.
pub(super) fn orders(problem: &ExactCover) -> Vec<Vec<Item>> {
    let given: Vec<Item> = (0..problem.primary() as Item).collect();
    let graph = Graph::new(problem);
    let mut orders = vec![given];
    if problem.primary() > 0 {
        let mut begin = 0;
        for _ in 0..BEGINNINGS {
            if problem.primary() <= MAX_ITEMS {
                let order = graph.greedy(begin);
                // The last item of one order is a good start for another.
                begin = order.last().copied().unwrap_or(0);
                orders.push(order);
            }
            orders.push(graph.breadth(begin));
            begin = orders.last().and_then(|order| order.last().copied()).unwrap_or(0);
        }
    }
    orders
}

/// The graph of primary items that share options.
struct Graph<'a> {
    problem: &'a ExactCover,
    /// The options of each primary item.
    options: Vec<Vec<OptionId>>,
}

impl Graph<'_> {
    fn new(problem: &ExactCover) -> Graph<'_> {
        let mut options = vec![Vec::new(); problem.primary()];
        for option in 0..problem.options() as OptionId {
            for &(item, _) in problem.option(option) {
                if let Some(options) = options.get_mut(item as usize) {
                    options.push(option);
                }
            }
        }
        Graph { problem, options }
    }

    fn neighbors(&self, item: Item) -> impl Iterator<Item = Item> {
        let primary = self.problem.primary() as Item;
        let options = self.options[item as usize].iter();
        options.flat_map(|&o| self.problem.option(o)).map(|entry| entry.0).filter(move |&i| i < primary)
    }

    /// Repeatedly takes the item that opens the fewest others; ties go to the item that was opened first.
    fn greedy(&self, begin: Item) -> Vec<Item> {
        let primary = self.problem.primary();
        let mut opened = vec![usize::MAX; primary];
        let mut taken = vec![false; primary];
        // How many items each would open: its unopened neighbors, each counted once.
        let mut opens: Vec<usize> = Vec::with_capacity(primary);
        let mut near: Vec<Vec<Item>> = Vec::with_capacity(primary);
        for item in 0..primary as Item {
            let mut all: Vec<Item> = self.neighbors(item).filter(|&i| i != item).collect();
            all.sort_unstable();
            all.dedup();
            opens.push(all.len());
            near.push(all);
        }
        let mut order = Vec::with_capacity(primary);
        let mut next = Some(begin);
        while let Some(item) = next {
            taken[item as usize] = true;
            let time = order.len();
            order.push(item);
            let touched = std::iter::once(item).chain(near[item as usize].iter().copied());
            for other in touched {
                if opened[other as usize] == usize::MAX {
                    opened[other as usize] = time;
                    near[other as usize].iter().for_each(|&i| opens[i as usize] -= 1);
                }
            }
            let left = (0..primary as Item).filter(|&i| !taken[i as usize]);
            next = left.min_by_key(|&i| {
                let open = opened[i as usize] == usize::MAX;
                (opens[i as usize] + usize::from(open), opened[i as usize], i)
            });
        }
        order
    }

    /// The order of a breadth-first search from an item.
    fn breadth(&self, begin: Item) -> Vec<Item> {
        let primary = self.problem.primary();
        let mut seen = vec![false; primary];
        let mut order: Vec<Item> = Vec::with_capacity(primary);
        for start in std::iter::once(begin).chain(0..primary as Item) {
            if seen[start as usize] {
                continue;
            }
            seen[start as usize] = true;
            let mut at = order.len();
            order.push(start);
            while at < order.len() {
                for other in self.neighbors(order[at]) {
                    if !std::mem::replace(&mut seen[other as usize], true) {
                        order.push(other);
                    }
                }
                at += 1;
            }
        }
        order
    }
}
