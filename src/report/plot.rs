//! The plots of a report: which there are, and what each is to show.

mod axis;
mod boxes;
mod cactus;
mod canvas;
mod data;
mod difficulty;
mod font;
mod growth;
mod histogram;
mod legend;
mod marks;
mod output;
mod palette;
mod pgf;
mod rows;
mod scatter;
mod sides;
mod sweep;

pub(super) use palette::Series;

use super::difficulty::ByDifficulty;
use super::growth::Growth;
use super::sizes::BySide;
use super::sweep::Sweep;
use super::table::slug;
use super::units::many;
use crate::statistics::Cell;
use boxes::Boxes;
use cactus::Cactus;
use canvas::{Canvas, Drawn, Head};
use data::Data;
use difficulty::DifficultyPlot;
use growth::GrowthPlot;
use histogram::Histogram;
use pgf::Written;
use plotters_backend::DrawingBackend;
use scatter::Scatter;
use sides::SidesPlot;
use sweep::SweepPlot;

/// A picture with a caption.
pub(crate) struct Plot {
    /// Its file's name without the ending.
    pub id: String,
    /// What to read from it, and how.
    pub caption: String,
    /// The picture.
    pub picture: Picture,
}

/// What is drawn.
pub(crate) enum Picture {
    /// Solved instances by time.
    Cactus(Cactus),
    /// The spread of times.
    Boxes(Boxes),
    /// The sizes of searches.
    Histogram(Histogram),
    /// Two strategies against each other.
    Scatter(Scatter),
    /// Time against size.
    Growth(GrowthPlot),
    /// Medians against a number of a random family.
    Sweep(SweepPlot),
    /// A quantity against the side of the board.
    Sides(SidesPlot),
    /// Nodes against a measure of difficulty.
    Difficulty(DifficultyPlot),
}

impl Picture {
    fn head(&self) -> &Head {
        match self {
            Picture::Cactus(plot) => &plot.head,
            Picture::Boxes(plot) => &plot.head,
            Picture::Histogram(plot) => &plot.head,
            Picture::Scatter(plot) => &plot.head,
            Picture::Growth(plot) => &plot.head,
            Picture::Sweep(plot) => &plot.head,
            Picture::Sides(plot) => &plot.head,
            Picture::Difficulty(plot) => &plot.head,
        }
    }

    /// Draws it, the same on every backend.
    fn draw<DB: DrawingBackend>(&self, canvas: &mut Canvas<DB>) -> Drawn<DB> {
        match self {
            Picture::Cactus(plot) => plot.draw(canvas),
            Picture::Boxes(plot) => plot.draw(canvas),
            Picture::Histogram(plot) => plot.draw(canvas),
            Picture::Scatter(plot) => plot.draw(canvas),
            Picture::Growth(plot) => plot.draw(canvas),
            Picture::Sweep(plot) => plot.draw(canvas),
            Picture::Sides(plot) => plot.draw(canvas),
            Picture::Difficulty(plot) => plot.draw(canvas),
        }
    }

    /// The values that it shows.
    pub(crate) fn data(&self) -> Data {
        match self {
            Picture::Cactus(plot) => plot.data(),
            Picture::Boxes(plot) => plot.data(),
            Picture::Histogram(plot) => plot.data(),
            Picture::Scatter(plot) => plot.data(),
            Picture::Growth(plot) => plot.data(),
            Picture::Sweep(plot) => plot.data(),
            Picture::Sides(plot) => plot.data(),
            Picture::Difficulty(plot) => plot.data(),
        }
    }

    /// For papers: axes of PGFPlots and the values that they read. `id` is the name of the plot's files.
    pub(crate) fn pgf(&self, id: &str) -> Written {
        let axes = match self {
            Picture::Cactus(plot) => plot.pgf(),
            Picture::Boxes(plot) => plot.pgf(),
            Picture::Histogram(plot) => plot.pgf(),
            Picture::Scatter(plot) => plot.pgf(),
            Picture::Growth(plot) => plot.pgf(),
            Picture::Sweep(plot) => plot.pgf(),
            Picture::Sides(plot) => plot.pgf(),
            Picture::Difficulty(plot) => plot.pgf(),
        };
        pgf::write(id, &self.head().title, &axes)
    }

    /// Instances that stick out, each with how, at most `count` to a side.
    pub(crate) fn outliers(&self, count: usize) -> Vec<(String, String, String)> {
        match self {
            Picture::Scatter(plot) => plot.outliers(count),
            _ => Vec::new(),
        }
    }
}

/// How the files of plots begin.
pub(super) const PREFIXES: [&str; 8] =
    ["cactus-", "boxes-", "nodes-", "pair-", "growth-", "sweep-", "by-size-", "difficulty-"];

const CACTUS: &str = "Each point of a curve is one more instance that the strategy has solved within that much \
                      CPU time. Further left is faster, higher is more.";
const BOXES: &str = "A box holds the middle half of the answered instances, its line is the median, and the \
                     whiskers reach from the 5th to the 95th percentile, interpolated; instances outside are \
                     points. A strategy that answers only the easy ones looks fast here: see how many it \
                     answered.";
const NODES: &str = "The share of answered instances by the nodes of their search; every row has the same \
                     scale, and a line marks its median. Nodes do not depend on the machine.";

