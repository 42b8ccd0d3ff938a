//! `algorithm-x`: exact cover in its most direct form.
//!
//! **Origin.** D. E. Knuth, *Dancing Links*, 2000: Algorithm X, "the obvious trial-and-error approach",
//! before any choice of data structures.
//!
//! **Idea.** Choose an uncovered item with the fewest remaining options. For each of its options in turn:
//! take it, drop every option that conflicts with it, and solve the rest. If no item is left to cover, the
//! chosen options are a solution. If an item has no options left, this branch has no solution.
//!
//! **Cost.** The problem is a list of options. Each node makes a new list of the remaining ones, comparing
//! every option with the chosen one. In addition to the instance (eight bytes per entry, four per option), this takes
//! four bytes per remaining option at each level. Nothing is shared and nothing is undone, which makes the program
//! easy to verify, and slow. `dlx` searches the same tree without copying options.

use crate::support::option_order::OptionOrder;
use coverlab_model::{
    About, Cover, ExactCover, Flow, Item, Observer, OptionId, Purpose, Refusal, Script, Step, Strategy,
};

/// The strategy, with its parameters.
#[derive(Clone, Default)]
pub(crate) struct AlgorithmX {
    options: OptionOrder,
}

impl Strategy for AlgorithmX {
    type Problem = ExactCover;
    type Scratch = ();

    const ABOUT: About = About {
        name: "algorithm-x",
        purpose: Purpose::Learn,
        sentence: "Exact cover in its most direct form: a new list of the remaining options at every node",
        source: "D. E. Knuth, Dancing Links, 2000",
        node: "a set of options without conflicts, the empty set first",
        complete: true,
        interruptible: true,
        events: &[],
        parameters: &[OptionOrder::PARAMETER],
        note: "Written to be read, not for speed. No multiplicities.",
    };

    fn set(&mut self, _options: &str, value: &str) {
        self.options = OptionOrder::named(value);
    }

    fn accepts(&self, problem: &ExactCover) -> Result<(), Refusal> {
        Refusal::multiplicities(problem)
    }

    const SCRIPT: Script = &[
        ("search(matrix):", &["node"]),
        ("  if no item is left, the options taken are a solution", &["solution"]),
        ("  choose an item with the fewest options", &["select"]),
        ("  if it has none, go back", &["starve", "fail"]),
        ("  for each option of it: take it", &["take"]),
        ("    for each item of the option: leave out the item and its options", &["cover"]),
        ("    search(what is left)", &[]),
        ("    give the option back, with what was left out", &["uncover", "give-back", "fail", "done"]),
    ];

    fn solve(
        &self,
        problem: &ExactCover,
        seed: u64,
        _scratch: &mut (),
        observer: &mut impl Observer<ExactCover>,
    ) -> Flow {
        let is_primary = |&(item, _): &(Item, u32)| (item as usize) < problem.primary();
        let has_primary = |&option: &OptionId| problem.option(option).iter().any(is_primary);
        let options: Vec<OptionId> = self.options.of(problem.options(), seed).filter(has_primary).collect();
        let uncovered: Vec<Item> = (0..problem.primary() as Item).collect();
        search(problem, &uncovered, &options, &mut Vec::new(), observer)
    }
}

fn search(
    problem: &ExactCover,
    uncovered: &[Item],
    options: &[OptionId],
    chosen: &mut Vec<OptionId>,
    observer: &mut impl Observer<ExactCover>,
) -> Flow {
    observer.node(chosen.len())?;
    let mut sizes = vec![0_u32; problem.items()];
    for &option in options {
        for &(item, _) in problem.option(option) {
            sizes[item as usize] += 1;
        }
    }
    let Some(&item) = uncovered.iter().min_by_key(|&&item| sizes[item as usize]) else {
        return observer.solution(|| Cover::new(chosen.clone()));
    };
    observer.step(|| Step::choice(item, sizes[item as usize] as usize));
    let covers = |option: OptionId| problem.option(option).iter().any(|e| e.0 == item);
    for (index, &option) in options.iter().filter(|&&o| covers(o)).enumerate() {
        observer.branch(chosen.len(), index, sizes[item as usize] as usize);
        let left: Vec<OptionId> = options.iter().copied().filter(|&o| !clash(problem, o, option)).collect();
        let in_option = |item: &Item| problem.option(option).iter().any(|e| e.0 == *item);
        let uncovered: Vec<Item> = uncovered.iter().copied().filter(|i| !in_option(i)).collect();
        chosen.push(option);
        observer.step(|| Step::Take { depth: chosen.len(), option });
        covered(problem, option).for_each(|item| observer.step(|| Step::Cover { item }));
        search(problem, &uncovered, &left, chosen, observer)?;
        covered(problem, option).rev().for_each(|item| observer.step(|| Step::Uncover { item }));
        observer.step(|| Step::GiveBack { option });
        chosen.pop();
    }
    Flow::Continue(())
}

/// The items of the option that no other option of the cover may have: all except colored ones.
fn covered(problem: &ExactCover, option: OptionId) -> impl DoubleEndedIterator<Item = Item> {
    problem.option(option).iter().filter(|&&(_, color)| color == 0).map(|&(item, _)| item)
}

/// Whether two options conflict: they share an item that is primary or that they do not give the same color.
fn clash(problem: &ExactCover, a: OptionId, b: OptionId) -> bool {
    let theirs = problem.option(b);
    problem.option(a).iter().any(|&(item, color)| {
        theirs.iter().any(|&(other, its_color)| item == other && (color == 0 || color != its_color))
    })
}
