//! How cost grows with size, on corpora whose instances are one family in several sizes.
//!
//! The fit is the least-squares line of the logarithm of cost against size. Its slope says by
//! what factor cost grows from one size to the next; how much of the scatter the line explains is
//! R². Sizes at which the search took less than [`TOO_SHORT`] say more of the start of a search
//! than of its growth and are left out, as long as enough others remain.

use super::table::{Align, Table, Text};
use super::units::{grouped, significant, time};
use crate::statistics::Cell;
use coverlab_model::family::split_seed;

/// Nanoseconds that a search must take to count for the fit.
const TOO_SHORT: f64 = 20_000.0;

/// A line needs more points than the two that any line goes through.
const FEWEST: usize = 4;

/// The cost of one strategy by size.
pub(super) struct Growth {
    pub(super) strategy: String,
    /// Size, CPU time in nanoseconds, and nodes where they are counted; by size.
    pub(super) points: Vec<(f64, f64, Option<f64>)>,
    pub(super) time: Option<Fit>,
    pub(super) nodes: Option<Fit>,
}

/// cost = start * factor ^ size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Fit {
    /// The logarithm of the cost at size 0.
    start: f64,
    /// By what cost grows from one size to the next.
    pub(super) factor: f64,
    /// The share of the variance that the line explains.
    pub(super) explained: f64,
    /// The least and the largest size that it is based on.
    pub(super) sizes: (f64, f64),
}

impl Fit {
    /// The line through these sizes and costs.
    fn of(points: &[(f64, f64)]) -> Option<Fit> {
        if points.len() < FEWEST {
            return None;
        }
        let count = points.len() as f64;
        let logs: Vec<(f64, f64)> = points.iter().map(|&(x, y)| (x, y.max(1.0).ln())).collect();
        let mean = |of: fn(&(f64, f64)) -> f64| logs.iter().map(of).sum::<f64>() / count;
        let (x, y) = (mean(|p| p.0), mean(|p| p.1));
        let xx: f64 = logs.iter().map(|p| (p.0 - x).powi(2)).sum();
        let xy: f64 = logs.iter().map(|p| (p.0 - x) * (p.1 - y)).sum();
        let yy: f64 = logs.iter().map(|p| (p.1 - y).powi(2)).sum();
        if xx == 0.0 || yy == 0.0 {
            return None;
        }
        let slope = xy / xx;
        let sizes = (points[0].0, points[points.len() - 1].0);
        Some(Fit { start: y - slope * x, factor: slope.exp(), explained: slope * xy / yy, sizes })
    }

    /// The cost at `size` by the line.
    pub(super) fn at(&self, size: f64) -> f64 {
        (self.start + size * self.factor.ln()).exp()
    }
}

/// The growth of each strategy's cost, if the instances of `cells` are one family in several
/// sizes: their names differ in one number at the end.
pub(super) fn growth(cells: &[&Cell]) -> Vec<Growth> {
    let Some(stem) = cells.first().and_then(|cell| size(&cell.instance)).map(|(stem, _)| stem) else {
        return Vec::new();
    };
    if !cells.iter().all(|cell| size(&cell.instance).is_some_and(|(other, _)| other == stem)) {
        return Vec::new();
    }
    let mut strategies: Vec<&str> = Vec::new();
    for cell in cells {
        if !strategies.contains(&cell.strategy.as_str()) {
            strategies.push(&cell.strategy);
        }
    }
    let mut all: Vec<Growth> = strategies.into_iter().map(|strategy| of_strategy(strategy, cells)).collect();
    all.retain(|growth| growth.points.len() >= FEWEST);
    all
}

/// What stands before the number at the end, and the number: `queens:` and 8 of `queens:8`. A seed is no
/// size.
fn size(name: &str) -> Option<(&str, f64)> {
    if split_seed(name).is_some() {
        return None;
    }
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = name[stem.len()..].parse().ok()?;
    stem.ends_with(':').then_some((stem, number))
}

