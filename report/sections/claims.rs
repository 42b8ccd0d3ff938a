//! Claims and laws: their tables, and their lines in the verdict.

use crate::section::{Content, Section, SectionInput};
use crate::table::{RATIO, Table, TableOf, Text, Tone, drop_empty_column, is_missing};
use crate::units::{SUPERSCRIPT, all_digits, confidence, integer, multiple, pluralize, quantity, round_time};
use coverlab_bench::experiment::{Claim, ClaimKind, SourceRead};
use coverlab_bench::instance_measure::InstanceMeasure;
use coverlab_bench::number::Number;
use coverlab_bench::statistics::{
    ClaimOutcome, ClaimResult, ClaimSubject, Doubt, MACHINE_FACTOR, RATIO_MARGIN, ValueRange, is_time,
};

pub(super) fn section(input: &SectionInput<'_>) -> Vec<Section> {
    let results = input.record.claim_results();
    let table = |group: ClaimTable| Some(table_of(group, &group.select(results)?));
    let tables = ClaimTable::ALL.into_iter().filter_map(table);
    Section::of("checks", "Claims and laws", Content::tables(tables))
}

/// A group of claims or laws that share a table.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ClaimTable {
    Counts,
    Times,
    Extensions,
    Ours,
    Laws,
}

impl ClaimTable {
    const ALL: [ClaimTable; 5] =
        [ClaimTable::Counts, ClaimTable::Times, ClaimTable::Extensions, ClaimTable::Ours, ClaimTable::Laws];

    fn of(result: &ClaimResult) -> ClaimTable {
        match (result.is_law, result.claim.claim_kind(), result.subject) {
            (true, ..) => ClaimTable::Laws,
            (_, ClaimKind::Reproduction, ClaimSubject::Count) => ClaimTable::Counts,
            (_, ClaimKind::Reproduction, _) => ClaimTable::Times,
            (_, ClaimKind::Extension, _) => ClaimTable::Extensions,
            (_, ClaimKind::Ours, _) => ClaimTable::Ours,
        }
    }

    /// The results of the group; `None` if it is empty.
    fn select(self, results: &[ClaimResult]) -> Option<Vec<&ClaimResult>> {
        let group: Vec<&ClaimResult> =
            results.iter().filter(|result| ClaimTable::of(result) == self).collect();
        (!group.is_empty()).then_some(group)
    }

    /// Its name in the verdict.
    fn summary(self) -> &'static str {
        match self {
            ClaimTable::Counts => "Claims about counts, reproduced",
            ClaimTable::Times => "Claims about time, reproduced on this machine",
            ClaimTable::Extensions => "Claims extended to other algorithms or instances",
            ClaimTable::Ours => "Expectations of our own",
            ClaimTable::Laws => "Laws",
        }
    }

    /// The id of its table and the title of the column of sentences.
    fn table(self) -> (&'static str, &'static str) {
        match self {
            ClaimTable::Counts => ("checks", "our reading"),
            ClaimTable::Times => ("checks-time", "our reading"),
            ClaimTable::Extensions => ("extensions", "question"),
            ClaimTable::Ours => ("ours", "expectation"),
            ClaimTable::Laws => ("laws", "law"),
        }
    }

    /// The title of its table.
    fn title(self, results: &[&ClaimResult]) -> &'static str {
        match self {
            ClaimTable::Counts if results.iter().any(|result| result.machine_limited > 0) => {
                "Claims about counts, reproduced: the same on every machine unless the row says otherwise"
            }
            ClaimTable::Counts => "Claims about counts, reproduced: the same on every machine",
            ClaimTable::Times => "Claims about time, reproduced on this machine",
            ClaimTable::Extensions => {
                "Extensions: a source's claims, tested with other algorithms or on other instances"
            }
            ClaimTable::Ours => "Expectations of our own",
            ClaimTable::Laws => "Laws: these fail only if a program is wrong",
        }
    }

    /// The words for an outcome, of one row and before a number of rows.
    fn words(self, outcome: ClaimOutcome) -> [&'static str; 2] {
        match (self, outcome) {
            (ClaimTable::Extensions, ClaimOutcome::Holds) => ["yes", "yes"],
            (ClaimTable::Extensions, ClaimOutcome::Fails) => ["no", "no"],
            (ClaimTable::Ours, ClaimOutcome::Holds) => ["as expected", "as expected"],
            (ClaimTable::Ours, ClaimOutcome::Fails) => ["not as expected", "not as expected"],
            (ClaimTable::Extensions | ClaimTable::Ours, ClaimOutcome::Undecided) => ["open", "open"],
            (_, ClaimOutcome::Holds) => ["holds", "hold"],
            (_, ClaimOutcome::Fails) => ["FAILS", "fail"],
            (_, ClaimOutcome::Undecided) => ["undecided", "undecided"],
        }
    }

    /// The emphasis of an outcome. Extensions ask questions, whose answers are neither good nor bad.
    fn tone(self, outcome: ClaimOutcome) -> Tone {
        match outcome {
            ClaimOutcome::Undecided => Tone::Faint,
            _ if self == ClaimTable::Extensions => Tone::Plain,
            ClaimOutcome::Holds => Tone::Good,
            ClaimOutcome::Fails => Tone::Bad,
        }
    }
}

