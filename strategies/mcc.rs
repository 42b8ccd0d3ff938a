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
use coverlab_model::{
    About, Cover, CoverSize, ExactCover, Flow, Item, Observer, Purpose, Refusal, Script, Step, Strategy,
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
            observer.step(|| Step::Starve { item });
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
        let mut levels = Levels::<W>::new(matrix, tables);
        let mut depth = 0;
        loop {
            observer.node(depth)?;
            match levels.choose(depth) {
                NextStep::Lost => observer.step(|| Step::Starve { item: levels.lost_item(depth) }),
                NextStep::Nothing => {
                    observer.solution(|| levels.cover(depth))?;
                    levels.try_all(depth);
                }
                NextStep::Item(item, ways) => {
                    observer.step(|| Step::Select { item: item as Item, options: ways as usize });
                    levels.try_options_of(depth, item, ways);
                }
            }
            while levels.levels[depth].left == 0 {
                if depth == 0 {
                    return Flow::Continue(());
                }
                depth -= 1;
                if observer.watches() {
                    levels.report_given_back(depth, observer);
                }
            }
            let Level { left, of, .. } = levels.levels[depth];
            observer.branch(depth, (of - left) as usize, of as usize);
            let option = levels.next_option(depth);
            depth += 1;
            observer.step(|| Step::Take { depth, option: matrix.ids[option] });
            levels.take(depth, option);
            if observer.watches() {
                let (above, below) = (levels.alive(depth - 1), levels.alive(depth));
                matrix.report_hidden(above, below, observer);
            }
        }
    }
}

/// The path of the search. Each level has rows of its own, so nothing is undone.
struct Levels<'a, const W: usize> {
    matrix: &'a Matrix,
    tables: &'a Tables,
    levels: Vec<Level>,
    /// The options that are left, `words()` words per level.
    alive: Vec<u64>,
    /// The alternatives that are still to be tried, `words()` words per level.
    untried: Vec<u64>,
    /// The number of options that each item still needs, `chunks()` chunks per level.
    needs: Vec<Lanes<i64>>,
}

/// The state of a level, except its rows.
#[derive(Clone, Copy, Default)]
struct Level {
    chosen: u32,
    /// The number of options still to try here, and the number at the beginning.
    left: u32,
    of: u32,
}

impl<'a, const W: usize> Levels<'a, W> {
    fn new(matrix: &'a Matrix, tables: &'a Tables) -> Self {
        let (alive, needs) = (matrix.all(), tables.least.clone());
        Levels { matrix, tables, levels: vec![Level::default()], untried: vec![0; alive.len()], alive, needs }
    }

    #[inline(always)]
    fn words(&self) -> usize {
        if W == 0 { self.matrix.words } else { W }
    }

    #[inline(always)]
    fn chunks(&self) -> usize {
        self.tables.least.len()
    }

    #[inline(always)]
    fn alive(&self, depth: usize) -> &[u64] {
        &self.alive[depth * self.words()..][..self.words()]
    }

    #[inline(always)]
    fn needs(&self, depth: usize) -> &[Lanes<i64>] {
        &self.needs[depth * self.chunks()..][..self.chunks()]
    }

    #[inline(always)]
    fn choose(&self, depth: usize) -> NextStep {
        choose(self.words(), &self.tables.masks, self.alive(depth), self.needs(depth))
    }

    /// Prepares to add each option that is left to a solution.
    #[inline(always)]
    fn try_all(&mut self, depth: usize) {
        let here = depth * self.words()..(depth + 1) * self.words();
        self.untried[here.clone()].copy_from_slice(&self.alive[here]);
        self.set_count(depth, self.alive(depth).iter().map(|w| w.count_ones()).sum());
    }

    /// Prepares to choose the first option of an item among `ways` alternatives.
    #[inline(always)]
    fn try_options_of(&mut self, depth: usize, item: usize, ways: u32) {
        let here = depth * self.words()..(depth + 1) * self.words();
        let row = &self.matrix.items[item * self.words()..][..self.words()];
        for ((untried, alive), row) in self.untried[here.clone()].iter_mut().zip(&self.alive[here]).zip(row) {
            *untried = alive & row;
        }
        self.set_count(depth, ways);
    }

