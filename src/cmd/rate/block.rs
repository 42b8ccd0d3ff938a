//! A rating as a block of text for a terminal.

use super::row::{dead_ends, figure};
use coverlab_bench::terminal::{FAINT, GIVEN, Terminal, paint};
use coverlab_bench::text;
use coverlab_model::format::sudoku::Puzzle;
use coverlab_puzzles::rating::{BoardCounts, Effort, HumanSolution, Rating};
use coverlab_techniques::rating::Figure;
use coverlab_techniques::rating::explainer::{self, decimal, highest};
use std::fmt::Write as _;

/// The width of the column of titles.
const TITLE_WIDTH: usize = 18;

/// The block of one puzzle.
pub(super) fn block(place: &str, puzzle: &Puzzle, rating: &Rating, terminal: &Terminal) -> String {
    let mut text = String::new();
    let mut heading: Vec<&str> = Vec::new();
    heading.extend((!place.is_empty()).then_some(place));
    heading.extend(puzzle.name.as_deref());
    if !heading.is_empty() {
        let _ = writeln!(text, "{}", paint(&heading.join(" "), GIVEN, terminal.color));
    }
    for (title, words) in lines(rating) {
        let _ = write!(text, "{}", paint(&format!("{title:TITLE_WIDTH$}"), FAINT, terminal.color));
        let _ = writeln!(text, "{}", text::hang(&words, TITLE_WIDTH, TITLE_WIDTH, terminal.width));
    }
    if !rating.searches.is_empty() {
        text += &searches(&rating.searches, terminal);
    }
    text + "\n"
}

/// One line for each axis except dead ends and images.
fn lines(rating: &Rating) -> Vec<(&'static str, String)> {
    let several = if rating.unique { "" } else { "; several solutions, so some axes do not apply" };
    let mut lines = vec![("clues", format!("{} of {} cells{several}", rating.clues, rating.cells))];
    lines.extend(rating.boards.as_ref().map(|boards| ("boards", self::boards(boards))));
    lines.extend(rating.techniques.as_ref().map(|techniques| ("techniques", self::techniques(techniques))));
    lines.extend(
        rating.explainer.map(|figures| ("Sudoku Explainer", explainer(figures, rating.cells.isqrt()))),
    );
    lines.extend(rating.backdoor.as_ref().map(|(size, cells)| {
        let side = rating.cells.isqrt();
        let name = |&cell: &usize| format!("r{}c{}", cell / side + 1, cell % side + 1);
        let named = cells.iter().filter(|cells| !cells.is_empty());
        let names = named.map(|cells| format!(": {}", cells.iter().map(name).collect::<Vec<_>>().join(", ")));
        let cells = if *size == Figure::Exactly(1) { "cell" } else { "cells" };
        ("backdoor", format!("{} {cells}{}", figure(*size), names.collect::<String>()))
    }));
    lines.extend(rating.depth.map(|depth| ("trial and error", format!("depth {}", figure(depth)))));
    lines
}

fn boards(boards: &BoardCounts) -> String {
    format!(
        "10^{:.1}; 10^{:.1} after one prune, 10^{:.1} after pruning to a fixpoint",
        boards.all, boards.pruned, boards.fixpoint
    )
}

fn techniques(techniques: &HumanSolution) -> String {
    let times = |count: usize| if count == 1 { "once".to_string() } else { format!("{count} times") };
    let mut words = match (techniques.hardest(), techniques.left) {
        (None, 0) => return "none needed".to_string(),
        (None, _) => return "none applies".to_string(),
        (Some((entry, count)), _) => format!("hardest {}, {}", entry.about.name, times(count)),
    };
    if techniques.left > 0 {
        let _ = write!(words, ", and none applies to the {} remaining cells", techniques.left);
    }
    let others: Vec<String> = techniques.used.iter().rev().skip(1).rev().map(used).collect();
    if !others.is_empty() {
        let _ = write!(words, "; before that {}", others.join(", "));
    }
    words
}

fn used((entry, count): &(&'static coverlab_techniques::Entry, usize)) -> String {
    format!("{} {count}", entry.about.name)
}

fn explainer(rating: Option<explainer::Rating>, side: usize) -> String {
    match rating {
        None => format!("above {}", decimal(highest(side))),
        Some(rating) => format!(
            "{} (ER); {} to the first digit (EP), {} for the first step (ED)",
            decimal(rating.whole),
            decimal(rating.first_digit),
            decimal(rating.first_step)
        ),
    }
}

/// The table of dead ends.
fn searches(searches: &[Effort], terminal: &Terminal) -> String {
    let images = searches.iter().map(|search| search.images.len()).max().unwrap_or(0);
    let mut rows = vec![vec!["dead ends".to_string(), "as written".to_string()]];
    if images > 0 {
        let of = format!("{images} images: least");
        rows[0].extend([of, "median".to_string(), "most".to_string()]);
    }
    for search in searches {
        let mut row = vec![search.strategy.clone(), search.as_written.map_or("–".to_string(), dead_ends)];
        if images > 0 {
            let spread = search.spread().map(|spread| spread.map(dead_ends).to_vec());
            row.extend(spread.unwrap_or_else(|| vec!["–".to_string(); 3]));
        }
        rows.push(row);
    }
    let width = |at: usize| rows.iter().map(|row| text::width(&row[at])).max().unwrap_or(0);
    let widths: Vec<usize> = (0..rows[0].len()).map(width).collect();
    let mut text = String::new();
    for (k, row) in rows.iter().enumerate() {
        let first = format!("{:width$}", row[0], width = widths[0].max(TITLE_WIDTH));
        let figures = row.iter().zip(&widths).skip(1);
        let figures: String = figures.map(|(figure, width)| format!("{figure:>width$}  ")).collect();
        let line = format!("{first}{}", figures.trim_end());
        let _ = writeln!(text, "{}", if k == 0 { paint(&line, FAINT, terminal.color) } else { line });
    }
    text
}
