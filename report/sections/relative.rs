//! The cost of each strategy relative to the baseline that the experiment names. Made for ablations, in which every row is the
//! baseline without one idea.
//!
//! A figure is the geometric mean, over the instances, of the cost divided by the baseline's cost on the same instance. A
//! count of 0 is taken as 1. A search without an answer counts with the cost spent, so the mean is then a lower bound on the
//! cost of answers. Instances on which the baseline has no answer are left out.

use crate::cell_notes::{LOST, Note, ZERO, add_notes, at_least, has_unknown, of_all};
use crate::group::{by_key, by_strategy, is_seeded};
use crate::section::{Content, CorpusResults, SectionInput, all_strategies};
use crate::table::{RATIO, Table, TableOf, Text, Tone};
use crate::units::{integer, multiple, significant, time};
use coverlab_bench::statistics::{BoundedValue, InstanceResult, PairedResults, StrategyTotal, is_time};
use std::collections::BTreeMap;

pub(super) fn across(input: &SectionInput<'_>) -> Content {
    Content::tables(input.baseline().and_then(|name| summary(&input.corpora, name)))
}

pub(super) fn corpus(input: &SectionInput<'_>, corpus: &CorpusResults<'_>) -> Content {
    Content::tables(input.baseline().and_then(|baseline| table(corpus, baseline)))
}

/// The measures that are compared, and the titles of their columns.
const MEASURES: [(&str, &str); 4] = [
    ("nodes", "nodes"),
    ("conflicts", "conflicts"),
    ("propagations", "propagations"),
    ("solve_cpu_ns", "CPU time"),
];

/// The strategies on one corpus relative to `baseline`; `None` if it was not run there, or was run alone.
fn table(corpus: &CorpusResults<'_>, baseline: &str) -> Option<Table> {
    let CorpusResults { id, name, results, .. } = corpus;
    let groups = by_strategy(results.iter().copied());
    let own = groups.iter().find(|(strategy, _)| *strategy == baseline).map(|(_, own)| own)?;
    if groups.len() < 2 {
        return None;
    }
    let (measures, paired) = (measures(own), PairedResults::of(results));
    let title = format!("Costs relative to {baseline} on {name}");
    let solved = if is_seeded(results.iter().copied()) { "runs solved" } else { "solved" };
    let mut table = TableOf::new(format!("relative-{id}"), title, &groups)
        .left("strategy", |(strategy, _)| Text::plain(*strategy))
        .right(solved, |(_, results)| {
            let counts = results.iter().copied().collect::<StrategyTotal>().counts;
            Text::plain(of_all(counts.solved_runs, counts.runs))
        });
    for &(measure, title) in &measures {
        table = table.right(title, |(strategy, results)| match *strategy == baseline {
            true => mean(results, measure).map_or_else(Text::missing, |f| absolute(f, measure)),
            false => ratio(&paired.pairs(strategy, baseline), measure).map_or_else(Text::missing, times),
        });
    }
    let mut table = table.done();
    table.notes.push(format!(
        "Geometric means over the instances. The row of {baseline} has its costs; the other rows have ratios to the cost of \
         {baseline} on the same instance."
    ));
    table.notes.extend(note_of_instances(&groups, (baseline, own.len()), &paired, &measures));
    let shown: Vec<&str> = measures.iter().map(|(measure, _)| *measure).collect();
    add_notes(&mut table, &[Note::Seeds, Note::Shares, Note::Bounds, Note::Lost(&shown)], results);
    table.note_if(any_zero(results, &shown), ZERO);
    let is_mixed = |strategy: &str| are_timed_differently(&paired.pairs(strategy, baseline));
    table.note_if(groups.iter().any(|(strategy, _)| is_mixed(strategy)), TIMED_DIFFERENTLY);
    Some(table)
}

