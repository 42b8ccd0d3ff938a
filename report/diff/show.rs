//! Writes a comparison of two records as text and JSON.

use super::super::table::{Table, TableOf, Text, Tone};
use super::super::text_report::{self, TextLayout};
use super::super::units::{confidence, integer, round_time, significant, time};
use super::Diff;
use super::groups::{CounterSum, StrategyDiff};
use super::join::TrialReader;
use coverlab_bench::plan::TrialLimits;
use coverlab_bench::statistics::{MIN_VALUES, Ratio};
use serde_json::json;

/// A machine was busy with other work if the ratio of wall time to CPU time is above this.
const BUSY: f64 = 1.1;
/// The maximum number of listed trials.
const MAX_LISTED: usize = 20;

/// The comparison as plain text for a terminal or a pipe.
pub fn terminal(diff: &Diff, layout: TextLayout) -> String {
    let mut text = String::new();
    for line in diff.head() {
        text += &text_report::paragraph(&line, layout);
    }
    for table in diff.tables() {
        text += &format!("\n{}", text_report::table(&table, layout));
    }
    text.push('\n');
    for line in diff.verdict() {
        text += &text_report::paragraph(&line, layout);
    }
    text
}

/// The comparison as JSON.
pub fn json(diff: &Diff) -> String {
    let all = &diff.all;
    let record = |k: usize| {
        let (folder, run) = &diff.records[k];
        json!({ "folder": folder, "run": run })
    };
    let other = |(what, before, after): &(&str, String, String)| json!({ "what": what, "before": before, "after": after });
    let document = json!({
        "before": record(0),
        "after": record(1),
        "circumstances": diff.circumstances.iter().map(other).collect::<Vec<_>>(),
        "claims": diff.claims,
        "groups": diff.groups,
        "all": {
            "instances": diff.instances,
            "paired": all.paired,
            "same_verdicts": all.same_verdicts,
            "changed_answers": all.changed_answers(),
            "other_ends": all.other_ends,
            "only_before": all.only_before,
            "only_after": all.only_after,
            "counters": all.counters,
            "ratio": all.ratio,
            "comparable": all.comparable,
        },
        "noise": diff.noise,
        "different": { "count": diff.examples.count(), "first": diff.examples.first() },
        "fail_above": diff.options.fail_above,
        "regressions": diff.regressions,
        "summary": text_report::plain(&diff.sentence()),
    });
    format!("{document}\n")
}

/// A count with its noun.
pub(super) fn pluralize(count: u64, one: &str, more: &str) -> String {
    super::super::units::pluralize(count as usize, one, more)
}

/// A ratio with its interval, such as `×2.01 [1.98, 2.05]`.
pub(super) fn ratio(ratio: &Ratio) -> String {
    let interval = ratio.interval.map_or_else(String::new, |ends| format!(" {}", interval(ends)));
    format!("×{}{interval}", significant(ratio.ratio))
}

fn interval((low, high): (f64, f64)) -> String {
    format!("[{}, {}]", significant(low), significant(high))
}

/// The limits of both records, if they differ.
pub(super) fn limits(readers: &[TrialReader; 2]) -> Option<(&'static str, String, String)> {
    let words = |limits: &TrialLimits| {
        let time = limits.cpu_ns.map(|ns| round_time(ns as f64));
        let nodes = limits.nodes.map(|nodes| pluralize(nodes, "node", "nodes"));
        let both: Vec<String> = time.into_iter().chain(nodes).collect();
        if both.is_empty() { "none".to_string() } else { both.join(" and ") }
    };
    let [before, after] =
        readers.each_ref().map(|reader| reader.limits.iter().map(words).collect::<Vec<_>>());
    (before != after).then(|| ("limits", before.join(", "), after.join(", ")))
}

impl Diff {
    /// The lines that name the records.
    fn head(&self) -> Vec<Text> {
        let record = |name: &str, k: usize| {
            let (folder, run) = &self.records[k];
            let trials = pluralize(run.recorded, "trial", "trials");
            Text::plain(format!("{name} {}: {trials} of {}", folder.display(), run.experiment))
        };
        vec![record("Before:", 0), record("After: ", 1)]
    }

    fn tables(&self) -> Vec<Table> {
        let tables =
            [self.other_circumstances(), self.changed_claims(), Some(self.by_group()), self.different()];
        tables.into_iter().flatten().collect()
    }

