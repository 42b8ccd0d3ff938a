//! Writes problems as external solvers read them, and reads solutions as they print them.

use crate::experiment::CoverOutput;
use crate::problem_kind::ProblemKind;
use crate::text::excerpt;
use coverlab_model::format::symbols::Symbols;
use coverlab_model::format::{dimacs, knuth, line};
use coverlab_model::{Cnf, Cover, ExactCover, Grid, Model, Shape, Sudoku};
use serde::Deserialize;
use serde_json::Value;
use std::collections::HashMap;

/// A kind of problem that external solvers can solve.
pub(super) trait ProblemText: ProblemKind + Clone {
    /// Whether a complete answer needs a status line.
    const HAS_STATUS: bool = false;

    /// The instance as text.
    ///
    /// # Errors
    /// The format cannot express the instance.
    fn write(&self) -> Result<String, String>;

    /// The solutions in `text`.
    ///
    /// # Errors
    /// The text of a solution is incomplete or impossible.
    fn solutions(&self, text: &str, output: CoverOutput) -> Result<Vec<Self::Solution>, String>;

    /// Reads a solution from the reply of a worker.
    ///
    /// # Errors
    /// The value does not have the form of a solution.
    fn solution_of_json(&self, value: &Value) -> Result<Self::Solution, String>;

    /// The problem without the solution `found`, if this kind of problem can express that.
    fn without(&self, _found: &Self::Solution) -> Option<Self> {
        None
    }
}

impl ProblemText for Sudoku {
    fn write(&self) -> Result<String, String> {
        let (shape, symbols) = (self.shape(), Symbols::default());
        if !symbols.is_short(shape.side()) {
            return Err(format!("a board of {shape} has more digits than there are characters for a line"));
        }
        Ok(line::write(shape, self.clues(), &symbols) + "\n")
    }

    fn solutions(&self, text: &str, _output: CoverOutput) -> Result<Vec<Grid>, String> {
        Ok(text.lines().filter_map(|line| grid_in(line, self.shape())).collect())
    }

    fn solution_of_json(&self, value: &Value) -> Result<Grid, String> {
        let shape = self.shape();
        match value {
            Value::String(line) => grid_in(line, shape),
            cells => Vec::deserialize(cells).ok().and_then(|cells: Vec<u8>| Grid::new(shape, &cells)),
        }
        .ok_or_else(|| format!("{} is not a complete board of {shape}", excerpt(&value.to_string())))
    }
}

/// The last full board among the words of a line.
fn grid_in(line: &str, shape: Shape) -> Option<Grid> {
    let digit = |c| digit_of(c, shape).or_else(|| digit_of(c.to_ascii_uppercase(), shape));
    let words = line.split(|c: char| c.is_whitespace() || ",;:|\"'".contains(c));
    let grid = |word: &str| {
        let cells: Option<Vec<u8>> = word.chars().map(digit).collect();
        Grid::new(shape, &cells?)
    };
    words.filter(|word| word.len() >= shape.cells()).filter_map(grid).next_back()
}

/// The digit that `c` stands for.
fn digit_of(c: char, shape: Shape) -> Option<u8> {
    let digit = (1..=shape.side()).find(|&digit| Symbols::default().symbol(digit) == Some(c));
    digit.map(|digit| digit as u8)
}

impl ProblemText for ExactCover {
    fn write(&self) -> Result<String, String> {
        if self.items() == 0 {
            return Err("Knuth's format has no instance without items".to_string());
        }
        Ok(knuth::write(self))
    }

    fn solutions(&self, text: &str, output: CoverOutput) -> Result<Vec<Cover>, String> {
        if output == CoverOutput::Options {
            return text
                .lines()
                .filter_map(|line| numbers_in(line, self.options()))
                .map(|n| n.map(Cover::new))
                .collect();
        }
        let written = knuth::write(self);
        let mut by_items: HashMap<Vec<&str>, Vec<u32>> = HashMap::new();
        for (option, line) in written.lines().skip(1).enumerate() {
            by_items.entry(sorted(line)).or_default().push(option as u32);
        }
        // By solution, the options that each of its lines may mean, because options with the same items have the same text.
        let mut covers: Vec<Vec<&[u32]>> = Vec::new();
        for line in text.lines() {
            let line = line.trim();
            if line.strip_suffix(':').is_some_and(|number| number.parse::<u64>().is_ok()) {
                covers.push(Vec::new());
                continue;
            }
            // DLX1 appends which of how many choices the option was, as in `a b (1 of 3)`.
            let items = line.rfind(" (").filter(|_| line.ends_with(')')).map_or(line, |at| &line[..at]);
            if let (Some(cover), Some(options)) = (covers.last_mut(), by_items.get(&sorted(items))) {
                cover.push(options);
            }
        }
        let mut printed: HashMap<Vec<&[u32]>, usize> = HashMap::new();
        let covers = covers.into_iter().map(|mut lines| {
            lines.sort_unstable();
            let times = printed.entry(lines.clone()).or_default();
            *times += 1;
            Cover::new(choice(&lines, *times - 1))
        });
        Ok(covers.collect())
    }