/// The word for the outcome of a claim or law, as in its table.
pub(crate) fn outcome_word(result: &ClaimResult) -> &'static str {
    ClaimTable::of(result).words(result.outcome)[0]
}

/// The lines of the verdict: for each group, the number of results by outcome.
pub(crate) fn summary(results: &[ClaimResult]) -> Vec<Text> {
    ClaimTable::ALL.into_iter().filter_map(|group| Some(summary_of(group, &group.select(results)?))).collect()
}

/// A claim that fails is bad news, unless its note explains why.
fn summary_of(group: ClaimTable, results: &[&ClaimResult]) -> Text {
    let is_unexplained =
        |result: &&ClaimResult| result.outcome == ClaimOutcome::Fails && result.claim.note.is_none();
    let is_bad = group.tone(ClaimOutcome::Fails) == Tone::Bad && results.iter().any(is_unexplained);
    let count = |outcome| {
        let count = results.iter().filter(|result| result.outcome == outcome).count();
        let is_explained =
            outcome == ClaimOutcome::Fails && count > 0 && group.tone(outcome) == Tone::Bad && !is_bad;
        let explained = if is_explained { " (the notes say why)" } else { "" };
        format!("{} {count}{explained}", group.words(outcome)[1])
    };
    let counts = [ClaimOutcome::Holds, ClaimOutcome::Fails, ClaimOutcome::Undecided].map(count).join(", ");
    Text::toned(format!("{}: {counts}", group.summary()), if is_bad { Tone::Bad } else { Tone::Plain })
}

fn table_of(group: ClaimTable, results: &[&ClaimResult]) -> Table {
    let (id, sentence) = group.table();
    // Claims with equal notes share a mark.
    let (mut sources, mut notes) = (Sources::default(), Vec::<&str>::new());
    let mut table = TableOf::new(id, group.title(results), results)
        .left("", |result| Text::toned(outcome_word(result), group.tone(result.outcome)))
        .left(sentence, |result| match &result.claim.note {
            None => Text::plain(&result.claim.says),
            Some(note) => {
                let number = number_among(&mut notes, note);
                Text::plain(format!("{} {}", result.claim.says, superscript(number)))
            }
        })
        .left("source", |result| sources.origin(&result.claim))
        .right("printed", |result| Text::optional(result.claim.figure.clone(), |figure| figure))
        .right("figure", |result| result.value.map_or_else(Text::missing, |value| figure(result, value)))
        .right(confidence(), |result| Text::interval(result.interval))
        .left("bounds", |result| {
            let bound = |word: &str, bound: Option<Number>| {
                bound.map(|bound| format!("{word} {}", shown(result)(bound)))
            };
            let bounds = [bound("at least", result.claim.at_least), bound("at most", result.claim.at_most)];
            let text = Text::plain(bounds.into_iter().flatten().collect::<Vec<_>>().join(", "));
            let ends = [("at least", result.claim.at_least), ("at most", result.claim.at_most)];
            ends.into_iter().fold(text, |text, (part, end)| with_number(text, result, part, end))
        })
        .left("from", |result| Text::toned(from(result), Tone::Faint))
        .done();
    table.notes = (1..).zip(notes).map(|(number, note)| format!("{} {note}", superscript(number))).collect();
    table.notes.extend(sources.notes());
    add_rules(&mut table, group, results);
    ["source", "printed", &confidence()].into_iter().for_each(|column| drop_empty_column(&mut table, column));
    table
}

