//! Pairs of strategies: scatter plots of their times.

use crate::cell_notes::{MEDIAN_OF_SEEDS, caption_of_times};
use crate::group::is_seeded;
use crate::plot::{Plot, Scatter, SeriesStyles};
use crate::section::{Content, Section, SectionInput};
use crate::table::slug;
use crate::units::pluralize;
use coverlab_bench::statistics::InstanceResult;

pub(super) fn section(input: &SectionInput<'_>) -> Vec<Section> {
    let compare = input.record.experiment.compare.as_deref();
    let plots = plots(compare, input.record.results(), &input.styles);
    let content = Content { plots, ..Content::EMPTY };
    Section::of("pairs", "Strategies in pairs", content.with_note(input.sample_note().as_deref()))
}

/// The maximum number of pairs that are drawn.
const MAX_PAIRS: usize = 12;

/// A scatter plot for each of the given pairs; by default, for the first strategy and each other one.
fn plots(
    compare: Option<&[(String, String)]>,
    results: &[InstanceResult],
    styles: &SeriesStyles,
) -> Vec<Plot> {
    let names = styles.names();
    let pairs: Vec<(String, String)> = match (compare, names) {
        (None, [first, others @ ..]) => others.iter().map(|other| (first.clone(), other.clone())).collect(),
        (given, _) => given.unwrap_or_default().to_vec(),
    };
    let left_out = pairs.len().saturating_sub(MAX_PAIRS);
    let drawn = pairs.iter().take(MAX_PAIRS).enumerate();
    let mut plots: Vec<Plot> = drawn.map(|(at, (a, b))| pair_plot(at + 1, (a, b), results)).collect();
    if is_seeded(results) {
        let words = format!(" {MEDIAN_OF_SEEDS} It is solved if each seed solves it.");
        plots.iter_mut().for_each(|plot| plot.caption.push_str(&words));
    }
    if let Some(last) = plots.last_mut().filter(|_| left_out > 0) {
        let more = pluralize(left_out, "more pair is", "more pairs are");
        last.caption
            .push_str(&format!(" {more} not drawn; `compare` in the experiment names those that matter."));
    }
    plots
}

fn pair_plot(number: usize, (a, b): (&str, &str), results: &[InstanceResult]) -> Plot {
    let pair = Scatter::new(a, b, results);
    let of_pair = results.iter().filter(|result| [a, b].contains(&result.strategy.as_str()));
    let shown = |text: &str| slug(&text.chars().take(40).collect::<String>());
    let id = format!("pair-{number:02}-{}-{}", shown(a), shown(b));
    Plot::new(id, caption_of_times(&pair.caption(), of_pair), pair)
}
