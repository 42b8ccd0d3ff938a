//! Facts of a recorded search: its numbers, its events, and its state at a moment.

use coverlab_model::Step;
use coverlab_trace::{Line, Trace};
use serde_json::Value;

/// The kinds of events that write a digit, other than a clue's.
const PLACEMENTS: [&str; 4] = ["naked", "hidden", "try", "take"];

/// A number of the whole search, or the size of its instance.
pub(super) fn fact(trace: &Trace, what: &str) -> Option<f64> {
    let stats = trace.stats();
    let count = match what {
        "nodes" => stats.nodes,
        "depth" => stats.max_depth as u64,
        "solutions" => stats.solutions,
        "digits" => PLACEMENTS.iter().map(|kind| stats.counts.named(kind)).sum(),
        "assignments" => return fact(trace, "variables").map(f64::exp2),
        _ => {
            let head = serde_json::to_value(trace.head()).ok()?;
            let part = head.get("instance")?.get(what)?;
            part.as_u64().or_else(|| part.as_array().map(|list| list.len() as u64))?
        }
    };
    Some(count as f64)
}

/// The number of events of a kind, which may be of a finer level than the trace.
pub(super) fn count_of_kind(trace: &Trace, kind: &str) -> u64 {
    match trace.stats().counts.named(kind) {
        0 => trace.stats().deeper.named(kind),
        count => count,
    }
}

/// The decimal logarithm of the remaining boards at a count: its number, or `last`.
pub(super) fn log_boards(trace: &Trace, which: &str) -> Option<f64> {
    let mut logs = trace.events().iter().filter_map(|event| match event {
        Line::Step(Step::Boards { log10 }) => Some(*log10),
        _ => None,
    });
    let log = if which == "last" {
        logs.next_back()?
    } else {
        logs.nth(which.parse::<usize>().ok()?.checked_sub(1)?)?
    };
    format!("{log:.1}").parse().ok()
}

/// The position right after a moment such as `fail:2`.
pub(super) fn position(trace: &Trace, moment: &str) -> Option<usize> {
    if moment == "end" {
        return Some(trace.events().len());
    }
    let (kind, count) = moment.split_once(':').unwrap_or((moment, "1"));
    let nth = count.parse::<usize>().ok()?.checked_sub(1)?;
    let found = trace.events().iter().enumerate().filter(|(_, event)| event.kind() == kind).nth(nth)?;
    Some(found.0 + 1)
}

/// The subject of an event: an item, a literal, a clause, a cell with its digit, or a house.
pub(super) fn subject(trace: &Trace, event: &Line) -> Option<String> {
    let event = serde_json::to_value(event).ok()?;
    if let Some(item) = event.get("item") {
        let head = serde_json::to_value(trace.head()).ok()?;
        return Some(head["instance"]["items"].get(item.as_u64()? as usize)?.as_str()?.to_string());
    }
    if let Some(literal) = event.get("literal") {
        return literal.as_i64().map(literal_text);
    }
    if let Some(clause) = event.get("clause").and_then(Value::as_array) {
        return Some(
            clause
                .iter()
                .map(|literal| literal.as_i64().map(literal_text))
                .collect::<Option<Vec<_>>>()?
                .join(" ∨ "),
        );
    }
    let Some(cell) = event.get("cell").and_then(Value::as_str) else {
        return event.get("house")?.as_str().map(String::from);
    };
    Some(event.get("digit").map_or_else(|| cell.to_string(), |digit| format!("{cell} = {digit}")))
}

/// A literal, with ¬ if it is negative.
pub(super) fn literal_text(literal: i64) -> String {
    if literal < 0 { format!("¬{}", -literal) } else { literal.to_string() }
}

/// A number of the state right after a moment, such as `covered` items.
pub(super) fn count_in_state(trace: &Trace, moment: &str, what: &str) -> Option<f64> {
    let state = trace.state(position(trace, moment)?);
    let list = |name: &str| state.get(name).and_then(Value::as_array);
    let count = match what {
        "covered" => list("items")?.iter().filter(|item| item["covered"] == true).count(),
        "trail" | "learned" => list(what)?.len(),
        _ => list("options")?.iter().filter(|option| *option == what).count(),
    };
    Some(count as f64)
}

/// The number of events of a kind that pass all filters. `None` if events were omitted or a filter is malformed.
pub(super) fn count_matching(trace: &Trace, kind: &str, filters: &[&str]) -> Option<f64> {
    if trace.stats().left_out > 0 {
        return None;
    }
    let head = serde_json::to_value(trace.head()).ok()?;
    let mut count = 0;
    for event in trace.events().iter().filter(|event| event.kind() == kind) {
        let event = serde_json::to_value(event).ok()?;
        let passed = filters
            .iter()
            .map(|filter| passes(&event, filter, &head["instance"]))
            .collect::<Option<Vec<_>>>()?;
        count += u64::from(passed.iter().all(|passed| *passed));
    }
    Some(count as f64)
}

/// Whether an event passes a filter such as `options=1`. `None` if the filter is malformed or does not apply.
fn passes(event: &Value, filter: &str, instance: &Value) -> Option<bool> {
    let at = filter.find(['=', '<', '>', '~', '!'])?;
    let (field, value) = (event.get(&filter[..at])?, &filter[at + 1..]);
    let number = field.as_f64().or_else(|| field.as_array().map(|list| list.len() as f64));
    let named = || Some(instance["items"].get(field.as_u64()? as usize)?.as_str()?.starts_with(value));
    match &filter[at..=at] {
        "=" => Some(number? == value.parse::<f64>().ok()?),
        "<" => Some(number? < value.parse::<f64>().ok()?),
        ">" => Some(number? > value.parse::<f64>().ok()?),
        "~" => named(),
        _ => named().map(|begins| !begins),
    }
}
