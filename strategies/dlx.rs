//! `dlx`: dancing links.
//!
//! # Origin
//!
//! D. E. Knuth, *Dancing Links*, 2000, and *The Art of Computer Programming*, volume 4B, section
//! 7.2.2.1, 2022: Algorithm D, and Algorithm C where an instance has colors. The observation
//! under both, that an element taken out of a doubly linked list still knows where it belongs,
//! is from H. Hitotumatu and K. Noshita, *A Technique for Implementing Backtrack Algorithms and
//! its Application*, 1979.
//!
//! # Idea
//!
//! Choose an item that is not covered, try each option that covers it, and search what remains.
//! What remains is what the links still reach: the active items form one circular list, and the
//! options that contain an item hang in another, below its header. To *cover* an item is to take
//! it out of the list of items and to *hide* each of its options in the lists of all their other
//! items. Backtracking undoes the same steps in the opposite order, and needs no memory to do so.
//!
//! An item may be secondary: it need not be covered, so it never stands in the list of items to
//! choose from. If an option gives it a color, taking the option *purifies* the item: options
//! that give it another color are hidden, those that agree are marked, and from then on cost
//! nothing. An instance without colors runs through a copy of the kernel that never looks for
//! them.
//!
//! The item chosen is one with the fewest options left, the first such item in the order of the
//! instance. With a good order of items (the middle rows of a board of queens first, say) the
//! tree is smaller; that is left to whoever writes the instance.
//!
//! # Cost and counters
//!
//! One node is one entry into a level, step C2: a partial cover, be it empty, dead or complete.
//! An update is the removal of an option from one item's list, or of an item from the list of
//! items. Both are as in Knuth's programs DLX1 and DLX2. A backtrack is a dead end: a node at
//! which some item has no option left.
//!
//! How many items are left without options is counted along, so a dead end is known without
//! looking for the item, and the search for the fewest options ends at the first item that has
//! one. In a Sudoku nearly every choice is such; where forced choices are rare, as in packing
//! pentominoes, the counting costs a little more than it saves.
//!
//! An entry takes twelve bytes: up, down, item. Headers lie apart, so that choosing an item walks
//! through a small array. Between the options lie spacers, as in Knuth's layout; each also
//! holds the number of the option before it.

use coverlab_model::{About, Color, Cover, Event, ExactCover, Flow, Observer, OptionId, Stop, Strategy};

/// Dancing links. It has no parameters.
#[derive(Clone, Debug, Default)]
pub(crate) struct Dlx;

impl Strategy for Dlx {
    type Problem = ExactCover;
    type Scratch = Scratch;
    const ABOUT: About = About {
        name: "dlx",
        sentence: "Dancing links: cover the item with the fewest options, try each of them, undo by relinking",
        source: "D. E. Knuth, The Art of Computer Programming 7.2.2.1, Algorithms D and C, 2022",
        node: "one entry into a level of the search, complete covers included",
        complete: true,
        interruptible: true,
        events: &[Event::Update, Event::Backtrack],
        parameters: &[],
        note: "",
    };

    fn accepts(&self, cover: &ExactCover) -> Result<(), &'static str> {
        if cover.has_multiplicities() { Err("has no multiplicities") } else { Ok(()) }
    }

    fn solve(
        &self,
        cover: &ExactCover,
        _seed: u64,
        scratch: &mut Scratch,
        observer: &mut impl Observer<ExactCover>,
    ) -> Flow {
        if !scratch.load(cover) {
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
        if cover.has_colors() {
            search::<true>(links, &mut scratch.chosen, observer)
        } else {
            search::<false>(links, &mut scratch.chosen, observer)
        }
    }
}

/// An entry of an option, the head of an item's list, or a spacer between options.
///
/// `item` of a spacer is [`SPACER`] and the number of the option before it; `up` is the first
/// node of that option, `down` the last node of the next.
#[derive(Clone, Copy, Debug)]
struct Node {
    up: u32,
    down: u32,
    item: u32,
}

const SPACER: u32 = 1 << 31;

/// An item's place in the list of items to cover, and how many options it has left. A secondary
/// item is alone in a list of its own.
#[derive(Clone, Copy, Debug)]
struct Header {
    previous: u32,
    next: u32,
    size: u32,
}

/// Added to the size of a secondary item, which may run out of options without harm.
const NEVER_EMPTY: u32 = 1 << 31;

/// Memory kept between instances.
#[derive(Default)]
pub(crate) struct Scratch {
    /// The heads of the items' lists by item, then the options with their spacers.
    nodes: Vec<Node>,
    /// By item; the last one is the root of the list.
    headers: Vec<Header>,
    /// By node; empty if the instance has no colors.
    colors: Vec<Color>,
    /// The node by which each level covers its item.
    chosen: Vec<u32>,
}

