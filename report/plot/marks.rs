//! The points of a line, each with the text that a mouse over it shows.

use super::canvas::{Canvas, Chart, Drawn, Hint, Point, Spot};
use super::palette::Look;
use plotters_backend::DrawingBackend;

/// Draws a mark at each of `points`, in the values of the axes, with its words.
pub(super) fn draw<DB: DrawingBackend>(
    canvas: &mut Canvas<DB>,
    chart: &Chart<'_, DB>,
    (look, radius): (Look, f64),
    points: impl IntoIterator<Item = (Point, String)>,
) -> Drawn<DB> {
    let Look { color, marker, .. } = look;
    for (values, words) in points {
        canvas.data_spot(chart, values, Spot { marker, radius, color, opacity: 1.0 })?;
        let (left, top) = canvas.locate(chart, values);
        canvas.hints.push(Hint { place: ((left - 5.0, top - 5.0), (10.0, 10.0)), words, instance: None });
    }
    Ok(())
}
