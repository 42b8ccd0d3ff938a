//! The order in which items are branched on, and the tree of components that it makes.

use coverlab_model::{ExactCover, Item, OptionId};

/// An order of the primary items.
pub(super) struct Order {
    pub(super) items: Vec<Item>,
    /// For each place: where those end that are connected with the item there by items that come later. They follow it.
    pub(super) ends: Vec<u32>,
}

impl Order {
    /// The best of these orders, and how many components it promises at most; if they are not to be taken `apart`,
    /// everything is connected.
    pub(super) fn best(problem: &ExactCover, orders: &[Vec<Item>], apart: bool) -> (f64, Order) {
        let trees = orders.iter().map(|items| Tree::new(problem, items));
        let costs = trees.map(|tree| (tree.cost(), tree));
        // The given order wins among equals, since it comes first.
        let (cost, tree) = costs.min_by(|a, b| a.0.total_cmp(&b.0)).expect("the given order at least");
        let together =
            |items: &[Item]| Order { ends: vec![items.len() as u32; items.len()], items: items.to_vec() };
        (cost, if apart { tree.order() } else { together(tree.items) })
    }
}

/// A tree of items: below each are those that options connect with it when the items before it are covered.
///
/// It is the elimination tree of sparse matrices (J. W. H. Liu, *The Role of Elimination Trees in Sparse Factorization*,
/// 1990), of the order turned round. Secondary items connect, and are leaves of it.
struct Tree<'a> {
    items: &'a [Item],
    /// By place, the place above; secondary items come after all primary ones.
    parent: Vec<Option<u32>>,
    /// By place, the first place at which an option may cover the item.
    first: Vec<u32>,
}

impl<'a> Tree<'a> {
    fn new(problem: &ExactCover, items: &'a [Item]) -> Tree<'a> {
        let (all, primary) = (problem.items(), problem.primary());
        let mut place: Vec<u32> = (0..all as u32).collect();
        (0..).zip(items).for_each(|(at, &item)| place[item as usize] = at);
        // The options by the item that they are chosen at.
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

    /// The work that it promises: for each item, two to the number of items below it that an option before may have
    /// covered.
    fn cost(&self) -> f64 {
        let mut open = vec![0_i32; self.parent.len()];
        // An item counts from its own place up to the first at which it may be covered, which is above it.
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

    /// Its items so that those below one follow it, which changes nothing of the tree.
    fn order(&self) -> Order {
        let primary = self.items.len();
        let mut sizes = vec![1; primary];
        for at in (0..primary).rev() {
            if let Some(above) = self.parent[at] {
                sizes[above as usize] += sizes[at];
            }
        }
        // Where the next child of each goes; the roots are children of nothing.
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

/// The root that `at` belongs to so far.
fn root(above: &mut [u32], mut at: u32) -> u32 {
    while above[at as usize] != at {
        above[at as usize] = above[above[at as usize] as usize];
        at = above[at as usize];
    }
    at
}