impl Scratch {
    /// C1. [Initialize.] `false` if the instance has more entries than there are numbers for.
    fn load(&mut self, cover: &ExactCover) -> bool {
        let items = cover.items();
        let nodes = items + cover.entries() + cover.options() + 1;
        if nodes >= SPACER as usize {
            return false;
        }
        self.headers.clear();
        self.nodes.clear();
        self.nodes.reserve(nodes);
        let (primary, root) = (cover.primary() as u32, items as u32);
        for item in 0..root {
            let (previous, next) = match item {
                _ if item >= primary => (item, item),
                0 => (root, 1),
                _ => (item - 1, item + 1),
            };
            let next = if next == primary { root } else { next };
            let size = if item < primary { 0 } else { NEVER_EMPTY };
            self.headers.push(Header { previous, next, size });
            self.nodes.push(Node { up: item, down: item, item });
        }
        let (first, last) = if primary > 0 { (0, primary - 1) } else { (root, root) };
        self.headers.push(Header { previous: last, next: first, size: 0 });
        self.nodes.push(Node { up: 0, down: 0, item: SPACER });
        for option in 0..cover.options() as OptionId {
            self.add(cover, option, primary);
        }
        self.load_colors(cover, primary);
        self.chosen.clear();
        self.chosen.reserve(cover.primary());
        true
    }

    /// Appends an option; one without primary items belongs to no cover and is left out.
    fn add(&mut self, cover: &ExactCover, option: OptionId, primary: u32) {
        let entries = cover.option(option);
        if entries.iter().all(|&(item, _)| item >= primary) {
            return;
        }
        let first = self.nodes.len() as u32;
        for (node, &(item, _)) in (first..).zip(entries) {
            let above = std::mem::replace(&mut self.nodes[item as usize].up, node);
            self.nodes[above as usize].down = node;
            self.nodes.push(Node { up: above, down: item, item });
            self.headers[item as usize].size += 1;
        }
        let spacer = self.nodes.len() as u32;
        self.nodes[first as usize - 1].down = spacer - 1;
        self.nodes.push(Node { up: first, down: 0, item: SPACER | option });
    }

    fn load_colors(&mut self, cover: &ExactCover, primary: u32) {
        self.colors.clear();
        if !cover.has_colors() {
            return;
        }
        self.colors.resize(cover.items() + 1, 0);
        for option in (0..cover.options() as OptionId).map(|option| cover.option(option)) {
            if option.iter().any(|&(item, _)| item < primary) {
                self.colors.extend(option.iter().map(|&(_, color)| color));
                self.colors.push(0);
            }
        }
    }
}

/// The links of one instance, ready to dance.
struct Links<'a> {
    nodes: &'a mut [Node],
    headers: &'a mut [Header],
    colors: &'a mut [Color],
    root: u32,
    /// How many items to cover have no option left.
    starved: u32,
}

/// Stands for the color of a node whose item is purified in that same color.
const PURE: Color = Color::MAX;

/// The search proper, steps as in Algorithm C. `COLORS`: whether there are any.
fn search<const COLORS: bool>(
    mut links: Links<'_>,
    chosen: &mut Vec<u32>,
    observer: &mut impl Observer<ExactCover>,
) -> Flow {
    loop {
        // C2. [Enter level.]
        observer.node(chosen.len())?;
        if links.headers[links.root as usize].next == links.root {
            observer.solution(|| links.solution(chosen))?;
        } else if links.starved > 0 {
            // An item without options would be chosen, covered and uncovered.
            observer.count(Event::Update, 1);
            observer.count(Event::Backtrack, 1);
        } else {
            // C3. [Choose an item.] C4. [Cover it.]
            let item = links.fewest_options();
            let updates = links.cover::<COLORS>(item);
            observer.count(Event::Update, updates);
            // C5. [Try its first option.]
            let first = links.nodes[item as usize].down;
            observer.count(Event::Update, links.take::<COLORS>(first));
            chosen.push(first);
            continue;
        }
        loop {
            // C8. [Leave level.]
            let Some(tried) = chosen.pop() else {
                return Flow::Continue(());
            };
            // C6. [Try again.]
            links.give_back::<COLORS>(tried);
            let Node { item, down, .. } = links.nodes[tried as usize];
            if down != item {
                // C5. [Try the next option.]
                observer.count(Event::Update, links.take::<COLORS>(down));
                chosen.push(down);
                break;
            }
            // C7. [Backtrack.]
            links.uncover::<COLORS>(item);
        }
    }
}

