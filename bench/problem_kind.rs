//! The kinds of problems that experiments can use. [`ProblemKind`] extends [`Problem`] by what records, runs and separate
//! processes need.

use crate::strategy_source::StrategySource;
use coverlab_model::format::{dimacs, knuth};
use coverlab_model::{
    BadSpec, Cnf, Cover, ExactCover, Grid, Literal, Model, Multiplicity, Problem, Shape, Spec, Sudoku,
};
use coverlab_strategies::Configured;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::io::Write;

/// A kind of problem that experiments can use.
pub trait ProblemKind: Problem + Clone {
    /// The name in messages.
    const NAME: &'static str;

    /// Appends a text to `text` that is equal only for equal instances. Records identify an instance by the hash of
    /// this text.
    fn canonical(&self, text: &mut Vec<u8>);

    /// A hash of a solution that is the same on every machine, and equal for solutions that count as one.
    fn digest(&self, solution: &Self::Solution) -> u64;

    /// Whether no two different solutions count as one.
    fn all_distinct(&self) -> bool {
        true
    }

    /// Gets the strategy `spec` for this kind of problem from `source`.
    ///
    /// # Errors
    /// The strategy is unknown, or does not accept the parameters.
    fn configure(source: &dyn StrategySource, spec: &Spec) -> Result<Configured<Self>, BadSpec>;

    /// The number of filled cells, for the partial solution of an incomplete strategy. `None` for problems without
    /// cells.
    fn filled(&self) -> Option<u64> {
        None
    }

    /// The instance as a message to another process. Nothing is lost, so a search visits the same nodes there.
    fn to_message(&self) -> String;

    /// The instance that [`Self::to_message`] wrote.
    ///
    /// # Errors
    /// The text is malformed.
    fn of_message(text: &str) -> Result<Self, String>;

    /// A solution as numbers: the digits of a grid, the options of a cover, or the true variables of a model, from 1.
    fn solution_to_message(solution: &Self::Solution) -> Vec<u32>;

    /// The solution that [`Self::solution_to_message`] wrote. `None` if the numbers are impossible.
    fn solution_of_message(&self, numbers: &[u32]) -> Option<Self::Solution>;
}

impl ProblemKind for Sudoku {
    const NAME: &'static str = "Sudoku";

    fn canonical(&self, text: &mut Vec<u8>) {
        if let Ok(clues) = <&[u8; 81]>::try_from(self.clues())
            && self.shape() == Shape::NINE
        {
            // Most instances are 9x9, so their digits are written all at once.
            text.extend_from_slice(b"sudoku 3x3\n");
            text.extend_from_slice(clues.map(|digit| [b'0' + digit, b' ']).as_flattened());
            return;
        }
        let _ = writeln!(text, "sudoku {}", self.shape());
        let mut buffer = itoa::Buffer::new();
        for &digit in self.clues() {
            text.extend_from_slice(buffer.format(digit).as_bytes());
            text.push(b' ');
        }
    }

    fn digest(&self, grid: &Self::Solution) -> u64 {
        let (words, rest) = grid.cells().as_chunks::<8>();
        let rest = rest.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
        digest(words.iter().map(|word| u64::from_le_bytes(*word)).chain([rest]))
    }

    fn configure(source: &dyn StrategySource, spec: &Spec) -> Result<Configured<Self>, BadSpec> {
        source.sudoku(spec)
    }

    fn filled(&self) -> Option<u64> {
        Some(self.clue_count() as u64)
    }

    fn to_message(&self) -> String {
        let cells = self.clues().iter().map(u8::to_string);
        std::iter::once(self.shape().to_string()).chain(cells).collect::<Vec<_>>().join(" ")
    }

    fn of_message(text: &str) -> Result<Sudoku, String> {
        let (shape, cells) = text.split_once(' ').unwrap_or((text, ""));
        let clues: Option<Vec<u8>> = cells.split_whitespace().map(|cell| cell.parse().ok()).collect();
        let board = clues.and_then(|clues| Sudoku::new(shape.parse::<Shape>().ok()?, &clues));
        board.ok_or_else(|| format!("no board of {shape}"))
    }

    fn solution_to_message(grid: &Grid) -> Vec<u32> {
        grid.cells().iter().map(|&digit| u32::from(digit)).collect()
    }

    fn solution_of_message(&self, digits: &[u32]) -> Option<Grid> {
        let cells: Vec<u8> = digits.iter().map(|&digit| digit.try_into().ok()).collect::<Option<_>>()?;
        Grid::new(self.shape(), &cells)
    }
}

