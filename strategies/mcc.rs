//! `mcc`: exact cover with multiplicities, on bit rows of options.
//!
//! **Origin.** D. E. Knuth, *The Art of Computer Programming* 7.2.2.1, Algorithm M (program DLX3): a primary
//! item may be covered by any number of options within a range.
//!
//! **Idea.** An item still needs `need` of its `size` options. To branch on it is to choose the first of them
//! that will be in the cover. At most `size - need` of them can be skipped, so there are `size - need + 1`
//! alternatives. The search branches on the item with the fewest alternatives, and removes skipped options.
//! When no item needs more options there is a solution, and any remaining options may be added to it one by
//! one. An item that has reached the end of its range hides its remaining options.
//!
//! The option sets are those of `bit-cover`, with its conflict rows for items to be covered once, for
//! secondary items and for colors. The needs of all items are a row of numbers; each level has its own copy,
//! so nothing is undone.
//!
//! **Cost.** The cost is that of `bit-cover`, plus a precomputed row of numbers for each option: how much it
//! reduces the need of each item. That is eight bytes for each item and option, far more than the bits.
//! Without multiplicities it searches the same tree as `dlx`.

use crate::bit_cover::matrix::Matrix;
use crate::support::option_order::OptionOrder;
use crate::support::silent::silently;
use crate::support::simd::{self, Vector, Work};
use coverlab_model::step::CoverStep;
use coverlab_model::{
    About, Cover, CoverSize, ExactCover, Flow, Item, Observer, Purpose, Refusal, Script, Strategy,
};

/// The strategy, with its parameters.
#[derive(Clone, Default)]
pub(crate) struct Mcc {
    options: OptionOrder,
}

impl Strategy for Mcc {
    type Problem = ExactCover;
    type Scratch = ();

    const ABOUT: About = About {
        name: "mcc",
        purpose: Purpose::Fast,
        sentence: "Exact cover in which an item may be covered several times, on bit rows",
        source: "D. E. Knuth, The Art of Computer Programming 7.2.2.1, Algorithm M, 2022",
        node: "a set of options that no item forbids, the empty set first",
        complete: true,
        interruptible: true,
        events: &[],
        parameters: &[OptionOrder::PARAMETER],
        note: "Its matrix is quadratic in the number of options: up to 32 768 of them.",
    };

    fn set(&mut self, _options: &str, value: &str) {
        self.options = OptionOrder::named(value);
    }

    fn accepts(&self, problem: &ExactCover) -> Result<(), Refusal> {
        Matrix::accepts(problem)
    }

    const SCRIPT: Script = &[
        ("search(options left):", &["node"]),
        ("  if every item has as many as it needs, this is a solution", &["solution"]),
        ("  choose the item with the fewest ways to go on", &["select"]),
        ("  if it has too few options, go back", &["starve", "fail"]),
        ("  for each option of it: take it", &["take"]),
        ("    and-not the options that no longer fit", &["hide"]),
        ("    search(what is left)", &[]),
        ("    give the option back", &["give-back", "fail", "done"]),
    ];

    fn bytes(&self, size: CoverSize) -> u64 {
        let uses = (size.options as u64).saturating_mul(size.items as u64).saturating_mul(8);
        Matrix::bytes(size).saturating_mul(2).saturating_add(uses)
    }

    fn solve(
        &self,
        problem: &ExactCover,
        seed: u64,
        _scratch: &mut (),
        observer: &mut impl Observer<ExactCover>,
    ) -> Flow {
        if let Some(item) = problem.starved_item() {
            observer.node(0)?;
            observer.step(|| CoverStep::Starve(item));
            return Flow::Continue(());
        }
        let matrix = &Matrix::in_order(problem, self.options.of(problem.options(), seed), |words| words);
        let tables = &Tables::new(problem, matrix);
        search(matrix, tables, observer)
    }
}

fn search<O: Observer<ExactCover>>(matrix: &Matrix, tables: &Tables, observer: &mut O) -> Flow {
    if O::WATCHES {
        return simd::portable(Search::<0, _> { matrix, tables, observer });
    }
    silently(observer, |observer| match matrix.words {
        1 => simd::best(Search::<1, _> { matrix, tables, observer }),
        2 => simd::best(Search::<2, _> { matrix, tables, observer }),
        _ => simd::best(Search::<0, _> { matrix, tables, observer }),
    })
}

/// The number of items in a chunk.
const LANES: usize = 8;

/// Eight numbers in one cache line.
#[derive(Clone, Copy, Default)]
#[repr(C, align(64))]
struct Lanes<T>([T; LANES]);