impl Links<'_> {
    /// The first item of those with the fewest options, when none is without.
    fn fewest_options(&self) -> u32 {
        let (mut best, mut fewest) = (self.root, u32::MAX);
        let mut item = self.headers[self.root as usize].next;
        while item != self.root {
            let Header { next, size, .. } = self.headers[item as usize];
            if size < fewest {
                (best, fewest) = (item, size);
                if size == 1 {
                    break;
                }
            }
            item = next;
        }
        best
    }

    /// Covers, or purifies, every item of the option of `node` but its own, from left to right.
    fn take<const COLORS: bool>(&mut self, node: u32) -> u64 {
        let mut updates = 0;
        let mut p = node + 1;
        while p != node {
            let Node { up, item, .. } = self.nodes[p as usize];
            if item >= SPACER {
                p = up;
                continue;
            }
            updates += match COLORS {
                true if self.colors[p as usize] == PURE => 0,
                true if self.colors[p as usize] != 0 => self.purify(p),
                _ => self.cover::<COLORS>(item),
            };
            p += 1;
        }
        updates
    }

    /// Undoes [`Self::take`], from right to left.
    fn give_back<const COLORS: bool>(&mut self, node: u32) {
        let mut p = node - 1;
        while p != node {
            let Node { down, item, .. } = self.nodes[p as usize];
            if item >= SPACER {
                p = down;
                continue;
            }
            match COLORS {
                true if self.colors[p as usize] == PURE => {}
                true if self.colors[p as usize] != 0 => self.unpurify(p),
                _ => self.uncover::<COLORS>(item),
            }
            p -= 1;
        }
    }

    /// Takes `item` out of the list of items, and its options out of all other lists.
    fn cover<const COLORS: bool>(&mut self, item: u32) -> u64 {
        let Header { previous, next, .. } = self.headers[item as usize];
        self.headers[previous as usize].next = next;
        self.headers[next as usize].previous = previous;
        self.starved -= u32::from(self.headers[item as usize].size == 0);
        let mut updates = 1;
        let mut p = self.nodes[item as usize].down;
        while p != item {
            updates += self.hide::<COLORS>(p);
            p = self.nodes[p as usize].down;
        }
        updates
    }

    /// Undoes [`Self::cover`].
    fn uncover<const COLORS: bool>(&mut self, item: u32) {
        let mut p = self.nodes[item as usize].up;
        while p != item {
            self.unhide::<COLORS>(p);
            p = self.nodes[p as usize].up;
        }
        self.starved += u32::from(self.headers[item as usize].size == 0);
        let Header { previous, next, .. } = self.headers[item as usize];
        self.headers[previous as usize].next = item;
        self.headers[next as usize].previous = item;
    }

    /// Takes the option of `p` out of the lists of its other items.
    #[inline(always)]
    fn hide<const COLORS: bool>(&mut self, p: u32) -> u64 {
        // Slices of their own: the compiler then knows that they do not overlap.
        let (nodes, headers, colors) = (&mut *self.nodes, &mut *self.headers, &*self.colors);
        let (mut updates, mut starved) = (0, 0);
        let mut q = p + 1;
        while q != p {
            let Node { up, down, item } = nodes[q as usize];
            if item >= SPACER {
                q = up;
                continue;
            }
            if !COLORS || colors[q as usize] != PURE {
                nodes[up as usize].down = down;
                nodes[down as usize].up = up;
                let size = &mut headers[item as usize].size;
                *size -= 1;
                starved += u32::from(*size == 0);
                updates += 1;
            }
            q += 1;
        }
        self.starved += starved;
        updates
    }

    /// Undoes [`Self::hide`].
    #[inline(always)]
    fn unhide<const COLORS: bool>(&mut self, p: u32) {
        let (nodes, headers, colors) = (&mut *self.nodes, &mut *self.headers, &*self.colors);
        let mut starved = 0;
        let mut q = p - 1;
        while q != p {
            let Node { up, down, item } = nodes[q as usize];
            if item >= SPACER {
                q = down;
                continue;
            }
            if !COLORS || colors[q as usize] != PURE {
                nodes[up as usize].down = q;
                nodes[down as usize].up = q;
                let size = &mut headers[item as usize].size;
                starved += u32::from(*size == 0);
                *size += 1;
            }
            q -= 1;
        }
        self.starved -= starved;
    }

    /// Settles the color of the item of `p`: marks the options that agree, hides the others.
    fn purify(&mut self, p: u32) -> u64 {
        let (color, item) = (self.colors[p as usize], self.nodes[p as usize].item);
        let mut updates = 0;
        let mut q = self.nodes[item as usize].down;
        while q != item {
            if self.colors[q as usize] == color {
                self.colors[q as usize] = PURE;
            } else {
                updates += self.hide::<true>(q);
            }
            q = self.nodes[q as usize].down;
        }
        updates
    }

    /// Undoes [`Self::purify`].
    fn unpurify(&mut self, p: u32) {
        let (color, item) = (self.colors[p as usize], self.nodes[p as usize].item);
        let mut q = self.nodes[item as usize].up;
        while q != item {
            if self.colors[q as usize] == PURE {
                self.colors[q as usize] = color;
            } else {
                self.unhide::<true>(q);
            }
            q = self.nodes[q as usize].up;
        }
    }

    /// The options of the nodes chosen.
    fn solution(&self, chosen: &[u32]) -> Cover {
        let option = |&node: &u32| {
            let rest = &self.nodes[node as usize..];
            // Every option is followed by a spacer.
            rest.iter().find(|n| n.item >= SPACER).map_or(0, |n| n.item - SPACER)
        };
        Cover::new(chosen.iter().map(option).collect())
    }
}
