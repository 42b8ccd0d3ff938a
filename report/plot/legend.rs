//! The legend of lines, at the right of a frame.

use super::axis::Frame;
use super::canvas::{Canvas, Drawn, INK, Pen, Spot};
use super::font::{self, Anchor};
use super::palette::Look;
use plotters_backend::DrawingBackend;

const ROW: f64 = 21.0;
/// The sample of a line and the gaps around it.
const SAMPLE: f64 = 54.0;
/// The most that a legend takes.
const WIDEST: f64 = 400.0;

/// The height of a legend with this many entries.
pub(super) fn height(entries: usize) -> f64 {
    entries as f64 * ROW + 8.0
}

/// The width of a legend with these entries.
pub(super) fn width<'a>(entries: impl Iterator<Item = &'a str>) -> f64 {
    let widest = entries.map(|entry| font::width(entry, 12.0)).fold(0.0, f64::max);
    (widest + SAMPLE + 6.0).min(WIDEST)
}

/// Draws the entry number `at`.
pub(super) fn entry<DB: DrawingBackend>(
    canvas: &mut Canvas<DB>,
    (frame, at): (Frame, usize),
    (series, look): (&str, Look),
    words: &str,
    width: f64,
) -> Drawn<DB> {
    canvas.part(series, true, |canvas| draw(canvas, (frame, at), look, words, width))
}

fn draw<DB: DrawingBackend>(
    canvas: &mut Canvas<DB>,
    (frame, at): (Frame, usize),
    look: Look,
    words: &str,
    width: f64,
) -> Drawn<DB> {
    let Look { color, dash, marker } = look;
    let (left, top) = (frame.right + 18.0, frame.top + 8.0 + at as f64 * ROW);
    canvas.line(&[(left, top), (left + 28.0, top)], Pen(color, 1.8, dash))?;
    canvas.spot((left + 14.0, top), Spot { marker, radius: 4.0, color, opacity: 1.0 })?;
    let words = font::shorten(words, 12.0, width - SAMPLE);
    canvas.text((left + 36.0, top + 4.0), &words, 12.0, INK, Anchor::Start)
}
