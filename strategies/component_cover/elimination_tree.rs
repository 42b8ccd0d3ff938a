//! The order in which items are covered, and its tree of components.

use coverlab_model::{ExactCover, Item, OptionId};

/// An order of the primary items.
pub(super) struct Order {
    pub(super) items: Vec<Item>,
    /// By place: the end of the items below the item in the tree, which follow it.
    pub(super) ends: Vec<u32>,
}

impl Order {
    /// The best of these orders, and an upper bound on its number of components. Unless `apart`, all items
    /// are treated as connected.
    pub(super) fn best(problem: &ExactCover, orders: &[Vec<Item>], apart: bool) -> (f64, Order) {
        let trees = orders.iter().map(|items| Tree::new(problem, items));
        let costs = trees.map(|tree| (tree.cost(), tree));
        // On ties the given order wins, because it is first.
        let (cost, tree) = costs.min_by(|a, b| a.0.total_cmp(&b.0)).expect("the given order at least");
        let together =
            |items: &[Item]| Order { ends: vec![items.len() as u32; items.len()], items: items.to_vec() };
        (cost, if apart { tree.order() } else { together(tree.items) })
    }
}

/// The tree of items for an order. Below each item are the items that options connect with it when the items
/// before it are covered.
///
/// This is the elimination tree of sparse matrices (J. W. H. Liu, *The Role of Elimination Trees in Sparse
/// Factorization*, 1990), for the reversed order. Secondary items connect others, and are leaves.
struct Tree<'a> {
    items: &'a [Item],
    /// By place, the parent's place; the places of secondary items come after all primary ones.
    parent: Vec<Option<u32>>,
    /// By place, the first place at which an option may cover the item.
    first: Vec<u32>,
}

impl<'a> Tree<'a> {
    fn new(problem: &ExactCover, items: &'a [Item]) -> Tree<'a> {
        let (all, primary) = (problem.items(), problem.primary());
        let mut place: Vec<u32> = (0..all as u32).collect();
        (0..).zip(items).for_each(|(at, &item)| place[item as usize] = at);
        // By place, the options chosen there.
        let mut chosen = vec![Vec::new(); primary];
        let mut first: Vec<u32> = (0..all as u32).collect();
        for option in 0..problem.options() as OptionId {
            let places = || problem.option(option).iter().map(|entry| place[entry.0 as usize]);
            let Some(at) = places().min().filter(|&at| (at as usize) < primary) else { continue };
            chosen[at as usize].push(option);
            places().for_each(|other| first[other as usize] = first[other as usize].min(at));
        }
        let mut parent = vec![None; all];
        let mut above: Vec<u32> = (0..all as u32).collect();
        for at in (0..primary as u32).rev() {
            for &(item, _) in chosen[at as usize].iter().flat_map(|&option| problem.option(option)) {
                let root = root(&mut above, place[item as usize]);
                if root != at {
                    above[root as usize] = at;
                    parent[root as usize] = Some(at);
                }
            }
        }
        Tree { items, parent, first }
    }

    /// The predicted work: for each item, two to the number of items below it that an earlier option may have
    /// covered, summed.
    fn cost(&self) -> f64 {
        let mut open = vec![0_i32; self.parent.len()];
        // An item is open from its own place up to the first place that may cover it, which is above it.
        for (at, &first) in self.first.iter().enumerate() {
            open[at] += 1;
            open[first as usize] -= 1;
        }
        let mut cost = 0.0;
        for at in (0..open.len()).rev() {
            if at < self.items.len() {
                cost += f64::from(open[at]).exp2();
            }
            if let Some(above) = self.parent[at] {
                open[above as usize] += open[at];
            }
        }
        cost
    }

    /// Reorders the items so that those below an item follow it. The tree stays the same.
    fn order(&self) -> Order {
        let primary = self.items.len();
        let mut sizes = vec![1; primary];
        for at in (0..primary).rev() {
            if let Some(above) = self.parent[at] {
                sizes[above as usize] += sizes[at];
            }
        }
        // Where the next child of each item goes; the last entry is for the roots.
        let mut next = vec![0; primary + 1];
        let mut order = Order { items: vec![0; primary], ends: vec![0; primary] };
        for (at, &item) in self.items.iter().enumerate() {
            let above = self.parent[at].map_or(primary, |above| above as usize);
            let new = next[above];
            next[above] += sizes[at];
            next[at] = new + 1;
            order.items[new as usize] = item;
            order.ends[new as usize] = new + sizes[at];
        }
        order
    }
}

/// The current root of the tree that contains `at`.
fn root(above: &mut [u32], mut at: u32) -> u32 {
    while above[at as usize] != at {
        above[at as usize] = above[above[at as usize] as usize];
        at = above[at as usize];
    }
    at
}
