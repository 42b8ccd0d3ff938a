//! The plots of a report: their kinds and their backends.

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
mod survival;
mod sweep;

pub(super) use boxes::Boxes;
pub(super) use cactus::Cactus;
pub(super) use difficulty::{ByDifficulty, DifficultyPlot};
pub(super) use growth::GrowthPlot;
pub(super) use histogram::Histogram;
pub(super) use palette::Series;
pub(super) use scatter::Scatter;
pub(super) use sides::{BySide, Sides, SidesPlot};
pub(super) use survival::SurvivalPlot;
pub(super) use sweep::SweepPlot;

use canvas::{Canvas, Drawn, Head};
use data::Data;
use pgf::Written;
use plotters_backend::DrawingBackend;

/// A picture with a caption.
pub(crate) struct Plot {
    /// Its file's name without the ending.
    pub id: String,
    /// The caption: the meaning of the plot.
    pub caption: String,
    /// The picture.
    pub picture: Picture,
}

impl Plot {
    /// A plot whose files are named `id`.
    pub(super) fn of(id: &str, caption: &str, picture: Picture) -> Plot {
        Plot { id: id.to_string(), caption: caption.to_string(), picture }
    }
}

/// The contents of a plot.
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
    /// The share of runs above a cost.
    Survival(SurvivalPlot),
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
            Picture::Survival(plot) => &plot.head,
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
            Picture::Survival(plot) => plot.draw(canvas),
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
            Picture::Survival(plot) => plot.data(),
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
            Picture::Survival(plot) => plot.pgf(),
        };
        pgf::write(id, &self.head().title, &axes)
    }

    /// Outliers, each with a description, at most `count` to a side.
    pub(crate) fn outliers(&self, count: usize) -> Vec<(String, String, String)> {
        match self {
            Picture::Scatter(plot) => plot.outliers(count),
            _ => Vec::new(),
        }
    }
}
