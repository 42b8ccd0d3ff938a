//! Claims and published tables: their tables, and what the head of a report says of them.

use crate::measure::Measure;
use crate::report::section::{Content, Entry, Section};
use crate::report::table::{Align, Table, Text, Tone, drop_empty_column};
use crate::report::units::{SUPERSCRIPT, factors, grouped, many, quantity, round_time, times};
use crate::statistics::{
    AGREES, Agreement, CheckResult, Doubt, Kind, NEAR, Outcome, PublishedRow, PublishedTable, Range, SLOWER,
};

use Align::{Left, Right};

/// The published tables.
pub(super) const PUBLISHED: Entry = Entry {
    columns: &[],
    plots: &[],
    show: |facts| {
        let tables = published(facts.published);
        Section::of("published", "Published tables and ours", Content::tables(tables))
    },
};

/// The claims.
pub(super) const CHECKS: Entry = Entry {
    columns: &[],
    plots: &[],
    show: |facts| {
        let tables = tables(facts.checks);
        Section::of("checks", "Claims restated so that they can fail", Content::tables(tables))
    },
};

/// One line for each published table: how far its ratios and ours agree.
pub(in crate::report) fn agreement(tables: &[PublishedTable]) -> Vec<Text> {
    tables.iter().filter(|table| !table.agreement.is_empty()).map(agreement_of).collect()
}

fn agreement_of(table: &PublishedTable) -> Text {
    let source = table.published.source.trim_end_matches('.');
    let words = format!("{}; {source}", agreeing(table));
    let all = table.agreement.iter().all(|agreement| agreement.within == agreement.ratios);
    Text::toned(words, if all { Tone::Good } else { Tone::Plain })
}

fn agreeing(table: &PublishedTable) -> String {
    let of = |agreement: &Agreement| {
        let Agreement { by, ratios, within, farthest: (instance, factor) } = agreement;
        let (within, ratios) = (grouped(*within as f64), grouped(*ratios as f64));
        format!("{within} of {ratios} by {by} (farthest {instance}, {})", times(*factor))
    };
    let words: Vec<String> = table.agreement.iter().map(of).collect();
    let baseline = &table.published.baseline;
    format!("Published ratios to {baseline} that ours match within {AGREES}×: {}", words.join(", "))
}

/// How many claims hold, fail and are undecided: about counts, and about time.
pub(in crate::report) fn summary(checks: &[CheckResult]) -> Vec<Text> {
    let groups = [("Claims about counts", false), ("Claims about time, on this machine", true)];
    let lines = groups.iter().map(|(what, timed)| {
        let group: Vec<&CheckResult> = checks.iter().filter(|check| is_timed(check) == *timed).collect();
        (!group.is_empty()).then(|| summary_of(what, &group))
    });
    lines.flatten().collect()
}

