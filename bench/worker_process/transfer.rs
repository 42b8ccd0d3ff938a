//! Serializes instances and solutions for another process. Nothing is lost, so a search visits the same nodes in either
//! process.

use crate::kind::Kind;
use coverlab_model::format::{dimacs, knuth};
use coverlab_model::{Cnf, Cover, ExactCover, Grid, Literal, Model, Shape, Sudoku};
use serde::{Deserialize, Serialize};

/// A kind of problem that a worker process can search.
pub trait Transfer: Kind + Clone {
    /// Whether the instance can be written as text. If not, it is trivial, and is not transferred.
    fn has_text(&self) -> bool {
        true
    }

    /// The instance as text.
    fn write(&self) -> String;

    /// The instance that [`Self::write`] wrote.
    ///
    /// # Errors
    /// The text is malformed.
    fn read(text: &str) -> Result<Self, String>;

    /// A solution as numbers: the digits of a grid, the options of a cover, or the true variables of a model, from 1.
    fn encode(solution: &Self::Solution) -> Vec<u32>;

    /// The solution that [`Self::encode`] encoded. `None` if the numbers are impossible.
    fn decode(&self, numbers: &[u32]) -> Option<Self::Solution>;
}

impl Transfer for Sudoku {
    fn write(&self) -> String {
        let cells = self.clues().iter().map(u8::to_string);
        std::iter::once(self.shape().to_string()).chain(cells).collect::<Vec<_>>().join(" ")
    }

    fn read(text: &str) -> Result<Sudoku, String> {
        let (shape, cells) = text.split_once(' ').unwrap_or((text, ""));
        let clues: Option<Vec<u8>> = cells.split_whitespace().map(|cell| cell.parse().ok()).collect();
        let board = clues.and_then(|clues| Sudoku::new(shape.parse::<Shape>().ok()?, &clues));
        board.ok_or_else(|| format!("no board of {shape}"))
    }

    fn encode(grid: &Grid) -> Vec<u32> {
        grid.cells().iter().map(|&digit| u32::from(digit)).collect()
    }

    fn decode(&self, digits: &[u32]) -> Option<Grid> {
        let cells: Vec<u8> = digits.iter().map(|&digit| digit.try_into().ok()).collect::<Option<_>>()?;
        Grid::new(self.shape(), &cells)
    }
}

impl Transfer for ExactCover {
    /// Knuth's format cannot express an instance without items.
    fn has_text(&self) -> bool {
        self.items() > 0
    }

    fn write(&self) -> String {
        knuth::write(self)
    }

    fn read(text: &str) -> Result<ExactCover, String> {
        knuth::read(text).map_err(|error| error.to_string())
    }

    fn encode(cover: &Cover) -> Vec<u32> {
        cover.options().to_vec()
    }

    fn decode(&self, options: &[u32]) -> Option<Cover> {
        options.iter().all(|&option| (option as usize) < self.options()).then(|| Cover::new(options.to_vec()))
    }
}

/// A formula with the properties that DIMACS cannot express.
#[derive(Serialize, Deserialize)]
struct Formula<'a> {
    text: std::borrow::Cow<'a, str>,
    decisive: Option<Vec<Literal>>,
    antichain: bool,
}

impl Transfer for Cnf {
    fn write(&self) -> String {
        let decisive = self.decisive().map(<[Literal]>::to_vec);
        let formula =
            Formula { text: dimacs::write(self, &[]).into(), decisive, antichain: self.is_antichain() };
        serde_json::to_string(&formula).expect("strings and numbers have a JSON form")
    }

    fn read(text: &str) -> Result<Cnf, String> {
        let formula: Formula<'_> = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let mut cnf = dimacs::read(formula.text.as_bytes()).map_err(|error| error.to_string())?;
        match (formula.decisive, formula.antichain) {
            (Some(variables), true) => cnf.decide_by(variables),
            (Some(variables), false) => cnf.project_to(variables),
            (None, _) => {}
        }
        Ok(cnf)
    }

    fn encode(model: &Model) -> Vec<u32> {
        let numbered = (1..).zip(model.values());
        numbered.filter(|(_, value)| **value).map(|(number, _)| number).collect()
    }

    fn decode(&self, truths: &[u32]) -> Option<Model> {
        let mut values = vec![false; self.variables()];
        for &variable in truths {
            *values.get_mut((variable as usize).checked_sub(1)?)? = true;
        }
        Some(Model::new(values))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_instance_is_transferred_unchanged() {
        let board = Sudoku::empty("2x3".parse().unwrap()).with(3, 5);
        let read = Sudoku::read(&board.write()).unwrap();
        assert_eq!((read.shape(), read.clues()), (board.shape(), board.clues()));
        let cover = knuth::read("2|a b | c\na c:x\na\nb c:x\nb\n").unwrap();
        assert_eq!(ExactCover::read(&cover.write()).unwrap().write(), cover.write());
        let mut cnf = Cnf::new(4);
        [&[1, -2][..], &[3], &[]].iter().for_each(|clause| cnf.clause(clause));
        assert!(Cnf::read(&cnf.write()).unwrap() == cnf);
        cnf.decide_by(vec![1, 3]);
        assert!(Cnf::read(&cnf.write()).unwrap() == cnf);
        cnf.project_to(vec![2]);
        assert!(Cnf::read(&cnf.write()).unwrap() == cnf);
        let model = Model::new(vec![true, false, true, true]);
        assert_eq!(cnf.decode(&Cnf::encode(&model)), Some(model));
        assert_eq!((cnf.decode(&[0]), cnf.decode(&[5])), (None, None));
    }
}
