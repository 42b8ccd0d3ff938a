//! Layout of plots with one row a strategy: the names at the left, the figures at the right.

use super::axis::{Axis, FAINT, Frame};
use super::canvas::{Canvas, Drawn, Head, INK, MARGIN, SOFT};
use super::font::{self, Anchor};
use plotters_backend::DrawingBackend;

pub(super) const WIDTH: f64 = 960.0;
/// The height of a row, and of what is drawn in it.
const ROW: f64 = 46.0;
pub(super) const BAR: f64 = 34.0;
/// Names are given no more than this.
const NAME: f64 = 260.0;

/// The height of a picture with `rows` rows.
pub(super) fn height(rows: usize) -> f64 {
    140.0 + rows as f64 * ROW
}

/// Where the rows of these names are, with `right` pixels for figures.
pub(super) fn frame<'a>(head: &Head, names: impl Iterator<Item = &'a str>, right: f64) -> Frame {
    let names = names.map(|name| font::width(name, 12.0)).fold(0.0, f64::max).min(NAME);
    Frame { left: MARGIN + names + 16.0, right: WIDTH - right, top: 72.0, bottom: head.height - 58.0 }
}

/// The line on which row `at` stands.
pub(super) fn base(frame: Frame, at: usize) -> f64 {
    frame.top + (at + 1) as f64 * ROW
}

/// The axis below, the title of the figures, each row's line and, `lift` above it, name and figure.
pub(super) fn draw<'a, DB: DrawingBackend>(
    canvas: &mut Canvas<DB>,
    frame: Frame,
    (axis, name): (&Axis, &str),
    (title, lift): (&str, f64),
    rows: impl Iterator<Item = (&'a str, String)>,
) -> Drawn<DB> {
    canvas.axis_below(frame, axis, name)?;
    canvas.text((frame.right + 14.0, frame.top), title, 12.0, SOFT, Anchor::Start)?;
    for (at, (name, figure)) in rows.enumerate() {
        let base = base(frame, at);
        canvas.line(&[(frame.left, base), (frame.right, base)], FAINT)?;
        canvas.part(name, true, |canvas| {
            let name = font::shorten(name, 12.0, NAME);
            canvas.text((frame.left - 12.0, base - lift), &name, 12.0, INK, Anchor::End)?;
            canvas.text((frame.right + 14.0, base - lift), &figure, 12.0, INK, Anchor::Start)
        })?;
    }
    Ok(())
}
