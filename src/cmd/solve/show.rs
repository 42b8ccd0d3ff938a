//! How each kind of problem shows itself and its solutions.

use super::conflict::clashing_clues;
use super::second::second_solution;
use coverlab_bench::terminal::{FOUND, GIVEN, paint};
use coverlab_model::format::symbols::Symbols;
use coverlab_model::format::{boxed, dimacs, line};
use coverlab_model::{Cnf, Cover, ExactCover, Grid, Model, Problem, Sudoku};
use coverlab_techniques::{Board, End, words};

/// How to show things.
#[derive(Clone, Debug, Default)]
pub(super) struct Style {
    pub(super) symbols: Symbols,
    pub(super) color: bool,
}

/// A problem that can be shown.
pub(super) trait Show: Problem {
    /// The instance in one line, for records; `name` is what its input calls it.
    fn line(&self, name: &str, style: &Style) -> String;

    /// A solution as plain text, without an end of line.
    fn solution_line(&self, solution: &Self::Solution, style: &Style) -> String;

    /// The instance, or a solution of it, as a drawing for a person, its last line ended.
    fn drawing(&self, solution: Option<&Self::Solution>, style: &Style) -> String;

    /// The share of the instance that an incomplete strategy has done.
    fn progress(&self) -> String;

    /// Where two solutions differ first.
    fn difference(&self, one: &Self::Solution, other: &Self::Solution, style: &Style) -> String;

    /// A remark that `found` is not the only solution, and where another differs, if that is known.
    fn another(&self, _found: &Self::Solution, _style: &Style) -> Option<String> {
        None
    }

    /// Why there is no solution, where that can be said.
    fn contradiction(&self, _style: &Style) -> Option<String> {
        None
    }
}

/// Most clashing clues that are taken in at a glance.
const FEW: usize = 6;

impl Show for Sudoku {
    fn line(&self, _name: &str, style: &Style) -> String {
        line::write(self.shape(), self.clues(), &style.symbols)
    }

    fn solution_line(&self, grid: &Grid, style: &Style) -> String {
        line::write(grid.shape(), grid.cells(), &style.symbols)
    }

    fn drawing(&self, grid: Option<&Grid>, style: &Style) -> String {
        let (shape, symbols) = (self.shape(), &style.symbols);
        boxed::draw(shape, symbols, |cell| match (self.clues()[cell], grid) {
            (0, Some(grid)) => paint(&boxed::word(grid.cells()[cell], shape, symbols), FOUND, style.color),
            (0, None) => boxed::word(0, shape, symbols),
            (clue, _) => paint(&boxed::word(clue, shape, symbols), GIVEN, style.color),
        })
    }

    fn progress(&self) -> String {
        format!("{} of {} cells filled", self.clue_count(), self.shape().cells())
    }

    fn difference(&self, one: &Grid, other: &Grid, style: &Style) -> String {
        let shape = self.shape();
        let cell = (0..shape.cells()).find(|&c| one.cells()[c] != other.cells()[c]).unwrap_or(0);
        let word = |grid: &Grid| boxed::word(grid.cells()[cell], shape, &style.symbols);
        let (row, column) = (shape.row(cell) + 1, shape.column(cell) + 1);
        format!("row {row}, column {column}: {} or {}", word(one), word(other))
    }

    fn another(&self, found: &Grid, style: &Style) -> Option<String> {
        let other = second_solution(self, found)?;
        let difference = self.difference(found, &other, style);
        Some(format!("one of several solutions, first difference: {difference}"))
    }

    /// Equal clues in a house have been pointed out in the input already.
    fn contradiction(&self, style: &Style) -> Option<String> {
        if self.check_clues().is_err() {
            return None;
        }
        let (cells, minimal) = clashing_clues(self)?;
        let shape = self.shape();
        let clue = |&cell: &usize| {
            let word = boxed::word(self.clues()[cell], shape, &style.symbols);
            format!("{word} in r{}c{}", shape.row(cell) + 1, shape.column(cell) + 1)
        };
        let set = match (minimal, cells.len()) {
            (true, ..=FEW) => "a minimal set of clues that clash".to_string(),
            (true, count) => format!("{count} clues clash, and without any one of them they would not"),
            (false, count) => format!("{count} clues clash"),
        };
        let clues = cells.iter().map(clue).collect::<Vec<_>>().join(", ");
        let end = dead_end(self, &cells).map_or(String::new(), |end| format!("; {end}"));
        Some(format!("{set}: {clues}{end}"))
    }
}