fn of_strategy(strategy: &str, cells: &[&Cell]) -> Growth {
    let own = cells.iter().filter(|cell| cell.strategy == strategy && cell.finished());
    let mut points: Vec<(f64, f64, Option<f64>)> =
        own.filter_map(|cell| Some((size(&cell.instance)?.1, cell.cpu_ns?.max(1.0), cell.nodes))).collect();
    points.sort_by(|a, b| a.0.total_cmp(&b.0));
    let long: Vec<_> = points.iter().copied().filter(|point| point.1 >= TOO_SHORT).collect();
    let based = if long.len() >= FEWEST { &long } else { &points };
    let times: Vec<(f64, f64)> = based.iter().map(|&(size, time, _)| (size, time)).collect();
    let nodes: Vec<(f64, f64)> = based.iter().filter_map(|&(size, _, nodes)| Some((size, nodes?))).collect();
    Growth { strategy: strategy.to_string(), time: Fit::of(&times), nodes: Fit::of(&nodes), points }
}

/// The fits as a table, the slowest growth first.
pub(super) fn table(id: &str, corpus: &str, growths: &[Growth]) -> Option<Table> {
    if growths.is_empty() {
        return None;
    }
    let columns = [
        ("strategy", Align::Left),
        ("sizes", Align::Right),
        ("CPU time at the largest", Align::Right),
        ("time per step", Align::Right),
        ("R²", Align::Right),
        ("nodes at the largest", Align::Right),
        ("nodes per step", Align::Right),
    ];
    let mut table = Table::new(format!("growth-{id}"), format!("Growth with size on {corpus}"), &columns);
    let mut rows: Vec<&Growth> = growths.iter().collect();
    let factor = |growth: &Growth| growth.time.map_or(f64::INFINITY, |fit| fit.factor);
    rows.sort_by(|a, b| factor(a).total_cmp(&factor(b)));
    table.rows = rows.into_iter().map(row).collect();
    table.notes = vec![
        "Per step: by what factor cost grows from one size to the next, the slope of a least-squares line \
         through the logarithms of cost. R²: how much of the variance the line explains. Sizes: those that \
         it is based on; searches shorter than 20 µs are left out where four others remain."
            .to_string(),
    ];
    Some(table)
}

fn row(growth: &Growth) -> Vec<Text> {
    let last = growth.points.last().copied().unwrap_or_default();
    let fitted = |fit: Option<Fit>, show: fn(&Fit) -> f64, unit: &str| match fit {
        Some(fit) => Text::plain(format!("{}{unit}", significant(show(&fit)))).worth(show(&fit), ""),
        None => Text::missing(),
    };
    let nodes = |nodes: f64| Text::plain(grouped(nodes)).worth(nodes, "");
    vec![
        Text::plain(&growth.strategy),
        growth.time.map_or_else(Text::missing, |Fit { sizes: (low, high), .. }| {
            Text::plain(format!("{low} to {high}"))
        }),
        Text::plain(format!("{} at {}", time(last.1), last.0)).worth(last.1, "ns"),
        fitted(growth.time, |fit| fit.factor, "×"),
        fitted(growth.time, |fit| fit.explained, ""),
        last.2.map_or_else(Text::missing, nodes),
        fitted(growth.nodes, |fit| fit.factor, "×"),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pure_power_is_found() {
        let points: Vec<(f64, f64)> = (4..9).map(|n| (f64::from(n), 7.0 * 3f64.powi(n))).collect();
        let fit = Fit::of(&points).unwrap();
        assert!((fit.factor - 3.0).abs() < 1e-9 && (fit.explained - 1.0).abs() < 1e-9);
        assert!((fit.at(10.0) / (7.0 * 3f64.powi(10)) - 1.0).abs() < 1e-9);
        assert_eq!(fit.sizes, (4.0, 8.0));
        assert_eq!(Fit::of(&points[..3]), None);
        assert_eq!(Fit::of(&[(1.0, 5.0); 6]), None);
    }

    #[test]
    fn sizes_are_numbers_behind_a_colon() {
        assert_eq!(size("queens:12"), Some(("queens:", 12.0)));
        assert_eq!(size("quasigroup:30:316"), Some(("quasigroup:30:", 316.0)));
        assert_eq!(size("quasigroup:30:316:7"), None);
        assert_eq!(size("pentominoes:6x10"), None);
        assert_eq!(size("d_worst1"), None);
        assert_eq!(size("soma"), None);
    }
}
