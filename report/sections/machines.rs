//! A record of several machines: the list of machines, and the figures that can be pooled.
//!
//! Counts can be pooled, since they do not depend on the machine. Ratios of times on one processor can be pooled, since they
//! depend little on it. Times of different processors are never added, averaged or compared: with several processors, a
//! corpus has separate tables for each.

use crate::cell_notes::{AT_LEAST, UNREPORTED_NODES, at_least, of_all};
use crate::group::{by_key, distinct, is_seeded};
use crate::record::Record;
use crate::section::{Content, Section, SectionInput};
use crate::table::{Table, TableOf, Text, slug};
use crate::units::{integer, multiple};
use coverlab_bench::record::Machine;
use coverlab_bench::statistics::{CorpusTotals, FoldedTrials, InstanceResult, Name, PairedResults, Score};
use std::collections::BTreeSet;

pub(super) fn section(input: &SectionInput<'_>) -> Vec<Section> {
    let content = Content::tables(tables(input.record));
    Section::of("machines", "Machines", content.with_note(input.sample_note().as_deref()))
}

/// The machines, and counts and ratios over all of them; none for a single machine.
fn tables(record: &Record) -> Vec<Table> {
    let (machines, FoldedTrials { results, corpora: totals, .. }) = (&record.run.machines, &record.trials);
    if machines.len() < 2 {
        return Vec::new();
    }
    let mut tables = vec![list(machines)];
    let corpora =
        distinct(results.iter().filter(|result| !result.processor.is_empty()).map(|result| &result.corpus));
    let baseline = record.experiment.baseline.as_deref();
    tables.extend(corpora.into_iter().map(|corpus| {
        let own: Vec<&InstanceResult> = results.iter().filter(|result| result.corpus == *corpus).collect();
        let groups = distinct(own.iter().map(|result| &result.group));
        pooled(corpus, &own, groups.into_iter().filter_map(|group| totals.get(group)), baseline)
    }));
    tables
}

fn list(machines: &[Machine]) -> Table {
    let columns = ["machine", "processor", "system", "compiler", "commit", "threads", "shard", "job", "load"];
    let row = |machine: &Machine| {
        let job = machine.scheduler.values().next().cloned().unwrap_or_default();
        [
            machine.label(machines),
            machine.cpu.clone(),
            machine.kernel.clone(),
            machine.rustc.clone(),
            machine.commit.chars().take(12).collect(),
            machine.threads.to_string(),
            machine.shard.map_or_else(String::new, |shard| shard.to_string()),
            job,
            machine.load.map_or_else(String::new, |load| format!("{load:.2}")),
        ]
    };
    let rows: Vec<[String; 9]> = machines.iter().map(row).collect::<BTreeSet<_>>().into_iter().collect();
    let mut table = TableOf::new("machines", "Machines", &rows);
    for (at, title) in columns.into_iter().enumerate() {
        table = table.left(title, |row| Text::known(&row[at]));
    }
    let mut table = table.done();
    table.covers_all_instances = true;
    table
}

/// The counts of the strategies on `corpus` over all machines, of which each processor has its `totals`, and the ratios of times
/// over `results`.
fn pooled<'a>(
    corpus: &Name,
    results: &[&InstanceResult],
    totals: impl Iterator<Item = &'a CorpusTotals>,
    baseline: Option<&str>,
) -> Table {
    let paired = PairedResults::of(results);
    let each = totals.flat_map(|corpus| &corpus.totals).map(|(name, total)| (name, total.score(name)));
    // The scores of each strategy, one for each processor.
    let mut rows: Vec<(&Name, Vec<Score>)> = by_key(each);
    rows.sort_unstable_by_key(|(name, _)| *name);
    let ratios = if baseline.is_some() { ", and ratios of times on the same processor" } else { "" };
    let title = format!("{corpus} on all machines: counts{ratios}");
    let solved = if is_seeded(results.iter().copied()) { "runs solved" } else { "solved" };
    let sum = |own: &[Score], count: fn(&Score) -> usize| own.iter().map(count).sum::<usize>();
    let mut table = TableOf::new(format!("pooled-{}", slug(corpus)), title, &rows)
        .left("strategy", |(strategy, _)| Text::plain(strategy.as_str()))
        .right(solved, |(_, own)| {
            Text::plain(of_all(sum(own, |one| one.counts.solved_runs), sum(own, |one| one.counts.runs)))
        })
        .right("nodes", |(_, own)| {
            let bound = at_least(own.iter().any(|one| one.lower_bound || one.uncounted > 0));
            let nodes = own.iter().filter_map(|one| one.nodes).reduce(|sum, more| sum + more);
            Text::quantity(nodes, "", |nodes| format!("{bound}{}", integer(nodes)))
        });
    if let Some(baseline) = baseline {
        table = table.right(format!("CPU time relative to {baseline}"), |(strategy, _)| {
            Text::quantity(mean_ratio(&paired.pairs(strategy, baseline)), "", multiple)
        });
    }
    let mut table = table.done();
    table.covers_all_instances = baseline.is_none();
    let counted = |own: &&Vec<Score>| own.iter().any(|one| one.nodes.is_some());
    let any = |is: fn(&Score) -> bool| rows.iter().map(|(_, own)| own).filter(counted).flatten().any(is);
    table.note_if(any(|one| one.lower_bound), AT_LEAST);
    table.note_if(any(|one| one.uncounted > 0), UNREPORTED_NODES);
    table.note_if(
        baseline.is_some(),
        "Ratios are geometric means over the instances that both strategies finished, timed in the same mode.",
    );
    table
}

/// The geometric mean of the ratios of times, over pairs of finished searches that were timed in the same mode; the second is
/// the baseline's.
fn mean_ratio(pairs: &[[&InstanceResult; 2]]) -> Option<f64> {
    let is_compared = |[one, other]: &&[&InstanceResult; 2]| {
        one.finished() && other.finished() && one.timing == other.timing
    };
    let finished = pairs.iter().filter(is_compared);
    let logs: Vec<f64> = finished
        .filter_map(|[one, other]| Some((one.cpu_ns?.max(1.0) / other.cpu_ns?.max(1.0)).ln()))
        .collect();
    (!logs.is_empty()).then(|| (logs.iter().sum::<f64>() / logs.len() as f64).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use coverlab_bench::record::{Status, Trial};
    use coverlab_bench::statistics::fixtures::{results, trial};

    #[test]
    fn notes_say_why_a_sum_of_nodes_is_a_bound() {
        let mut trials = ["i", "j"].map(|name| Trial { nodes: Some(7), ..trial("a", name, 10) });
        let of = |trials: &[Trial]| {
            let results = results(trials);
            let totals = [("a".into(), results.iter().collect())];
            let totals = [CorpusTotals { totals: totals.into(), ..CorpusTotals::default() }];
            let results: Vec<&InstanceResult> = results.iter().collect();
            // Two processors with the same counts.
            let table = pooled(&Name::from("corpus"), &results, [&totals[0], &totals[0]].into_iter(), None);
            (table.texts()[0][2].clone(), table.notes)
        };
        assert_eq!(of(&trials), ("28".to_string(), vec![]));
        trials[1].nodes = None;
        assert_eq!(of(&trials), ("≥ 14".to_string(), vec![UNREPORTED_NODES.to_string()]));
        (trials[1].status, trials[1].nodes) = (Status::Timeout, Some(5));
        assert_eq!(of(&trials), ("≥ 24".to_string(), vec![AT_LEAST.to_string()]));
    }
}