/// Larger boards take techniques too long for a note.
const EXPLAINED: usize = 16;

/// Where the clues in `cells` alone lead, in the words of `coverlab explain`; `None` if no technique sees it.
fn dead_end(puzzle: &Sudoku, cells: &[usize]) -> Option<String> {
    if puzzle.shape().side() > EXPLAINED {
        return None;
    }
    let clues: Vec<u8> = puzzle
        .clues()
        .iter()
        .enumerate()
        .map(|(k, clue)| if cells.contains(&k) { *clue } else { 0 })
        .collect();
    let board = Board::new(&Sudoku::new(puzzle.shape(), &clues)?).ok()?;
    let way = coverlab_techniques::solve(board, &coverlab_techniques::all());
    let End::Wrong(wrong) = way.end else { return None };
    let wrong = words::contradiction(&way.board, wrong);
    Some(match way.steps.len() {
        0 => wrong,
        1 => format!("one step leads to where {wrong}"),
        steps => format!("{steps} steps lead to where {wrong}"),
    })
}

impl Show for ExactCover {
    fn line(&self, name: &str, _style: &Style) -> String {
        name.to_string()
    }

    fn solution_line(&self, cover: &Cover, _style: &Style) -> String {
        cover.options().iter().map(|&o| self.option_text(o)).collect::<Vec<_>>().join("\n")
    }

    fn drawing(&self, cover: Option<&Cover>, style: &Style) -> String {
        match cover {
            Some(cover) => self.solution_line(cover, style) + "\n",
            None => format!("{} items, {} options\n", self.items(), self.options()),
        }
    }

    fn progress(&self) -> String {
        format!("{} items and {} options left", self.items(), self.options())
    }

    fn difference(&self, one: &Cover, other: &Cover, _style: &Style) -> String {
        let only = |a: &Cover, b: &Cover| a.options().iter().find(|o| !b.options().contains(o)).copied();
        let text = |option: Option<u32>| option.map_or_else(String::new, |o| self.option_text(o));
        format!("`{}` or `{}`", text(only(one, other)), text(only(other, one)))
    }
}

impl Show for Cnf {
    fn line(&self, name: &str, _style: &Style) -> String {
        name.to_string()
    }

    /// As SAT competitions have it: lines that begin with `v`, the last ending with 0.
    fn solution_line(&self, model: &Model, _style: &Style) -> String {
        dimacs::write_model(model)
    }

    fn drawing(&self, model: Option<&Model>, style: &Style) -> String {
        match model {
            Some(model) => self.solution_line(model, style) + "\n",
            None => format!("{} variables, {} clauses\n", self.variables(), self.clauses().len()),
        }
    }

    fn progress(&self) -> String {
        format!("{} variables and {} clauses left", self.variables(), self.clauses().len())
    }

    fn difference(&self, one: &Model, other: &Model, _style: &Style) -> String {
        let variable = (1..).zip(one.values().iter().zip(other.values())).find(|(_, (a, b))| a != b);
        variable.map_or_else(String::new, |(v, (value, _))| format!("variable {v}: {value} or {}", !value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use coverlab_model::ExactCoverBuilder;

    #[test]
    fn a_cover_is_its_options() {
        let mut builder = ExactCoverBuilder::named(&["a", "b", "c"], &["x"]);
        let red = builder.color("red");
        builder.colored_option([(0, 0), (3, red)]).unwrap();
        builder.option([1, 2]).unwrap();
        builder.option([1, 2, 3]).unwrap();
        let (cover, style) = (builder.build(), Style::default());
        let (one, other) = (Cover::new(vec![0, 1]), Cover::new(vec![0, 2]));
        assert_eq!(cover.solution_line(&one, &style), "a x:red\nb c");
        assert_eq!(cover.difference(&one, &other, &style), "`b c` or `b c x`");
    }

    #[test]
    fn a_model_is_v_lines_that_end_with_zero() {
        let style = Style::default();
        let cnf = Cnf::new(40);
        let text = cnf.solution_line(&Model::new((0..40).map(|k| k % 2 == 0).collect()), &style);
        assert!(text.starts_with("v 1 -2 3 -4"));
        assert!(text.ends_with("39 -40 0"));
        assert!(text.lines().count() > 1 && text.lines().all(|l| l.starts_with("v ") && l.len() <= 78));
        assert_eq!(Cnf::new(0).solution_line(&Model::new(vec![]), &style), "v 0");
    }
}
