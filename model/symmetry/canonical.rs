//! The canonical form of a puzzle: two puzzles have the same form if and only if they are isomorphic.
//!
//! The method is McKay's, *Practical graph isomorphism* (1981), applied to rows, columns and digits instead
//! of the vertices of a graph:
//!
//! 1. **Refine.** Every row, column and digit carries a color, initially the same. Repeatedly each gets
//!    a new color from its old one, those of its band or stack, and those of the two other members of each
//!    of its clues, until no more colors split. Colors are hashes of properties that do not depend on
//!    names or positions, so isomorphic puzzles get equal colors. If two different things have equal
//!    hashes, they only split later.
//! 2. **Individualize.** While some rows or columns share a color, take a largest such class, give each
//!    of its lines in turn a unique color, refine, and continue. The leaves of this tree are orderings of
//!    rows and columns. Each ordering arranges the board, and digits are named in order of appearance.
//! 3. **Choose.** The canonical form is the smallest board among the leaves with the smallest trace
//!    (the colors along the path to the leaf).
//! 4. **Prune.** A subtree with a larger trace cannot contain it. Two leaves with the same board give a
//!    symmetry of the puzzle, and of branches that known symmetries map to each other only one is
//!    searched.
//!
//! Rows without clues in the same band, columns likewise, and digits that do not occur are interchangeable.
//! They are never individualized.
//!
//! This form is not "minlex", the lexicographically smallest image, which collectors of puzzles publish.
//! Minlex has to arrange columns below nearly empty rows, where a puzzle with few clues has the most freedom.
//! Both forms decide isomorphism.
//!
//! **Cost.** The first refinement distinguishes most lines of a puzzle with few clues. A full board needs a
//! few hundred nodes, since its lines look alike until two or three are individualized. The tree is limited
//! to [`MAX_NODES`] nodes; a puzzle that needs more is [`TooSymmetric`].

use super::Symmetry;
use crate::random::mix;
use crate::{Shape, Sudoku};
use std::cmp::{Ordering, Reverse};
use std::fmt;

/// The node limit of the tree.
const MAX_NODES: usize = 200_000;

/// The canonical form of the puzzle takes more nodes than the limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TooSymmetric;

impl fmt::Display for TooSymmetric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("this puzzle has too many symmetries to be searched; a few more clues would break them")
    }
}

impl std::error::Error for TooSymmetric {}

/// Computes the canonical form of `puzzle`, and a symmetry that maps `puzzle` to it.
///
/// # Errors
/// If the search exceeds the node limit (see the cost in the module documentation).
pub fn canonical(puzzle: &Sudoku) -> Result<(Sudoku, Symmetry), TooSymmetric> {
    let symmetry = Search::of(puzzle)?;
    Ok((symmetry.apply(puzzle), symmetry))
}

/// Rows are numbered from 0, columns from `side`, digits from `2 * side`. The two objects after them are the
/// set of rows and the set of columns, which a transposition exchanges.
type Object = usize;

/// A leaf of the tree: an ordering of the board.
struct Leaf {
    /// The objects individualized on the path: first the set that becomes the rows, then lines.
    path: Vec<Object>,
    /// A hash of the colors at each node of the path.
    traces: Vec<u64>,
    /// The object at each position: rows, columns, digits, then the two sets.
    order: Vec<Object>,
    /// The arranged puzzle.
    board: Vec<u8>,
}

struct Search {
    shape: Shape,
    side: usize,
    /// The row, column and digit of each clue.
    clues: Vec<[Object; 3]>,
    /// Whether each object occurs in a clue.
    used: Vec<bool>,
    path: Vec<Object>,
    traces: Vec<u64>,
    best: Option<Leaf>,
    /// Known automorphisms, each as the image of every object.
    generators: Vec<Vec<Object>>,
    nodes: usize,
    next: Vec<u64>,
    sorted: Vec<u64>,
}

impl Search {
    fn of(puzzle: &Sudoku) -> Result<Symmetry, TooSymmetric> {
        let (shape, side) = (puzzle.shape(), puzzle.shape().side());
        let mut used = vec![false; 3 * side];
        let mut clues = Vec::with_capacity(puzzle.clue_count());
        for (cell, &digit) in puzzle.clues().iter().enumerate().filter(|(_, d)| **d != 0) {
            let clue = [cell / side, side + cell % side, 2 * side + usize::from(digit) - 1];
            clue.iter().for_each(|&object| used[object] = true);
            clues.push(clue);
        }
        let mut search = Search {
            shape,
            side,
            clues,
            used,
            path: Vec::new(),
            traces: Vec::new(),
            best: None,
            generators: Vec::new(),
            nodes: 0,
            next: vec![0; 3 * side],
            sorted: Vec::with_capacity(3 * side),
        };
        search.run()?;
        let best = search.best.as_ref().expect("the first leaf is the best so far");
        Ok(search.arrangement(best))
    }

