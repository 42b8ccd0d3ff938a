//! Draws the axes of a chart: lines, grid lines, labels and names.

use super::axis::{Axis, Tick};
use super::canvas::{Canvas, Chart, Dash, GRID, MARGIN, Pen, RULE, SOFT};
use super::font::{self, Anchor};
use super::font::{LABEL_SIZE, NAME_SIZE};

/// The pen of axes.
const THIN: Pen = Pen(RULE, 1.0, Dash::Solid);
/// The pen of grid lines.
const FAINT: Pen = Pen(GRID, 1.0, Dash::Solid);
/// The distance of the labels of a vertical axis from its line.
const LABEL_GAP: f64 = 9.0;

/// The ticks of a vertical axis. There is room for more labels than on a horizontal one.
fn ticks_left(axis: &Axis, height: f64) -> Vec<Tick> {
    axis.ticks(height * 1.8)
}

/// The distance in pixels from the left edge of a picture to a vertical axis of this height.
pub(super) fn room_left(axis: &Axis, height: f64) -> f64 {
    let labels = ticks_left(axis, height).into_iter().filter_map(|tick| tick.label);
    MARGIN + labels.map(|label| font::width(&label, LABEL_SIZE)).fold(0.0, f64::max) + LABEL_GAP
}

impl Canvas {
    /// Draws the axis at the bottom of a chart, with its name below.
    pub(super) fn axis_below(&mut self, chart: &Chart) {
        self.grid_below(chart);
        let (frame, axis) = (chart.frame, &chart.x);
        for Tick { value, label } in axis.ticks(frame.width()) {
            let (x, _) = chart.locate((value, chart.y.ends().0));
            if let Some(label) = label {
                self.line(&[(x, frame.bottom), (x, frame.bottom + 5.0)], THIN);
                self.text((x, frame.bottom + 20.0), &label, LABEL_SIZE, SOFT, Anchor::Middle);
            }
        }
        let middle = f64::midpoint(frame.left, frame.right);
        let name = font::shorten(&axis.name, NAME_SIZE, frame.width());
        self.text((middle, frame.bottom + 42.0), &name, NAME_SIZE, SOFT, Anchor::Middle);
    }

    /// Draws the axis at the bottom of a chart without labels, which are below another chart.
    pub(super) fn grid_below(&mut self, chart: &Chart) {
        let frame = chart.frame;
        for Tick { value, .. } in chart.x.ticks(frame.width()) {
            let (x, _) = chart.locate((value, chart.y.ends().0));
            self.line(&[(x, frame.top), (x, frame.bottom)], FAINT);
        }
        self.line(&[(frame.left, frame.bottom), (frame.right, frame.bottom)], THIN);
        if let Some(position) = chart.x.break_position() {
            let x = frame.left + position * frame.width();
            self.white_block((x - 3.0, frame.bottom - 2.0), (6.0, 4.0));
            for x in [x - 3.0, x + 3.0] {
                self.line(&[(x - 3.0, frame.bottom + 6.0), (x + 3.0, frame.bottom - 6.0)], THIN);
            }
        }
    }

    /// Draws the axis at the left of a chart, with its name above.
    pub(super) fn axis_left(&mut self, chart: &Chart) {
        let (frame, axis) = (chart.frame, &chart.y);
        for Tick { value, label } in ticks_left(axis, frame.height()) {
            let (_, y) = chart.locate((chart.x.ends().0, value));
            self.line(&[(frame.left, y), (frame.right, y)], FAINT);
            if let Some(label) = label {
                self.line(&[(frame.left - 5.0, y), (frame.left, y)], THIN);
                let at = (frame.left - LABEL_GAP, y + 4.0);
                self.text(at, &label, LABEL_SIZE, SOFT, Anchor::End);
            }
        }
        self.line(&[(frame.left, frame.top), (frame.left, frame.bottom)], THIN);
        let name = font::shorten(&axis.name, NAME_SIZE, frame.right - MARGIN);
        self.text((MARGIN, frame.top - 12.0), &name, NAME_SIZE, SOFT, Anchor::Start);
    }
}
