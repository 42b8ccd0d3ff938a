//! Claims and laws: their tables, and their lines at the head of a report.

use crate::experiment::Check;
use crate::measure::Measure;
use crate::report::section::{Content, Entry, Section};
use crate::report::table::{Align, Table, Text, Tone, drop_empty_column};
use crate::report::units::{SUPERSCRIPT, factors, grouped, many, quantity, round_time, times};
use crate::statistics::{CheckResult, Doubt, Kind, NEAR, Outcome, Range, SLOWER};

use Align::{Left, Right};

/// The claims and laws.
pub(super) const ENTRY: Entry = Entry {
    columns: &[],
    plots: &[],
    show: |facts| {
        let tables = tables(facts.checks);
        Section::of("checks", "Claims and laws, restated so that they can fail", Content::tables(tables))
    },
};

/// A group of claims or laws, which are shown together.
#[derive(Clone, Copy)]
enum Group {
    Counts,
    Times,
    Laws,
}

impl Group {
    const ALL: [Group; 3] = [Group::Counts, Group::Times, Group::Laws];

    /// The `checks` of the group; none if there is none.
    fn of(self, checks: &[CheckResult]) -> Option<Vec<&CheckResult>> {
        let is_of = |check: &&CheckResult| match self {
            Group::Counts => !check.is_law && check.kind == Kind::Count,
            Group::Times => !check.is_law && check.kind != Kind::Count,
            Group::Laws => check.is_law,
        };
        let group: Vec<&CheckResult> = checks.iter().filter(is_of).collect();
        (!group.is_empty()).then_some(group)
    }

    /// Its name at the head of a report.
    fn summary(self) -> &'static str {
        match self {
            Group::Counts => "Claims about counts",
            Group::Times => "Claims about time, on this machine",
            Group::Laws => "Laws",
        }
    }

    /// The id and title of its table, and the contents of a line of it.
    fn table(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Group::Counts => ("checks", "Claims about counts: the same on every machine", "claim"),
            Group::Times => ("checks-time", "Claims about time: of this machine", "claim"),
            Group::Laws => ("laws", "Laws: what fails only where a program is broken", "law"),
        }
    }
}

/// How many claims and laws hold, fail and are undecided.
pub(in crate::report) fn summary(checks: &[CheckResult]) -> Vec<Text> {
    Group::ALL.into_iter().filter_map(|group| Some(summary_of(group.summary(), &group.of(checks)?))).collect()
}

/// A claim that fails is bad news unless its note says why.
fn summary_of(what: &str, checks: &[&CheckResult]) -> Text {
    let of = |outcome| checks.iter().filter(|check| check.outcome == outcome).count();
    let (holds, fails, undecided) = (of(Outcome::Holds), of(Outcome::Fails), of(Outcome::Undecided));
    let unexplained = |check: &&CheckResult| check.outcome == Outcome::Fails && check.check.note.is_none();
    let bad = checks.iter().any(unexplained);
    let explained = if fails > 0 && !bad { " (the notes say why)" } else { "" };
    let words = format!("{what}: holds {holds}, fails {fails}{explained}, undecided {undecided}");
    Text::toned(words, if bad { Tone::Bad } else { Tone::Plain })
}

/// The claims and laws, each with its figures.
fn tables(checks: &[CheckResult]) -> Vec<Table> {
    Group::ALL.into_iter().filter_map(|group| Some(table_of(group, &group.of(checks)?))).collect()
}

fn table_of(group: Group, checks: &[&CheckResult]) -> Table {
    let (id, title, what) = group.table();
    let columns = [
        ("", Left),
        (what, Left),
        ("source", Left),
        ("printed", Right),
        ("figure", Right),
        ("95 %", Right),
        ("bounds", Left),
        ("from", Left),
    ];
    let mut table = Table::new(id, title, &columns);
    let mut sources = Sources::default();
    for result in checks {
        let mut row = row(result, &mut sources);
        if let Some(note) = &result.check.note {
            let mark = raised(table.notes.len() + 1);
            row[1].text.push_str(&format!(" {mark}"));
            table.notes.push(format!("{mark} {note}"));
        }
        table.rows.push(row);
    }
    table.notes.extend(sources.notes(checks));
    table.notes.extend(rules(checks));
    ["source", "printed", "95 %"].into_iter().for_each(|column| drop_empty_column(&mut table, column));
    table
}

/// The rules that decide the claims of a table beside their bounds.
fn rules(checks: &[&CheckResult]) -> Vec<String> {
    let any = |is: fn(&CheckResult) -> bool| checks.iter().any(|result| is(result));
    let mut rules = Vec::new();
    if any(|result| matches!(result.doubt, Some(Doubt::Near(_)))) {
        rules.push(format!(
            "A ratio of times is undecided within {NEAR}× of its bound: times do not repeat more closely."
        ));
    }
    if any(|result| result.interval.is_some()) {
        let what = "95 %: the bootstrap interval of a ratio of times over five instances or more; a claim with a bound \
                    in it is undecided.";
        rules.push(what.to_string());
    }
    if any(|result| matches!(result.doubt, Some(Doubt::Machine(_)))) {
        rules.push(format!(
            "Seconds that are missed by less than {SLOWER}× are undecided: another machine may decide otherwise."
        ));
    }
    rules
}