    fn run(&mut self) -> Result<(), TooSymmetric> {
        let orientations = if self.shape.box_rows() == self.shape.box_columns() { 2 } else { 1 };
        for orientation in 0..orientations {
            let role = |object: Object| match object / self.side {
                2 => 3,
                side => 1 + (side ^ orientation) as u64,
            };
            let colors = (0..3 * self.side).map(|object| mix(role(object))).collect();
            self.path.push(3 * self.side + orientation);
            self.visit(colors)?;
            self.path.pop();
        }
        Ok(())
    }

    /// Searches below the node `self.path`. Returns the length of the path at which to continue. It is
    /// shorter than the path of this node if everything below the node is known to be a repetition.
    fn visit(&mut self, mut colors: Vec<u64>) -> Result<usize, TooSymmetric> {
        let depth = self.path.len();
        self.nodes += 1;
        if self.nodes > MAX_NODES {
            return Err(TooSymmetric);
        }
        self.traces.truncate(depth - 1);
        let trace = self.refine(&mut colors);
        self.traces.push(trace);
        if self
            .best
            .as_ref()
            .is_some_and(|best| self.traces[..] > best.traces[..depth.min(best.traces.len())])
        {
            return Ok(depth);
        }
        let class = self.largest_class(&colors);
        if class.is_empty() {
            return Ok(self.leaf(&colors));
        }
        let mut explored: Vec<Object> = Vec::with_capacity(class.len());
        for line in class {
            if self.repeats(&explored, line) {
                continue;
            }
            let mut child = colors.clone();
            child[line] = mix(child[line] ^ INDIVIDUAL);
            self.path.push(line);
            let back = self.visit(child)?;
            self.path.pop();
            if back < depth {
                return Ok(back);
            }
            explored.push(line);
        }
        Ok(depth)
    }

    /// Refines the colors until no class splits, and returns a hash of them.
    fn refine(&mut self, colors: &mut [u64]) -> u64 {
        let mut classes = self.classes(colors);
        loop {
            self.recolor(colors);
            let now = self.classes(colors);
            if now == classes || now == colors.len() {
                return self.sorted.iter().fold(0, |hash, &color| mix(hash ^ color));
            }
            classes = now;
        }
    }

    fn recolor(&mut self, colors: &mut [u64]) {
        for (next, color) in self.next.iter_mut().zip(colors.iter()) {
            *next = color.wrapping_mul(3);
        }
        let (rows, columns) = (self.shape.box_rows(), self.shape.box_columns());
        for (first, size) in [(0, rows), (self.side, columns)] {
            for start in (first..first + self.side).step_by(size) {
                let group = start..start + size;
                let sum = colors[group.clone()].iter().fold(0_u64, |sum, &c| sum.wrapping_add(mix(c)));
                let color = mix(sum);
                group.for_each(|line| self.next[line] = self.next[line].wrapping_add(color));
            }
        }
        for &clue in &self.clues {
            // Colors distinguish rows, columns and digits, so a sum may ignore their order.
            let sum = clue.iter().fold(0_u64, |sum, &object| sum.wrapping_add(mix(colors[object])));
            let color = mix(sum ^ CLUE);
            for object in clue {
                self.next[object] = self.next[object].wrapping_add(color);
            }
        }
        for (color, &next) in colors.iter_mut().zip(&self.next) {
            *color = mix(next);
        }
    }

    /// Sorts the colors into `self.sorted` and counts the distinct ones.
    fn classes(&mut self, colors: &[u64]) -> usize {
        self.sorted.clear();
        self.sorted.extend_from_slice(colors);
        self.sorted.sort_unstable();
        1 + self.sorted.windows(2).filter(|pair| pair[0] != pair[1]).count()
    }

    /// The largest class of lines that have clues and share a color; empty if all colors differ.
    fn largest_class(&self, colors: &[u64]) -> Vec<Object> {
        let mut lines: Vec<(u64, Object)> =
            (0..2 * self.side).filter(|&line| self.used[line]).map(|line| (colors[line], line)).collect();
        lines.sort_unstable();
        let classes = lines.chunk_by(|a, b| a.0 == b.0).filter(|class| class.len() > 1);
        // With the largest class, a full board individualizes a row and a column first. Together they
        // determine a digit, and the three distinguish most lines; three rows would not. Among equally large
        // classes, the one with the smallest color is taken.
        let largest = classes.min_by_key(|class| Reverse(class.len())).unwrap_or_default();
        largest.iter().map(|&(_, line)| line).collect()
    }