/// The tables for items with multiplicities.
struct Tables {
    /// The rows of the items in interleaved chunks of eight, by chunk, then by word.
    masks: Vec<Lanes<u64>>,
    /// The minimum multiplicity of each item, eight per chunk.
    least: Vec<Lanes<i64>>,
    /// By option and chunk: 1 for each item of the option, else 0.
    uses: Vec<Lanes<i64>>,
    /// By option: its items that may be covered more than once, with the value of their need at which they
    /// may be covered no more.
    several: Vec<Vec<(Item, i64)>>,
}

impl Tables {
    fn new(problem: &ExactCover, matrix: &Matrix) -> Tables {
        let (words, chunks) = (matrix.words, matrix.primary.div_ceil(LANES));
        let mut masks = vec![Lanes::default(); chunks * words];
        let mut least = vec![Lanes::default(); chunks];
        for item in 0..matrix.primary {
            for w in 0..words {
                masks[item / LANES * words + w].0[item % LANES] = matrix.items[item * words + w];
            }
            least[item / LANES].0[item % LANES] = i64::from(problem.multiplicity(item as Item).least);
        }
        let mut uses = vec![Lanes::default(); chunks * matrix.ids.len()];
        let mut several = vec![Vec::new(); matrix.ids.len()];
        for (o, &id) in matrix.ids.iter().enumerate() {
            for &(item, _) in problem.option(id).iter().filter(|e| (e.0 as usize) < matrix.primary) {
                uses[o * chunks + item as usize / LANES].0[item as usize % LANES] = 1;
                let range = problem.multiplicity(item);
                if range.most > 1 {
                    several[o].push((item, i64::from(range.least) - i64::from(range.most)));
                }
            }
        }
        Tables { masks, least, uses, several }
    }
}

/// A search with rows of `W` words, or of any length if `W` is 0.
struct Search<'a, const W: usize, O> {
    matrix: &'a Matrix,
    tables: &'a Tables,
    observer: &'a mut O,
}

/// The state of a level, except its rows.
#[derive(Clone, Copy, Default)]
struct Level {
    chosen: u32,
    /// The number of options still to try here, and the number at the beginning.
    left: u32,
    of: u32,
}

/// The next step of the search.
enum NextStep {
    /// Some item has fewer options left than it needs.
    Lost,
    /// No item needs more options.
    Nothing,
    /// The item with the fewest alternatives, and the number of these.
    Item(usize, u32),
}

/// Chooses the item with the fewest alternatives.
#[inline(always)]
fn choose(words: usize, masks: &[Lanes<u64>], alive: &[u64], needs: &[Lanes<i64>]) -> NextStep {
    let mut best = [u64::MAX; LANES];
    let mut lost = [false; LANES];
    let mut item: [u64; LANES] = [0, 1, 2, 3, 4, 5, 6, 7];
    for (masks, need) in masks.chunks_exact(words).zip(needs) {
        let mut count = [0_u64; LANES];
        for (masks, alive) in masks.iter().zip(alive) {
            for (count, mask) in count.iter_mut().zip(&masks.0) {
                *count += u64::from((mask & alive).count_ones());
            }
        }
        for lane in 0..LANES {
            let spare = count[lane] as i64 - need.0[lane];
            let wants = need.0[lane] > 0;
            lost[lane] |= wants & (spare < 0);
            let key = (spare as u64) << 32 | item[lane];
            best[lane] = best[lane].min(if wants { key } else { u64::MAX });
            item[lane] += LANES as u64;
        }
    }
    if lost.into_iter().fold(false, |a, b| a | b) {
        return NextStep::Lost;
    }
    match best.into_iter().fold(u64::MAX, u64::min) {
        u64::MAX => NextStep::Nothing,
        best => NextStep::Item(best as u32 as usize, (best >> 32) as u32 + 1),
    }
}

