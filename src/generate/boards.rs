//! Full boards.
//!
//! On boards of up to 121 cells a board comes from [`Engine::dive`], which knows the probability
//! of what it draws: hence boards with an exact weight. On larger ones a dive nearly always ends
//! in a dead end; there a randomised search with restarts fills the board, and how likely it is
//! to find which board is not known.

use super::engine::{Engine, MOST_SIDE};
use coverlab_model::{Shape, Sudoku, Symmetry};
use rand::RngExt;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;

/// Dives of the pilot that sets the bar of rejection.
const PILOT: usize = 400;

/// A source of full boards of one shape.
pub(crate) struct Boards {
    shape: Shape,
    pub(crate) engine: Option<Engine>,
    /// The logarithm of the weight above which a dive is always accepted.
    bar: f64,
}

/// A full board, and the logarithm of one over its probability in one try.
pub(crate) struct Board {
    pub(crate) cells: Vec<u8>,
    pub(crate) log_weight: f64,
    /// Dives that it took, dead ends and rejections included.
    pub(crate) tries: u64,
}

impl Boards {
    pub(crate) fn new(shape: Shape) -> Boards {
        let engine = (shape.side() <= MOST_SIDE).then(|| Engine::new(shape));
        let bar = engine.as_ref().map_or(0.0, pilot);
        Boards { shape, engine, bar }
    }

    /// A board that hides where the search began: any symmetry of the shape is applied to it.
    /// Not uniform, but near it where the side is at most 11.
    pub(crate) fn any(&self, random: &mut Pcg64Mcg) -> Vec<u8> {
        let cells = match &self.engine {
            Some(engine) => loop {
                if let Some((cells, _)) = engine.dive(random) {
                    break cells;
                }
            },
            None => filled(self.shape, random),
        };
        let board = Sudoku::new(self.shape, &cells).expect("a board of this shape");
        let symmetry = Symmetry::random(self.shape, &mut |bound| random.random_range(0..bound));
        symmetry.apply(&board).clues().to_vec()
    }

    /// A board with its exact weight, nearly always the same one: a dive of little weight, that
    /// is one drawn too often, is rejected as often as that makes up for. A dive above the bar
    /// keeps what it has more.
    pub(crate) fn weighed(&self, random: &mut Pcg64Mcg) -> Board {
        let engine = self.engine.as_ref().expect("weights are known on small boards only");
        for tries in 1.. {
            let Some((cells, log_weight)) = engine.dive(random) else { continue };
            if random.random::<f64>() < (log_weight - self.bar).exp() {
                return Board { cells, log_weight: log_weight.max(self.bar), tries };
            }
        }
        unreachable!("there are boards of every shape")
    }
}

/// The weight that all but a few dives stay below. It only sets how often the rejection has
/// to leave a remainder in the weight, never whether the weight is right.
fn pilot(engine: &Engine) -> f64 {
    let mut random = Pcg64Mcg::seed_from_u64(0);
    let mut weights: Vec<f64> =
        (0..PILOT).filter_map(|_| engine.dive(&mut random)).map(|(_, weight)| weight).collect();
    weights.sort_by(f64::total_cmp);
    weights.get(weights.len() * 99 / 100).copied().unwrap_or(0.0)
}

/// A full board of any side, from a randomised search that starts anew when it takes too long.
fn filled(shape: Shape, random: &mut Pcg64Mcg) -> Vec<u8> {
    // A search that went wrong early may take forever; another start is cheap.
    let patience = 20 * shape.cells();
    loop {
        let mut filling = Filling::new(shape);
        let mut nodes = patience;
        if filling.fill(random, &mut nodes) {
            return filling.cells;
        }
    }
}

/// A board being filled: the digits used in each house as bit masks.
struct Filling {
    shape: Shape,
    cells: Vec<u8>,
    rows: Vec<u128>,
    columns: Vec<u128>,
    boxes: Vec<u128>,
}

impl Filling {
    fn new(shape: Shape) -> Self {
        let houses = vec![0; shape.side()];
        Filling {
            shape,
            cells: vec![0; shape.cells()],
            rows: houses.clone(),
            columns: houses.clone(),
            boxes: houses,
        }
    }

    fn candidates(&self, cell: usize) -> u128 {
        let all = u128::MAX >> (128 - self.shape.side());
        let (row, column, in_box) = (self.shape.row(cell), self.shape.column(cell), self.shape.box_of(cell));
        all & !(self.rows[row] | self.columns[column] | self.boxes[in_box])
    }

    fn toggle(&mut self, cell: usize, digit: u8) {
        let bit = 1 << (digit - 1);
        self.rows[self.shape.row(cell)] ^= bit;
        self.columns[self.shape.column(cell)] ^= bit;
        self.boxes[self.shape.box_of(cell)] ^= bit;
    }

    fn fill(&mut self, random: &mut Pcg64Mcg, nodes: &mut usize) -> bool {
        let Some(cell) = self.fewest(random) else { return true };
        if *nodes == 0 {
            return false;
        }
        *nodes -= 1;
        let candidates = self.candidates(cell);
        let mut digits: Vec<u8> =
            (1..=self.shape.side() as u8).filter(|d| candidates >> (d - 1) & 1 == 1).collect();
        digits.shuffle(random);
        for digit in digits {
            self.cells[cell] = digit;
            self.toggle(cell, digit);
            if self.fill(random, nodes) {
                return true;
            }
            self.toggle(cell, digit);
            self.cells[cell] = 0;
        }
        false
    }

    /// An empty cell with fewest candidates, any of them; `None` if the board is full.
    fn fewest(&self, random: &mut Pcg64Mcg) -> Option<usize> {
        let mut fewest = u32::MAX;
        let mut ties: Vec<usize> = Vec::new();
        for cell in (0..self.cells.len()).filter(|&c| self.cells[c] == 0) {
            let count = self.candidates(cell).count_ones();
            if count < fewest {
                fewest = count;
                ties.clear();
            }
            if count == fewest {
                ties.push(cell);
            }
        }
        ties.get(random.random_range(0..ties.len().max(1))).copied()
    }
}
