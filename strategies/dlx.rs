//! `dlx`: dancing links.
//!
//! # Origin
//!
//! D. E. Knuth, *Dancing Links*, 2000, and *The Art of Computer Programming*, volume 4B, section 7.2.2.1,
//! 2022: Algorithm X, and Algorithm C where an instance has colors. Both rest on an observation of H.
//! Hitotumatu and K. Noshita, *A Technique for Implementing Backtrack Algorithms and its Application*, 1979:
//! an element removed from a doubly linked list keeps the links by which it can be reinserted.
//!
//! # Idea
//!
//! Choose an uncovered item, try each option that covers it, and search the reduced problem. The links reach
//! exactly the reduced problem: the active items form a circular list, and the options that contain an item
//! form a list below its header. To *cover* an item is to remove it from the list of items and to *hide* each
//! of its options from the lists of their other items. Backtracking undoes these steps in the opposite order,
//! and needs no memory to do so.
//!
//! An item may be secondary: it need not be covered, so it is never in the list of items to choose from. If
//! an option gives it a color, taking the option *purifies* the item: options that give it another color are
//! hidden. Options that give it the same color are marked, and from then on cost nothing. Instances without
//! colors use a copy of the kernel without the code for colors.
//!
//! The search chooses an item with the fewest remaining options, and the first such item in the order of the
//! instance. With a good order of items (for a board of queens, the middle rows first) the tree is smaller;
//! the order is up to the author of an instance. Parameters replace this choice, so that its effect can be
//! measured:
//!
//! - `heuristic=first` takes items in their order.
//! - `ties=random` takes a random item among equally good ones.
//! - `heuristic=weighted` divides the number of options by how often the item ran out of options (dom/wdeg:
//!   F. Boussemart, F. Hemery, C. Lecoutre and L. Sais, *Boosting Systematic Search by Weighting
//!   Constraints*, 2004), and restarts from time to time until the first solution.
//!
//! All of them detect a dead end at once. The options of the item are tried in the order of the instance, or
//! in the order of `options=reversed` or `options=random`.
//!
//! With colors this is Algorithm C, Knuth's XCC; `xcc` is an alias of this strategy.
//!
//! # Cost and counters
//!
//! A node is one entry into a level, step C2: a partial cover, which may be empty, dead or complete. An
//! update is the removal of an option from one item's list, or of an item from the list of items. Both are as
//! in Knuth's programs DLX1 and DLX2. A backtrack is a dead end: a node at which some item has no option
//! left.
//!
//! The kernel maintains the number of items without options. So it detects a dead end without searching for
//! the item, and the search for the fewest options stops at the first item with a single one. In a Sudoku
//! nearly every choice is such an item. Where forced choices are rare, as in packing pentominoes, maintaining
//! the number costs a little more than it saves.
//!
//! An entry takes twelve bytes: up, down, item. Headers are in a separate array, so that choosing an item
//! reads little memory. Spacers separate the options, as in Knuth's layout; each also holds the number of the
//! option before it. With colors an entry takes sixteen bytes.

mod choose;
mod links;

use crate::support::item_choice::{Heuristic, ItemChoice};
use choose::{ByWeight, Choose, Fewest, FewestAtRandom, First};
use coverlab_model::{
    About, Event, ExactCover, Flow, Observer, Purpose, Refusal, Script, Step, Stop, Strategy,
};
use links::{Chosen, Links, Node, Scratch};

/// The strategy, with its parameters.
#[derive(Clone, Debug, Default)]
pub(crate) struct Dlx {
    choice: ItemChoice,
}

impl Strategy for Dlx {
    type Problem = ExactCover;
    type Scratch = Scratch;
    const ABOUT: About = About {
        name: "dlx",
        purpose: Purpose::Learn,
        sentence: "Dancing links: cover the item with the fewest options, try each of them, undo by relinking",
        source: "D. E. Knuth, The Art of Computer Programming 7.2.2.1, Algorithms X and C, 2022",
        node: "one entry into a level of the search, complete covers included",
        complete: true,
        interruptible: true,
        events: &[Event::Update, Event::Backtrack],
        parameters: ItemChoice::PARAMETERS,
        note: "No multiplicities. With colors it is Knuth's Algorithm C (XCC); xcc is an alias.",
    };

    fn set(&mut self, parameter: &str, value: &str) {
        self.choice.set(parameter, value);
    }

    fn accepts(&self, cover: &ExactCover) -> Result<(), Refusal> {
        Refusal::multiplicities(cover)
    }

