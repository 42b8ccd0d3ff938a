//! Published tables compared with our figures, and their lines in the verdict.

use crate::section::{Content, Section, SectionInput};
use crate::table::{Table, TableOf, Text, Tone};
use crate::units::{integer, multiple, quantity};
use coverlab_bench::statistics::{
    AGREEMENT_FACTOR, Agreement, PublishedComparison, PublishedRow, is_search_time, is_time,
};

pub(super) fn section(input: &SectionInput<'_>) -> Vec<Section> {
    let tables = (1..).zip(input.record.published()).map(|(number, table)| published_table(number, table));
    Section::of("published", "Published tables and ours", Content::tables(tables))
}

/// A line of the verdict for each published table: how many of its ratios agree with ours.
pub(crate) fn agreement(tables: &[PublishedComparison]) -> Vec<Text> {
    tables.iter().filter(|table| !table.agreement.is_empty()).map(agreement_of).collect()
}

fn agreement_of(table: &PublishedComparison) -> Text {
    let source = table.published.source.trim_end_matches('.');
    let words = format!("{}; {source}", agreeing(table));
    let all = table.agreement.iter().all(|agreement| agreement.within == agreement.ratios);
    Text::toned(words, if all { Tone::Good } else { Tone::Plain })
}

fn agreeing(table: &PublishedComparison) -> String {
    let of = |agreement: &Agreement| {
        let Agreement { by, ratios, within, farthest: (instance, factor) } = agreement;
        let (within, ratios) = (integer(*within as f64), integer(*ratios as f64));
        format!("{within} of {ratios} by {by} (farthest {instance}, {})", multiple(*factor))
    };
    let words: Vec<String> = table.agreement.iter().map(of).collect();
    let baseline = &table.published.baseline;
    format!("Published ratios to {baseline} that ours match within {AGREEMENT_FACTOR}×: {}", words.join(", "))
}

/// A published table with our figures in it.
fn published_table(number: usize, table: &PublishedComparison) -> Table {
    let published = &table.published;
    let title = format!("{}: {}", published.strategy, published.source);
    let measure = &published.measure;
    let (unit, scale) = if is_time(measure) { ("ns", 1e9) } else { ("", 1.0) };
    let show = |is_bound: bool, value: Option<f64>, show: &dyn Fn(f64) -> String| {
        let bound = if is_bound { ">\u{202f}" } else { "" };
        Text::quantity(value, "", |value| format!("{bound}{}", show(value)))
    };
    let in_unit = |mut text: Text| {
        text.values.iter_mut().for_each(|value| (value.number, value.unit) = (value.number * scale, unit));
        text
    };
    let mut columns = TableOf::new(format!("published-{number}"), title, &table.rows)
        .left("instance", |row| Text::plain(&row.instance))
        .right("published", |row| {
            in_unit(Text::quantity(row.published, "", |value| quantity(value, measure)))
        })
        .right("ours", |row| in_unit(show(row.lower_bound, row.ours, &|value| quantity(value, measure))))
        .right("published ratio", |row| Text::quantity(row.published_ratio, "", multiple));
    if measure != "solve_cpu_ns" && measure != "nodes" {
        columns = columns.right("our ratio", |row| show(row.lower_bound, row.ratio, &multiple));
    }
    if is_search_time(measure) || measure == "nodes" {
        columns = columns
            .right("our time ratio", |row| show(row.time_lower_bound, row.time_ratio, &multiple))
            .right("our node ratio", |row| show(row.nodes_lower_bound, row.node_ratio, &multiple));
    }
    if is_search_time(measure) {
        let show =
            |row: &PublishedRow| show(row.nodes_lower_bound, row.nodes, &|nodes| quantity(nodes, "nodes"));
        columns = columns.right("our nodes", show);
    }
    let mut shown = columns.done();
    shown.notes.push(format!("Published figures: {}.", published.machine.trim_end_matches('.')));
    shown.notes.push(format!("Ratios refer to {} in the same table.", published.baseline));
    if !table.agreement.is_empty() {
        shown.notes.push(format!("{}.", agreeing(table)));
    }
    shown
}
