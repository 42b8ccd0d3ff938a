//! A rating as a tab-separated row, for other programs.

use coverlab_model::Sudoku;
use coverlab_model::format::line;
use coverlab_model::format::sudoku::Puzzle;
use coverlab_model::format::symbols::Symbols;
use coverlab_puzzles::rating::{DeadEnds, DifficultyAxis, Rating, RatingRequest};
use coverlab_strategies::Configured;
use coverlab_techniques::rating::Figure;
use coverlab_techniques::rating::explainer::{self, decimal, highest};

/// A column: its name, and its value for a rating.
type Column<'a> = (String, Box<dyn Fn(&Rating) -> String + 'a>);

/// The names of the columns.
pub(super) fn titles(request: &RatingRequest) -> String {
    let names = columns(request).into_iter().map(|(name, _)| name);
    let last = ["name", "text"].map(str::to_string);
    std::iter::once("puzzle".to_string()).chain(names).chain(last).collect::<Vec<_>>().join("\t")
}

/// The row of the puzzle at `place`, which is empty for the text of an argument.
pub(super) fn row(place: &str, puzzle: &Puzzle, rating: &Rating, request: &RatingRequest) -> String {
    let text = line(puzzle);
    let name = puzzle.name.as_deref().unwrap_or_default().replace('\t', " ");
    let first = if place.is_empty() { text.clone() } else { place.to_string() };
    let values = columns(request).into_iter().map(|(_, value)| value(rating));
    std::iter::once(first).chain(values).chain([name, text]).collect::<Vec<_>>().join("\t")
}

/// The clues on one line.
pub(super) fn line(puzzle: &Puzzle) -> String {
    line::write(puzzle.puzzle.shape(), puzzle.puzzle.clues(), &Symbols::default())
}

/// The columns before the name and the text.
fn columns(request: &RatingRequest) -> Vec<Column<'_>> {
    let mut columns = vec![
        column("clues", |rating| rating.clues.to_string()),
        column("unique", |rating| rating.unique.to_string()),
    ];
    columns.extend(request.axes.iter().flat_map(|axis| axis_columns(axis, request)));
    columns
}

fn column<'a>(name: &str, value: impl Fn(&Rating) -> String + 'a) -> Column<'a> {
    (name.to_string(), Box::new(value))
}

/// The columns of one axis. A value is empty if the axis does not apply to a puzzle.
fn axis_columns<'a>(axis: &DifficultyAxis, request: &'a RatingRequest) -> Vec<Column<'a>> {
    let some = |text: Option<String>| text.unwrap_or_default();
    let log = |boards: f64| format!("{boards:.2}");
    match axis {
        DifficultyAxis::Boards => vec![
            column("log10 boards", move |r| some(r.boards.map(|b| log(b.all)))),
            column("log10 boards pruned", move |r| some(r.boards.map(|b| log(b.pruned)))),
            column("log10 boards fixpoint", move |r| some(r.boards.map(|b| log(b.fixpoint)))),
        ],
        DifficultyAxis::Techniques => vec![
            column("hardest technique", move |r| {
                some(r.techniques.as_ref().and_then(|t| Some(t.hardest()?.0.about.name.to_string())))
            }),
            column("times", move |r| {
                some(r.techniques.as_ref().and_then(|t| Some(t.hardest()?.1.to_string())))
            }),
            column("cells left", move |r| some(r.techniques.as_ref().map(|t| t.left.to_string()))),
        ],
        DifficultyAxis::Explainer => vec![
            explainer_column("explainer", |rating| rating.whole),
            explainer_column("explainer EP", |rating| rating.first_digit),
            explainer_column("explainer ED", |rating| rating.first_step),
        ],
        DifficultyAxis::Backdoor => {
            vec![column("backdoor", move |r| some(r.backdoor.as_ref().map(|b| figure(b.0))))]
        }
        DifficultyAxis::Depth => vec![column("depth", move |r| some(r.depth.map(figure)))],
        DifficultyAxis::DeadEnds => {
            let dead_ends_of = |(k, strategy): (usize, &Configured<Sudoku>)| {
                column(&format!("dead ends {}", strategy.spec), move |r| {
                    some(r.searches.get(k).and_then(|s| s.as_written).map(dead_ends))
                })
            };
            request.strategies.iter().enumerate().map(dead_ends_of).collect()
        }
        DifficultyAxis::Images => {
            let spread_of = |(k, strategy): (usize, &Configured<Sudoku>)| {
                ["least", "median", "most"]
                    .into_iter()
                    .enumerate()
                    .map(move |(at, name)| {
                        column(&format!("{name} {}", strategy.spec), move |r| {
                            some(r.searches.get(k).and_then(|s| Some(dead_ends(s.spread()?[at]))))
                        })
                    })
                    .collect::<Vec<_>>()
            };
            request.strategies.iter().enumerate().flat_map(spread_of).collect()
        }
    }
}

/// A rating on Sudoku Explainer's scale, or `>` and the highest that is computed.
fn explainer_column<'a>(name: &str, figure: fn(explainer::Rating) -> u8) -> Column<'a> {
    column(name, move |r| {
        let beyond = || format!(">{}", decimal(highest(r.cells.isqrt())));
        let text = |rating: Option<_>| rating.map_or_else(beyond, |rating| decimal(figure(rating)));
        r.explainer.map(text).unwrap_or_default()
    })
}

/// `2`, or `2+` for a lower bound.
pub(super) fn figure(figure: Figure) -> String {
    match figure {
        Figure::Exactly(figure) => figure.to_string(),
        Figure::AtLeast(figure) => format!("{figure}+"),
    }
}

/// `120`, or `120+` if the search did not finish.
pub(super) fn dead_ends(found: DeadEnds) -> String {
    format!("{}{}", found.count, if found.complete { "" } else { "+" })
}