/// The note on the number of instances of each row, if rows are over different ones.
fn note_of_instances(
    groups: &[(&str, Vec<&InstanceResult>)],
    (baseline, own): (&str, usize),
    paired: &PairedResults<'_>,
    measures: &[(&'static str, &'static str)],
) -> Option<String> {
    let others = || groups.iter().filter(|(strategy, _)| *strategy != baseline);
    let mut is_same = true;
    let counts_of = |(measure, title): &(&'static str, &'static str)| {
        let mut strategies: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
        for (strategy, results) in others() {
            let count = compared(&paired.pairs(strategy, baseline), measure).len();
            is_same &= count == own && count == results.len();
            strategies.entry(count).or_default().push(strategy);
        }
        let only = strategies.len() == 1;
        let words = strategies.iter().map(|(count, names)| match only {
            true => integer(*count as f64),
            false => format!("{} for {}", integer(*count as f64), names.join(", ")),
        });
        (words.collect::<Vec<_>>().join("; "), *title)
    };
    let of_measures = by_key(measures.iter().map(counts_of));
    let counts: Vec<String> = match &of_measures[..] {
        [(words, _)] => vec![words.clone()],
        _ => of_measures.iter().map(|(words, titles)| format!("{} {words}", titles.join(" and "))).collect(),
    };
    (!is_same).then(|| {
        format!(
            "The row of {baseline} is over all its instances: {}. A ratio is over those that {baseline} answered and the other \
             strategy searched: {}.",
            integer(own as f64),
            counts.join("; ")
        )
    })
}

/// The corpora side by side: each strategy's conflicts (or nodes) and CPU time relative to `baseline`.
fn summary<'a>(corpora: &'a [CorpusResults<'a>], baseline: &str) -> Option<Table> {
    if corpora.len() < 2 {
        return None;
    }
    let of_baseline = |corpus: &'a CorpusResults<'a>| {
        let own = of_strategy(&corpus.results, baseline);
        let has_conflicts = measures(&own).iter().any(|(measure, _)| *measure == "conflicts");
        let counted = if has_conflicts { "conflicts" } else { "nodes" };
        (!own.is_empty()).then_some((corpus, PairedResults::of(&corpus.results), counted))
    };
    let compared: Vec<(&CorpusResults<'_>, PairedResults<'_>, &str)> =
        corpora.iter().filter_map(of_baseline).collect();
    if compared.is_empty() {
        return None;
    }
    let mut names = all_strategies(corpora);
    names.retain(|name| *name != baseline);
    let title = format!("Work and CPU time relative to {baseline}, by corpus");
    let mut table =
        TableOf::new("relative-by-corpus", title, &names).left("strategy", |name| Text::plain(*name));
    for (corpus, paired, counted) in &compared {
        table = table.right(&corpus.name, |name| {
            let results = of_strategy(&corpus.results, name);
            if results.is_empty() {
                return Text::missing();
            }
            let pairs = paired.pairs(name, baseline);
            let figures = [counted, "solve_cpu_ns"].map(|measure| ratio(&pairs, measure));
            let shown = figures.map(|figure| figure.map_or_else(|| "–".to_string(), |f| times(f).text));
            let all = results.iter().all(|result| result.solved());
            Text::toned(shown.join(" · "), if all { Tone::Plain } else { Tone::Faint })
        });
    }
    let mut table = table.done();
    let counts: Vec<(&str, &str)> =
        compared.iter().map(|(corpus, _, counted)| (corpus.name.as_str(), *counted)).collect();
    table.notes.push(format!(
        "{} and CPU time, divided by those of {baseline}: geometric means over the instances that {baseline} answered \
         and the other strategy searched.",
        counts_in_words(&counts)
    ));
    let results: Vec<_> = compared.iter().flat_map(|(corpus, ..)| corpus.results.iter().copied()).collect();
    add_notes(&mut table, &[Note::Seeds, Note::Shares, Note::Bounds], &results);
    let any = |is: fn(&[&InstanceResult], &[&str]) -> bool| {
        compared.iter().any(|(corpus, _, counted)| is(&corpus.results, &[counted, "solve_cpu_ns"]))
    };
    table.note_if(any(has_unknown), LOST);
    table.note_if(any(any_zero), ZERO);
    let is_mixed = |name: &&str| {
        compared.iter().any(|(_, paired, _)| are_timed_differently(&paired.pairs(name, baseline)))
    };
    table.note_if(names.iter().any(is_mixed), TIMED_DIFFERENTLY);
    compared.iter().for_each(|(corpus, ..)| corpus.note_partial(&mut table));
    Some(table)
}

