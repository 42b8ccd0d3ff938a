//! Figures that may be lower bounds, as cells of tables, and the notes that explain them.

use super::group::is_seeded;
use super::table::{Table, Text, Tone};
use super::units::integer;
use coverlab_bench::statistics::{BoundedValue, InstanceResult};
use std::collections::BTreeMap;

/// Added to captions of logarithmic plots if a cost is 0.
pub(super) const DRAWN_AS_ONE: &str = " A cost of 0 is drawn as 1.";

/// The note that explains `>`, which marks the figure of a search without an answer.
const ABOVE: &str =
    ">: a lower bound. A search that stopped without an answer counts with its cost until then.";
/// The note that explains `≥`, which marks a mean of costs of answers with such a figure.
const AT_LEAST_FOR_ANSWERS: &str = "≥: a lower bound on the cost of answers. Searches that were cut short or got stuck count with their cost until then.";
/// The note that explains `≥`, which marks a sum or a mean of costs with a search that was cut short.
pub(super) const AT_LEAST: &str =
    "≥: a lower bound. Searches that were cut short count with their cost until then.";
/// The note on sums and means of costs with stuck searches.
pub(super) const STUCK: &str = "Stuck: the search ended by itself without an answer, so its cost is exact.";
/// The note on costs that are unknown.
pub(super) const LOST: &str = "Some searches ended without reporting a cost, for example at a memory limit. Figures that would include it \
                    are missing.";
/// The note on sums of nodes without those of some searches.
pub(super) const UNREPORTED_NODES: &str =
    "Nodes: searches that did not report them are left out, so the sum is a lower bound (≥).";
/// The note on ratios and means of costs that may be 0.
pub(super) const ZERO: &str = "A cost of 0 is taken as 1 in ratios and geometric means.";
/// Added to the caption of a plot with marks of lower bounds.
pub(super) const ARROWS: &str =
    " An arrow begins at a lower bound: searches without an answer count with their cost until then.";
/// The note on figures of instances that were searched with several seeds.
pub(super) const MEDIAN_OF_SEEDS: &str = "Each instance counts with the median over its seeds.";

/// The note on CPU times of which some are shares of the time of a block.
const SHARES: &str =
    "Some CPU times are equal shares of the time of a block, and say nothing about a single instance.";

/// A figure as text: `> 12` if it is a lower bound.
pub(super) fn bounded(figure: BoundedValue, show: &dyn Fn(f64) -> String) -> String {
    let bound = if figure.lower_bound { ">\u{202f}" } else { "" };
    format!("{bound}{}", show(figure.value))
}

/// The mark of a sum or a mean that is a lower bound.
pub(super) fn at_least(is_bound: bool) -> &'static str {
    if is_bound { "≥\u{202f}" } else { "" }
}

/// A figure as a cell.
pub(super) fn cell(figure: Option<BoundedValue>, show: &dyn Fn(f64) -> String) -> Text {
    let Some(figure) = figure else { return Text::missing() };
    let tone = if figure.lower_bound { Tone::Faint } else { Tone::Plain };
    Text::toned(bounded(figure, show), tone).with_value(figure.value, "")
}

/// `46 of 60`.
pub(super) fn of_all(some: usize, all: usize) -> String {
    format!("{} of {}", integer(some as f64), integer(all as f64))
}

/// A note that a table of results may need.
pub(super) enum Note<'m> {
    /// On figures that are lower bounds.
    Bounds,
    /// On costs, by one of these measures, that are unknown for some searches of a strategy.
    Lost(&'m [&'m str]),
    /// On medians over seeds.
    Seeds,
    /// On times that are shares.
    Shares,
}

/// Adds those of `notes` that apply to a table of `results`.
pub(super) fn add_notes(table: &mut Table, notes: &[Note<'_>], results: &[&InstanceResult]) {
    for note in notes {
        match note {
            Note::Bounds => {
                for (sign, note) in [('>', ABOVE), ('≥', AT_LEAST_FOR_ANSWERS)] {
                    let is_shown = table.rows.iter().flatten().any(|cell| cell.text.contains(sign));
                    table.note_if(is_shown, note);
                }
            }
            Note::Lost(measures) => table.note_if(has_unknown(results, measures), LOST),
            Note::Seeds => table.note_if(is_seeded(results.iter().copied()), MEDIAN_OF_SEEDS),
            Note::Shares => table.note_if(has_shares(results.iter().copied()), SHARES),
        }
    }
}

/// Whether costs of searches are lost, or a strategy has one of `measures` for only some instances of a corpus.
pub(super) fn has_unknown(results: &[&InstanceResult], measures: &[&str]) -> bool {
    let is_partial = |measure: &&str| {
        let mut known: BTreeMap<(&str, &str), bool> = BTreeMap::new();
        results.iter().any(|result| {
            let is_known = result.value(measure).is_some();
            *known.entry((&result.group, &result.strategy)).or_insert(is_known) != is_known
        })
    };
    results.iter().any(|result| result.has_lost_costs) || measures.iter().any(is_partial)
}

/// The caption of a plot of the times of `results`: `words`, with a note if some of the times are shares.
pub(super) fn caption_of_times<'a>(
    words: &str,
    results: impl IntoIterator<Item = &'a InstanceResult>,
) -> String {
    if has_shares(results) { format!("{words} {SHARES}") } else { words.to_string() }
}

fn has_shares<'a>(results: impl IntoIterator<Item = &'a InstanceResult>) -> bool {
    results.into_iter().any(InstanceResult::is_streamed)
}
