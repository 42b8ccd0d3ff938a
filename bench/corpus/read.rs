//! Parses the content of a file to instances.

use super::names::UniqueNames;
use super::{Instance, Instances, families};
use coverlab_model::format::sudoku::{self, Options, Puzzle};
use coverlab_model::format::{Error, dimacs, read_cover};
use coverlab_model::{Sudoku, TextKind};

/// The instances in `bytes`, which are of this `kind`. `name` is the name of a single formula or exact cover.
pub(super) fn instances(name: &str, kind: TextKind, bytes: &[u8]) -> Result<Instances, Error> {
    match kind {
        TextKind::Family => families::read(&String::from_utf8_lossy(bytes)),
        TextKind::Formula => Ok(Instances::Cnf(vec![Instance::new(name, dimacs::read(bytes)?)])),
        TextKind::EcCover | TextKind::KnuthCover => {
            read_cover(kind, bytes).map(|cover| Instances::ExactCover(vec![Instance::new(name, cover)]))
        }
        TextKind::Sudoku => {
            let found = sudokus(bytes)?;
            // The error of this reader says what is missing in an empty file.
            if found.is_empty() {
                sudoku::read(bytes, &Options::default())?;
            }
            Ok(Instances::Sudoku(found))
        }
    }
}

/// The puzzles in `bytes`.
fn sudokus(bytes: &[u8]) -> Result<Vec<Instance<Sudoku>>, Error> {
    let (mut list, mut names) = (Vec::new(), UniqueNames::default());
    let mut reader = sudoku::Reader::new(bytes, &Options::default());
    loop {
        while let Some((line, problem)) = reader.plain() {
            list.push(Instance::new(names.choose(None, line), problem));
        }
        match reader.next() {
            Some(puzzle) => {
                let puzzle = puzzle?;
                let name = names.choose(puzzle.name.as_deref(), puzzle.line);
                let Puzzle { puzzle: problem, count, solution, .. } = puzzle;
                list.push(Instance { name, problem, count, solution: solution.map(Box::new) });
            }
            None => return Ok(list),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::Count;

    fn sudokus(text: &str) -> Result<Vec<Instance<Sudoku>>, Error> {
        match instances("test", TextKind::Sudoku, text.as_bytes())? {
            Instances::Sudoku(list) => Ok(list),
            _ => panic!("text holds Sudoku puzzles"),
        }
    }

    #[test]
    fn names_counts_and_solutions_are_read() {
        let puzzle = ".".repeat(81);
        let text = format!("# a comment\n{puzzle} # empty\n{puzzle}:2+ # second\n\n{puzzle}:0\n");
        let list = sudokus(&text).unwrap();
        let counts: Vec<_> = list.iter().map(|i| (i.name.as_str(), i.count)).collect();
        assert_eq!(
            counts,
            [("empty", None), ("second", Some(Count::AtLeast(2))), ("line-5", Some(Count::Exactly(0)))]
        );
        assert_eq!(list[0].content_hash(), list[2].content_hash());
    }

    #[test]
    fn the_kind_selects_the_problem() {
        let cnf = instances("f", TextKind::Formula, b"p cnf 1 1\n1 0\n").unwrap();
        assert!(matches!(cnf, Instances::Cnf(list) if list[0].name == "f"));
        let cover = instances("c", TextKind::KnuthCover, b"a b\na b\n").unwrap();
        assert!(matches!(cover, Instances::ExactCover(list) if list.len() == 1));
        assert!(instances("c", TextKind::KnuthCover, b"a b\nc\n").is_err());
    }
}
