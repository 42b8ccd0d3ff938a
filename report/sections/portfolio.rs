//! The strategies on a corpus as a portfolio, and the contribution of each strategy to it.
//!
//! The virtual best solver takes the least time of any strategy on each instance. The single best solver is the strategy that
//! is best alone. The marginal contribution of a strategy is the loss of the virtual best without it (L. Xu, F. Hutter,
//! H. Hoos and K. Leyton-Brown, *Evaluating component solver contributions to portfolio-based algorithm selectors*, 2012).
//! The cost is PAR-2 (the mean CPU time in which a run without an answer counts as twice its limit) if every run has a
//! limit, otherwise the total CPU time over the solved instances.

use crate::cell_notes::{Note, add_notes, of_all};
use crate::group::is_seeded;
use crate::section::{Content, CorpusResults, SectionInput};
use crate::table::{Table, TableOf, Text, Tone};
use crate::units::{integer, significant, time};
use coverlab_bench::statistics::{InstanceResult, PairedResults, SeedRun};

pub(super) fn corpus(_input: &SectionInput<'_>, corpus: &CorpusResults<'_>) -> Content {
    Content::tables(table(corpus))
}

/// The result of a set of strategies when the fastest of them is taken on each instance.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Best {
    solved: usize,
    cost: f64,
}

/// The runs of the strategies on the instances that all of them tried.
struct Portfolio {
    /// A row for each instance, or with several seeds for each instance and seed. It has a run for each strategy.
    rows: Vec<Vec<LimitedRun>>,
    /// The number of instances.
    instances: usize,
    /// Whether every run has a time limit, so that a run without an answer costs twice its limit.
    is_limited: bool,
}

/// A run and its limit of CPU time.
#[derive(Clone, Copy)]
struct LimitedRun {
    run: SeedRun,
    limit_cpu_ns: Option<u64>,
}

impl Portfolio {
    /// The portfolio of instances, each with a result for each strategy. Instances for which strategies have different numbers of
    /// seeds are left out.
    fn of(rows: &[Vec<&InstanceResult>]) -> Portfolio {
        let is_even =
            |row: &&Vec<&InstanceResult>| row.iter().all(|result| result.run_count() == row[0].run_count());
        let (mut runs, mut instances): (Vec<Vec<LimitedRun>>, usize) = (Vec::new(), 0);
        for row in rows.iter().filter(is_even) {
            instances += 1;
            let first = runs.len();
            runs.resize(first + row[0].run_count(), Vec::new());
            for result in row {
                let limit_cpu_ns = result.limit_cpu_ns;
                result
                    .runs()
                    .zip(&mut runs[first..])
                    .for_each(|(run, row)| row.push(LimitedRun { run, limit_cpu_ns }));
            }
        }
        let is_limited = runs.iter().flatten().all(|limited| limited.limit_cpu_ns.is_some());
        Portfolio { rows: runs, instances, is_limited }
    }

    fn cost(&self, limited: &LimitedRun) -> Option<f64> {
        match (limited.run.solved(), self.is_limited) {
            (true, _) => limited.run.cpu_ns,
            (false, true) => limited.limit_cpu_ns.map(|limit| 2.0 * limit as f64),
            (false, false) => None,
        }
    }

    /// The result of the strategies whose indices are `chosen`.
    fn best(&self, is_chosen: impl Fn(usize) -> bool) -> Best {
        let mut best = Best::default();
        for row in &self.rows {
            let chosen =
                || row.iter().enumerate().filter(|(place, _)| is_chosen(*place)).map(|(_, limited)| limited);
            best.solved += usize::from(chosen().any(|limited| limited.run.solved()));
            let least = |is_solved: bool| {
                let alike = chosen().filter(|limited| limited.run.solved() == is_solved);
                alike.filter_map(|limited| self.cost(limited)).min_by(f64::total_cmp)
            };
            // An answer may come after a limit, and cost more than the penalty of a strategy that has none.
            best.cost += least(true).or_else(|| least(false)).unwrap_or_default();
        }
        if self.is_limited {
            best.cost /= self.rows.len() as f64;
        }
        best
    }

