//! How large the searches of each strategy are: one row of bars a strategy, over shared bins.

use super::axis::{Axis, Frame, Unit};
use super::canvas::{Canvas, Dash, Drawn, Head, Hint, INK, Pen};
use super::data::{Data, figure};
use super::palette::{Look, Series};
use super::pgf::{Axes as Pgf, Join, Points, Scale};
use super::rows::{self, BAR};
use crate::units::{grouped, many};
use coverlab_bench::statistics::{Cell, Run, median, score};
use plotters_backend::DrawingBackend;
use std::collections::BTreeMap;

/// The bins of a factor of ten.
const PER_DECADE: f64 = 5.0;

struct Strip {
    name: String,
    nodes: Vec<f64>,
    median: Option<f64>,
    look: Look,
}

/// The plot.
pub(crate) struct Histogram {
    pub(super) head: Head,
    rows: Vec<Strip>,
    answered: usize,
}

impl Histogram {
    pub(crate) fn of(name: &str, cells: &[&Cell], series: &Series) -> Histogram {
        let row = |score: coverlab_bench::statistics::Score| {
            let own = cells.iter().filter(|cell| cell.strategy == score.strategy);
            let solved = own.flat_map(|cell| cell.runs()).filter(Run::solved);
            let mut nodes: Vec<f64> = solved.filter_map(|run| run.nodes).collect();
            let median = median(&mut nodes);
            Strip { nodes, median, look: series.look(&score.strategy), name: score.strategy }
        };
        let rows: Vec<Strip> = score(cells.iter().copied()).into_iter().map(row).collect();
        let answered = rows.iter().map(|row| row.nodes.len()).sum();
        let searches = many(answered, "search", "searches");
        let head = Head {
            title: format!("How many nodes do the searches on {name} take?"),
            subtitle: format!("{searches} that were answered; searches without an answer are left out"),
            width: rows::WIDTH,
            height: rows::height(rows.len()),
        };
        Histogram { head, rows, answered }
    }

    pub(super) fn draw<DB: DrawingBackend>(&self, canvas: &mut Canvas<DB>) -> Drawn<DB> {
        canvas.head(&self.head)?;
        if self.answered == 0 {
            return canvas.nothing(&self.head, "No search with counted nodes was answered.");
        }
        let frame = rows::frame(&self.head, self.rows.iter().map(|row| row.name.as_str()), 130.0);
        let nodes = self.rows.iter().flat_map(|row| row.nodes.iter().copied());
        let axis = Axis::logarithmic(nodes, Unit::Count, frame.width());
        let figures = self
            .rows
            .iter()
            .map(|row| (row.name.as_str(), row.median.map_or_else(|| "–".to_string(), grouped)));
        let name = "nodes (searches without any are counted at 1)";
        rows::draw(canvas, frame, (&axis, name), ("median", 6.0), figures)?;
        let shares = self.rows.iter().flat_map(|row| bins(row).into_values());
        let most = shares.fold(0.0, f64::max);
        for (at, row) in self.rows.iter().enumerate() {
            let base = rows::base(frame, at);
            canvas.part(&row.name, false, |canvas| draw_row(canvas, frame, &axis, row, (base, most)))?;
        }
        Ok(())
    }

    /// Steps, since bars of several strategies would cover each other.
    pub(super) fn pgf(&self) -> Vec<Pgf> {
        let series = self.rows.iter().filter(|row| !row.nodes.is_empty()).map(|row| {
            let shares = bins(row);
            let (first, last) = (shares.keys().next().copied(), shares.keys().next_back().copied());
            let bins = first.unwrap_or(0)..=last.map_or(0, |last| last + 1);
            let share = |bin: i64| (edge(bin), shares.get(&bin).copied().unwrap_or(0.0));
            let points = bins.map(share).collect();
            Points { name: row.name.clone(), look: row.look, join: Join::Steps, points }
        });
        vec![Pgf::new(Scale::logarithmic("nodes"), Scale::linear("share of the searches"), series.collect())]
    }

    pub(super) fn data(&self) -> Data {
        let mut data = Data::new(&["strategy", "nodes"]);
        for row in &self.rows {
            let values = row.nodes.iter().map(|&nodes| vec![row.name.clone(), figure(Some(nodes))]);
            data.rows.extend(values);
        }
        data
    }
}

/// The share of a row's searches by bin; bin 0 begins at 1 node.
fn bins(row: &Strip) -> BTreeMap<i64, f64> {
    let mut bins = BTreeMap::new();
    for nodes in &row.nodes {
        // The least representable step up keeps 10, 100, … in the bin that they begin.
        let bin = (nodes.max(1.0).log10() * PER_DECADE + 1e-9).floor() as i64;
        *bins.entry(bin).or_default() += 1.0 / row.nodes.len() as f64;
    }
    bins
}

/// Where a bin begins.
fn edge(bin: i64) -> f64 {
    10f64.powf(bin as f64 / PER_DECADE)
}

fn draw_row<DB: DrawingBackend>(
    canvas: &mut Canvas<DB>,
    frame: Frame,
    axis: &Axis,
    row: &Strip,
    (base, most): (f64, f64),
) -> Drawn<DB> {
    for (bin, share) in bins(row) {
        let left = frame.x(axis, edge(bin)).max(frame.left);
        let right = frame.x(axis, edge(bin + 1)).min(frame.right);
        let height = (BAR * share / most).max(1.0);
        let place = ((left, base - height), ((right - left - 1.0).max(1.0), height));
        canvas.block(place.0, place.1, row.look.color, 0.75)?;
        let count = many((share * row.nodes.len() as f64).round() as usize, "search", "searches");
        let (from, to) = (grouped(edge(bin).ceil()), grouped((edge(bin + 1) - 1e-6).floor()));
        let words = format!("{}: {count} of {from} to {to} nodes", row.name);
        canvas.hints.push(Hint { place, words, instance: None });
    }
    let Some(median) = row.median else { return Ok(()) };
    let x = frame.x(axis, median.max(1.0));
    canvas.line(&[(x, base - BAR - 5.0), (x, base)], Pen(INK, 1.4, Dash::Solid))
}
