//! How large the searches of each strategy are: one row of bars a strategy, over shared bins.

use super::axis::{Frame, Log, Unit};
use super::font;
use super::palette::Series;
use super::scene::{Anchor, Color, Dash, GRID, INK, MARGIN, SOFT, Scene, Shape};
use crate::report::units::{grouped, many};
use crate::statistics::{Cell, median, score};

const WIDTH: f64 = 960.0;
const ROW: f64 = 46.0;
const BAR: f64 = 34.0;
/// The bins of a factor of ten.
const PER_DECADE: f64 = 5.0;

struct Row {
    name: String,
    nodes: Vec<f64>,
    color: Color,
}

pub(super) fn draw(name: &str, cells: &[&Cell], series: &Series) -> Scene {
    let rows = rows(cells, series);
    let title = format!("How many nodes do the searches on {name} take?");
    let answered = rows.iter().map(|row| row.nodes.len()).sum();
    let subtitle = format!(
        "{} that were answered; searches without an answer are left out",
        many(answered, "search", "searches")
    );
    let height = 140.0 + rows.len() as f64 * ROW;
    let mut scene = Scene::new(WIDTH, height, &title, &subtitle);
    let names = rows.iter().map(|row| font::width(&row.name, 12.0)).fold(0.0, f64::max).min(260.0);
    let frame = Frame { left: MARGIN + names + 16.0, right: WIDTH - 130.0, top: 72.0, bottom: height - 58.0 };
    if answered == 0 {
        scene.nothing("No search with counted nodes was answered.");
        return scene;
    }
    let axis = Log::over(rows.iter().flat_map(|row| row.nodes.iter().copied()), Unit::Count);
    axis.draw_below(&mut scene, frame, "nodes (searches without any are counted at 1)");
    scene.text((frame.right + 14.0, frame.top), "median", 12.0, SOFT, Anchor::Start);
    let most = rows.iter().map(|row| bins(row).values().copied().fold(0.0, f64::max)).fold(0.0, f64::max);
    for (at, row) in rows.iter().enumerate() {
        let base = frame.top + (at + 1) as f64 * ROW;
        scene.text(
            (frame.left - 12.0, base - 6.0),
            &font::shorten(&row.name, 12.0, 260.0),
            12.0,
            INK,
            Anchor::End,
        );
        scene.line(vec![(frame.left, base), (frame.right, base)], GRID, 1.0, Dash::Solid);
        draw_row(&mut scene, frame, &axis, row, (base, most));
    }
    scene
}

fn rows(cells: &[&Cell], series: &Series) -> Vec<Row> {
    let row = |score: crate::statistics::Score| {
        let own = cells.iter().filter(|cell| cell.strategy == score.strategy && cell.solved());
        let nodes: Vec<f64> = own.filter_map(|cell| cell.nodes).collect();
        Row { nodes, color: series.look(&score.strategy).color, name: score.strategy }
    };
    score(cells.iter().copied()).into_iter().map(row).collect()
}

/// The share of a row's searches by bin; bin 0 begins at 1 node.
fn bins(row: &Row) -> std::collections::BTreeMap<i64, f64> {
    let mut bins = std::collections::BTreeMap::new();
    for nodes in &row.nodes {
        // The least representable step up keeps 10, 100, … in the bin that they begin.
        let bin = (nodes.max(1.0).log10() * PER_DECADE + 1e-9).floor() as i64;
        *bins.entry(bin).or_default() += 1.0 / row.nodes.len() as f64;
    }
    bins
}

fn draw_row(scene: &mut Scene, frame: Frame, axis: &Log, row: &Row, (base, most): (f64, f64)) {
    let edge = |bin: i64| 10f64.powf(bin as f64 / PER_DECADE);
    for (bin, share) in bins(row) {
        let left = frame.x(axis, edge(bin)).max(frame.left);
        let right = frame.x(axis, edge(bin + 1)).min(frame.right);
        let height = (BAR * share / most).max(1.0);
        let count = many((share * row.nodes.len() as f64).round() as usize, "search", "searches");
        let (from, to) = (grouped(edge(bin).ceil()), grouped((edge(bin + 1) - 1e-6).floor()));
        scene.shapes.push(Shape::Block {
            at: (left, base - height),
            size: ((right - left - 1.0).max(1.0), height),
            color: row.color,
            opacity: 0.75,
            hint: format!("{}: {count} of {from} to {to} nodes", row.name),
        });
    }
    let Some(middle) = median(&mut row.nodes.clone()) else {
        scene.text((frame.right + 14.0, base - 6.0), "–", 12.0, SOFT, Anchor::Start);
        return;
    };
    let x = frame.x(axis, middle.max(1.0));
    scene.line(vec![(x, base - BAR - 5.0), (x, base)], INK, 1.4, Dash::Solid);
    scene.text((frame.right + 14.0, base - 6.0), &grouped(middle), 12.0, INK, Anchor::Start);
}
