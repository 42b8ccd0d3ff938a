//! The layout of plots with a row per strategy: names at the left, figures at the right.

use super::answers::AnsweredRuns;
use super::axis::Axis;
use super::canvas::{Canvas, Chart, Frame, INK, MARGIN, PictureHeader, SOFT, WIDTH};
use super::draw_axes::FAINT;
use super::font::{self, Anchor};

/// The height of a row.
const ROW: f64 = 46.0;
/// The maximum height of a shape in a row.
pub(super) const BAR: f64 = 34.0;
/// The maximum width of a name.
const MAX_NAME: f64 = 260.0;

/// The title and the size of a picture with `rows` rows.
pub(super) fn head(title: String, subtitle: String, rows: usize) -> PictureHeader {
    PictureHeader { title, subtitle, width: WIDTH, height: 140.0 + rows as f64 * ROW }
}

/// The column of figures at the right.
pub(super) struct FigureColumn {
    pub(super) title: &'static str,
    pub(super) width: f64,
    /// The distance of names and figures from the base line of their row.
    pub(super) lift: f64,
    pub(super) figure: fn(&AnsweredRuns) -> String,
}

/// Draws the axis at the bottom, the base line, the name and the figure of each row, and then each row, given its base line.
pub(super) fn draw(
    canvas: &mut Canvas,
    head: &PictureHeader,
    axis: Axis,
    figures: &FigureColumn,
    rows: &[AnsweredRuns],
    draw_row: impl Fn(&mut Canvas, &Chart, &AnsweredRuns, f64),
) {
    let names = rows.iter().map(|row| font::width(&row.strategy, 12.0)).fold(0.0, f64::max);
    let left = MARGIN + names.min(MAX_NAME) + 16.0;
    let frame = Frame { left, right: WIDTH - figures.width, top: 72.0, bottom: head.height - 58.0 };
    let chart = canvas.chart(frame, axis, Axis::counts("", rows.len()));
    canvas.axis_below(&chart);
    let right = frame.right + 14.0;
    canvas.text((right, frame.top), figures.title, 12.0, SOFT, Anchor::Start);
    let bases = |at: usize| frame.top + (at + 1) as f64 * ROW;
    for (at, row) in rows.iter().enumerate() {
        let (base, figure) = (bases(at), (figures.figure)(row));
        canvas.line(&[(frame.left, base), (frame.right, base)], FAINT);
        canvas.series(&row.strategy, true, |canvas| {
            let name = font::shorten(&row.strategy, 12.0, MAX_NAME);
            canvas.text((frame.left - 12.0, base - figures.lift), &name, 12.0, INK, Anchor::End);
            canvas.text((right, base - figures.lift), &figure, 12.0, INK, Anchor::Start);
        });
    }
    for (at, row) in rows.iter().enumerate() {
        canvas.series(&row.strategy, false, |canvas| draw_row(canvas, &chart, row, bases(at)));
    }
}
