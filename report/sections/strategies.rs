//! The strategies on one corpus: scores, times and nodes by instance if there are few (`by_instance`), and a cactus plot.

mod by_instance;

pub(super) use by_instance::{MAX_INSTANCE_COLUMNS, instances};

use crate::cell_notes::{AT_LEAST, STUCK, UNREPORTED_NODES, at_least, caption_of_times, of_all};
use crate::group::is_seeded;
use crate::plot::{Plot, SeriesStyles, cactus};
use crate::section::{Content, CorpusResults, SectionInput};
use crate::table::{Table, TableOf, Text, Tone, drop_empty_column, slug};
use crate::units::{integer, pluralize, quantity, round_time, significant, time};
use coverlab_bench::record::Status;
use coverlab_bench::statistics::{InstanceResult, Score, Timing};
use std::collections::BTreeSet;

pub(super) fn corpus(input: &SectionInput<'_>, corpus: &CorpusResults<'_>) -> Content {
    let mut tables = vec![score_table(corpus)];
    tables.extend(instances(&corpus.id, &corpus.name, &corpus.results));
    Content { tables, plots: vec![plot(&corpus.name, &corpus.results, &input.styles)] }
}

/// The caption of a cactus plot.
pub(super) const CACTUS: &str = "Each point of a curve is one more instance that the strategy has solved within that much \
                      CPU time. Further left is faster, higher is more.";
/// Added to the caption of a plot if instances are searched with several seeds.
pub(super) const OF_RUNS: &str = " Each run counts: every seed of an instance is one.";

/// The scores of the strategies on a corpus, the best first.
pub(crate) fn score_table(corpus: &CorpusResults<'_>) -> Table {
    let scores = corpus.scores();
    let seeds = scores.iter().map(|score| score.counts.seeds).max().unwrap_or(1);
    let mut count = pluralize(corpus.instances(), "instance", "instances");
    if seeds > 1 {
        count.push_str(&format!(", {seeds} seeds"));
    }
    let each = if seeds > 1 { "per run" } else { "per instance" };
    let limit = limits(&corpus.results).map_or(String::new(), |limit| format!(", {limit} {each}"));
    let title = format!("Strategies on {} ({count}{limit})", corpus.name);
    let bounded = |score: &Score, ns| format!("{}{}", at_least(score.lower_bound), time(ns));
    let of = |score: &Score, solved: usize, all: usize| {
        Text::toned(of_all(solved, all), if score.counts.wrong > 0 { Tone::Bad } else { Tone::Plain })
    };
    let mut table = TableOf::new(format!("corpus-{}", corpus.id), title, &scores)
        .left("strategy", |score| Text::plain(&score.strategy))
        .right(if seeds > 1 { "runs solved" } else { "solved" }, |score| {
            of(score, score.counts.solved_runs, score.counts.runs)
        });
    if seeds > 1 {
        table = table
            .right("solved, all seeds", |score| of(score, score.counts.solved, score.counts.instances))
            .right("solved, any seed", |score| of(score, score.counts.solved_any, score.counts.instances));
    }
    let any_in_blocks = scores.iter().any(|score| score.timed != Timing::Alone);
    let mut table = table
        .left("by status", |score| Text::plain(by_status(score, seeds)))
        .right("total CPU", |score| Text::quantity(score.total_cpu_ns, "ns", |ns| bounded(score, ns)))
        .right("geometric mean", |score| {
            Text::quantity(score.geometric_mean_ns, "ns", |ns| bounded(score, ns))
        })
        .right("PAR-2", |score| Text::quantity(score.par2_ns, "ns", time))
        .right("nodes", |score| {
            let bound = at_least(score.has_partial_nodes());
            Text::quantity(score.nodes, "", |nodes| format!("{bound}{}", quantity(nodes, "nodes")))
        })
        .right("ns per node", |score| Text::quantity(score.ns_per_node, "", significant))
        .left(
            "timed",
            |score| if any_in_blocks { Text::plain(score.timed.phrase()) } else { Text::missing() },
        )
        .done();
    table.covers_all_instances = true;
    add_score_notes(&mut table, &scores, seeds);
    corpus.note_partial(&mut table);
    drop_empty_column(&mut table, "PAR-2");
    drop_empty_column(&mut table, "timed");
    table
}