/// Adds notes on the rules that decide the claims of a table, beside their bounds.
fn add_rules(table: &mut Table, group: ClaimTable, results: &[&ClaimResult]) {
    let any = |is: fn(&ClaimResult) -> bool| results.iter().any(|result| is(result));
    table.note_if(
        matches!(group, ClaimTable::Extensions | ClaimTable::Ours)
            && any(|result| result.subject != ClaimSubject::Count),
        "Times and their ratios were measured on this machine.",
    );
    table.note_if(
        any(|result| matches!(result.doubt, Some(Doubt::Near(_)))),
        format!(
            "A ratio of times within {RATIO_MARGIN}× of its bound is undecided, because repeated measurements differ as much."
        ),
    );
    table.note_if(
        any(|result| result.interval.is_some()),
        format!(
            "{}: the bootstrap interval of a ratio of times over at least five instances or, if they were timed together, blocks \
             of them. A claim whose bound lies in this interval is undecided.",
            confidence()
        ),
    );
    table.note_if(
        any(|result| matches!(result.doubt, Some(Doubt::Between(_)))),
        "A ratio of times over too few instances for an interval is undecided if its bound lies between the ratios of \
         single instances.",
    );
    table.note_if(
        any(|result| result.stuck.0 > 0),
        "The cost of a search that got stuck is a lower bound on the cost of an answer.",
    );
    table.note_if(
        any(|result| matches!(result.doubt, Some(Doubt::Machine(_)))),
        format!(
            "A bound in seconds that is missed by less than {MACHINE_FACTOR}× is undecided, because another machine may meet \
             it."
        ),
    );
}

/// The sources of the claims in a table, numbered in order of first occurrence.
#[derive(Default)]
struct Sources<'a>(Vec<&'a str>);

impl<'a> Sources<'a> {
    /// The origin of a claim: the quote, the number of the source, the place there, and a remark if the source was not read in
    /// full. Missing for claims of our own.
    fn origin(&mut self, claim: &'a Claim) -> Text {
        let Some(source) = claim.source.as_deref() else { return Text::missing() };
        let number = number_among(&mut self.0, source);
        let quote = claim.quote.as_deref().map_or(String::new(), |quote| format!("“{quote}” "));
        let place = claim.place.as_deref().map_or(String::new(), |place| format!(" {place}"));
        let read = match claim.source_read() {
            Some(SourceRead::Abstract) if claim.place.as_deref() == Some("abstract") => "",
            Some(SourceRead::Abstract) => " (abstract only)",
            Some(SourceRead::QuotedElsewhere) => " (quoted elsewhere)",
            Some(SourceRead::Memory) => " (from memory)",
            Some(SourceRead::Complete | SourceRead::Part) | None => "",
        };
        Text::toned(format!("{quote}[{number}]{place}{read}"), Tone::Faint)
    }

    /// The sources as notes of the table.
    fn notes(self) -> Vec<String> {
        let name = |(at, source): (usize, &&str)| format!("[{}] {}.", at + 1, source.trim_end_matches('.'));
        self.0.iter().enumerate().map(name).collect()
    }
}

/// The number of `text` among those `seen`, from 1. A new one is added to them.
fn number_among<'a>(seen: &mut Vec<&'a str>, text: &'a str) -> usize {
    let known = seen.iter().position(|known| *known == text);
    let at = known.unwrap_or_else(|| {
        seen.push(text);
        seen.len() - 1
    });
    at + 1
}

/// The number of a note, in superscript.
fn superscript(number: usize) -> String {
    let digit = |c: char| c.to_digit(10).map_or(c, |digit| SUPERSCRIPT[digit as usize]);
    number.to_string().chars().map(digit).collect()
}

/// The measure of the divisor of a claim.
fn divisor(result: &ClaimResult) -> &str {
    result.claim.against_measure.as_ref().unwrap_or(&result.claim.measure)
}

/// Whether the figure is a factor. A figure for each instance is none, and neither is a time for each node.
fn is_ratio(result: &ClaimResult) -> bool {
    let is_count =
        result.subject == ClaimSubject::Differences || divisor(result) == InstanceMeasure::Instances.name();
    let is_alike = is_time(&result.claim.measure) == is_time(divisor(result));
    result.claim.against.is_some() && !is_count && is_alike
}

/// Formats the figure and the bounds of a claim.
fn shown(result: &ClaimResult) -> impl Fn(Number) -> String {
    let is_ratio = is_ratio(result);
    move |number| match is_ratio {
        true => multiple(number.value()),
        false => shown_number(number, &result.claim.measure),
    }
}

/// The figure of a claim.
fn figure(result: &ClaimResult, value: ValueRange) -> Text {
    let text = Text::plain(range(value, &shown(result)));
    match value.high {
        Some(high) if high != value.low => {
            let text = with_number(text, result, "lower", Some(value.low));
            with_number(text, result, "upper", Some(high))
        }
        _ if is_missing(&text) => text,
        _ => with_number(text, result, "", Some(value.low)),
    }
}