    /// The cost of a result as a cell. The total of no times is not a cost.
    fn cost_cell(&self, best: &Best) -> Text {
        let cost = (self.is_limited || best.solved > 0).then_some(best.cost);
        Text::quantity(cost, "ns", time)
    }

    /// The number of rows that the strategy with index `place` solves in less time than any other.
    fn fastest(&self, place: usize) -> usize {
        let time = |LimitedRun { run, .. }: &LimitedRun| {
            run.cpu_ns.filter(|_| run.solved()).unwrap_or(f64::INFINITY)
        };
        let wins = |row: &&Vec<LimitedRun>| {
            let mut others = row.iter().enumerate().filter(|(other, _)| *other != place);
            others.all(|(_, other)| time(&row[place]) < time(other))
        };
        self.rows.iter().filter(wins).count()
    }
}

/// The table of the portfolio; `None` for a single strategy, or if all runs or no runs are solved.
fn table(corpus: &CorpusResults<'_>) -> Option<Table> {
    let paired = PairedResults::of(&corpus.results);
    let names = paired.strategies();
    let rows: Vec<Vec<&InstanceResult>> =
        paired.instances().filter_map(|row| row.iter().copied().collect::<Option<Vec<_>>>()).collect();
    let portfolio = Portfolio::of(&rows);
    let all_instances = paired.instances().count();
    let is_seeded = is_seeded(rows.iter().flatten().copied());
    let mut solved = portfolio.rows.iter().flatten().map(|limited| limited.run.solved());
    if names.len() < 2 || solved.clone().all(|solved| solved) || !solved.any(|solved| solved) {
        return None;
    }
    let cost = if portfolio.is_limited { "PAR-2" } else { "total CPU" };
    let title = format!("Virtual best, single best and contributions on {}", corpus.name);
    let names: Vec<&str> = names.iter().map(|name| name.as_str()).collect();
    let all = portfolio.best(|_| true);
    let rows = portfolio_rows(&portfolio, &names)?;
    let without = |place: usize| portfolio.best(|other| other != place);
    let mut table = TableOf::new(format!("portfolio-{}", corpus.id), title, &rows)
        .left("strategy", |(name, ..)| Text::plain(name))
        .right(if is_seeded { "runs solved" } else { "solved" }, |(_, best, _)| {
            let (solved, all) = (best.solved, portfolio.rows.len());
            Text::plain(of_all(solved, all)).with_value(solved as f64, "").with_part("out of", all as f64, "")
        })
        .right(cost, |(_, best, _)| portfolio.cost_cell(best))
        .right("fastest on", |(.., place)| {
            Text::quantity(place.map(|place| portfolio.fastest(place) as f64), "", integer)
        })
        .right("virtual best without it", |(.., place)| {
            place.map_or_else(Text::missing, |place| portfolio.cost_cell(&without(place)))
        })
        .right("contribution", |(.., place)| {
            place.map_or_else(Text::missing, |place| contribution(&all, &without(place)))
        })
        .done();
    add_first_notes(&mut table, &portfolio, corpus);
    let seeds = if is_seeded { ", with equally many seeds" } else { "" };
    let searched = of_all(portfolio.instances, all_instances);
    table.note_if(
        portfolio.instances < all_instances,
        format!("Figures are over {searched} instances: those that every strategy searched{seeds}."),
    );
    add_notes(&mut table, &[Note::Shares], &corpus.results);
    table.note_if(
        is_seeded,
        "All figures are over runs: the virtual best is the fastest strategy on each instance and seed.",
    );
    Some(table)
}

/// A row of the table: its name, the result of a set of strategies, and the index of the strategy whose contribution it shows.
type Row = (String, Best, Option<usize>);

/// The rows of the virtual best, of the single best and of each strategy.
fn portfolio_rows(portfolio: &Portfolio, names: &[&str]) -> Option<Vec<Row>> {
    let alone: Vec<Best> = (0..names.len()).map(|place| portfolio.best(|other| other == place)).collect();
    let better = |a: &Best, b: &Best| b.solved.cmp(&a.solved).then(a.cost.total_cmp(&b.cost));
    let single = (0..names.len()).min_by(|&a, &b| better(&alone[a], &alone[b]))?;
    let mut rows = vec![
        ("virtual best".to_string(), portfolio.best(|_| true), None),
        (format!("single best: {}", names[single]), alone[single], None),
    ];
    rows.extend((0..names.len()).map(|place| (names[place].to_string(), alone[place], Some(place))));
    Some(rows)
}