fn of_strategy<'a>(results: &[&'a InstanceResult], strategy: &str) -> Vec<&'a InstanceResult> {
    results.iter().copied().filter(|result| result.strategy == strategy).collect()
}

/// The counts of a table as the subject of its note. They are given as pairs of a corpus and its count.
fn counts_in_words(counts: &[(&str, &str)]) -> String {
    let corpora = |wanted: &str| -> Vec<&str> {
        counts.iter().filter(|(_, count)| *count == wanted).map(|(corpus, _)| *corpus).collect()
    };
    match (&corpora("conflicts")[..], &corpora("nodes")[..]) {
        (_, []) => "Conflicts".to_string(),
        ([], _) => "Nodes".to_string(),
        (_, without) => format!("Conflicts (on {}: nodes)", without.join(", ")),
    }
}

/// The measures that `results` have, without nodes if they have conflicts, which say more.
fn measures(results: &[&InstanceResult]) -> Vec<(&'static str, &'static str)> {
    let counts = |measure: &str| results.iter().any(|result| result.value(measure).is_some());
    let conflicts = counts("conflicts");
    let is_useful = |measure: &str| measure != "nodes" || !conflicts;
    MEASURES.into_iter().filter(|(measure, _)| is_useful(measure) && counts(measure)).collect()
}

fn value(result: &InstanceResult, measure: &str) -> Option<f64> {
    result.value(measure).map(|value| value.max(1.0))
}

/// Whether a cost of 0 is replaced.
fn any_zero(results: &[&InstanceResult], measures: &[&str]) -> bool {
    let is_zero =
        |result: &InstanceResult, measure: &str| result.value(measure).is_some_and(|value| value < 1.0);
    results.iter().any(|result| measures.iter().any(|measure| is_zero(result, measure)))
}

fn mean(results: &[&InstanceResult], measure: &str) -> Option<BoundedValue> {
    geometric(results.iter().map(|result| Some((value(result, measure)?, result.is_answer_bound(measure)))))
}

/// The mean ratio of the costs of pairs of results; the second is the baseline's.
fn ratio(pairs: &[[&InstanceResult; 2]], measure: &str) -> Option<BoundedValue> {
    let pairs = compared(pairs, measure).into_iter();
    geometric(
        pairs.map(|(result, base)| Some((value(result, measure)? / base, result.is_answer_bound(measure)))),
    )
}

/// The note on instances that ratios of times leave out.
const TIMED_DIFFERENTLY: &str =
    "Ratios of CPU times leave out instances that the two strategies searched in different timing modes.";

/// The first results of the pairs whose baseline answered, each with the baseline's cost. Times that were measured in different
/// modes are not compared.
fn compared<'a>(pairs: &[[&'a InstanceResult; 2]], measure: &str) -> Vec<(&'a InstanceResult, f64)> {
    let is_compared = |[one, base]: &&[&InstanceResult; 2]| {
        !base.is_answer_bound(measure) && (!is_time(measure) || one.timing == base.timing)
    };
    pairs.iter().filter(is_compared).filter_map(|[one, base]| Some((*one, value(base, measure)?))).collect()
}

/// Whether the results of a pair were timed in different modes.
fn are_timed_differently(pairs: &[[&InstanceResult; 2]]) -> bool {
    pairs.iter().any(|[one, base]| one.timing != base.timing)
}

/// The geometric mean of pairs of a value and whether it is a lower bound. `None` if a value is unknown or there are none.
fn geometric(values: impl Iterator<Item = Option<(f64, bool)>>) -> Option<BoundedValue> {
    let (mut sum, mut count, mut lower_bound) = (0.0, 0, false);
    for value in values {
        let (value, bound) = value?;
        sum += value.ln();
        count += 1;
        lower_bound |= bound;
    }
    (count > 0).then(|| BoundedValue { value: (sum / f64::from(count)).exp(), lower_bound })
}

