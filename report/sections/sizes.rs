//! Formulas by the size of the board: their size, and the time to encode and to solve them. Shown if an experiment requests
//! measures of formulas.

use crate::figures::{bounded, note_bounds, note_seeds};
use crate::group::by_strategy;
use crate::plot::{self, BoardSize, BySize, Plot};
use crate::section::{Content, Section, SectionInput};
use crate::table::{Table, TableOf, Text};
use crate::units::{integer, time};
use coverlab_bench::measure::Measure;
use coverlab_bench::statistics::{BoundedValue, InstanceMeasures, InstanceResult, median, spread};
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn section(input: &SectionInput<'_>) -> Vec<Section> {
    Section::of("by-size", "Formulas by size of the board", content(input))
}

/// The caption of the plots.
const CAPTION: &str = "Both scales are logarithmic, so a straight line is a power of the side, and parallel lines \
                     differ by a constant factor.";

/// The tables and plots, if the experiment requests measures of formulas.
fn content(input: &SectionInput<'_>) -> Content {
    let measures: Vec<Measure> = input.instance_measures(Measure::is_of_formula).collect();
    if measures.is_empty() {
        return Content::EMPTY;
    }
    let (results, measured) = (input.record.results(), input.record.measured());
    let groups = groups(results, measured);
    let encode = |result: &InstanceResult| result.measure("encode_ns");
    let solve = |group: &[&InstanceResult]| spread(group.iter().copied(), "solve_cpu_ns").map(|s| s.median);
    let formulas = measures.into_iter().map(|measure| {
        let value = |result: &InstanceResult| {
            measured.get(&result.corpus, &result.instance, &result.strategy, measure)
        };
        let title = format!("{} of the formula", capitalized(measure.title()));
        by_size(measure.word(), &title, false, &groups, &|group| exact(group, &value))
    });
    let times = [
        by_size("encode", "CPU time to encode", true, &groups, &|group| exact(group, &encode)),
        by_size("solve", "CPU time to load and solve", true, &groups, &solve),
    ];
    let is_known = |quantity: &BySize| !quantity.strategies.is_empty();
    let quantities: Vec<BySize> = formulas.chain(times).filter(is_known).collect();
    let mut tables: Vec<Table> = quantities.iter().map(table).collect();
    tables.iter_mut().for_each(|table| note_seeds(table, results));
    let plot = |quantity: &BySize| {
        let picture = plot::by_size(quantity, &input.styles);
        Plot::new(format!("by-size-{}", quantity.id), CAPTION, picture)
    };
    let varying = quantities.iter().filter(|quantity| sizes(quantity).len() > 1);
    Content { tables, plots: varying.map(plot).collect() }
}

/// The results of each strategy by size of the board.
type Groups<'a> = Vec<(String, BTreeMap<BoardSize, Vec<&'a InstanceResult>>)>;

fn groups<'a>(results: &'a [InstanceResult], measured: &InstanceMeasures) -> Groups<'a> {
    let group = |(strategy, results): (&str, Vec<&'a InstanceResult>)| {
        let mut sizes: BTreeMap<BoardSize, Vec<&InstanceResult>> = BTreeMap::new();
        for result in results {
            if let Some(shape) = measured.shape(&result.corpus, &result.instance) {
                sizes.entry((shape.side(), shape.box_rows())).or_default().push(result);
            }
        }
        (strategy.to_string(), sizes)
    };
    by_strategy(results).into_iter().map(group).collect()
}

fn by_size(
    id: &str,
    title: &str,
    is_time: bool,
    groups: &Groups<'_>,
    of: &dyn Fn(&[&InstanceResult]) -> Option<BoundedValue>,
) -> BySize {
    let strategies = groups.iter().map(|(name, sizes)| {
        let values = sizes.iter().filter_map(|(&size, group)| Some((size, of(group)?)));
        (name.clone(), values.collect::<BTreeMap<_, _>>())
    });
    let strategies = strategies.filter(|(_, values)| !values.is_empty()).collect();
    BySize { id: id.to_string(), title: title.to_string(), is_time, strategies }
}

/// The median of a quantity that does not depend on how a search ended, so it is never a lower bound.
fn exact(group: &[&InstanceResult], value: &dyn Fn(&InstanceResult) -> Option<f64>) -> Option<BoundedValue> {
    let mut values: Vec<f64> = group.iter().filter_map(|result| value(result)).collect();
    median(&mut values).map(|value| BoundedValue { value, lower_bound: false })
}

fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// The sizes for which there are values, in order.
fn sizes(quantity: &BySize) -> BTreeSet<BoardSize> {
    quantity.strategies.iter().flat_map(|(_, values)| values.keys().copied()).collect()
}

fn table(quantity: &BySize) -> Table {
    let title = format!("{}, median by size of the board", quantity.title);
    let sizes = sizes(quantity);
    let twice = |side: usize| sizes.iter().filter(|(other, _)| *other == side).count() > 1;
    let mut table = TableOf::new(format!("{}-by-size", quantity.id), title, &quantity.strategies)
        .left("strategy", |(name, _)| Text::plain(name));
    for size in &sizes {
        let (side, rows) = *size;
        let boxes = if twice(side) { format!(" in {rows}x{}", side / rows) } else { String::new() };
        table = table.right(format!("{side}x{side}{boxes}"), |(_, values)| {
            values.get(size).map_or_else(Text::missing, |figure| shown(quantity, *figure))
        });
    }
    let mut table = table.done();
    note_bounds(&mut table);
    table
}

fn shown(quantity: &BySize, figure: BoundedValue) -> Text {
    let (text, unit) = match quantity.is_time {
        true => (bounded(figure, &time), "ns"),
        false => (bounded(figure, &integer), ""),
    };
    Text::plain(text).with_value(figure.value, unit)
}
