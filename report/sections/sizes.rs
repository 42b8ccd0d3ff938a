//! Formulas by the size of the board: their size, and the time to encode and to solve them. Shown if an experiment requests
//! measures of formulas.

use crate::cell_notes::{ARROWS, Note, add_notes, bounded};
use crate::group::by_strategy;
use crate::plot::{self, BoardSize, BySize, Plot, SeriesStyles};
use crate::section::{Content, CorpusResults, Section, SectionInput};
use crate::table::{Table, TableOf, Text};
use crate::units::{integer, time};
use coverlab_bench::instance_measure::InstanceMeasure;
use coverlab_bench::statistics::{
    BoundedValue, InstanceResult, MeasuredInstances, instances, median_of, spread,
};
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn section(input: &SectionInput<'_>) -> Vec<Section> {
    Section::of("by-size", "Formulas by size of the board", content(input))
}

/// The caption of the plots.
const CAPTION: &str = "Both scales are logarithmic, so a straight line is a power of the side, and parallel lines \
                     differ by a constant factor.";

/// The tables and plots, if the experiment requests measures of formulas.
fn content(input: &SectionInput<'_>) -> Content {
    let measures: Vec<InstanceMeasure> = input.instance_measures(InstanceMeasure::is_of_formula).collect();
    if measures.is_empty() {
        return Content::EMPTY;
    }
    let (results, measured) = (input.record.results(), input.record.measured());
    let groups = groups(results, measured);
    let formulas = measures.into_iter().map(|measure| {
        let value = |result: &InstanceResult| measured.get(result, measure);
        let title = format!("{} of the formula", capitalized(measure.title()));
        by_size(measure.name(), &title, None, &groups, &|group| exact(group, &value))
    });
    let times = times(&groups).into_iter().filter(|_| input.has_one_processor());
    let is_known = |quantity: &BySize| !quantity.strategies.is_empty();
    let quantities: Vec<BySize> = formulas.chain(times).filter(is_known).collect();
    let mut tables: Vec<Table> = quantities.iter().map(|quantity| table(quantity, &groups)).collect();
    let note = note_of_corpora(&input.corpora, measured);
    for table in &mut tables {
        table.notes.extend(note.clone());
        input.corpora.iter().for_each(|corpus| corpus.note_partial(table));
    }
    let varying = quantities.iter().filter(|quantity| sizes(quantity).len() > 1);
    Content { tables, plots: varying.map(|quantity| plot(quantity, &input.styles)).collect() }
}

/// The times to encode and to search.
fn times(groups: &Groups<'_>) -> [BySize; 2] {
    let [encode, solve] = ["encode_ns", "solve_cpu_ns"];
    let encoding = |group: &[&InstanceResult]| exact(group, &|result| result.value(encode));
    let search = |group: &[&InstanceResult]| spread(group.iter().copied(), solve).map(|s| s.median);
    [
        by_size("encode", "CPU time to encode", Some(encode), groups, &encoding),
        by_size("solve", "CPU time of the search", Some(solve), groups, &search),
    ]
}

fn plot(quantity: &BySize, styles: &SeriesStyles) -> Plot {
    let mut medians = quantity.strategies.iter().flat_map(|(_, values)| values.values());
    let arrows = if medians.any(|median| median.lower_bound) { ARROWS } else { "" };
    let picture = plot::by_size(quantity, styles);
    Plot::new(format!("by-size-{}", quantity.id), format!("{CAPTION}{arrows}"), picture)
}

/// The note on the instances that tables by size cover, if some boards are of unknown size.
fn note_of_corpora(corpora: &[CorpusResults<'_>], measured: &MeasuredInstances) -> Option<String> {
    let is_board = |result: &InstanceResult| measured.shape(result).is_some();
    let is_unknown = |result: &InstanceResult| !measured.knows(result);
    let counts = |is_counted: &dyn Fn(&InstanceResult) -> bool| -> Vec<String> {
        let count = |corpus: &CorpusResults<'_>| {
            let own: Vec<_> = corpus.results.iter().copied().filter(|result| is_counted(result)).collect();
            (!own.is_empty()).then(|| format!("{} of {}", integer(instances(&own) as f64), corpus.name))
        };
        corpora.iter().filter_map(count).collect()
    };
    let (counted, unknown) = (counts(&is_board), counts(&is_unknown));
    (!unknown.is_empty()).then(|| {
        format!(
            "Over the boards of built-in corpora: {}. Left out, because a record does not have the sizes of boards from files: {}.",
            counted.join(", "),
            unknown.join(", ")
        )
    })
}

/// The results of each strategy by size of the board.
type Groups<'a> = Vec<(String, BTreeMap<BoardSize, Vec<&'a InstanceResult>>)>;

fn groups<'a>(results: &'a [InstanceResult], measured: &MeasuredInstances) -> Groups<'a> {
    let group = |(strategy, results): (&str, Vec<&'a InstanceResult>)| {
        let mut sizes: BTreeMap<BoardSize, Vec<&InstanceResult>> = BTreeMap::new();
        for result in results {
            if let Some(shape) = measured.shape(result) {
                sizes.entry((shape.side(), shape.box_rows())).or_default().push(result);
            }
        }
        (strategy.to_string(), sizes)
    };
    by_strategy(results).into_iter().map(group).collect()
}