/// The sources of the claims of a table, numbered as they come.
#[derive(Default)]
struct Sources<'a>(Vec<&'a str>);

impl<'a> Sources<'a> {
    /// Where a claim is from: the number of its source, and the place there. Empty: it is ours.
    fn place(&mut self, check: &'a Check) -> Text {
        let Some(source) = check.source.as_deref() else { return Text::missing() };
        let known = self.0.iter().position(|known| *known == source);
        let number = known.unwrap_or_else(|| {
            self.0.push(source);
            self.0.len() - 1
        });
        let place = check.place.as_deref().map_or(String::new(), |place| format!(" {place}"));
        Text::toned(format!("[{}]{place}", number + 1), Tone::Faint)
    }

    /// The list of them, and the meaning of a claim without one.
    fn notes(self, checks: &[&CheckResult]) -> Vec<String> {
        let name = |(at, source): (usize, &&str)| format!("[{}] {}.", at + 1, source.trim_end_matches('.'));
        let mut notes: Vec<String> = self.0.iter().enumerate().map(name).collect();
        let is_own = |result: &&CheckResult| !result.is_law && result.check.source.is_none();
        if !notes.is_empty() && checks.iter().any(is_own) {
            notes.push("A claim without a source is ours.".to_string());
        }
        notes
    }
}

/// The number of a note.
fn raised(number: usize) -> String {
    let digit = |c: char| c.to_digit(10).map_or(c, |digit| SUPERSCRIPT[digit as usize]);
    number.to_string().chars().map(digit).collect()
}

fn row<'a>(result: &'a CheckResult, sources: &mut Sources<'a>) -> Vec<Text> {
    let (word, tone) = match result.outcome {
        Outcome::Holds => ("holds", Tone::Good),
        Outcome::Fails => ("FAILS", Tone::Bad),
        Outcome::Undecided => ("undecided", Tone::Faint),
    };
    let other = result.check.against_measure.as_ref().unwrap_or(&result.check.measure);
    // A figure for each instance is no factor.
    let is_count = result.kind == Kind::Differences || other == Measure::Instances.name();
    let ratio = result.check.against.is_some() && !is_count;
    let show = |value: f64| if ratio { times(value) } else { quantity(value, &result.check.measure) };
    let bound = |word: &str, bound: Option<f64>| bound.map(|value| format!("{word} {}", show(value)));
    let bounds = [bound("at least", result.check.at_least), bound("at most", result.check.at_most)];
    let figure = result.value.map(|value| range(value, &show));
    vec![
        Text::toned(word, tone),
        Text::plain(&result.check.says),
        sources.place(&result.check),
        result.check.figure.as_deref().map_or_else(Text::missing, Text::plain),
        figure.map_or_else(Text::missing, Text::plain),
        result.interval.map_or_else(Text::missing, |interval| Text::plain(factors(interval))),
        Text::plain(bounds.into_iter().flatten().collect::<Vec<_>>().join(", ")),
        Text::toned(from(result, other), Tone::Faint),
    ]
}

/// The origin of a figure and, where it does not decide, the reason.
fn from(result: &CheckResult, other: &str) -> String {
    let measure = &result.check.measure;
    let mut words = match (result.of, result.against) {
        (Some(of), Some(against)) => {
            let name = if other == measure { String::new() } else { format!("{other}: ") };
            let of = range(of, &|value| quantity(value, measure));
            let against = range(against, &|value| quantity(value, other));
            format!("{measure}: {of} against {name}{against}")
        }
        _ => measure.clone(),
    };
    if result.check.take == crate::experiment::Take::Largest {
        words.insert_str(0, "largest ");
    }
    if result.node_limited > 0 {
        words.push_str(&format!("; {} at the node limit", grouped(result.node_limited as f64)));
    }
    match &result.doubt {
        None => words,
        Some(Doubt::Unknown(why)) => why.clone(),
        Some(doubt) => format!("{words}; {}", doubted(doubt)),
    }
}

fn doubted(doubt: &Doubt) -> String {
    match doubt {
        Doubt::Unknown(why) => why.clone(),
        Doubt::Cut { searches, of, limit_cpu_ns } => {
            let (cut, of) = (grouped(*searches as f64), many(*of, "search", "searches"));
            let limit = limit_cpu_ns.map(|ns| format!(", limit {}", round_time(ns as f64)));
            format!("{cut} of {of} cut short{}", limit.unwrap_or_default())
        }
        Doubt::Machine(factor) => format!("{} the bound, which this machine may decide", times(*factor)),
        Doubt::Near(factor) => format!("{} the bound, too near to tell", times(*factor)),
        Doubt::Within(bound) => format!("{} is within the interval", times(*bound)),
    }
}

fn range(range: Range, show: &dyn Fn(f64) -> String) -> String {
    match range.high {
        Some(high) if high == range.low => show(range.low),
        Some(high) => format!("{} to {}", show(range.low), show(high)),
        // Both figures of a ratio are bounds, which say nothing of it.
        None if range.low == 0.0 => "–".to_string(),
        None => format!("≥\u{202f}{}", show(range.low)),
    }
}
