//! Crashes and errors one by one, and how many trials met a limit, got stuck or were unsupported.

use crate::load::Record;
use crate::section::{Content, Entry, LISTED, Section, rest};
use crate::table::{Table, Text, Tone, drop_empty_column};
use crate::units::grouped;
use coverlab_bench::record::{Status, Trial};
use coverlab_bench::statistics::Examples;

/// The entry.
pub(super) const ENTRY: Entry = Entry {
    tables: &["failures", "unanswered"],
    show: |facts| Section::of("failures", "Failures", Content::tables(failures(facts.record()))),
    ..Entry::EMPTY
};

/// Crashes and errors one by one; trials that met a limit are counted.
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
            count => Text::plain(grouped(count as f64)),
        });
        table.row(strategy, figures);
    }
    for end in ENDS {
        drop_empty_column(&mut table, end.phrase());
    }
    (!table.rows.is_empty()).then_some(table)
}

/// Trials one by one; nothing if there are none.
pub(super) fn trial_list(id: &str, title: &str, trials: &Examples<Trial>) -> Option<Table> {
    let mut table = Table::new(id, title)
        .left(["strategy", "corpus", "instance"])
        .right(["repetition"])
        .left(["end", "message"]);
    for trial in trials.first().iter().take(LISTED) {
        table.rows.push(vec![
            Text::plain(trial.label()),
            Text::plain(&trial.corpus),
            Text::plain(&trial.instance).about(&trial.corpus, &trial.instance),
            Text::plain(grouped(f64::from(trial.repeat) + 1.0)),
            Text::toned(trial.status.phrase(), Tone::Bad),
            if trial.error.is_empty() { Text::missing() } else { Text::plain(&trial.error) },
        ]);
    }
    table.notes.extend(rest(trials.count()));
    (trials.count() > 0).then_some(table)
}
