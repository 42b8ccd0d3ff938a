//! The cost of random instances by a parameter of their family: tables and plots of sweeps.

use crate::cell_notes::{ARROWS, DRAWN_AS_ONE, Note, add_notes, bounded};
use crate::group::distinct;
use crate::plot::{self, Plot};
use crate::section::{Content, CorpusResults, SectionInput};
use crate::sweep::{self, CostUnit, StepCost, Sweep, SweepValue, number};
use crate::table::{Table, TableOf, Text, slug};
use crate::units::{integer, significant};
use coverlab_bench::statistics::{BoundedValue, CONFIDENCE_PERCENT};

/// The caption of a plot.
fn caption(sweep: &Sweep) -> String {
    let costs = || sweep.strategies.iter().flat_map(|line| &line.costs).flatten();
    let bounds = if costs().any(|cost| cost.median.lower_bound) { ARROWS } else { "" };
    let mut drawn = costs().flat_map(|cost| cost.interval.into_iter().flatten().chain([cost.median]));
    let zeros = if drawn.any(|figure| figure.value < 1.0) { DRAWN_AS_ONE } else { "" };
    let is_missing = |cost: &StepCost| cost.interval.is_none();
    let gaps = match costs().any(is_missing) && !costs().all(is_missing) {
        true => " Values without an interval have no band; that of their neighbors passes over them.",
        false => "",
    };
    format!(
        "The median over the instances at each value, logarithmic; a band is {}.{gaps}{bounds}{zeros} Below: the share \
         with a solution, of the answered ones. The broken line is where it falls through a half.",
        interval_phrase()
    )
}

/// A phrase that says what an interval is.
fn interval_phrase() -> String {
    format!(
        "the {CONFIDENCE_PERCENT}\u{202f}% interval of the median, for at least six independent instances"
    )
}

pub(super) fn across(input: &SectionInput<'_>) -> Content {
    Content::tables(summary(&input.corpora))
}

pub(super) fn corpus(input: &SectionInput<'_>, corpus: &CorpusResults<'_>) -> Content {
    let Some(sweep) = sweep::sweep(&corpus.results) else { return Content::EMPTY };
    let picture = plot::sweep(&corpus.name, &sweep, &input.styles);
    let plot = Plot::new(slug(&format!("sweep-{}", corpus.id)), caption(&sweep), picture);
    Content { tables: vec![table(corpus, &sweep)], plots: vec![plot] }
}

/// The medians at each step.
fn table(corpus: &CorpusResults<'_>, sweep: &Sweep) -> Table {
    let title = format!("Median {} by {} on {}", sweep.unit.name(), sweep.axis, corpus.name);
    let steps: Vec<(usize, &SweepValue)> = sweep.steps.iter().enumerate().collect();
    let mut table = TableOf::new(format!("sweep-{}", corpus.id), title, &steps)
        .right(&sweep.axis, |(_, step)| Text::quantity(step.x, "", number))
        .right("instances", |(_, step)| instances(step))
        .right("with a solution", |(_, step)| share(step));
    for strategy in &sweep.strategies {
        table = table.right(&strategy.strategy, |(at, _)| {
            strategy.costs[*at].map_or_else(Text::missing, |cost| median(cost, sweep.unit))
        });
    }
    let mut table = table.done();
    table.notes.push(format!(
        "In brackets: {}. With a solution: the share among the instances that some strategy answered, followed by their \
         number if others are unanswered.",
        interval_phrase()
    ));
    let has_copies = sweep.steps.iter().any(|step| step.different < step.instances);
    table.note_if(has_copies, "Different: instances that are no copies of each other.");
    add_notes(&mut table, &[Note::Bounds, Note::Lost(&["solve_cpu_ns"]), Note::Seeds], &corpus.results);
    corpus.note_partial(&mut table);
    table
}

/// The number of instances, and of different ones if some are copies of others.
fn instances(step: &SweepValue) -> Text {
    let all = integer(step.instances as f64);
    if step.different == step.instances {
        return Text::plain(all).with_value(step.instances as f64, "");
    }
    let text = format!("{all}, {} different", integer(step.different as f64));
    Text::plain(text).with_value(step.instances as f64, "").with_part("different", step.different as f64, "")
}