impl<const W: usize, O: Observer<ExactCover>> Work for Search<'_, W, O> {
    type Output = Flow;

    #[inline(always)]
    fn run<V: Vector>(self) -> Flow {
        let Search { matrix, tables, observer } = self;
        let words = if W == 0 { matrix.words } else { W };
        let chunks = tables.least.len();
        // Every level chooses an option, so there are at most as many levels as options.
        let mut levels = vec![Level::default()];
        let mut alive = matrix.all();
        let mut untried = vec![0; words];
        let mut needs = tables.least.clone();
        let mut depth = 0;
        loop {
            observer.node(depth)?;
            let here = depth * words..(depth + 1) * words;
            let next = choose(words, &tables.masks, &alive[here.clone()], &needs[depth * chunks..][..chunks]);
            levels[depth].left = 0;
            match next {
                NextStep::Lost => {
                    let needs = &needs[depth * chunks..][..chunks];
                    observer.step(|| CoverStep::Starve(lost(matrix, &alive[here], needs)));
                }
                NextStep::Nothing => {
                    observer.solution(|| {
                        Cover::new(levels[..depth].iter().map(|l| matrix.ids[l.chosen as usize]).collect())
                    })?;
                    untried[here.clone()].copy_from_slice(&alive[here.clone()]);
                    levels[depth].left = alive[here].iter().map(|w| w.count_ones()).sum();
                }
                NextStep::Item(item, ways) => {
                    observer.step(|| CoverStep::Select { item: item as Item, options: ways as usize });
                    let row = &matrix.items[item * words..][..words];
                    for ((untried, alive), row) in untried[here.clone()].iter_mut().zip(&alive[here]).zip(row)
                    {
                        *untried = alive & row;
                    }
                    levels[depth].left = ways;
                }
            }
            levels[depth].of = levels[depth].left;
            while levels[depth].left == 0 {
                if depth == 0 {
                    return Flow::Continue(());
                }
                depth -= 1;
                if observer.watches() {
                    report_given_back(matrix, &levels[depth], observer);
                }
            }
            let level = &mut levels[depth];
            observer.branch(depth, (level.of - level.left) as usize, level.of as usize);
            level.left -= 1;
            let here = depth * words..(depth + 1) * words;
            let untried_here = &mut untried[here.clone()];
            let word = untried_here.iter().position(|w| *w != 0).expect("as many options as alternatives");
            let bit = untried_here[word] & untried_here[word].wrapping_neg();
            untried_here[word] ^= bit;
            // Later alternatives skip this option.
            alive[here.start + word] &= !bit;
            let option = word * 64 + bit.trailing_zeros() as usize;
            level.chosen = option as u32;
            depth += 1;
            observer.step(|| CoverStep::Take { depth, option: matrix.ids[option] });
            if levels.len() == depth {
                levels.push(Level::default());
                alive.resize((depth + 1) * words, 0);
                untried.resize((depth + 1) * words, 0);
                needs.resize((depth + 1) * chunks, Lanes::default());
            }
            let (above, below) = alive.split_at_mut(depth * words);
            let (above_alive, below) = (&above[here.start..], &mut below[..words]);
            let conflicts = &matrix.conflicts[option * words..][..words];
            for ((below, above), conflicts) in below.iter_mut().zip(above_alive).zip(conflicts) {
                *below = above & !conflicts;
            }
            let (above, needs) = needs.split_at_mut(depth * chunks);
            let uses = &tables.uses[option * chunks..][..chunks];
            for ((need, above), uses) in needs.iter_mut().zip(&above[(depth - 1) * chunks..]).zip(uses) {
                for lane in 0..LANES {
                    need.0[lane] = above.0[lane] - uses.0[lane];
                }
            }
            for &(item, full) in &tables.several[option] {
                if needs[item as usize / LANES].0[item as usize % LANES] == full {
                    let row = &matrix.items[item as usize * words..][..words];
                    below.iter_mut().zip(row).for_each(|(below, row)| *below &= !row);
                }
            }
            if observer.watches() {
                matrix.report_hidden(&above_alive[..words], below, observer);
            }
        }
    }
}

/// An item with fewer options left than it needs.
fn lost(matrix: &Matrix, alive: &[u64], needs: &[Lanes<i64>]) -> Item {
    let left = |item: Item| matrix.row(item).iter().zip(alive).map(|(row, alive)| (row & alive).count_ones());
    let need = |item: Item| needs[item as usize / LANES].0[item as usize % LANES];
    let mut items = 0..matrix.primary as Item;
    items.find(|&item| i64::from(left(item).sum::<u32>()) < need(item)).expect("a lost item")
}

/// Reports that a level's option is given back. If untried options remain, the later alternatives skip it.
fn report_given_back(matrix: &Matrix, level: &Level, observer: &mut impl Observer<ExactCover>) {
    let option = matrix.ids[level.chosen as usize];
    observer.step(|| CoverStep::GiveBack(option));
    if level.left > 0 {
        let mut passed = vec![0; matrix.words];
        passed[level.chosen as usize / 64] = 1 << (level.chosen % 64);
        matrix.report_hidden(&passed, &vec![0; matrix.words], observer);
    }
}