impl ProblemKind for ExactCover {
    const NAME: &'static str = "exact cover";

    fn canonical(&self, text: &mut Vec<u8>) {
        let _ = writeln!(text, "cover {} {}", self.primary(), self.items());
        for option in 0..self.options() {
            for (item, color) in self.option(option as u32) {
                let _ = write!(text, "{item}:{color} ");
            }
            text.push(b'\n');
        }
        if self.has_multiplicities() {
            for item in 0..self.primary() {
                let Multiplicity { least, most } = self.multiplicity(item as u32);
                let _ = write!(text, "{least}..{most} ");
            }
        }
    }

    fn digest(&self, cover: &Self::Solution) -> u64 {
        digest(cover.options().iter().map(|&option| u64::from(option)))
    }

    fn configure(source: &dyn StrategySource, spec: &Spec) -> Result<Configured<Self>, BadSpec> {
        source.exact_cover(spec)
    }

    fn to_message(&self) -> String {
        knuth::write(self)
    }

    fn of_message(text: &str) -> Result<ExactCover, String> {
        knuth::read(text).map_err(|error| error.to_string())
    }

    fn solution_to_message(cover: &Cover) -> Vec<u32> {
        cover.options().to_vec()
    }

    fn solution_of_message(&self, options: &[u32]) -> Option<Cover> {
        options.iter().all(|&option| (option as usize) < self.options()).then(|| Cover::new(options.to_vec()))
    }
}

/// A formula with the properties that DIMACS cannot express.
#[derive(Serialize, Deserialize)]
struct Formula<'a> {
    text: Cow<'a, str>,
    decisive: Option<Vec<Literal>>,
    antichain: bool,
}

impl ProblemKind for Cnf {
    const NAME: &'static str = "CNF";

    fn canonical(&self, text: &mut Vec<u8>) {
        let _ = writeln!(text, "cnf {}", self.variables());
        for clause in self.clauses() {
            for literal in clause {
                let _ = write!(text, "{literal} ");
            }
            text.push(b'\n');
        }
        if let Some(variables) = self.decisive() {
            let _ = write!(text, "show {variables:?}");
        }
    }

    fn digest(&self, model: &Self::Solution) -> u64 {
        let projected: Option<Vec<bool>> =
            self.decisive().map(|shown| shown.iter().map(|&v| model.value(v)).collect());
        let word = |values: &[bool]| values.iter().fold(0, |word, &value| word << 1 | u64::from(value));
        digest(projected.as_deref().unwrap_or(model.values()).chunks(64).map(word))
    }

    fn all_distinct(&self) -> bool {
        self.decisive().is_none()
    }

    fn configure(source: &dyn StrategySource, spec: &Spec) -> Result<Configured<Self>, BadSpec> {
        source.cnf(spec)
    }

    fn to_message(&self) -> String {
        let decisive = self.decisive().map(<[Literal]>::to_vec);
        let formula =
            Formula { text: dimacs::write(self, &[]).into(), decisive, antichain: self.is_antichain() };
        serde_json::to_string(&formula).expect("strings and numbers have a JSON form")
    }

    fn of_message(text: &str) -> Result<Cnf, String> {
        let formula: Formula<'_> = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let mut cnf = dimacs::read(formula.text.as_bytes()).map_err(|error| error.to_string())?;
        match (formula.decisive, formula.antichain) {
            (Some(variables), true) => cnf.decide_by(variables),
            (Some(variables), false) => cnf.project_to(variables),
            (None, _) => {}
        }
        Ok(cnf)
    }

    fn solution_to_message(model: &Model) -> Vec<u32> {
        let numbered = (1..).zip(model.values());
        numbered.filter(|(_, value)| **value).map(|(number, _)| number).collect()
    }

    fn solution_of_message(&self, truths: &[u32]) -> Option<Model> {
        let mut values = vec![false; self.variables()];
        for &variable in truths {
            *values.get_mut((variable as usize).checked_sub(1)?)? = true;
        }
        Some(Model::new(values))
    }
}

/// Hashes `words`: multiplies each into the state, and folds the 128-bit product to 64 bits. This takes a few
/// nanoseconds and suffices to compare answers, but is not collision resistant.
fn digest(words: impl Iterator<Item = u64>) -> u64 {
    let (state, count) =
        words.fold((MULTIPLIER, 0), |(state, count), word| (fold(state.rotate_left(23), word), count + 1));
    fold(state, count)
}

/// 2^64 divided by the golden ratio.
const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;