const GROWTH: &str = "CPU time by size. On this scale a straight line is exponential growth. The fitted lines go \
                      through the last sizes, where set-up hardly counts; a strategy whose points no line fits \
                      has none.";

const SWEEP: &str = "The median over the instances at each value, logarithmic; a band reaches from the lower \
                     to the upper quartile. Below: the share of those with a solution. The broken line is \
                     where it falls through a half.";

const SIDES: &str = "Both scales are logarithmic, so a straight line is a power of the side, and lines side by side \
                     differ by a factor.";

const DIFFICULTY: &str = "Each point is the median over the instances with that value of the measure, at least five; \
                          searches that met a limit are left out. Nodes of two strategies do not compare.";

/// As many pairs are drawn.
const PAIRS: usize = 12;

/// The plots of a corpus, or of several small ones together: who solves how much in which time,
/// how the times are spread, and how large the searches are.
pub(super) fn of_group(name: &str, cells: &[&Cell], series: &Series) -> Vec<Plot> {
    let plot = |kind: &str, caption: &str, picture| Plot {
        id: format!("{kind}-{}", slug(name)),
        caption: caption.to_string(),
        picture,
    };
    let mut plots = vec![
        plot("cactus", CACTUS, Picture::Cactus(Cactus::of(name, cells, series))),
        plot("boxes", BOXES, Picture::Boxes(Boxes::of(name, cells, series))),
    ];
    if cells.iter().any(|cell| cell.solved() && cell.nodes.is_some()) {
        plots.push(plot("nodes", NODES, Picture::Histogram(Histogram::of(name, cells, series))));
    }
    plots
}

/// Who solves how much of all corpora in which time, if there are several and each strategy ran on all.
pub(super) fn of_all(corpora: &[(String, Vec<&Cell>)], series: &Series) -> Vec<Plot> {
    let cells: Vec<&Cell> = corpora.iter().flat_map(|(_, cells)| cells.iter().copied()).collect();
    let everywhere =
        |name: &String| corpora.iter().all(|(_, cells)| cells.iter().any(|cell| cell.strategy == *name));
    if corpora.len() < 2 || !series.names.iter().all(everywhere) {
        return Vec::new();
    }
    let picture = Picture::Cactus(Cactus::of("all corpora", &cells, series));
    vec![Plot { id: "cactus-all".to_string(), caption: CACTUS.to_string(), picture }]
}

/// Time against size, where the instances are one family in several sizes.
pub(super) fn of_growth(name: &str, growths: &[Growth], series: &Series) -> Option<Plot> {
    let picture = Picture::Growth(GrowthPlot::of(name, growths, series));
    (!growths.is_empty()).then(|| Plot {
        id: format!("growth-{}", slug(name)),
        caption: GROWTH.to_string(),
        picture,
    })
}

/// Medians against the number of a random family that changes.
pub(super) fn of_sweep(name: &str, sweep: &Sweep, series: &Series) -> Plot {
    let picture = Picture::Sweep(SweepPlot::of(name, sweep, series));
    Plot { id: format!("sweep-{}", slug(name)), caption: SWEEP.to_string(), picture }
}

/// A quantity against the side of the board.
pub(super) fn of_sides(quantity: &BySide, series: &Series) -> Plot {
    let picture = Picture::Sides(SidesPlot::of(quantity, series));
    Plot { id: format!("by-size-{}", quantity.id), caption: SIDES.to_string(), picture }
}

/// The nodes of each strategy against a measure of difficulty.
pub(super) fn of_difficulty(corpus: &str, quantity: &ByDifficulty, series: &Series) -> Plot {
    let picture = Picture::Difficulty(DifficultyPlot::of(corpus, quantity, series));
    let id = format!("difficulty-{}-{}", quantity.measure.name(), slug(corpus));
    Plot { id, caption: DIFFICULTY.to_string(), picture }
}

/// A scatter for each of the given pairs, or for the first strategy against each other one.
pub(super) fn pairs(compare: Option<&[(String, String)]>, cells: &[Cell]) -> Vec<Plot> {
    let names = Series::of(cells).names();
    let pairs: Vec<(String, String)> = match (compare, &names[..]) {
        (None, [first, others @ ..]) => others.iter().map(|other| (first.clone(), other.clone())).collect(),
        (given, _) => given.unwrap_or_default().to_vec(),
    };
    let left_out = pairs.len().saturating_sub(PAIRS);
    let drawn = pairs.iter().take(PAIRS).map(|(a, b)| (a, b, Scatter::of(a, b, cells)));
    let mut plots: Vec<Plot> =
        drawn.enumerate().map(|(at, (a, b, pair))| pair_plot(at + 1, (a, b), pair)).collect();
    if let Some(last) = plots.last_mut().filter(|_| left_out > 0) {
        let more = many(left_out, "more pair is", "more pairs are");
        last.caption
            .push_str(&format!(" {more} not drawn; `compare` in the experiment names those that matter."));
    }
    plots
}

fn pair_plot(number: usize, (a, b): (&str, &str), pair: Scatter) -> Plot {
    let shown = |text: &str| slug(&text.chars().take(40).collect::<String>());
    let id = format!("pair-{number:02}-{}-{}", shown(a), shown(b));
    Plot { id, caption: pair.caption(), picture: Picture::Scatter(pair) }
}