    /// Whether a known automorphism that fixes the path maps one of `explored` to `line`.
    fn repeats(&self, explored: &[Object], line: Object) -> bool {
        if self.generators.is_empty() || explored.is_empty() {
            return false;
        }
        let orbit = self.orbit(line);
        explored.iter().any(|object| orbit.contains(object))
    }

    /// The orbit of `object` under the known automorphisms that fix the path.
    fn orbit(&self, object: Object) -> Vec<Object> {
        let fixing: Vec<_> =
            self.generators.iter().filter(|generator| self.path.iter().all(|&f| generator[f] == f)).collect();
        let mut orbit = vec![object];
        let mut next = 0;
        // Each automorphism has finite order, so applying it forward closes the orbit.
        while next < orbit.len() {
            for generator in &fixing {
                let image = generator[orbit[next]];
                if !orbit.contains(&image) {
                    orbit.push(image);
                }
            }
            next += 1;
        }
        orbit
    }

    /// Compares a leaf with the best one. Returns where to continue, as [`Self::visit`] does.
    fn leaf(&mut self, colors: &[u64]) -> usize {
        let (order, board) = self.arrange(colors);
        let depth = self.path.len();
        let order_of_leaf = self
            .best
            .as_ref()
            .map_or(Ordering::Less, |best| (&self.traces, &board).cmp(&(&best.traces, &best.board)));
        match order_of_leaf {
            Ordering::Greater => depth,
            Ordering::Less => {
                let (path, traces) = (self.path.clone(), self.traces.clone());
                self.best = Some(Leaf { path, traces, order, board });
                depth
            }
            Ordering::Equal => {
                let best = self.best.as_ref().expect("compared with the best");
                let mut generator = vec![0; order.len()];
                best.order.iter().zip(&order).for_each(|(&from, &to)| generator[from] = to);
                self.generators.push(generator);
                // Everything below the node at which the two paths diverge is equivalent.
                best.path.iter().zip(&self.path).take_while(|(a, b)| a == b).count()
            }
        }
    }

    /// The objects in the order of their colors, and the board in this arrangement.
    fn arrange(&self, colors: &[u64]) -> (Vec<Object>, Vec<u8>) {
        let side = self.side;
        let transposed = self.path[0] - 3 * side;
        let first = [0, side][transposed];
        let mut order = self.lines_in_order(first, self.shape.box_rows(), colors);
        order.extend(self.lines_in_order(side - first, self.shape.box_columns(), colors));
        let mut place = vec![0; 2 * side];
        order.iter().enumerate().for_each(|(at, &line)| place[line] = at % side);
        let mut board = vec![0; side * side];
        for &[row, column, digit] in &self.clues {
            let (row, column) = if transposed == 1 { (column, row) } else { (row, column) };
            board[place[row] * side + place[column]] = (digit - 2 * side + 1) as u8;
        }
        let mut names = vec![0; side + 1];
        for cell in board.iter_mut().filter(|digit| **digit != 0) {
            let digit = usize::from(*cell);
            if names[digit] == 0 {
                order.push(2 * side + digit - 1);
                names[digit] = (order.len() - 2 * side) as u8;
            }
            *cell = names[digit];
        }
        order.extend((0..side).filter(|&d| names[d + 1] == 0).map(|d| 2 * side + d));
        order.extend([3 * side + transposed, 3 * side + 1 - transposed]);
        (order, board)
    }

    /// The order of the rows or the columns: bands by the smallest color of a line with clues, lines by their
    /// own color, lines without clues last.
    fn lines_in_order(&self, first: Object, size: usize, colors: &[u64]) -> Vec<Object> {
        let key = |line: Object| (!self.used[line], if self.used[line] { colors[line] } else { 0 });
        let mut groups: Vec<Vec<Object>> = (first..first + self.side)
            .step_by(size)
            .map(|start| {
                let mut lines: Vec<Object> = (start..start + size).collect();
                lines.sort_by_key(|&line| key(line));
                lines
            })
            .collect();
        groups.sort_by_key(|lines| key(lines[0]));
        groups.concat()
    }

    fn arrangement(&self, leaf: &Leaf) -> Symmetry {
        let side = self.side;
        let lines = |from: usize| leaf.order[from..from + side].iter().map(|o| (o % side) as u8).collect();
        let mut digits = vec![0; side + 1];
        for (at, object) in leaf.order[2 * side..3 * side].iter().enumerate() {
            digits[object - 2 * side + 1] = at as u8 + 1;
        }
        let transpose = leaf.path[0] == 3 * side + 1;
        Symmetry { shape: self.shape, transpose, rows: lines(0), columns: lines(side), digits }
    }
}

const INDIVIDUAL: u64 = 0x9e37_79b9_7f4a_7c15;
const CLUE: u64 = 0xd1b5_4a32_d192_ed03;
