//! Formulas.

use super::problem::{Solvable, Style};
use coverlab_model::format::dimacs;
use coverlab_model::{Cnf, Model};

impl Solvable for Cnf {
    const IS_MULTILINE: bool = true;

    /// As SAT competitions have it: lines that begin with `v`, the last ending with 0.
    fn solution_line(&self, model: &Model, _style: &Style<'_>) -> String {
        dimacs::write_model(model)
    }

    fn drawing(&self, model: Option<&Model>, style: &Style<'_>) -> String {
        match model {
            Some(model) => self.solution_line(model, style) + "\n",
            None => format!("{} variables, {} clauses\n", self.variables(), self.clauses().len()),
        }
    }

    fn progress(&self) -> String {
        format!("{} variables and {} clauses left", self.variables(), self.clauses().len())
    }

    fn difference(&self, one: &Model, other: &Model, _style: &Style<'_>) -> String {
        let variable = (1..).zip(one.values().iter().zip(other.values())).find(|(_, (a, b))| a != b);
        variable.map_or_else(String::new, |(v, (value, _))| format!("variable {v}: {value} or {}", !value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