/// The number of instances that no other strategy solves; if there are none, the increase of the cost in percent.
fn contribution(all: &Best, without: &Best) -> Text {
    let (lost, slower) = (all.solved - without.solved, without.cost / all.cost - 1.0);
    match lost {
        0 if without.cost <= all.cost => Text::toned("0", Tone::Faint).with_value(0.0, "%"),
        0 => Text::plain(format!("{}\u{202f}%", significant(100.0 * slower))).with_value(100.0 * slower, "%"),
        _ => Text::plain(format!("{} solved", integer(lost as f64))).with_value(lost as f64, "solved"),
    }
}

fn add_first_notes(table: &mut Table, portfolio: &Portfolio, corpus: &CorpusResults<'_>) {
    let cost = match portfolio.is_limited {
        true => "how much its PAR-2 would grow",
        false => "how much its total CPU time over the instances solved would grow",
    };
    table.notes.push(format!(
        "Virtual best: the fastest strategy on each instance. Single best: the strategy that is best alone. Contribution: \
         the number of instances that the virtual best would not solve without the strategy or, if there are none, {cost}."
    ));
    table.note_if(
        corpus.results.iter().any(|result| result.repetitions == 1),
        "Each time is from one repetition, so the virtual best, the smallest of several times, is slightly too small.",
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use coverlab_bench::record::{Status, Trial};
    use coverlab_bench::statistics::fixtures::trial;

    #[test]
    fn without_an_answer_there_is_no_portfolio() {
        let trials = ["a", "b"].map(|name| Trial { status: Status::Timeout, ..trial(name, "i", 1000) });
        assert!(table(&CorpusResults::of_trials(&trials)).is_none());
    }

    #[test]
    fn a_note_says_how_many_instances_every_strategy_searched() {
        let open = Trial { status: Status::Stuck, ..trial("b", "i", 10) };
        let mut trials = vec![trial("a", "i", 30), open, trial("a", "j", 30), trial("b", "j", 10)];
        let note = |trials: &[Trial]| {
            let notes = table(&CorpusResults::of_trials(trials)).unwrap().notes;
            notes.into_iter().find(|note| note.starts_with("Figures are over"))
        };
        assert_eq!(note(&trials), None);
        trials.pop();
        let expected = "Figures are over 1 of 2 instances: those that every strategy searched.";
        assert_eq!(note(&trials).as_deref(), Some(expected));
    }

    #[test]
    fn the_virtual_best_is_the_fastest_answer_and_may_take_no_time() {
        let run = |name, instance, ns| Trial { limit_cpu_ns: Some(1), ..trial(name, instance, ns) };
        let late = |name, instance| Trial { status: Status::Timeout, ..run(name, instance, 900) };
        let figures = |trials: &[Trial]| -> Vec<String> {
            let rows = table(&CorpusResults::of_trials(trials)).unwrap().texts();
            rows.iter()
                .map(|row| crate::units::plain_units(&[&*row[2], &row[4], &row[5]].join(" ")))
                .collect()
        };
        let trials = [run("a", "i", 400), run("b", "i", 500), run("a", "j", 600), late("b", "j")];
        let expected = ["500 ns – –", "500 ns – –", "500 ns 251 ns 1 solved", "251 ns 500 ns 0"];
        assert_eq!(figures(&trials), expected);
        let trials = [run("a", "i", 0), run("b", "i", 500), run("c", "i", 0), late("d", "i")];
        assert!(figures(&trials)[2..].iter().all(|row| row.ends_with(" 0 ns 0")));
    }

    #[test]
    fn a_strategy_that_solves_nothing_has_no_total() {
        let nothing = Trial { status: Status::Stuck, ..trial("b", "i", 10) };
        let table = table(&CorpusResults::of_trials(&[trial("a", "i", 30), nothing])).unwrap();
        let rows: Vec<_> = table.rows[2..].iter().map(|row| [&*row[2].text, &*row[4].text]).collect();
        assert_eq!(rows, [["30\u{202f}ns", "–"], ["–", "30\u{202f}ns"]]);
    }
}
