//! The spread of searches of one instance over seeds, compared with the spread between instances, and the distribution of the
//! costs of runs.

use crate::cell_notes::{DRAWN_AS_ONE, Note, ZERO, add_notes, bounded};
use crate::group::by_strategy;
use crate::plot::{Plot, SeriesStyles, counts_nodes, survival};
use crate::section::{Content, CorpusResults, SectionInput};
use crate::table::{Table, TableOf, Text, slug};
use crate::units::{integer, multiple};
use coverlab_bench::statistics::{BoundedValue, InstanceResult, SeedRun, SeedSpread, seed_spread};

pub(super) fn corpus(input: &SectionInput<'_>, corpus: &CorpusResults<'_>) -> Content {
    let plots = plot(&corpus.name, &corpus.results, &input.styles).into_iter().collect();
    Content { plots, ..Content::tables([table(corpus)]) }
}

/// The minimum number of seeds for a plot of the distribution.
const MIN_SEEDS: usize = 5;

/// The caption of that plot.
const CAPTION: &str = "The share of runs, over all instances and seeds, that cost more than x, on two logarithmic scales: a heavy tail is a \
     straight line that falls slowly. A bar across a curve marks runs that were cut short there; what they would have \
     cost is not known (estimate of Kaplan and Meier, which assumes that the limit says nothing about the cost beyond it). \
     Instances of different difficulty together may look like a heavy tail that no instance has by itself. In nodes, a \
     strategy counts once per instance if on each instance all its runs have the same nodes, which a time limit may \
     prevent. A curve that ends without a bar has no run above its end. Nodes of two strategies do not compare, the shapes \
     of their curves do.";

/// Added to the caption if costs are unknown.
const LEFT_OUT: &str =
    " The curve of a strategy leaves out an instance if the costs of one of its runs are unknown.";

/// The plot of the distribution of costs, if some instance has enough seeds.
pub(super) fn plot(name: &str, results: &[&InstanceResult], styles: &SeriesStyles) -> Option<Plot> {
    if results.iter().all(|result| result.run_count() < MIN_SEEDS) {
        return None;
    }
    let left_out = if results.iter().any(|result| result.has_lost_costs) { LEFT_OUT } else { "" };
    let of_nodes = counts_nodes(results);
    let cost = |run: SeedRun| if of_nodes { run.nodes } else { run.cpu_ns };
    let mut runs = results.iter().flat_map(|result| result.runs());
    let zeros = if runs.any(|run| cost(run).is_some_and(|cost| cost < 1.0)) { DRAWN_AS_ONE } else { "" };
    let (id, caption) = (format!("survival-{}", slug(name)), format!("{CAPTION}{left_out}{zeros}"));
    Some(Plot::new(id, caption, survival(name, results, styles)))
}

/// The table of spreads, without rows if no instance was searched with several seeds.
fn table(corpus: &CorpusResults<'_>) -> Table {
    let title = format!("Spread within an instance and between instances of {}", corpus.name);
    let by_strategy = by_strategy(corpus.results.iter().copied()).into_iter();
    let spreads: Vec<(&str, SeedSpread)> =
        by_strategy.filter_map(|(strategy, own)| Some((strategy, seed_spread(own)?))).collect();
    let ratio = |figure: BoundedValue| Text::plain(bounded(figure, &multiple)).with_value(figure.value, "");
    let mut table = TableOf::new(format!("within-{}", corpus.id), title, &spreads)
        .left("strategy", |(strategy, _)| Text::plain(*strategy))
        .left("cost", |(_, spread)| Text::plain(if spread.of_nodes { "nodes" } else { "CPU time" }))
        .right("searches per instance", |(_, SeedSpread { searches: (least, most), .. })| {
            let range = if least < most { format!("{} to ", integer(*least as f64)) } else { String::new() };
            Text::plain(range + &integer(*most as f64))
        })
        .right("median within", |(_, spread)| ratio(spread.typical))
        .right("largest within", |(_, spread)| ratio(spread.largest))
        .right("between instances", |(_, spread)| ratio(spread.between))
        .done();
    table.notes.push(
        "Within: the largest cost of a search divided by the smallest, over the seeds of one instance. \
         Between: the largest median cost of an instance divided by the smallest. Both ratios grow with the number of \
         values, so they are not comparable if there are many more instances than searches per instance."
            .to_string(),
    );
    add_notes(&mut table, &[Note::Bounds, Note::Lost(&["solve_cpu_ns"])], &corpus.results);
    table.note_if(spreads.iter().any(|(_, spread)| spread.replaces_zero), ZERO);
    corpus.note_partial(&mut table);
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use coverlab_bench::record::{Status, Trial};
    use coverlab_bench::statistics::fixtures::trial;

    #[test]
    fn a_caption_says_that_a_curve_leaves_out_runs_with_lost_costs() {
        let mut trials = [1, 2, 3, 4, 5].map(|seed| Trial { seed, ..trial("s", "i", seed) }).to_vec();
        trials.extend(trials.clone().into_iter().map(|trial| Trial { instance: "j".into(), ..trial }));
        let curve = |trials: &[Trial]| {
            let results = CorpusResults::of_trials(trials).results;
            let plot = plot("c", &results, &SeriesStyles::of(results.iter().copied())).unwrap();
            (plot.picture.csv().lines().count(), plot.caption.ends_with(LEFT_OUT))
        };
        assert_eq!(curve(&trials), (6, false));
        (trials[0].status, trials[0].solve_cpu_ns) = (Status::Memout, Some(0));
        (1..5).for_each(|at| trials[at].solve_cpu_ns = Some(100));
        assert_eq!(curve(&trials), (6, true), "the costs of `j`");
    }
}
