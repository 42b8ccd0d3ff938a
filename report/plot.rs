//! The plots of a report, one file per kind, and their output formats.

mod axis;
mod bitmap;
mod by_size;
mod cactus;
mod canvas;
mod data;
mod difficulty;
mod draw_axes;
mod font;
mod growth;
mod lines;
mod marker;
mod palette;
mod render;
mod scatter;
mod survival;
mod svg;
mod sweep;

pub(super) use by_size::{BoardSize, BySize, by_size};
pub(super) use cactus::cactus;
pub(super) use difficulty::{ByDifficulty, difficulty};
pub(super) use growth::growth;
pub(super) use palette::SeriesStyles;
pub(super) use scatter::Scatter;
pub(super) use survival::{counts_nodes, survival};
pub(super) use sweep::sweep;

use canvas::{Canvas, PictureHeader};

/// A picture with a caption.
pub(crate) struct Plot {
    /// The name of its files, without extension.
    pub id: String,
    pub caption: String,
    pub picture: Box<dyn Picture>,
}

impl Plot {
    pub(super) fn new(
        id: impl Into<String>,
        caption: impl Into<String>,
        picture: impl Picture + 'static,
    ) -> Plot {
        Plot { id: id.into(), caption: caption.into(), picture: Box::new(picture) }
    }
}

/// A picture that can be drawn, and whose values can be exported as CSV.
pub(crate) trait Picture: Send + Sync {
    /// Its title and its size.
    fn head(&self) -> &PictureHeader;

    /// Draws everything below the title.
    fn draw(&self, canvas: &mut Canvas);

    /// The plotted values as CSV.
    fn csv(&self) -> String;
}