fn absolute(figure: BoundedValue, measure: &str) -> Text {
    let (shown, unit) = match measure {
        "solve_cpu_ns" => (time(figure.value), "ns"),
        _ => (significant(figure.value), ""),
    };
    Text::plain(format!("{}{shown}", at_least(figure.lower_bound))).with_value(figure.value, unit)
}

fn times(figure: BoundedValue) -> Text {
    let tone = if figure.lower_bound { Tone::Faint } else { Tone::Plain };
    let shown = format!("{}{}", at_least(figure.lower_bound), multiple(figure.value));
    Text::toned(shown, tone).with_value(figure.value, RATIO)
}

#[cfg(test)]
mod tests {
    use super::*;
    use coverlab_bench::record::{Status, Trial};
    use coverlab_bench::statistics::fixtures::trial;

    fn trials() -> Vec<Trial> {
        let mut trials = vec![
            trial("full", "i", 100),
            trial("full", "j", 400),
            trial("less", "i", 300),
            trial("less", "j", 4800),
        ];
        for (trial, conflicts) in trials.iter_mut().zip([0, 10, 4, 90]) {
            trial.conflicts = Some(conflicts);
        }
        trials
    }

    fn of(trials: &[Trial]) -> Table {
        table(&CorpusResults::of_trials(trials), "full").unwrap()
    }

    fn row(trials: &[Trial]) -> Vec<String> {
        let table = of(trials);
        assert_eq!(
            table.columns.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>()[2..],
            ["conflicts", "CPU time"]
        );
        assert_eq!(table.rows[0][3].text, "200\u{202f}ns");
        table.texts().swap_remove(1)
    }

    #[test]
    fn a_search_without_an_answer_is_a_bound_and_no_base() {
        for status in [Status::Timeout, Status::Stuck] {
            let mut open = trials();
            open[3].status = status;
            assert_eq!(row(&open), ["less", "1 of 2", "≥ 6.00×", "≥ 6.00×"]);
            let mut base = trials();
            base[1].status = status;
            let found = of(&base);
            assert_eq!((found.rows[1][2].text.as_str(), found.rows[1][3].text.as_str()), ("4.00×", "3.00×"));
            assert!(table(&CorpusResults::of_trials(&base), "none").is_none());
            let note = "The row of full is over all its instances: 2. A ratio is over those that full answered and the other \
                        strategy searched: 1.";
            assert!(found.notes.iter().any(|found| found == note), "{:?}", found.notes);
        }
    }

    #[test]
    fn a_note_names_the_figure_that_is_over_other_instances() {
        let mut trials = trials();
        trials[1].conflicts = None;
        let found = of(&trials);
        let end = "searched: conflicts 1; CPU time 2.";
        assert!(found.notes.iter().any(|note| note.ends_with(end)), "{:?}", found.notes);
    }

    #[test]
    fn means_have_three_digits_and_a_note_if_a_count_of_0_was_replaced() {
        let found = |trials: &[Trial]| {
            let table = of(trials);
            (table.rows[0][2].text.clone(), table.notes.iter().any(|note| note.starts_with("A cost of 0")))
        };
        let mut trials = trials();
        assert_eq!(found(&trials), ("3.16".to_string(), true));
        trials[0].conflicts = Some(1);
        assert_eq!(found(&trials), ("3.16".to_string(), false));
    }

    #[test]
    fn the_note_says_which_count_is_shown() {
        let words = |counts: [&str; 2]| counts_in_words(&[("a", counts[0]), ("b", counts[1])]);
        assert_eq!(words(["conflicts"; 2]), "Conflicts");
        assert_eq!(words(["nodes"; 2]), "Nodes");
        assert_eq!(words(["conflicts", "nodes"]), "Conflicts (on b: nodes)");
    }
}