/// The share of instances with a solution, and the number of decided instances if others are undecided.
fn share(step: &SweepValue) -> Text {
    let of = (step.decided() < step.instances).then(|| format!(" of {}", integer(step.decided() as f64)));
    let share = Text::quantity(step.share(), "", |share| {
        format!("{:.0}\u{202f}%{}", share * 100.0, of.unwrap_or_default())
    });
    share.with_part("answered", step.decided() as f64, "")
}

/// The median cost, with its interval.
fn median(cost: StepCost, unit: CostUnit) -> Text {
    let shown = |figure: BoundedValue| bounded(figure, &|value| unit.format(value));
    let words = cost.interval.map(|ends| ends.map(shown));
    let words = words.map_or_else(String::new, |[low, high]| format!(" ({low} to {high})"));
    let text =
        Text::plain(format!("{}{words}", shown(cost.median))).with_value(cost.median.value, unit.unit());
    let Some([low, high]) = cost.interval else { return text };
    text.with_bounded_part("95 % lower", low, unit.unit()).with_bounded_part("95 % upper", high, unit.unit())
}

/// Compares corpora that are sweeps: where half of the instances have a solution, and where the median instance is hardest for
/// each strategy.
fn summary(corpora: &[CorpusResults<'_>]) -> Option<Table> {
    let sweeps = corpora.iter().filter_map(|corpus| Some((corpus, sweep::sweep(&corpus.results)?)));
    let sweeps: Vec<(&CorpusResults<'_>, Sweep)> = sweeps.collect();
    let (_, first) = sweeps.first()?;
    let same = |sweep: &Sweep| (sweep.axis.as_str(), sweep.unit) == (first.axis.as_str(), first.unit);
    if sweeps.len() < 2 || !sweeps.iter().all(|(_, sweep)| same(sweep)) {
        return None;
    }
    let title = format!("Where the median instance is hardest, by {}", first.axis);
    let instances = |sweep: &Sweep| sweep.steps.iter().map(|step| step.instances).sum::<usize>();
    let mut table = TableOf::new("hardest-by-corpus", title, &sweeps)
        .left("corpus", |(corpus, _)| Text::plain(&corpus.name))
        .right("instances", |(_, sweep)| Text::plain(integer(instances(sweep) as f64)))
        .right("half have a solution at", |(_, sweep)| Text::quantity(sweep.half(), "", significant));
    let strategies = sweeps.iter().flat_map(|(_, sweep)| &sweep.strategies);
    for strategy in distinct(strategies.map(|line| &line.strategy)) {
        table = table.right(strategy, |(_, sweep)| hardest(strategy, sweep));
    }
    let mut table = table.done();
    table.notes.push(format!(
        "For each strategy: the {} at which its median is largest, and the median of the {} there; missing if another \
         median is equal or unknown, or is a lower bound and may be larger.",
        first.axis,
        first.unit.name()
    ));
    table.note_if(
        sweeps.iter().any(|(_, sweep)| sweep.half_is_open()),
        "No figure: unanswered instances could move the value at which half have a solution.",
    );
    let results: Vec<_> = sweeps.iter().flat_map(|(corpus, _)| corpus.results.iter().copied()).collect();
    add_notes(&mut table, &[Note::Bounds, Note::Lost(&[]), Note::Seeds], &results);
    sweeps.iter().for_each(|(corpus, _)| corpus.note_partial(&mut table));
    Some(table)
}

/// The value of the parameter at which the median of a strategy is largest, and that median.
fn hardest(strategy: &str, sweep: &Sweep) -> Text {
    let line = sweep.strategies.iter().find(|line| line.strategy == strategy);
    let hardest = line.and_then(|line| {
        let at = line.hardest()?;
        Some((sweep.steps[at].x, line.costs[at]?.median))
    });
    hardest.map_or_else(Text::missing, |(x, median)| {
        let shown = bounded(median, &|value| sweep.unit.format(value));
        let text = Text::plain(format!("{} · {shown}", number(x))).with_value(x, "");
        text.with_bounded_part("median", median, sweep.unit.unit())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cell_notes::LOST;
    use crate::sweep::tests::{of, trials};
    use coverlab_bench::record::{Status, Trial};

    fn x() -> CorpusResults<'static> {
        CorpusResults::new("x".to_string(), "x".to_string(), Vec::new(), None)
    }

    #[test]
    fn a_file_of_a_sweep_has_bounds_intervals_and_copies() {
        let mut trials = trials();
        let limited = trials.iter_mut().filter(|trial| trial.instance.contains(":43:"));
        limited.for_each(|trial| trial.status = Status::Timeout);
        let mut sweep = of(&trials).unwrap();
        sweep.steps[2].different = 1;
        let bound = |value| BoundedValue { value, lower_bound: true };
        sweep.strategies[0].costs[2].as_mut().unwrap().interval = Some([100.0, 400.0].map(bound));
        assert_eq!(caption(&sweep).matches("lower bound").count(), 1);
        let table = table(&x(), &sweep);
        assert_eq!(table.notes.iter().filter(|note| note.starts_with('>')).count(), 1);
        let csv = crate::csv::table(&table);
        let lines: Vec<&str> = csv.lines().collect();
        let names = "clauses per variable,instances,instances different,with a solution,with a solution answered,\
                     s,s 95 % lower,s 95 % upper";
        assert_eq!((lines[0], lines[3]), (names, "4.3,4,1,,0,>250,>100,>400"));
        assert_eq!(lines[1], "3,4,,1,4,2.5,,");
    }

    #[test]
    fn a_caption_says_how_zeros_and_missing_intervals_are_drawn() {
        let mut trials = trials();
        trials[..2].iter_mut().for_each(|trial| trial.conflicts = Some(0));
        let mut sweep = of(&trials).unwrap();
        let has_zero = |sweep: &Sweep| caption(sweep).contains("A cost of 0 is drawn as 1.");
        assert!(!has_zero(&sweep));
        let end = |value| BoundedValue { value, lower_bound: false };
        sweep.strategies[0].costs[0].as_mut().unwrap().interval = Some([0.0, 3.0].map(end));
        assert!(has_zero(&sweep));
        assert!(caption(&sweep).contains("passes over them"));
    }

    #[test]
    fn a_lost_cost_is_missing_with_a_note() {
        let mut trials = trials();
        (trials[9].status, trials[9].solve_cpu_ns) = (Status::Memout, Some(0));
        let corpora = [0, 1].map(|_| CorpusResults::of_trials(&trials));
        let table = table(&corpora[0], &of(&trials).unwrap());
        assert_eq!((&*table.rows[2][3].text, &*table.notes[1]), ("–", LOST));
        let summary = summary(&corpora).unwrap();
        assert_eq!((&*summary.rows[0][3].text, summary.notes.last().map(String::as_str)), ("–", Some(LOST)));
    }

    #[test]
    fn a_share_of_some_instances_shows_their_number() {
        let mut trials = trials();
        let last = trials.iter_mut().filter(|trial| trial.instance.contains(":43:")).skip(1);
        last.for_each(|trial| trial.status = Status::Timeout);
        let table = table(&x(), &of(&trials).unwrap());
        let shares: Vec<_> = table.rows.iter().map(|row| row[2].text.as_str()).collect();
        assert_eq!(shares[1..4], ["100\u{202f}%", "100\u{202f}% of 1", "25\u{202f}%"]);
    }

    #[test]
    fn a_strategy_that_some_corpora_lack_has_a_column() {
        let others = trials().into_iter().map(|trial| Trial { strategy: "t".into(), ..trial });
        let both: Vec<Trial> = trials().into_iter().chain(others).collect();
        let corpora = [trials(), both].map(|trials| CorpusResults::of_trials(&trials));
        let texts = summary(&corpora).unwrap().texts();
        assert_eq!(texts.iter().map(|row| &*row[4]).collect::<Vec<_>>(), ["–", "4.3 · 250"]);
    }
}
