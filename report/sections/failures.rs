//! Lists crashes and errors, and counts trials that met a limit, got stuck or were unsupported.

use crate::record::Record;
use crate::section::{Content, MAX_LISTED, Section, SectionInput, omitted_note};
use crate::table::{Table, Text, Tone, drop_empty_column};
use crate::units::integer;
use coverlab_bench::record::{Status, Trial};
use coverlab_bench::statistics::FirstFew;
use std::collections::HashMap;

pub(super) fn section(input: &SectionInput<'_>) -> Vec<Section> {
    Section::of("failures", "Failures", Content::tables(failures(input.record)))
}

fn failures(record: &Record) -> Vec<Table> {
    let crashes = trial_list("failures", "Crashes and errors", &record.trials.broken);
    crashes.into_iter().chain(unanswered(record)).collect()
}

fn unanswered(record: &Record) -> Option<Table> {
    const ENDS: [Status; 5] =
        [Status::Timeout, Status::NodeLimit, Status::Memout, Status::Stuck, Status::Unsupported];
    let trials = &record.trials;
    let counts = trials.ends.keys().map(|label| (label, ENDS.map(|end| trials.ended(label, end))));
    let counts = counts.filter(|(_, counts)| counts.iter().any(|&count| count > 0));
    let title = "Trials that met a limit, got stuck or were unsupported";
    let mut table =
        Table::new("unanswered", title).left(["strategy"]).right(ENDS.iter().map(|end| end.phrase()));
    for (strategy, counts) in counts {
        let figures = counts.into_iter().map(|count| match count {
            0 => Text::missing(),
            count => Text::plain(integer(count as f64)),
        });
        table.row(strategy, figures);
    }
    for end in ENDS {
        drop_empty_column(&mut table, end.phrase());
    }
    (!table.rows.is_empty()).then_some(table)
}

/// The maximum number of instances that a row names.
const MAX_NAMED: usize = 10;

/// A table of trials. Those that differ only in the instance share a row. `None` if there are no trials.
pub(super) fn trial_list(id: &str, title: &str, trials: &FirstFew<Trial>) -> Option<Table> {
    let mut table = Table::new(id, title)
        .left(["strategy", "corpus", "instance"])
        .right(["repetition"])
        .left(["end", "message"]);
    let groups = alike(trials.first());
    for group in groups.iter().take(MAX_LISTED) {
        let trial = group[0];
        table.rows.push(vec![
            Text::plain(trial.label()),
            Text::plain(&trial.corpus),
            Text::plain(names(group)).with_instance(&trial.corpus, &trial.instance),
            Text::plain(integer(f64::from(trial.repeat) + 1.0)),
            Text::toned(trial.status.phrase(), Tone::Bad),
            if trial.error.is_empty() { Text::missing() } else { Text::plain(&trial.error) },
        ]);
    }
    let shown: usize = groups.iter().take(MAX_LISTED).map(Vec::len).sum();
    table.notes.extend(omitted_note(trials.count(), shown));
    (trials.count() > 0).then_some(table)
}

/// Groups trials whose rows differ only in the instance, in order of first occurrence.
fn alike(trials: &[Trial]) -> Vec<Vec<&Trial>> {
    let key = |trial: &Trial| {
        (trial.label(), trial.corpus.clone(), trial.repeat, trial.status, trial.error.clone())
    };
    let mut groups: Vec<Vec<&Trial>> = Vec::new();
    let mut places = HashMap::new();
    for trial in trials {
        let place = *places.entry(key(trial)).or_insert(groups.len());
        if place == groups.len() {
            groups.push(Vec::new());
        }
        groups[place].push(trial);
    }
    groups
}

/// The instances of `trials`: the names of the first few, and the number of the others.
fn names(trials: &[&Trial]) -> String {
    let named: Vec<&str> = trials.iter().take(MAX_NAMED).map(|trial| &*trial.instance).collect();
    match trials.len() - named.len() {
        0 => named.join(", "),
        more => format!("{} and {} more", named.join(", "), integer(more as f64)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trials_that_ended_alike_share_a_row() {
        let mut trials = FirstFew::default();
        for k in 0..300 {
            let error = if k == 7 { "another message" } else { "one message" };
            let (instance, error) = (format!("i{k}"), error.to_string());
            trials.push(Trial { strategy: "s".into(), instance, error, ..Trial::default() });
        }
        let table = trial_list("wrong", "Wrong answers", &trials).unwrap();
        let instances: Vec<&str> = table.rows.iter().map(|row| &*row[2].text).collect();
        assert_eq!(instances, ["i0, i1, i2, i3, i4, i5, i6, i8, i9, i10 and 289 more", "i7"]);
        assert!(table.notes.is_empty(), "{:?}", table.notes);
    }
}