/// The runs by status. Unsupported instances have no runs.
fn by_status(score: &Score, seeds: usize) -> String {
    let wrong = (score.counts.wrong > 0).then(|| format!("{} WRONG", integer(score.counts.wrong as f64)));
    let count = |(&status, &count): (&Status, &usize)| match status {
        Status::Unsupported if seeds > 1 => pluralize(count, "unsupported instance", "unsupported instances"),
        _ => format!("{} {}", integer(count as f64), status.phrase()),
    };
    wrong.into_iter().chain(score.counts.by_status.iter().map(count)).collect::<Vec<_>>().join(" · ")
}

/// The note of a table that counts runs.
pub(super) const RUNS: &str = "A run is one search of an instance with one seed. An instance is solved with all seeds if each of its \
     runs is solved, and with any seed if one is.";

/// The note on unknown costs below a table with totals.
const LOST_IN_TOTALS: &str = "Some searches ended without reporting a cost, for example at a memory limit. Totals leave it out; other \
     figures that would include it are missing.";

fn add_score_notes(table: &mut Table, scores: &[Score], seeds: usize) {
    let any = |is: &dyn Fn(&Score) -> bool| scores.iter().any(is);
    let [run, time] = match seeds > 1 {
        true => ["run", "CPU time of a run"],
        false => ["instance", "CPU time"],
    };
    table.note_if(seeds > 1, format!("{RUNS} All other figures are over all runs."));
    table.note_if(any(&|score| score.lower_bound), AT_LEAST);
    table.note_if(any(&|score| score.has_lost_costs), LOST_IN_TOTALS);
    table.note_if(any(&|score| score.counts.by_status.contains_key(&Status::Stuck)), STUCK);
    table.note_if(any(&|score| score.nodes.is_some() && score.uncounted > 0), UNREPORTED_NODES);
    table.note_if(
        any(&|score| score.par2_ns.is_some()),
        format!("PAR-2: the mean {time}; an unanswered {run} counts as twice the limit."),
    );
    let tried = scores.iter().filter(|score| score.counts.instances > 0);
    table.notes.push(match tried.map(|score| score.repetitions).min() {
        None | Some(0 | 1) => format!("Single repetition (n = 1): the time of one {run} has no interval."),
        Some(n) => format!("Medians over {n} repetitions per {run}."),
    });
    let differ = any(&|score| score.timed != scores[0].timed);
    let what = if differ { "The strategies in this table were timed in different ways. " } else { "" };
    table.note_if(
        any(&|score| score.timed != Timing::Alone),
        format!(
            "{what}For a strategy timed in blocks, the geometric mean is over the means of the blocks. It is at least as \
             large as the geometric mean over the instances."
        ),
    );
}

/// The limits in words, if there are any. After runs with several limits, they are listed.
fn limits(results: &[&InstanceResult]) -> Option<String> {
    let in_words = |limit: fn(&InstanceResult) -> Option<u64>, show: &dyn Fn(f64) -> String, unit: &str| {
        let limits: BTreeSet<Option<u64>> = results.iter().map(|result| limit(result)).collect();
        let known: Vec<String> = limits.iter().flatten().map(|&limit| show(limit as f64)).collect();
        let without = if limits.contains(&None) { " (some without a limit)" } else { "" };
        (!known.is_empty()).then(|| format!("at most {}{unit}{without}", known.join(" or ")))
    };
    let time = in_words(|result| result.limit_cpu_ns, &round_time, "");
    let nodes = in_words(|result| result.limit_nodes, &integer, " nodes");
    let words: Vec<String> = time.into_iter().chain(nodes).collect();
    (!words.is_empty()).then(|| words.join(" and "))
}

/// The cactus plot of a corpus, or of several small ones together.
pub(super) fn plot(name: &str, results: &[&InstanceResult], styles: &SeriesStyles) -> Plot {
    let runs = if is_seeded(results.iter().copied()) { OF_RUNS } else { "" };
    let caption = caption_of_times(&format!("{CACTUS}{runs}"), results.iter().copied());
    Plot::new(format!("cactus-{}", slug(name)), caption, cactus(name, results, styles))
}

