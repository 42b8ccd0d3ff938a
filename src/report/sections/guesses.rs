//! Speed and guesses side by side, in the columns in which solvers of Sudoku are compared since
//! T. Dillon's benchmark (*Tdoku*, 2019): instances a second, microseconds each, how many need no
//! guess, and how many guesses an instance takes.

use crate::report::section::{Content, Part};
use crate::report::table::{Align, Table, Text};
use crate::report::units::{grouped, significant};
use crate::statistics::Cell;

use Align::{Left, Right};

/// The entry.
pub(super) const PART: Part = Part {
    columns: &["guesses"],
    corpus: |_facts, corpus| Content::tables(table(&corpus.id, &corpus.name, &corpus.cells)),
    ..Part::EMPTY
};

/// The strategies on one corpus that count guesses and came to the end of every search.
fn table(id: &str, corpus: &str, cells: &[&Cell]) -> Option<Table> {
    let columns = [
        ("strategy", Left),
        ("a second", Right),
        ("µs each", Right),
        ("without a guess", Right),
        ("guesses each", Right),
    ];
    let mut table = Table::new(format!("guesses-{id}"), format!("Speed and guesses on {corpus}"), &columns);
    let mut strategies: Vec<&str> = Vec::new();
    for cell in cells {
        if !strategies.contains(&&*cell.strategy) {
            strategies.push(&cell.strategy);
        }
    }
    let figures: Vec<(&str, Figures)> = strategies
        .into_iter()
        .filter_map(|strategy| {
            let own = cells.iter().filter(|cell| *cell.strategy == *strategy);
            Some((strategy, Figures::of(own)?))
        })
        .collect();
    table.rows = figures.iter().map(|(strategy, figures)| figures.row(strategy)).collect();
    let times: Vec<_> = figures.iter().map(|(_, figures)| Some(figures.ns)).collect();
    table.mark_smallest(2, &times);
    table.notes.push("Means over the instances, of CPU time and of choices between two.".to_string());
    (!table.rows.is_empty()).then_some(table)
}

/// Means over the instances of a corpus.
#[derive(Debug, PartialEq)]
struct Figures {
    ns: f64,
    /// Instances without a guess, a share of 1.
    none: f64,
    guesses: f64,
}

impl Figures {
    /// Of cells that all came to their end and have guesses; else nothing.
    fn of<'a>(cells: impl Iterator<Item = &'a &'a Cell>) -> Option<Figures> {
        let (mut count, mut ns, mut none, mut guesses) = (0.0, 0.0, 0.0, 0.0);
        for cell in cells {
            let own = cell.measure("guesses").filter(|_| cell.finished())?;
            count += 1.0;
            ns += cell.cpu_ns?;
            none += f64::from(u8::from(own == 0.0));
            guesses += own;
        }
        (count > 0.0).then(|| Figures { ns: ns / count, none: none / count, guesses: guesses / count })
    }

    fn row(&self, strategy: &str) -> Vec<Text> {
        let rate = 1e9 / self.ns;
        vec![
            Text::plain(strategy),
            Text::plain(grouped(rate)).worth(rate, "1/s"),
            Text::plain(significant(self.ns / 1e3)).worth(self.ns / 1e3, "µs"),
            Text::plain(format!("{:.1}\u{202f}%", 100.0 * self.none)).worth(self.none, ""),
            Text::plain(significant(self.guesses)).worth(self.guesses, ""),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::cells;
    use crate::statistics::published::tests::trial;

    #[test]
    fn means_are_over_instances_and_only_of_those_who_count() {
        let mut trials = vec![trial("a", "one", 1000), trial("a", "two", 3000), trial("b", "one", 10)];
        (trials[0].guesses, trials[1].guesses) = (Some(0), Some(5));
        let cells = cells(&trials, &[], &[]);
        let cells: Vec<&Cell> = cells.iter().collect();
        let table = table("c", "c", &cells).unwrap();
        let texts: Vec<Vec<String>> =
            table.rows.iter().map(|row| row.iter().map(|text| text.text.clone()).collect()).collect();
        assert_eq!(texts, [["a", "500\u{202f}000", "2.00", "50.0\u{202f}%", "2.50"]]);
        trials[0].guesses = None;
        let cells = crate::statistics::cells(&trials, &[], &[]);
        assert!(super::table("c", "c", &cells.iter().collect::<Vec<_>>()).is_none());
    }
}