    fn solution_of_json(&self, value: &Value) -> Result<Cover, String> {
        let is_known = |option: &u32| (*option as usize) < self.options();
        let options: Option<Vec<u32>> = Vec::deserialize(value).ok();
        options.filter(|options| options.iter().all(is_known)).map(Cover::new).ok_or_else(|| {
            format!(
                "{} is not a list of options, which are numbers below {}",
                excerpt(&value.to_string()),
                self.options()
            )
        })
    }
}

/// Chooses one option per line: choice number `number`, modulo the number of choices. A program prints a solution once for each
/// choice among options with the same items.
fn choice(lines: &[&[u32]], mut number: usize) -> Vec<u32> {
    let mut cover = Vec::with_capacity(lines.len());
    for &options in lines {
        let chosen = options[number % options.len()];
        number /= options.len();
        // Without primary items, options with the same items may be in one solution.
        let other = || options.iter().copied().find(|option| !cover.contains(option));
        let option = if cover.contains(&chosen) { other().unwrap_or(chosen) } else { chosen };
        cover.push(option);
    }
    cover
}

fn sorted(line: &str) -> Vec<&str> {
    let mut words: Vec<&str> = line.split_whitespace().collect();
    words.sort_unstable();
    words
}

/// The options in a line, if it contains only numbers.
fn numbers_in(line: &str, options: usize) -> Option<Result<Vec<u32>, String>> {
    let line = line.trim().strip_prefix("v ").unwrap_or(line.trim());
    let numbers: Vec<usize> = line.split_whitespace().map(|word| word.parse().ok()).collect::<Option<_>>()?;
    let option = |number: &usize| {
        let is_known = (1..=options).contains(number);
        is_known
            .then(|| (*number - 1) as u32)
            .ok_or_else(|| format!("there is no option {number} of {options}"))
    };
    (!numbers.is_empty()).then(|| numbers.iter().map(option).collect())
}

impl ProblemText for Cnf {
    const HAS_STATUS: bool = true;

    fn write(&self) -> Result<String, String> {
        Ok(dimacs::write(self, &[]))
    }

    fn solutions(&self, text: &str, _output: CoverOutput) -> Result<Vec<Model>, String> {
        let (mut models, mut literals, mut bare) = (Vec::new(), Vec::new(), false);
        for line in text.lines() {
            let words = match line.strip_prefix('v') {
                Some(rest) if rest.is_empty() || rest.starts_with([' ', '\t']) => rest,
                _ if bare => line,
                _ => {
                    bare = line.trim() == "SAT";
                    continue;
                }
            };
            for word in words.split_whitespace() {
                let literal: i64 =
                    word.parse().map_err(|_| format!("`{}` is not a literal", excerpt(word)))?;
                match literal {
                    0 => models.push(model_of(self, &std::mem::take(&mut literals))?),
                    literal => literals.push(literal),
                }
            }
        }
        if !literals.is_empty() {
            return Err("a model has no end: the 0 after its last literal is missing".to_string());
        }
        Ok(models)
    }

    fn solution_of_json(&self, value: &Value) -> Result<Model, String> {
        let no_list = |_| format!("{} is not a list of literals", excerpt(&value.to_string()));
        let mut literals: Vec<i64> = Vec::deserialize(value).map_err(no_list)?;
        literals.retain(|literal| *literal != 0);
        model_of(self, &literals)
    }

    fn without(&self, found: &Model) -> Option<Cnf> {
        let mut rest = self.clone();
        rest.clause(&self.blocking_clause(found));
        Some(rest)
    }
}

/// The model of `cnf` with these literals. Other variables are false.
fn model_of(cnf: &Cnf, literals: &[i64]) -> Result<Model, String> {
    let mut values: Vec<Option<bool>> = vec![None; cnf.variables()];
    for &literal in literals {
        let variable = literal.unsigned_abs();
        let at = usize::try_from(variable - 1).unwrap_or(usize::MAX);
        let value = values.get_mut(at).ok_or_else(|| {
            format!("it gives variable {variable} a value, but the formula has {}", cnf.variables())
        })?;
        if value.replace(literal > 0) == Some(literal < 0) {
            return Err(format!("it gives variable {variable} two values"));
        }
    }
    Ok(Model::new(values.into_iter().map(|value| value.unwrap_or(false)).collect()))
}