    const SCRIPT: Script = &[
        ("search(depth):", &["node"]),
        ("  if no item is left, the options taken are a solution", &["solution"]),
        ("  choose an item with the fewest options", &["select"]),
        ("  if it has none, go back", &["starve", "fail"]),
        ("  cover the item: hide each of its options from its other items", &["cover", "hide"]),
        ("  for each option of it, down its list: take it", &["take"]),
        ("    cover the option's other items, left to right", &["cover", "hide"]),
        ("    search(depth + 1)", &["restart", "done"]),
        ("    uncover them, right to left", &["uncover", "unhide"]),
        ("    give the option back", &["give-back"]),
        ("  uncover the item, and go back", &["uncover", "unhide", "fail"]),
    ];

    fn solve(
        &self,
        cover: &ExactCover,
        seed: u64,
        scratch: &mut Scratch,
        observer: &mut impl Observer<ExactCover>,
    ) -> Flow {
        if !scratch.load(cover, self.choice.options, seed) {
            return Flow::Break(Stop::Memory);
        }
        let starved = scratch.headers[..cover.primary()].iter().filter(|h| h.size == 0).count();
        let links = Links {
            nodes: &mut scratch.nodes,
            headers: &mut scratch.headers,
            colors: &mut scratch.colors,
            root: cover.items() as u32,
            starved: starved as u32,
        };
        let chosen = &mut scratch.chosen;
        let colors = cover.has_colors();
        match (self.choice.heuristic, self.choice.ties_random) {
            (Heuristic::Fewest, false) => begin(colors, links, chosen, &mut Fewest, observer),
            (Heuristic::Fewest, true) => begin(colors, links, chosen, &mut FewestAtRandom(seed), observer),
            (Heuristic::First, _) => begin(colors, links, chosen, &mut First, observer),
            (Heuristic::Weighted, random) => {
                let mut choose = ByWeight::new(cover.primary(), random.then_some(seed));
                begin(colors, links, chosen, &mut choose, observer)
            }
        }
    }
}

fn begin(
    colors: bool,
    links: Links<'_>,
    chosen: &mut Vec<Chosen>,
    choose: &mut impl Choose,
    observer: &mut impl Observer<ExactCover>,
) -> Flow {
    if colors {
        search::<true>(links, chosen, choose, observer)
    } else {
        search::<false>(links, chosen, choose, observer)
    }
}

/// The search; steps are numbered as in Algorithm C. `COLORS` says whether the instance has colors.
fn search<const COLORS: bool>(
    mut links: Links<'_>,
    chosen: &mut Vec<Chosen>,
    choose: &mut impl Choose,
    observer: &mut impl Observer<ExactCover>,
) -> Flow {
    loop {
        // C2. [Enter level.]
        observer.node(chosen.len())?;
        let mut start_over = false;
        if links.headers[links.root as usize].next == links.root {
            choose.solved();
            observer.solution(|| links.solution(chosen))?;
        } else if links.starved > 0 {
            // The algorithm would choose, cover and uncover an item without options.
            observer.step(|| Step::Starve { item: links.starved_item() });
            observer.count(Event::Update, 1);
            observer.count(Event::Backtrack, 1);
            start_over = choose.dead_end(&links) && !chosen.is_empty();
        } else {
            // C3. [Choose an item.] C4. [Cover it.]
            let item = choose.item(&links);
            observer.step(|| links.select(item));
            let updates = links.cover::<COLORS>(item, observer);
            observer.count(Event::Update, updates);
            // C5. [Try its first option.]
            let first = links.nodes[item as usize].down;
            observer.branch(chosen.len(), 0, links.headers[item as usize].size as usize);
            observer.step(|| links.taken(chosen.len() + 1, first));
            let updates = links.take::<COLORS>(first, observer);
            observer.count(Event::Update, updates);
            chosen.push(Chosen { node: first, before: 0 });
            continue;
        }
        loop {
            // C8. [Leave level.]
            let Some(Chosen { node: tried, before }) = chosen.pop() else {
                if start_over {
                    observer.step(|| Step::Restart {});
                    break;
                }
                return Flow::Continue(());
            };
            // C6. [Try again.]
            links.give_back::<COLORS>(tried, observer);
            observer.step(|| Step::GiveBack { option: links.option(tried) });
            let Node { item, down, .. } = links.nodes[tried as usize];
            if down != item && !start_over {
                // C5. [Try the next option.]
                let before = before + 1;
                observer.branch(chosen.len(), before as usize, links.headers[item as usize].size as usize);
                observer.step(|| links.taken(chosen.len() + 1, down));
                let updates = links.take::<COLORS>(down, observer);
                observer.count(Event::Update, updates);
                chosen.push(Chosen { node: down, before });
                break;
            }
            // C7. [Backtrack.]
            links.uncover::<COLORS>(item, observer);
        }
    }
}