#[cfg(test)]
mod tests {
    use super::*;
    use coverlab_bench::record::Trial;
    use coverlab_bench::statistics::fixtures::trial;

    #[test]
    fn a_sum_without_unreported_nodes_is_marked() {
        let mut trials = vec![trial("a", "i", 10), trial("a", "j", 20)];
        trials.iter_mut().for_each(|trial| trial.nodes = Some(7));
        let row = |trials: &[Trial]| {
            let table = score_table(&CorpusResults::of_trials(trials));
            let nodes = table.columns.iter().position(|(name, _)| name == "nodes").unwrap();
            (
                table.texts()[0][nodes].clone(),
                table.notes.iter().any(|note| note.starts_with("Nodes: searches")),
            )
        };
        assert_eq!(row(&trials), ("14".to_string(), false));
        trials[1].nodes = None;
        assert_eq!(row(&trials), ("≥ 7".to_string(), true));
        trials[0].nodes = None;
        assert_eq!(row(&trials), ("–".to_string(), false));
    }

    #[test]
    fn the_cost_of_a_stuck_search_is_exact() {
        let mut trials = [trial("a", "i", 1000), trial("a", "j", 2000)];
        trials[1].status = Status::Stuck;
        let table = score_table(&CorpusResults::of_trials(&trials));
        assert_eq!(table.rows[0][3].text, "3.00\u{202f}µs");
        assert!(table.notes.contains(&STUCK.to_string()) && !table.notes.contains(&AT_LEAST.to_string()));
    }

    #[test]
    fn a_title_names_all_limits() {
        let mut trials = [3, 12]
            .map(|ms| Trial { limit_cpu_ns: Some(ms * 1_000_000), ..trial("a", &format!("i{ms}"), 1) });
        let words = |trials: &[Trial]| {
            let corpus = CorpusResults::of_trials(trials);
            limits(&corpus.results).map(|words| crate::units::plain_units(&words))
        };
        assert_eq!(words(&trials).unwrap(), "at most 3 ms or 12 ms");
        trials[0].limit_cpu_ns = None;
        trials.iter_mut().for_each(|trial| trial.limit_nodes = Some(400));
        assert_eq!(words(&trials).unwrap(), "at most 12 ms (some without a limit) and at most 400 nodes");
        assert_eq!(words(&[trial("a", "i", 1)]), None);
    }

    #[test]
    fn runs_and_instances_are_counted_apart() {
        let run = |(name, seed)| Trial { seed, limit_cpu_ns: Some(1000), ..trial("a", name, 100) };
        let mut trials = [("i", 1), ("i", 2), ("j", 1), ("j", 2), ("k", 1), ("k", 2)].map(run);
        trials[1].status = Status::Timeout;
        let table = |trials: &[Trial]| {
            let corpus = CorpusResults::of_trials(trials);
            let mut tables = vec![score_table(&corpus)];
            tables.extend(instances(&corpus.id, &corpus.name, &corpus.results));
            tables
        };
        let seeded = table(&trials);
        let names: Vec<&str> = seeded[0].columns.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names[1..4], ["runs solved", "solved, all seeds", "solved, any seed"]);
        assert_eq!(seeded[0].texts()[0][1..5], ["5 of 6", "2 of 3", "3 of 3", "5 unique · 1 timeout"]);
        assert!(
            seeded[0].title.contains("3 instances, 2 seeds, at most 1\u{202f}µs per run"),
            "{}",
            seeded[0].title
        );
        assert!(seeded[0].notes[0].starts_with(RUNS), "{:?}", seeded[0].notes);
        assert_eq!(seeded[1].rows[0][1].text, ">\u{202f}100\u{202f}ns, 1 of 2 solved");
        let csv = crate::csv::table(&seeded[1]);
        assert!(csv.starts_with("strategy,i [ns],i solved,") && csv.contains("\na,>100,1,100,2,"), "{csv}");
        let single: Vec<Trial> = trials.iter().filter(|trial| trial.seed == 1).cloned().collect();
        let names: Vec<String> = table(&single)[0].columns.iter().map(|(name, _)| name.clone()).collect();
        assert_eq!(names[..3], ["strategy", "solved", "by status"]);
    }
}
