//! `dancing-cells`: exact cover with colors on sparse sets.
//!
//! **Origin.** D. E. Knuth, *Dancing Cells*, 2023 (program SSXCC, and the pre-fascicle of TAOCP 7.2.2.3).
//! SSXCC credits ideas of a program by C. Solnon, 2020. The sparse sets are those of P. Briggs and L.
//! Torczon, *An Efficient Representation for Sparse Sets*, 1993. Weights of items by the conflicts that they
//! caused are from F. Boussemart, F. Hemery, C. Lecoutre and L. Sais, *Boosting Systematic Search by
//! Weighting Constraints*, 2004 (dom/wdeg).
//!
//! **Idea.** The options of an item are adjacent in an array; the first `size` of them are alive. To hide an
//! option, swap it with the last one alive and shrink the set. To restore everything hidden since, restore
//! the old sizes; the order of the cells does not matter. An option's entries are adjacent too, so hiding
//! reads an array where dancing links follow pointers.
//!
//! Two more things pay off. Hiding detects at once when an item loses its last option; the option just tried
//! is then rejected before it becomes a node. And an item with a single option left is recorded, so that
//! forced moves need no search for them. A forced move saves no sizes, since there is no second option to
//! return for.
//!
//! **Differences from Knuth's program.** Primary items have their own active list, so that choosing an item
//! does not read secondary ones. Sizes and positions of items are stored apart from the sets, so that the
//! data read by a node fits in few cache lines. A copy of the kernel without secondary items is compiled
//! separately.
//!
//! **Choosing an item.** `fewest` is Knuth's MRV; it is the best of the three for counting. `first` takes the
//! items in order, which shows what MRV contributes. `weighted` divides the number of options by how often
//! the item could not be covered. It restarts from time to time, keeping the weights, until the first
//! solution. It is orders of magnitude faster at finding a first solution of an instance at its phase
//! transition, or proving that it has none. For counting it is slower by a constant factor.
//!
//! **Cost.** An entry takes twelve bytes: its item, its position in the sets, and its number at that position.
//! A spacer of eight bytes ends each option. A color adds four bytes to both.

mod cells;
mod choose;
mod trace_steps;

use crate::support::item_choice::{Heuristic, ItemChoice, Restarts};
use crate::support::option_order::OptionOrder;
use cells::{Cells, Dead};
use choose::Next;
use coverlab_model::{
    About, Cover, Event, ExactCover, Flow, Observer, Purpose, Refusal, Script, Step, Stop, Strategy,
};
use std::ops::ControlFlow;

/// The strategy, with its parameters.
#[derive(Clone, Default)]
pub(crate) struct DancingCells {
    choice: ItemChoice,
}

impl DancingCells {
    /// The configuration `heuristic=weighted`.
    pub(crate) const WEIGHTED: DancingCells = DancingCells {
        choice: ItemChoice {
            heuristic: Heuristic::Weighted,
            ties_random: false,
            options: OptionOrder::Given,
        },
    };
}

impl Strategy for DancingCells {
    type Problem = ExactCover;
    type Scratch = Cells;

    const ABOUT: About = About {
        name: "dancing-cells",
        purpose: Purpose::Fast,
        sentence: "Exact cover on sparse sets: arrays instead of links, forced moves first, dead ends seen early",
        source: "D. E. Knuth, Dancing Cells (SSXCC), 2023",
        node: "an item to branch on, a forced move or a solution",
        complete: true,
        interruptible: true,
        events: &[Event::Update, Event::Conflict, Event::Propagate],
        parameters: ItemChoice::PARAMETERS,
        note: "No multiplicities.",
    };

    fn set(&mut self, parameter: &str, value: &str) {
        self.choice.set(parameter, value);
    }

    fn accepts(&self, problem: &ExactCover) -> Result<(), Refusal> {
        Refusal::multiplicities(problem)
    }

    const SCRIPT: Script = &[
        ("search(depth):", &["node"]),
        ("  if no item is active, the options taken are a solution", &["solution"]),
        ("  choose an item whose set is smallest; one of size 1 is forced", &["select"]),
        ("  if a set is empty, go back", &["starve", "fail"]),
        ("  for each option in it: take it", &["take"]),
        ("    swap its items out of the active ones, hide what it excludes", &["hide"]),
        ("    search(depth + 1)", &["restart"]),
        ("    restore the sizes: the sets are as they were", &["give-back", "fail", "done"]),
    ];

