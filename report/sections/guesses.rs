//! Speed and guesses, in the columns of T. Dillon's benchmark of Sudoku solvers (*Tdoku*, 2019): instances per second,
//! microseconds per instance, the share of instances without a guess, and guesses per instance.

use crate::figures::note_seeds;
use crate::group::strategies;
use crate::section::{Content, Corpus, Subsection};
use crate::table::{Table, Text};
use crate::units::significant;
use coverlab_bench::statistics::{Cost, Means, Paired, is_significantly_less};

pub(super) const SUBSECTION: Subsection = Subsection {
    columns: &["guesses"],
    corpus: |_facts, corpus| Content::tables(table(corpus)),
    ..Subsection::EMPTY
};

/// The strategies that count guesses and finished every search on the corpus.
fn table(corpus: &Corpus<'_>) -> Option<Table> {
    let title = format!("Speed and guesses on {}", corpus.name);
    let mut table = Table::new(format!("guesses-{}", corpus.id), title).left(["strategy"]).right([
        "instances per second",
        "µs per instance",
        "without a guess",
        "guesses per instance",
    ]);
    let of = |strategy| Some((strategy, corpus.total(strategy).means()?));
    let figures: Vec<(&str, Means)> =
        strategies(corpus.cells.iter().copied()).into_iter().filter_map(of).collect();
    table.covers_all_instances = true;
    table.rows = figures.iter().map(|(strategy, means)| row(strategy, means)).collect();
    let times: Vec<_> = figures.iter().map(|(_, means)| Some(means.ns)).collect();
    let paired = Paired::of(&corpus.cells);
    table.mark_smallest(2, &times, |least, other| {
        is_significantly_less(&paired.pairs(figures[least].0, figures[other].0), Cost::Total)
    });
    table.notes.push("Means over the instances. A guess is a choice between two alternatives, of which a complete search tries both.".to_string());
    note_seeds(&mut table, corpus.cells.iter().copied());
    (!table.rows.is_empty()).then_some(table)
}

fn row(strategy: &str, means: &Means) -> Vec<Text> {
    vec![
        Text::plain(strategy),
        Text::quantity(1e9 / means.ns, "1/s", significant),
        Text::quantity(means.ns / 1e3, "µs", significant),
        Text::quantity(means.without_guess, "", |share| format!("{:.1}\u{202f}%", 100.0 * share)),
        Text::quantity(means.guesses, "", significant),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use coverlab_bench::record::Trial;
    use coverlab_bench::statistics::fixtures::{cells, trial};

    #[test]
    fn means_are_over_instances_and_only_of_those_who_count() {
        let mut trials = vec![trial("a", "one", 1000), trial("a", "two", 3000), trial("b", "one", 10)];
        (trials[0].guesses, trials[1].guesses) = (Some(0), Some(5));
        let table = |trials: &[Trial]| table(&Corpus::of(&cells(trials, &[], &[]), None));
        let found = table(&trials).unwrap();
        assert_eq!(found.texts(), [["a", "500 000", "2.00", "50.0 %", "2.50"]]);
        (trials[0].solve_cpu_ns, trials[1].solve_cpu_ns) = (Some(300_000_000), Some(500_000_000));
        assert_eq!(table(&trials).unwrap().rows[0][1].text, "2.50");
        trials[0].guesses = None;
        assert!(table(&trials).is_none());
    }
}
