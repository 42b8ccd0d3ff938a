//! Tables of a small corpus with a column for each instance: times and nodes.

use crate::cell_notes::{Note, add_notes, of_all};
use crate::group::{by_strategy, distinct};
use crate::table::{Table, TableOf, Text, Tone};
use crate::units::{integer, quantity, round_time, time};
use coverlab_bench::record::{Status, Verdict};
use coverlab_bench::statistics::{InstanceResult, SeedRun, instances as instance_count};

/// A corpus with at most this many instances has tables with a column for each, and none of their spread.
pub(in crate::sections) const MAX_INSTANCE_COLUMNS: usize = 12;

/// Tables of times and nodes with a column per instance, if there are at least two instances and not too many.
pub(in crate::sections) fn instances(id: &str, corpus: &str, results: &[&InstanceResult]) -> Vec<Table> {
    if !(2..=MAX_INSTANCE_COLUMNS).contains(&instance_count(results)) {
        return vec![];
    }
    let on = if corpus.is_empty() { String::new() } else { format!(" on {corpus}") };
    let mut time = matrix(&format!("times-{id}"), format!("CPU time by instance{on}"), results, time_cell);
    let notes = [Note::Bounds, Note::Lost(&["solve_cpu_ns"]), Note::Shares, Note::Seeds];
    add_notes(&mut time, &notes, results);
    let mut nodes = matrix(&format!("nodes-{id}"), format!("Nodes by instance{on}"), results, node_cell);
    add_notes(&mut nodes, &[Note::Bounds, Note::Lost(&["nodes"]), Note::Seeds], results);
    let any_nodes = results.iter().any(|result| result.nodes.is_some());
    if any_nodes { vec![time, nodes] } else { vec![time] }
}

/// A table with a row per strategy and a column per instance.
fn matrix(id: &str, title: String, results: &[&InstanceResult], show: fn(&InstanceResult) -> Text) -> Table {
    let rows = by_strategy(results.iter().copied());
    let mut table = TableOf::new(id, title, &rows).left("strategy", |(strategy, _)| Text::plain(*strategy));
    for instance in instance_names(results) {
        table = table
            .right(&instance, |(_, own)| named(&instance, own, results).map_or_else(Text::missing, show));
    }
    table.done()
}

/// The instances of `results`, in order.
fn instance_names(results: &[&InstanceResult]) -> Vec<String> {
    distinct(results.iter().map(|result| instance_name(result, results)))
}

/// The result of a strategy for the instance called `name` in tables of `results`.
fn named<'a>(
    name: &str,
    own: &[&'a InstanceResult],
    results: &[&InstanceResult],
) -> Option<&'a InstanceResult> {
    own.iter().copied().find(|result| instance_name(result, results) == name)
}

/// The name of an instance, with its corpus if another one in `among` has an instance of this name.
fn instance_name(result: &InstanceResult, among: &[&InstanceResult]) -> String {
    let same_name =
        |other: &&&InstanceResult| other.instance == result.instance && other.group != result.group;
    let corpus = among.iter().find(same_name).map_or(String::new(), |_| format!("{}/", result.group));
    format!("{corpus}{}", result.instance)
}

fn time_cell(result: &InstanceResult) -> Text {
    let value = result.cpu_ns.map(|ns| (ns, time(ns)));
    let limit = result.limit_cpu_ns.map(|ns| (ns as f64, round_time(ns as f64)));
    cost_cell(result, ("solve_cpu_ns", "ns"), value, (limit, Status::Timeout))
}

fn node_cell(result: &InstanceResult) -> Text {
    let value = result.nodes.map(|nodes| (nodes, quantity(nodes, "nodes")));
    let limit = result.limit_nodes.map(|nodes| (nodes as f64, integer(nodes as f64)));
    cost_cell(result, ("nodes", ""), value, (limit, Status::NodeLimit))
}

/// A quantity and its text.
type Written = Option<(f64, String)>;

/// The value of an answer. A search without an answer has its reason, or a lower bound: the limit if its status is `reached`,
/// otherwise the value. Several runs have their median, or the reason why it is unknown, and if not all are solved, how many.
fn cost_cell(
    result: &InstanceResult,
    (measure, unit): (&str, &'static str),
    value: Written,
    (limit, reached): (Written, Status),
) -> Text {
    if result.verdict == Verdict::Wrong {
        return Text::toned("WRONG", Tone::Bad);
    }
    let is_broken = matches!(result.status, Status::Error | Status::Crash);
    let reason = Text::toned(result.status.phrase(), if is_broken { Tone::Bad } else { Tone::Faint });
    if result.seeds.is_some() && (value.is_some() || !result.solved()) {
        let (solved, runs) = (result.runs().filter(SeedRun::solved).count(), result.run_count());
        let bound = if result.is_lower_bound(measure) { ">\u{202f}" } else { "" };
        let tone = if solved == runs { Tone::Plain } else { Tone::Faint };
        let mut cell = match value {
            Some((number, text)) => Text::toned(format!("{bound}{text}"), tone).with_value(number, unit),
            None => reason,
        };
        if solved < runs {
            cell.text += &format!(", {} solved", of_all(solved, runs));
        }
        return cell.with_part("solved", solved as f64, "");
    }
    match result.status {
        status if status.is_answer() => {
            value.map_or_else(Text::missing, |(number, text)| Text::plain(text).with_value(number, unit))
        }
        Status::Stuck | Status::Error | Status::Crash => reason,
        status => {
            let bound = if status == reached { limit.or(value) } else { value };
            match bound {
                None => reason,
                Some((number, bound)) => {
                    Text::toned(format!(">\u{202f}{bound}"), Tone::Faint).with_value(number, unit)
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::section::CorpusResults;
    use coverlab_bench::record::Trial;
    use coverlab_bench::statistics::fixtures::trial;

    #[test]
    fn seeds_of_which_one_lost_its_cost_have_the_worst_end_and_are_counted() {
        let seed = |instance: &str, seed| Trial { seed, ..trial("a", instance, 100) };
        let mut trials = [seed("i", 1), seed("i", 2), seed("j", 1), seed("j", 2)];
        (trials[1].status, trials[1].solve_cpu_ns) = (Status::Memout, Some(0));
        let tables = instances("c", "", &CorpusResults::of_trials(&trials).results);
        assert_eq!(tables[0].texts(), [["a", "out of memory, 1 of 2 solved", "100 ns"]]);
        assert_eq!(crate::csv::table(&tables[0]), "strategy,i solved,j [ns],j solved\na,1,100,2\n");
    }
}