    fn solve(
        &self,
        problem: &ExactCover,
        seed: u64,
        cells: &mut Cells,
        observer: &mut impl Observer<ExactCover>,
    ) -> Flow {
        if let Some(item) = problem.starved_item() {
            observer.node(0)?;
            observer.step(|| Step::Starve { item });
            return Flow::Continue(());
        }
        if !cells.load(problem, self.choice.options, seed) {
            return Flow::Break(Stop::Memory);
        }
        let weighted = self.choice.heuristic == Heuristic::Weighted;
        let search = Search { strategy: self, weighted, restarts: Restarts::new(weighted), observer };
        match (problem.has_colors(), problem.items() > problem.primary()) {
            (true, _) => search.run::<true, true>(cells),
            (false, true) => search.run::<false, true>(cells),
            (false, false) => search.run::<false, false>(cells),
        }
    }
}

/// The state that one level of the search restores.
#[derive(Clone, Copy, Default)]
pub(crate) struct Level {
    /// The item branched on.
    item: u32,
    /// The position of its next option in the sets, and the end of its options.
    next: u32,
    end: u32,
    /// The node of the current option.
    chosen: u32,
    /// The range of its saved sizes.
    saved: (u32, u32),
    /// The numbers of active primary and secondary items when the sizes were saved.
    active: [u32; 2],
}

/// A search in progress. Its cells are an argument of each function, because the compiler knows more of those.
struct Search<'a, O> {
    strategy: &'a DancingCells,
    /// Whether dead ends change the weights of items.
    weighted: bool,
    restarts: Restarts,
    observer: &'a mut O,
}

impl<O: Observer<ExactCover>> Search<'_, O> {
    fn run<const COLORS: bool, const SECONDARY: bool>(mut self, cells: &mut Cells) -> Flow {
        let mut depth = 0;
        loop {
            self.observer.node(depth)?;
            let branches = match self.strategy.choose(cells) {
                Next::Solution => {
                    self.restarts.solved();
                    let cells = &*cells;
                    let chosen = || cells.levels[..depth].iter().map(|l| cells.option_of(l.chosen));
                    self.observer.solution(|| Cover::new(chosen().collect()))?;
                    false
                }
                Next::DeadEnd(lost) => {
                    self.observer.step(|| Step::Starve { item: lost });
                    self.dead_end(cells, lost);
                    false
                }
                Next::Item(item, forced) => {
                    self.observer.step(|| cells.selected(item));
                    self.observer.count(Event::Propagate, u64::from(forced));
                    self.update(cells, |cells| (cells.branch::<SECONDARY>(depth, item, forced), ()));
                    true
                }
            };
            if !branches {
                if depth == 0 {
                    return Flow::Continue(());
                }
                depth -= 1;
                self.observer.step(|| cells.given_back(depth));
            }
            let Some(taken) = self.take_next::<COLORS, SECONDARY>(cells, depth)? else {
                return Flow::Continue(());
            };
            depth = taken + 1;
            if self.restarts.is_due() {
                self.observer.step(|| Step::Restart {});
                depth = 0;
                cells.reset();
            }
        }
    }

    /// Takes the next option that leaves every item an option, at this depth or, if there is none, above.
    /// Returns the depth, or nothing if all options were tried.
    #[inline(always)]
    fn take_next<const COLORS: bool, const SECONDARY: bool>(
        &mut self,
        cells: &mut Cells,
        mut depth: usize,
    ) -> ControlFlow<Stop, Option<usize>> {
        loop {
            let level = &mut cells.levels[depth];
            if level.next == level.end {
                if depth == 0 {
                    return ControlFlow::Continue(None);
                }
                depth -= 1;
                self.observer.step(|| cells.given_back(depth));
                continue;
            }
            let (item, place, end) = (level.item as usize, level.next, level.end);
            level.next += 1;
            let first = cells.items[item].base;
            self.observer.branch(depth, (place - first) as usize, (end - first) as usize);
            if place > first {
                cells.restore(depth);
            }
            self.observer.step(|| cells.taken(depth + 1, place));
            let Some(Dead(lost)) = self.update(cells, |cells| cells.take::<COLORS, SECONDARY>(depth, place))
            else {
                return ControlFlow::Continue(Some(depth));
            };
            cells.report_lost(lost, self.observer);
            self.observer.step(|| cells.given_back(depth));
            self.dead_end(cells, lost);
            self.observer.poll()?;
        }
    }

    /// Changes the sets by a function that returns the number of updates, and reports them.
    #[inline(always)]
    fn update<T>(&mut self, cells: &mut Cells, change: impl FnOnce(&mut Cells) -> (u64, T)) -> T {
        let before = if self.observer.watches() { cells.sizes() } else { Vec::new() };
        let (updates, result) = change(cells);
        self.observer.count(Event::Update, updates);
        if self.observer.watches() {
            cells.report_hidden(&before, self.observer);
        }
        result
    }

    /// Counts a dead end, whose cause is that the item `lost` has no option.
    #[inline(always)]
    fn dead_end(&mut self, cells: &mut Cells, lost: u32) {
        self.observer.count(Event::Conflict, 1);
        self.restarts.dead_end();
        if self.weighted {
            cells.weigh(lost);
        }
    }
}