fn by_size(
    id: &str,
    title: &str,
    time: Option<&'static str>,
    groups: &Groups<'_>,
    of: &dyn Fn(&[&InstanceResult]) -> Option<BoundedValue>,
) -> BySize {
    let strategies = groups.iter().map(|(name, sizes)| {
        let values = sizes.iter().filter_map(|(&size, group)| Some((size, of(group)?)));
        (name.clone(), values.collect::<BTreeMap<_, _>>())
    });
    let strategies = strategies.filter(|(_, values)| !values.is_empty()).collect();
    BySize { id: id.to_string(), title: title.to_string(), time, strategies }
}

/// The median of a quantity that does not depend on how a search ended, so it is never a lower bound.
fn exact(group: &[&InstanceResult], value: &dyn Fn(&InstanceResult) -> Option<f64>) -> Option<BoundedValue> {
    median_of(group, |result| value(result)).map(|value| BoundedValue { value, lower_bound: false })
}

fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// The sizes for which there are values, in order.
fn sizes(quantity: &BySize) -> BTreeSet<BoardSize> {
    quantity.strategies.iter().flat_map(|(_, values)| values.keys().copied()).collect()
}

/// The table of a quantity, which was computed from `groups`.
fn table(quantity: &BySize, groups: &Groups<'_>) -> Table {
    let title = format!("{}, median by size of the board", quantity.title);
    let sizes = sizes(quantity);
    let twice = |side: usize| sizes.iter().filter(|(other, _)| *other == side).count() > 1;
    let mut table = TableOf::new(format!("{}-by-size", quantity.id), title, &quantity.strategies)
        .left("strategy", |(name, _)| Text::plain(name));
    for size in &sizes {
        let (side, rows) = *size;
        let boxes = if twice(side) { format!(" in {rows}x{}", side / rows) } else { String::new() };
        table = table.right(format!("{side}x{side}{boxes}"), |(_, values)| {
            values.get(size).map_or_else(Text::missing, |figure| shown(quantity, *figure))
        });
    }
    let mut table = table.done();
    if let Some(time) = quantity.time {
        let results: Vec<_> =
            groups.iter().flat_map(|(_, sizes)| sizes.values().flatten().copied()).collect();
        add_notes(&mut table, &[Note::Bounds, Note::Lost(&[time]), Note::Seeds], &results);
    }
    table
}

fn shown(quantity: &BySize, figure: BoundedValue) -> Text {
    let (text, unit) = match quantity.time.is_some() {
        true => (bounded(figure, &time), "ns"),
        false => (bounded(figure, &integer), ""),
    };
    Text::plain(text).with_value(figure.value, unit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cell_notes::LOST;
    use coverlab_bench::record::{Status, Trial};
    use coverlab_bench::statistics::fixtures::trial;

    #[test]
    fn a_note_names_the_corpora_whose_boards_have_no_known_size() {
        let trials = [trial("a", "i", 1), trial("b", "i", 1), trial("a", "j", 1)];
        let note = note_of_corpora(&[CorpusResults::of_trials(&trials)], &MeasuredInstances::default());
        assert!(note.unwrap().ends_with("from files: 2 of corpus."));
        assert_eq!(note_of_corpora(&[], &MeasuredInstances::default()), None);
    }

    /// The quantities of time and their tables for searches of a board of side 4 and one of side 9, which ended with `status`.
    fn timed(status: Status, cpu_ns: u64) -> (Vec<BySize>, Vec<Table>) {
        let of_nine = Trial { status, ..trial("s", "nine", cpu_ns) };
        let trials = [trial("s", "four", 10), of_nine].map(|trial| Trial { encode_ns: Some(7), ..trial });
        let results = CorpusResults::of_trials(&trials).results;
        let size = |result: &&'static InstanceResult| {
            (if result.instance == "four" { (4, 2) } else { (9, 3) }, vec![*result])
        };
        let groups = vec![("s".to_string(), results.iter().map(size).collect())];
        let quantities = times(&groups);
        let tables = quantities.iter().map(|quantity| table(quantity, &groups)).collect();
        (quantities.into(), tables)
    }

    #[test]
    fn a_lost_cost_is_missing_with_a_note() {
        let (_, tables) = timed(Status::Memout, 0);
        for (table, cell) in tables.iter().zip(["7 ns", "10 ns"]) {
            assert_eq!(table.texts(), [["s", cell]]);
            assert_eq!(table.notes, [LOST]);
        }
    }

    #[test]
    fn a_lower_bound_is_drawn_with_an_arrow_and_marked_in_the_file() {
        let (quantities, tables) = timed(Status::Timeout, 2000);
        assert_eq!(tables[1].texts(), [["s", "10 ns", "> 2.00 µs"]]);
        let plots = quantities.iter().map(|quantity| plot(quantity, &SeriesStyles::of(&[])));
        let [encode, solve] = &plots.collect::<Vec<_>>()[..] else { unreachable!("there are two") };
        assert!(!encode.caption.contains("arrow") && solve.caption.ends_with(ARROWS));
        assert_eq!(solve.picture.csv(), "strategy,side,solve_ns\ns,4,10\ns,9,>2000\n");
    }
}
