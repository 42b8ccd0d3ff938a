//! From the bytes of a file to instances: the one place that knows which reader takes what.

use super::{Count, Instance, Instances};
use coverlab_model::format::Error;
use coverlab_model::{Grid, Shape, Sudoku};

/// The instances in `bytes`. `extension` says which format they are in.
pub(super) fn instances(name: &str, extension: &str, bytes: &[u8]) -> Result<Instances, Error> {
    match extension {
        "cnf" | "dimacs" | "dlx" | "xcc" => {
            Err(Error::whole(format!("files in .{extension} are not read yet ({name})")))
        }
        _ => {
            let text = std::str::from_utf8(bytes).map_err(|e| {
                Error::whole(format!("byte {} is no UTF-8", e.valid_up_to() + 1))
                    .help("save it as plain text")
            })?;
            sudokus(text).map(Instances::Sudoku)
        }
    }
}

/// One puzzle a line: `[name ]puzzle[:count[:solution]][ # name]`. Lines that begin with `#` are
/// comments.
fn sudokus(text: &str) -> Result<Vec<Instance<Sudoku>>, Error> {
    let lines = text.lines().enumerate().map(|(k, line)| (k + 1, line));
    lines
        .filter(|(_, line)| !line.trim().is_empty() && !line.trim_start().starts_with('#'))
        .map(|(number, line)| sudoku(number, line))
        .collect()
}

fn sudoku(number: usize, line: &str) -> Result<Instance<Sudoku>, Error> {
    let (before, comment) = line.split_once('#').unwrap_or((line, ""));
    let mut words = before.split_whitespace().rev();
    let fields: Vec<&str> = words.next().unwrap_or("").split(':').collect();
    let name = words.next().unwrap_or(comment.trim());
    let name = if name.is_empty() { format!("line-{number}") } else { name.to_string() };

    let bad = |field: &str, what: String| {
        let column = line.find(field).map_or(1, |at| line[..at].chars().count() + 1);
        Error::new(what, number, column, field.chars().count(), line)
    };
    let cells = |field: &str| {
        digits(field).ok_or_else(|| bad(field, "not 81 digits, with `.` or `0` for a blank".to_string()))
    };
    let problem = Sudoku::new(Shape::NINE, &cells(fields[0])?).expect("81 digits up to 9");
    let count = match fields.get(1) {
        Some(&word) => Some(count(word).ok_or_else(|| bad(word, format!("`{word}` is no count: 1, or 2+")))?),
        None => None,
    };
    let solution = match fields.get(2).filter(|field| !field.is_empty()) {
        Some(field) => Grid::new(Shape::NINE, &cells(field)?),
        None => None,
    };
    Ok(Instance::new(name, problem, count, solution))
}

fn digits(field: &str) -> Option<Vec<u8>> {
    let digit = |c: char| if c == '.' { Some(0) } else { c.to_digit(10).map(|d| d as u8) };
    let cells = field.chars().map(digit).collect::<Option<Vec<u8>>>()?;
    (cells.len() == 81).then_some(cells)
}

fn count(word: &str) -> Option<Count> {
    match word.strip_suffix('+') {
        Some(number) => number.parse().ok().map(Count::AtLeast),
        None => word.parse().ok().map(Count::Exactly),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_counts_and_solutions_are_read() {
        let puzzle = ".".repeat(81);
        let text = format!("# a comment\nempty {puzzle}\n{puzzle}:2+ # second\n\n{puzzle}:0\n");
        let list = sudokus(&text).unwrap();
        let said: Vec<_> = list.iter().map(|i| (i.name.as_str(), i.count)).collect();
        assert_eq!(
            said,
            [("empty", None), ("second", Some(Count::AtLeast(2))), ("line-5", Some(Count::Exactly(0)))]
        );
        assert_eq!(list[0].hash, list[2].hash);
        let error = sudokus("\nx 12345\n").unwrap_err();
        assert_eq!((error.line, error.column, error.width), (2, 3, 5));
    }
}