    fn other_circumstances(&self) -> Option<Table> {
        let mut table = TableOf::new("circumstances", "Conditions that differ", &self.circumstances)
            .left("condition", |(what, ..)| Text::plain(*what))
            .left("before", |(_, before, _)| Text::known(before))
            .left("after", |(.., after)| Text::known(after))
            .done();
        table.note_if(self.has_other_seed(), "The seeds differ, so counters are not compared.");
        (!table.rows.is_empty()).then_some(table)
    }

    fn has_other_seed(&self) -> bool {
        self.circumstances.iter().any(|(what, ..)| *what == "seed")
    }

    fn changed_claims(&self) -> Option<Table> {
        let table = TableOf::new("claims", "Claims whose outcomes differ", &self.claims)
            .left("claim", |change| Text::plain(&*change.says))
            .left("before", |change| Text::optional(change.before, str::to_string))
            .left("after", |change| Text::optional(change.after, str::to_string))
            .done();
        (!table.rows.is_empty()).then_some(table)
    }

    fn by_group(&self) -> Table {
        let ratio = |group: &StrategyDiff| match group.ratio {
            Some(ratio) => Text::toned(format!("×{}", significant(ratio.ratio)), self.tone(group)),
            None => Text::missing(),
        };
        let mut table = TableOf::new("groups", "By corpus and strategy", &self.groups)
            .left("corpus", |group| Text::plain(&*group.corpus))
            .left("strategy", |group| Text::plain(&*group.strategy))
            .right("trials", trials)
            .left("answers", answers)
            .left("counters", counters)
            .right("before", |group| Text::optional(group.times, |(before, _)| time(before)))
            .right("after", |group| Text::optional(group.times, |(_, after)| time(after)))
            .right("ratio", ratio)
            .left(confidence(), |group| {
                Text::optional(group.ratio.and_then(|ratio| ratio.interval), interval)
            })
            .done();
        let first = self.groups.first().map(|group| &group.corpus);
        if let Some(corpus) = first.filter(|first| self.groups.iter().all(|group| group.corpus == **first)) {
            table.title = format!("By strategy, on {corpus}");
            table.remove_column("corpus");
        }
        self.add_notes(&mut table);
        table
    }

    /// Adds the notes on times.
    fn add_notes(&self, table: &mut Table) {
        let any = |is: &dyn Fn(&StrategyDiff) -> bool| self.groups.iter().any(is);
        table.notes.push(
            "Times: geometric means over the instances that ended alike and were timed in the same mode in both runs; an instance counts with the median of \
             its repetitions. Intervals: bootstrap over instances; those timed together are resampled together."
                .to_string(),
        );
        table.note_if(
            any(&|group| group.ratio.is_some()),
            "One pair of runs cannot distinguish a change of the program from a change of the machine: \
             the interval covers variation between instances, not effects on a whole run. Repeat both runs.",
        );
        let [before, after] = self.noise.map(|noise| noise.map_or_else(|| "–".to_string(), significant));
        table.note_if(
            self.noise.iter().flatten().any(|noise| *noise > BUSY),
            format!("A machine was busy: median wall time is {before} times CPU time before, and {after} times after."),
        );
        table.note_if(
            any(&|group| group.ratio.is_some_and(|ratio| ratio.interval.is_none())),
            format!(
                "Ratios over fewer than {MIN_VALUES} instances, or blocks of instances timed together, have no interval \
                 and do not count as regressions."
            ),
        );
        table.note_if(
            any(&|group| !group.is_timed(self.options)),
            "Times of different processors or build profiles do not count as regressions, unless \
             --across-processors is given.",
        );
    }

    /// The tone of a ratio of times.
    fn tone(&self, group: &StrategyDiff) -> Tone {
        let bound = self.options.fail_above;
        match () {
            () if !group.is_timed(self.options) => Tone::Faint,
            () if group.is_slower_than(bound) => Tone::Bad,
            () if group.is_faster_than(bound) => Tone::Good,
            () => Tone::Plain,
        }
    }

