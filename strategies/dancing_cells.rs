//! `dancing-cells`: exact cover with colors on sparse sets.
//!
//! **Origin.** D. E. Knuth, *Dancing Cells*, 2023 (program SSXCC, and the pre-fascicle of TAOCP
//! 7.2.2.3), with ideas of a program by C. Solnon, 2020, as SSXCC says; on the sparse sets of
//! P. Briggs and L. Torczon, *An Efficient Representation for Sparse Sets*, 1993. Weights of items by the
//! conflicts they caused: F. Boussemart, F. Hemery, C. Lecoutre and L. Sais, *Boosting Systematic Search by
//! Weighting Constraints*, 2004 (dom/wdeg).
//!
//! **Idea.** The options of an item lie side by side in an array; those alive are the first
//! `size` of them. To hide an option is to swap it behind the last one alive and to shrink the
//! set; to bring back everything that was hidden since is to put the old sizes back, whatever
//! order the cells have been danced into. An option's entries lie side by side too, so that
//! hiding runs along an array where dancing links chase pointers.
//!
//! Two things pay beside that. Hiding notices at once when an item loses its last option: the
//! option just tried is then given up before a node is made of it. And an item left with one
//! option is noted down, so that forced moves are made without looking for them and without
//! saving sizes, since there is no second option to come back for.
//!
//! **What is not Knuth's.** Primary items have an active list of their own, so that choosing an
//! item does not walk past secondary ones; sizes and places of items lie apart from the sets, so
//! that what a node reads fits in few lines of cache. Where there are no secondary items, the search is
//! compiled without a question about them.
//!
//! **Choosing an item.** `fewest` is Knuth's MRV, and for counting nothing beats it. `first`
//! takes the items in order, which shows what MRV is worth. `weighted` divides the number of
//! options by how often the item was the one that could not be covered, and starts over now and
//! then with what it has learned, as long as no solution was found: for a first solution of an
//! instance at its phase transition, or the proof that it has no solution, that is worth orders of
//! magnitude; for counting it costs a factor.
//!
//! **Cost.** Twelve bytes an entry, sixteen with colors: two numbers of the entry and its place in
//! the set of its item. A spacer of eight bytes, twelve with colors, ends each option.

mod cells;
mod choose;
mod trace_steps;

use crate::support::item_choice::{Heuristic, ItemChoice, Restarts};
use crate::support::option_order::OptionOrder;
use cells::{Cells, Dead};
use choose::Next;
use coverlab_model::step::CoverStep;
use coverlab_model::{About, Cover, Event, ExactCover, Flow, Observer, Purpose, Refusal, Script, Strategy};

/// The strategy.
#[derive(Clone, Default)]
pub(crate) struct DancingCells {
    choice: ItemChoice,
}

impl DancingCells {
    /// As `heuristic=weighted` has it.
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
        if problem.has_multiplicities() { Err("has no multiplicities".into()) } else { Ok(()) }
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
            observer.step(|| CoverStep::Starve(item));
            return Flow::Continue(());
        }
        cells.load(problem, self.choice.options, seed);
        match (problem.has_colors(), problem.items() > problem.primary()) {
            (true, _) => self.search::<true, true>(cells, observer),
            (false, true) => self.search::<false, true>(cells, observer),
            (false, false) => self.search::<false, false>(cells, observer),
        }
    }
}

/// The state that a level of the search restores.
#[derive(Clone, Copy, Default)]
pub(crate) struct Level {
    /// The item branched on.
    item: u32,
    /// Where its next option lies among the sets, and where they end.
    next: u32,
    end: u32,
    /// The node of the option tried now.
    chosen: u32,
    /// Where its saved sizes begin and end.
    saved: (u32, u32),
    /// How many items were active, primary and secondary, when they were saved.
    active: [u32; 2],
}

impl DancingCells {
    fn search<const COLORS: bool, const SECONDARY: bool>(
        &self,
        cells: &mut Cells,
        observer: &mut impl Observer<ExactCover>,
    ) -> Flow {
        let weighted = self.choice.heuristic == Heuristic::Weighted;
        let mut restarts = Restarts::new(weighted);
        let mut depth = 0;
        // The sizes of the sets as last reported, if an observer listens.
        let mut reported = Vec::new();
        loop {
            observer.node(depth)?;
            match self.choose(cells) {
                Next::Solution => {
                    restarts.solved();
                    observer.solution(|| {
                        Cover::new(cells.levels[..depth].iter().map(|l| cells.option_of(l.chosen)).collect())
                    })?;
                    if depth == 0 {
                        return Flow::Continue(());
                    }
                    depth -= 1;
                    observer.step(|| cells.given_back(depth));
                }
                Next::DeadEnd(lost) => {
                    observer.step(|| CoverStep::Starve(lost));
                    observer.count(Event::Conflict, 1);
                    restarts.dead_end();
                    if weighted {
                        cells.weigh(lost);
                    }
                    if depth == 0 {
                        return Flow::Continue(());
                    }
                    depth -= 1;
                    observer.step(|| cells.given_back(depth));
                }
                Next::Item(item, forced) => {
                    observer.step(|| cells.selected(item));
                    if observer.watches() {
                        reported = cells.sizes();
                    }
                    observer.count(Event::Propagate, u64::from(forced));
                    let updates = cells.branch::<SECONDARY>(depth, item, forced);
                    observer.count(Event::Update, updates);
                    if observer.watches() {
                        cells.report_hidden(&reported, observer);
                    }
                }
            }
            // The next option that does not leave an item lost; back up where there is none.
            loop {
                let level = &mut cells.levels[depth];
                if level.next == level.end {
                    if depth == 0 {
                        return Flow::Continue(());
                    }
                    depth -= 1;
                    observer.step(|| cells.given_back(depth));
                    continue;
                }
                let (item, place, end) = (level.item as usize, level.next, level.end);
                level.next += 1;
                let first = cells.items[item].base;
                observer.branch(depth, (place - first) as usize, (end - first) as usize);
                if place > first {
                    cells.restore(depth);
                }
                observer.step(|| cells.taken(depth + 1, place));
                if observer.watches() {
                    reported = cells.sizes();
                }
                let (updates, dead) = cells.take::<COLORS, SECONDARY>(depth, place);
                observer.count(Event::Update, updates);
                if observer.watches() {
                    cells.report_hidden(&reported, observer);
                }
                match dead {
                    None => break,
                    Some(Dead(lost)) => {
                        cells.report_lost(lost, observer);
                        observer.step(|| cells.given_back(depth));
                        observer.count(Event::Conflict, 1);
                        restarts.dead_end();
                        if weighted {
                            cells.weigh(lost);
                        }
                    }
                }
                observer.poll()?;
            }
            depth += 1;
            if restarts.is_due() {
                observer.step(|| CoverStep::Restart);
                depth = 0;
                cells.reset();
            }
        }
    }
}
