//! Lists wrong answers, crashes and errors, and counts trials that met a limit, got stuck or were unsupported.

use crate::group::{by_key, distinct, is_seeded};
use crate::record::Record;
use crate::section::{Content, MAX_LISTED, Section, SectionInput, omitted_note};
use crate::table::{Table, TableOf, Text, Tone, drop_empty_column};
use crate::units::integer;
use coverlab_bench::record::{Status, Trial};
use coverlab_bench::statistics::{FirstFew, InstanceResult};

pub(super) fn wrong_answers(input: &SectionInput<'_>) -> Vec<Section> {
    let record = input.record;
    let trials = trial_list("wrong", "Trials with a wrong answer", &record.trials.wrong, record.results());
    Section::of("wrong", "Wrong answers", Content::tables([trials]))
}

pub(super) fn section(input: &SectionInput<'_>) -> Vec<Section> {
    let record = input.record;
    let broken = trial_list("failures", "Crashes and errors", &record.trials.broken, record.results());
    Section::of("failures", "Failures", Content::tables([broken, unanswered(record)]))
}

fn unanswered(record: &Record) -> Table {
    const ENDS: [Status; 5] =
        [Status::Timeout, Status::NodeLimit, Status::Memout, Status::Stuck, Status::Unsupported];
    let trials = &record.trials;
    let counts = trials.ends.keys().map(|label| (label, ENDS.map(|end| trials.ended(label, end))));
    let counts: Vec<_> = counts.filter(|(_, counts)| counts.iter().any(|&count| count > 0)).collect();
    let title = "Trials that met a limit, got stuck or were unsupported";
    let mut table =
        TableOf::new("unanswered", title, &counts).left("strategy", |(label, _)| Text::plain(*label));
    for (at, end) in ENDS.iter().enumerate() {
        table = table.right(end.phrase(), |(_, counts)| match counts[at] {
            0 => Text::missing(),
            count => Text::plain(integer(count as f64)),
        });
    }
    let reasons = |label: &str| trials.refusals.get(label).map_or_else(String::new, |found| found.join("; "));
    let mut table = table.left("reason", |(label, _)| Text::known(&reasons(label))).done();
    for column in ENDS.map(Status::phrase).into_iter().chain(["reason"]) {
        drop_empty_column(&mut table, column);
    }
    table
}

/// The maximum number of instances that a row names.
const MAX_NAMED: usize = 10;

/// A table of trials. Those that differ only in the instance and the seed share a row.
fn trial_list(id: &str, title: &str, trials: &FirstFew<Trial>, results: &[InstanceResult]) -> Table {
    let groups = alike(trials.first());
    let rows = &groups[..groups.len().min(MAX_LISTED)];
    let is_seeded = is_seeded(results);
    let mut table = TableOf::new(id, title, rows)
        .left("strategy", |group| Text::plain(group[0].label()))
        .left("corpus", |group| Text::plain(&group[0].corpus))
        .left("instance", |group| Text::plain(list(names(group))))
        .left("seeds", |group| {
            let seeds = distinct(group.iter().map(|trial| trial.seed)).into_iter();
            if is_seeded { Text::plain(list(seeds.map(|seed| seed.to_string()))) } else { Text::missing() }
        })
        .right("repetition", |group| Text::plain(integer(f64::from(group[0].repeat) + 1.0)))
        .left("end", |group| Text::toned(group[0].status.phrase(), Tone::Bad))
        .left("message", |group| Text::known(&group[0].error))
        .done();
    drop_empty_column(&mut table, "seeds");
    let shown: usize = rows.iter().map(Vec::len).sum();
    table.notes.extend(omitted_note(trials.count(), shown));
    table
}

/// Groups trials whose rows differ only in the instance, in order of first occurrence, and then joins the groups of those seeds
/// that have the same instances.
fn alike(trials: &[Trial]) -> Vec<Vec<&Trial>> {
    let key = |trial: &Trial| {
        (trial.label(), trial.corpus.clone(), trial.repeat, trial.status, trial.error.clone())
    };
    let of_seeds = by_key(trials.iter().map(|trial| ((key(trial), trial.seed), trial))).into_iter();
    let groups = by_key(of_seeds.map(|((key, _), trials)| ((key, names(&trials)), trials)));
    groups.into_iter().map(|(_, lists)| lists.concat()).collect()
}

/// The names of the instances of `trials`, each once.
fn names(trials: &[&Trial]) -> Vec<String> {
    distinct(trials.iter().map(|trial| trial.instance.clone()))
}

/// The first few of `names`, and the number of the others.
fn list(names: impl IntoIterator<Item = String>) -> String {
    let mut names = names.into_iter();
    let first = names.by_ref().take(MAX_NAMED).collect::<Vec<_>>().join(", ");
    match names.count() {
        0 => first,
        more => format!("{first} and {} more", integer(more as f64)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use coverlab_bench::statistics::fixtures;

    #[test]
    fn trials_that_ended_alike_share_a_row() {
        let mut trials = FirstFew::default();
        for k in 0..300 {
            let error = if k == 7 { "another message" } else { "one message" };
            let (instance, error) = (format!("i{k}"), error.to_string());
            trials.push(Trial { strategy: "s".into(), instance, error, ..Trial::default() });
        }
        let table = trial_list("wrong", "Wrong answers", &trials, &[]);
        let instances: Vec<&str> = table.rows.iter().map(|row| &*row[2].text).collect();
        assert_eq!(instances, ["i0, i1, i2, i3, i4, i5, i6, i8, i9, i10 and 289 more", "i7"]);
        assert!(table.notes.is_empty(), "{:?}", table.notes);
    }

    #[test]
    fn instances_and_seeds_are_named() {
        let all = [(1, "i", 0), (2, "i", 0), (1, "j", 0), (2, "j", 0), (2, "i", 1)]
            .map(|(seed, instance, repeat)| Trial { seed, repeat, ..fixtures::trial("s", instance, 1) });
        let mut trials = FirstFew::default();
        all.iter().for_each(|trial| trials.push(trial.clone()));
        let texts = trial_list("wrong", "Wrong answers", &trials, &fixtures::results(&all)).texts();
        assert_eq!([&texts[0][2..5], &texts[1][2..5]], [["i, j", "1, 2", "1"], ["i", "2", "2"]]);
    }
}