    #[inline(always)]
    fn set_count(&mut self, depth: usize, of: u32) {
        self.levels[depth] = Level { left: of, of, ..self.levels[depth] };
    }

    /// Chooses the next alternative of a level. Later alternatives skip it.
    #[inline(always)]
    fn next_option(&mut self, depth: usize) -> usize {
        let words = self.words();
        let start = depth * words;
        let untried = &mut self.untried[start..][..words];
        let word = untried.iter().position(|w| *w != 0).expect("as many options as alternatives");
        let bit = untried[word] & untried[word].wrapping_neg();
        untried[word] ^= bit;
        self.alive[start + word] &= !bit;
        let option = word * 64 + bit.trailing_zeros() as usize;
        let level = &mut self.levels[depth];
        level.left -= 1;
        level.chosen = option as u32;
        option
    }

    /// Enters the level `depth`, below the choice of `option`.
    #[inline(always)]
    fn take(&mut self, depth: usize, option: usize) {
        let (words, chunks) = (self.words(), self.chunks());
        if self.levels.len() == depth {
            self.levels.push(Level::default());
            self.alive.resize((depth + 1) * words, 0);
            self.untried.resize((depth + 1) * words, 0);
            self.needs.resize((depth + 1) * chunks, Lanes::default());
        }
        self.levels[depth].left = 0;
        let (above, alive) = self.alive.split_at_mut(depth * words);
        let (above, alive) = (&above[(depth - 1) * words..], &mut alive[..words]);
        let conflicts = &self.matrix.conflicts[option * words..][..words];
        for ((alive, above), conflicts) in alive.iter_mut().zip(above).zip(conflicts) {
            *alive = above & !conflicts;
        }
        let (above, needs) = self.needs.split_at_mut(depth * chunks);
        let uses = &self.tables.uses[option * chunks..][..chunks];
        for ((need, above), uses) in needs.iter_mut().zip(&above[(depth - 1) * chunks..]).zip(uses) {
            for lane in 0..LANES {
                need.0[lane] = above.0[lane] - uses.0[lane];
            }
        }
        for &(item, full) in &self.tables.several[option] {
            if needs[item as usize / LANES].0[item as usize % LANES] == full {
                let row = &self.matrix.items[item as usize * words..][..words];
                alive.iter_mut().zip(row).for_each(|(alive, row)| *alive &= !row);
            }
        }
    }

    /// The solution that consists of the options chosen above a level.
    fn cover(&self, depth: usize) -> Cover {
        Cover::new(self.levels[..depth].iter().map(|l| self.matrix.ids[l.chosen as usize]).collect())
    }

    /// An item with fewer options left than it needs.
    fn lost_item(&self, depth: usize) -> Item {
        let needs = self.needs(depth);
        let left = |item: Item| {
            let row = self.matrix.row(item).iter().zip(self.alive(depth));
            row.map(|(row, alive)| (row & alive).count_ones()).sum::<u32>()
        };
        let need = |item: Item| needs[item as usize / LANES].0[item as usize % LANES];
        let mut items = 0..self.matrix.primary as Item;
        items.find(|&item| i64::from(left(item)) < need(item)).expect("a lost item")
    }

    /// Reports that a level's option is given back. If untried options remain, the later alternatives skip it.
    fn report_given_back(&self, depth: usize, observer: &mut impl Observer<ExactCover>) {
        let (matrix, level) = (self.matrix, &self.levels[depth]);
        let option = matrix.ids[level.chosen as usize];
        observer.step(|| Step::GiveBack { option });
        if level.left > 0 {
            let mut passed = vec![0; matrix.words];
            passed[level.chosen as usize / 64] = 1 << (level.chosen % 64);
            matrix.report_hidden(&passed, &vec![0; matrix.words], observer);
        }
    }
}