    fn different(&self) -> Option<Table> {
        let first = self.examples.first();
        let shown = &first[..first.len().min(MAX_LISTED)];
        let mut table = TableOf::new("different", "Differences", shown)
            .left("corpus", |example| Text::plain(&*example.corpus))
            .left("instance", |example| Text::plain(&*example.instance))
            .left("strategy", |example| Text::plain(&*example.strategy))
            .right("seed", |example| {
                Text::plain(match example.seeds {
                    [before, after] if before == after => before.to_string(),
                    [before, after] => format!("{before}, {after}"),
                })
            })
            .right("repetition", |example| Text::plain(integer(f64::from(example.repeat) + 1.0)))
            .left("what", |example| Text::plain(example.what))
            .left("before", |example| Text::plain(&*example.before))
            .left("after", |example| Text::plain(&*example.after))
            .done();
        let rest = self.examples.count().saturating_sub(MAX_LISTED);
        table.note_if(rest > 0, format!("And {} more.", integer(rest as f64)));
        (!table.rows.is_empty()).then_some(table)
    }

    /// The regressions, and the summary.
    fn verdict(&self) -> Vec<Text> {
        let mut lines: Vec<Text> =
            self.regressions.iter().map(|why| Text::toned(format!("Worse: {why}"), Tone::Bad)).collect();
        let tone = if lines.is_empty() { Tone::Strong } else { Tone::Bad };
        lines.push(Text::toned(self.sentence(), tone));
        lines
    }

    /// The comparison in one sentence.
    fn sentence(&self) -> String {
        let all = &self.all;
        let of = |equal: u64, total: u64, what: &str| {
            format!("{} of {} {what} equal", integer(equal as f64), integer(total as f64))
        };
        let mut parts: Vec<String> = counted(&all.counters)
            .map(|count| of(count.equal, count.total, &count.name.replace('_', " ")))
            .collect();
        if all.counters.is_empty() && self.has_other_seed() {
            parts.push("another seed, so no counters".to_string());
        }
        parts.push(of(all.same_verdicts, all.paired, "verdicts"));
        if all.changed_answers() > 0 {
            parts.push(pluralize(all.changed_answers(), "other answer", "other answers"));
        }
        if all.other_ends > 0 {
            parts.push(pluralize(
                all.other_ends,
                "other end without an answer",
                "other ends without an answer",
            ));
        }
        for (count, record) in [(all.only_before, "before"), (all.only_after, "after")] {
            if count > 0 {
                parts.push(format!("{} only {record}", pluralize(count, "trial", "trials")));
            }
        }
        if let Some(times) = &all.ratio {
            let where_from = if all.comparable { "" } else { " on another processor or build" };
            parts.push(format!("times {}{where_from}", ratio(times)));
        }
        parts.join(", ")
    }
}

/// The first counter with a sum above 0, which measures the work, and all counters that differ.
fn counted(counters: &[CounterSum]) -> impl Iterator<Item = &CounterSum> {
    let first = counters.iter().position(|count| count.total > 0);
    counters
        .iter()
        .enumerate()
        .filter(move |(k, count)| Some(*k) == first || count.differing > 0)
        .map(|(_, count)| count)
}

fn trials(group: &StrategyDiff) -> Text {
    let alone = group.only_before + group.only_after;
    let paired = integer(group.paired as f64);
    match alone {
        0 => Text::plain(paired),
        _ => Text::plain(format!("{paired} of {}", integer((group.paired + alone) as f64))),
    }
}

fn answers(group: &StrategyDiff) -> Text {
    if group.paired == 0 {
        return Text::missing();
    }
    let kinds = [
        (group.newly_wrong, "newly wrong"),
        (group.other_answers, "other"),
        (group.lost_answers, "lost"),
        (group.gained_answers, "gained"),
        (group.newly_broken, "newly broken"),
        (group.other_ends, "ended otherwise"),
    ];
    let changes: Vec<String> = kinds
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!("{} {what}", integer(*count as f64)))
        .collect();
    if !changes.is_empty() {
        return Text::toned(changes.join(", "), Tone::Bad);
    }
    match group.paired - group.same_verdicts {
        0 => Text::plain("equal"),
        other => Text::plain(pluralize(other, "other verdict", "other verdicts")),
    }
}

fn counters(group: &StrategyDiff) -> Text {
    let differing = group.counters.iter().filter(|count| count.differing > 0);
    let names: Vec<String> = differing.map(|count| count.name.replace('_', " ")).collect();
    match () {
        () if group.counters.is_empty() => Text::missing(),
        () if names.is_empty() => Text::plain("equal"),
        () => {
            let trials = integer(group.differing as f64);
            Text::toned(format!("differ in {trials}: {}", names.join(", ")), Tone::Bad)
        }
    }
}