#[inline]
fn fold(state: u64, word: u64) -> u64 {
    let product = u128::from(state ^ word) * u128::from(MULTIPLIER);
    (product >> 64) as u64 ^ product as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use coverlab_model::ExactCoverBuilder;
    use std::collections::HashSet;

    #[test]
    fn the_canonical_text_of_a_sudoku_does_not_change() {
        for (rows, columns) in [(3, 3), (1, 9), (9, 1), (2, 2), (4, 4)] {
            let shape = Shape::new(rows, columns).unwrap();
            let clues: Vec<u8> = (0..shape.cells()).map(|k| (k * 7 % (shape.side() + 1)) as u8).collect();
            let mut text = b"before ".to_vec();
            Sudoku::new(shape, &clues).unwrap().canonical(&mut text);
            let digits: String = clues.iter().map(|digit| format!("{digit} ")).collect();
            assert_eq!(String::from_utf8(text).unwrap(), format!("before sudoku {rows}x{columns}\n{digits}"));
        }
    }

    #[test]
    fn instances_that_differ_only_in_what_counts_as_a_solution_have_different_texts() {
        fn text<P: ProblemKind>(problem: &P) -> String {
            let mut text = Vec::new();
            problem.canonical(&mut text);
            String::from_utf8(text).unwrap()
        }
        let cover = |items: &str| text(&knuth::read(format!("{items}\na b\na\nb\n")).unwrap());
        assert_eq!(cover("a b"), "cover 2 2\n0:0 1:0 \n0:0 \n1:0 \n");
        assert_eq!(cover("2|a 0:3|b"), cover("a b") + "2..2 0..3 ");
        let formula = |comment: &str| text(&dimacs::read(format!("{comment}p cnf 2 1\n1 2 0\n")).unwrap());
        assert_eq!(formula(""), "cnf 2\n1 2 \n");
        assert_eq!(formula("c p show 2 0\n"), formula("") + "show [2]");
    }

    #[test]
    fn an_instance_is_transferred_unchanged() {
        let board = Sudoku::empty("2x3".parse().unwrap()).with(3, 5);
        let read = Sudoku::of_message(&board.to_message()).unwrap();
        assert_eq!((read.shape(), read.clues()), (board.shape(), board.clues()));
        let cover = knuth::read("2|a b | c\na c:x\na\nb c:x\nb\n").unwrap();
        assert!(ExactCover::of_message(&cover.to_message()).unwrap() == cover);
        let mut cnf = Cnf::new(4);
        [&[1, -2][..], &[3], &[]].iter().for_each(|clause| cnf.clause(clause));
        assert!(Cnf::of_message(&cnf.to_message()).unwrap() == cnf);
        cnf.decide_by(vec![1, 3]);
        assert!(Cnf::of_message(&cnf.to_message()).unwrap() == cnf);
        cnf.project_to(vec![2]);
        assert!(Cnf::of_message(&cnf.to_message()).unwrap() == cnf);
        let model = Model::new(vec![true, false, true, true]);
        assert_eq!(cnf.solution_of_message(&Cnf::solution_to_message(&model)), Some(model));
        assert_eq!((cnf.solution_of_message(&[0]), cnf.solution_of_message(&[5])), (None, None));
    }

    #[test]
    fn similar_solutions_have_different_digests() {
        let shape = Shape::NINE;
        let (mut seen, board) = (HashSet::new(), Sudoku::new(shape, &[0; 81]).unwrap());
        for cell in 0..81 {
            for digit in 1..=9 {
                let mut cells = [5; 81];
                cells[cell] = digit;
                seen.insert(board.digest(&Grid::new(shape, &cells).unwrap()));
            }
        }
        assert_eq!(seen.len(), 81 * 8 + 1);
        let covers = [vec![], vec![0], vec![0, 1], vec![1], vec![1, 2]];
        let cover = ExactCoverBuilder::new(0, 0).build();
        let digests: HashSet<u64> = covers.iter().map(|c| cover.digest(&Cover::new(c.clone()))).collect();
        assert_eq!(digests.len(), covers.len());
    }

    #[test]
    fn models_that_agree_on_the_shown_variables_have_one_digest() {
        let mut cnf = Cnf::new(3);
        let digests = |cnf: &Cnf| [false, true].map(|last| cnf.digest(&Model::new(vec![true, false, last])));
        assert_ne!(digests(&cnf)[0], digests(&cnf)[1]);
        cnf.project_to(vec![1, 2]);
        assert_eq!(digests(&cnf)[0], digests(&cnf)[1]);
    }
}