fn is_timed(check: &CheckResult) -> bool {
    check.kind != Kind::Count
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

/// The claims, each with its figures: those about counts and those about time apart.
fn tables(checks: &[CheckResult]) -> Vec<Table> {
    let groups = [
        ("checks", "Claims about counts: the same on every machine", false),
        ("checks-time", "Claims about time: of this machine", true),
    ];
    let tables = groups.into_iter().map(|(id, title, timed)| {
        let group: Vec<&CheckResult> = checks.iter().filter(|check| is_timed(check) == timed).collect();
        (!group.is_empty()).then(|| table_of(id, title, &group))
    });
    tables.flatten().collect()
}

fn table_of(id: &str, title: &str, checks: &[&CheckResult]) -> Table {
    let columns =
        [("", Left), ("claim", Left), ("figure", Right), ("95 %", Right), ("bounds", Left), ("from", Left)];
    let mut table = Table::new(id, title, &columns);
    for result in checks {
        let mut row = row(result);
        if let Some(note) = &result.check.note {
            let mark = raised(table.notes.len() + 1);
            row[1].text.push_str(&format!(" {mark}"));
            table.notes.push(format!("{mark} {note}"));
        }
        table.rows.push(row);
    }
    let near = |result: &&CheckResult| matches!(result.doubt, Some(Doubt::Near(_)));
    if checks.iter().any(near) {
        table.notes.push(format!(
            "A ratio of times is undecided within {NEAR}× of its bound: times do not repeat more closely."
        ));
    }
    if checks.iter().any(|result| result.interval.is_some()) {
        table.notes.push(
            "95 %: the bootstrap interval of a ratio of times over five instances or more; a claim with a bound in it \
             is undecided."
                .to_string(),
        );
    }
    drop_empty_column(&mut table, "95 %");
    let slow = |result: &&CheckResult| matches!(result.doubt, Some(Doubt::Machine(_)));
    if checks.iter().any(slow) {
        table.notes.push(format!(
            "Seconds that are missed by less than {SLOWER}× are undecided: another machine may decide otherwise."
        ));
    }
    table
}

/// The number of a note.
fn raised(number: usize) -> String {
    let digit = |c: char| c.to_digit(10).map_or(c, |digit| SUPERSCRIPT[digit as usize]);
    number.to_string().chars().map(digit).collect()
}

fn row(result: &CheckResult) -> Vec<Text> {
    let (word, tone) = match result.outcome {
        Outcome::Holds => ("holds", Tone::Good),
        Outcome::Fails => ("FAILS", Tone::Bad),
        Outcome::Undecided => ("undecided", Tone::Faint),
    };
    let other = result.check.against_measure.as_ref().unwrap_or(&result.check.measure);
    // A figure for each instance is no factor.
    let ratio = result.check.against.is_some() && other != Measure::Instances.name();
    let show = |value: f64| if ratio { times(value) } else { quantity(value, &result.check.measure) };
    let bound = |word: &str, bound: Option<f64>| bound.map(|value| format!("{word} {}", show(value)));
    let bounds = [bound("at least", result.check.at_least), bound("at most", result.check.at_most)];
    let figure = result.value.map(|value| range(value, &show));
    vec![
        Text::toned(word, tone),
        Text::plain(&result.check.claim),
        figure.map_or_else(Text::missing, Text::plain),
        result.interval.map_or_else(Text::missing, |interval| Text::plain(factors(interval))),
        Text::plain(bounds.into_iter().flatten().collect::<Vec<_>>().join(", ")),
        Text::toned(from(result, other), Tone::Faint),
    ]
}

/// What a figure is made of and, where it does not decide, why.
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

/// The published tables beside ours.
fn published(tables: &[PublishedTable]) -> Vec<Table> {
    tables.iter().enumerate().map(|(at, table)| published_table(at + 1, table)).collect()
}

fn published_table(number: usize, table: &PublishedTable) -> Table {
    let published = &table.published;
    let columns = [
        ("instance", Left),
        ("published", Right),
        ("ours", Right),
        ("published ratio", Right),
        ("our time ratio", Right),
        ("our node ratio", Right),
        ("our nodes", Right),
    ];
    let title = format!("{}: {}", published.strategy, published.source);
    let mut shown = Table::new(format!("published-{number}"), title, &columns);
    shown.rows = table.rows.iter().map(|row| published_row(row, &published.measure)).collect();
    shown.notes.push(format!("Published figures: {}.", published.machine.trim_end_matches('.')));
    shown.notes.push(format!("Ratios refer to {} in the same table.", published.baseline));
    if !table.agreement.is_empty() {
        shown.notes.push(format!("{}.", agreeing(table)));
    }
    shown
}

fn published_row(row: &PublishedRow, measure: &str) -> Vec<Text> {
    let bound = if row.lower_bound { ">\u{202f}" } else { "" };
    let show = |value: Option<f64>, show: &dyn Fn(f64) -> String| {
        value.map_or_else(Text::missing, |value| Text::plain(format!("{bound}{}", show(value))))
    };
    let ratio = row.published_ratio.map_or_else(Text::missing, |ratio| Text::plain(times(ratio)));
    vec![
        Text::plain(&row.instance),
        Text::plain(quantity(row.published, measure)),
        show(row.ours, &|value| quantity(value, measure)),
        ratio,
        show(row.time_ratio, &times),
        show(row.node_ratio, &times),
        show(row.nodes, &grouped),
    ]
}