/// `text` with a number that it shows, for programs. Claims of one table have figures of several units.
fn with_number(text: Text, result: &ClaimResult, part: &'static str, number: Option<Number>) -> Text {
    let Some(number) = number.map(Number::value) else { return text };
    let (number, unit) = match (is_ratio(result), is_time(&result.claim.measure)) {
        (true, _) => (number, RATIO),
        (false, true) => (number * 1e9, "ns"),
        (false, false) => (number, ""),
    };
    if part.is_empty() { text.with_value(number, unit) } else { text.with_part(part, number, unit) }
}

/// The values from which a figure was computed and, if it does not decide the claim, the reason.
fn from(result: &ClaimResult) -> String {
    let (measure, other) = (&result.claim.measure, divisor(result));
    let mut words = match (result.of, result.against) {
        (Some(of), Some(against)) => {
            let name = if other == measure { String::new() } else { format!("{other}: ") };
            let of = range(of, &|number| shown_number(number, measure));
            let against = range(against, &|number| shown_number(number, other));
            format!("{measure}: {of} against {name}{against}")
        }
        _ => measure.clone(),
    };
    if result.claim.take == coverlab_bench::experiment::Aggregation::Largest {
        words.insert_str(0, "largest ");
    }
    if result.node_limited > 0 {
        words.push_str(&format!("; {} at the node limit", integer(result.node_limited as f64)));
    }
    if result.subject == ClaimSubject::Count && result.doubt.is_none() && result.machine_limited > 0 {
        let searches = pluralize(result.machine_limited, "search", "searches");
        words.push_str(&format!("; on this machine, {searches} ended at a time or memory limit"));
    }
    if let (stuck @ 1.., of) = result.stuck {
        let searches = pluralize(of, "search", "searches");
        words.push_str(&format!("; {} of {searches} got stuck", integer(stuck as f64)));
    }
    match &result.doubt {
        Some(Doubt::Unknown(why)) => why.clone(),
        doubt => words + &doubt.as_ref().map_or(String::new(), reason),
    }
}

/// The words after the values of an undecided claim that say why it is.
fn reason(doubt: &Doubt) -> String {
    match doubt {
        // The values are followed by the number of stuck searches.
        Doubt::Unknown(_) | Doubt::Stuck => String::new(),
        Doubt::Cut { searches, of, limit_cpu_ns } => {
            let (cut, of) = (integer(*searches as f64), pluralize(*of, "search", "searches"));
            let limit = limit_cpu_ns.map(|ns| format!(", limit {}", round_time(ns as f64)));
            format!("; {cut} of {of} cut short{}", limit.unwrap_or_default())
        }
        Doubt::Machine(factor) => {
            format!("; {} the bound, which another machine may meet", multiple(*factor))
        }
        Doubt::Near(factor) => format!("; {} the bound, too close to decide", multiple(*factor)),
        Doubt::Within(bound) => format!("; {} is within the interval", multiple(*bound)),
        Doubt::Between(bound) => format!("; {} is between the ratios of single instances", multiple(*bound)),
    }
}

fn range(range: ValueRange, show: &dyn Fn(Number) -> String) -> String {
    match range.high {
        Some(high) if high == range.low => show(range.low),
        Some(high) => format!("{} to {}", show(range.low), show(high)),
        // A ratio of two lower bounds is unknown.
        None if range.low.value() == 0.0 => "–".to_string(),
        // A lower bound divided by 0.
        None if range.low.value().is_infinite() => show(range.low),
        None => format!("≥\u{202f}{}", show(range.low)),
    }
}

/// A number of `measure`. Integers have all digits, because rounded numbers that differ would look alike.
fn shown_number(number: Number, measure: &str) -> String {
    match number.whole() {
        Some(whole) if !is_time(measure) => all_digits(whole),
        _ => quantity(number.value(), measure),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lower_bound_divided_by_0_is_infinite() {
        let show = |number: Number| multiple(number.value());
        let shown = |low: f64| range(ValueRange { low: low.into(), high: None }, &show);
        assert_eq!([0.0, 2.0, f64::INFINITY].map(shown), ["–", "≥\u{202f}2.00×", "∞×"]);
    }

    #[test]
    fn the_time_of_a_node_is_no_factor() {
        let claim = serde_json::json!({
            "says": "", "measure": "solve_cpu_ns", "of": {}, "against": {}, "against_measure": "nodes",
        });
        let value = ValueRange { low: 2e-7.into(), high: Some(2e-7.into()) };
        let result = ClaimResult {
            claim: serde_json::from_value(claim).unwrap(),
            is_law: false,
            subject: ClaimSubject::Seconds,
            outcome: ClaimOutcome::Holds,
            of: None,
            against: None,
            value: Some(value),
            interval: None,
            doubt: None,
            node_limited: 0,
            machine_limited: 0,
            stuck: (0, 0),
        };
        assert_eq!(figure(&result, value).text, "200\u{202f}ns");
    }
}
