//! Which strategies differ in their times, and by how much: pairs of them on one corpus.

use crate::report::section::{Content, Corpus, Part};
use crate::report::table::{Align, Table, Text, Tone};
use crate::report::units::{factors, grouped, significant, times};
use crate::statistics::{Comparison, Cut, Difference, FEWEST, Paired, Ratio, compare, judge};

use Align::{Left, Right};

/// Of more strategies not all pairs are compared.
const ALL_PAIRS: usize = 8;

/// The entry.
pub(super) const PART: Part = Part {
    corpus: |facts, corpus| {
        let given = facts.record.experiment.compare.as_deref().unwrap_or_default();
        let best = corpus.scores().first().map(|score| score.strategy.clone());
        let base = facts.baseline().or(best.as_deref());
        Content::tables(table(corpus, given, base.unwrap_or_default()))
    },
    ..Part::EMPTY
};

/// The pairs on one corpus; nothing of few instances.
fn table(corpus: &Corpus<'_>, given: &[(String, String)], base: &str) -> Option<Table> {
    let paired = Paired::of(&corpus.cells);
    if paired.instances().count() < FEWEST {
        return None;
    }
    let names: Vec<&str> = paired.strategies().iter().map(|name| name.as_str()).collect();
    let pairs = pairs(&names, given, base);
    let compared: Vec<Comparison> =
        pairs.iter().map(|(of, other)| compare(&paired.pairs(of, other))).collect();
    let columns = [
        ("strategy", Left),
        ("against", Left),
        ("CPU time", Right),
        ("95 %", Right),
        ("instances", Right),
        ("dropped", Right),
        ("p", Right),
        ("difference", Left),
    ];
    let title = format!("Strategies in pairs on {}", corpus.name);
    let mut table = Table::new(format!("inference-{}", corpus.id), title, &columns);
    for ((of, against), (comparison, judged)) in pairs.iter().zip(compared.iter().zip(judge(&compared))) {
        table.rows.push(row([of, against], comparison, judged));
    }
    table.notes = notes(&compared);
    (!table.rows.is_empty()).then_some(table)
}

/// Pairs that the experiment names first, then all pairs or, of many strategies, each against `base`.
fn pairs<'a>(names: &[&'a str], given: &[(String, String)], base: &str) -> Vec<(&'a str, &'a str)> {
    let known = |name: &str| names.iter().copied().find(|known| *known == name);
    let given = given.iter().filter_map(|(a, b)| Some((known(a)?, known(b)?)));
    let others: Vec<(&str, &str)> = match names.len() <= ALL_PAIRS {
        true => {
            let each = |(at, of): (usize, &&'a str)| {
                let of = *of;
                names[at + 1..].iter().map(move |against| (of, *against))
            };
            names.iter().enumerate().flat_map(each).collect()
        }
        false => names.iter().filter_map(|of| Some((*of, known(base)?))).collect(),
    };
    let mut pairs: Vec<(&str, &str)> = Vec::new();
    for (of, against) in given.chain(others) {
        if of != against && !pairs.contains(&(of, against)) && !pairs.contains(&(against, of)) {
            pairs.push((of, against));
        }
    }
    pairs
}

fn row([of, against]: [&str; 2], compared: &Comparison, judged: (Option<f64>, Difference)) -> Vec<Text> {
    let Comparison { ratio, instances, dropped, cut, .. } = compared;
    let bound = match cut {
        Some(Cut::Least) => "≥\u{202f}",
        Some(Cut::Most) => "≤\u{202f}",
        None => "",
    };
    let ratio_text =
        |ratio: Ratio| Text::plain(format!("{bound}{}", times(ratio.ratio))).worth(ratio.ratio, "");
    let interval = match (ratio.and_then(|ratio| ratio.interval), cut) {
        (Some((low, _)), Some(Cut::Least)) => Text::plain(format!("{bound}{}", times(low))),
        (Some((_, high)), Some(Cut::Most)) => Text::plain(format!("{bound}{}", times(high))),
        (Some(interval), None) => Text::plain(factors(interval)),
        (None, _) => Text::missing(),
    };
    let units = ratio.map_or(0, |ratio| ratio.pairs);
    let over = match units < *instances {
        true => format!("{} in {}", grouped(*instances as f64), grouped(units as f64)),
        false => grouped(*instances as f64),
    };
    let (p, difference) = judged;
    vec![
        Text::plain(of),
        Text::plain(against),
        ratio.map_or_else(Text::missing, ratio_text),
        interval,
        Text::plain(over).worth(*instances as f64, ""),
        Text::plain(grouped(*dropped as f64)).worth(*dropped as f64, ""),
        p.map_or_else(Text::missing, |p| Text::plain(probability(p)).worth(p, "")),
        words(difference, *dropped),
    ]
}

fn probability(p: f64) -> String {
    if p < 0.0001 { "<\u{202f}0.0001".to_string() } else { significant(p) }
}

fn words(difference: Difference, dropped: usize) -> Text {
    match difference {
        Difference::Faster => Text::plain("faster"),
        Difference::Slower => Text::plain("slower"),
        Difference::NotShown => Text::toned("no difference shown", Tone::Faint),
        Difference::TooFew => Text::toned("too few to tell", Tone::Faint),
        Difference::NotDecided => {
            Text::toned(format!("not decided: {} dropped", grouped(dropped as f64)), Tone::Faint)
        }
    }
}

fn notes(compared: &[Comparison]) -> Vec<String> {
    let mut notes = vec![
        "CPU time: ratio of geometric means over the instances that both solved, with its 95 % bootstrap interval; \
         p: Wilcoxon's signed-rank test, by Holm's method over the rows of this table. A difference is shown where the \
         interval leaves out 1 and p is below 0.05."
            .to_string(),
    ];
    if compared.iter().any(|one| one.dropped > 0) {
        notes.push("Dropped: instances that one or both did not solve.".to_string());
    }
    if compared.iter().any(|one| one.cut.is_some()) {
        notes.push(
            "≥, ≤: with searches that were cut short, which took at least what they spent.".to_string(),
        );
    }
    if compared.iter().any(|one| one.ratio.is_some_and(|ratio| ratio.pairs < one.instances)) {
        notes.push(
            "1000 in 40: a strategy has a group of instances to itself before the next strategy comes, and they share \
             what the machine is doing then; these groups are the units of the interval and the test. Where they are fewer \
             than five there is neither."
                .to_string(),
        );
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Status, Trial};
    use crate::statistics::{Cell, cells, trial};

    fn rows(trials: &[Trial], given: &[(String, String)]) -> Vec<Vec<String>> {
        let cells = cells(trials, &[], &[]);
        let cells: Vec<&Cell> = cells.iter().collect();
        let corpus = Corpus { id: "c".into(), name: "c".into(), cells, whole: None };
        let table = table(&corpus, given, "a");
        let texts = |row: &Vec<Text>| row.iter().map(|cell| cell.text.clone()).collect();
        table.map_or_else(Vec::new, |table| table.rows.iter().map(texts).collect())
    }

    /// Twelve instances on which `b` takes a third more than `a`, give or take, and so does `c`.
    fn trials() -> Vec<Trial> {
        let mut trials = Vec::new();
        for k in 0..12 {
            let time = 1000 + 100 * k;
            trials.push(trial("a", &format!("i{k}"), time));
            trials.push(trial("b", &format!("i{k}"), time * 4 / 3 + 3 * (k * k % 13)));
            trials.push(trial("c", &format!("i{k}"), time * 4 / 3 + 3 * (5 * k % 13)));
        }
        trials
    }

    #[test]
    fn pairs_are_compared_those_that_are_named_first() {
        let given = [("c".to_string(), "b".to_string()), ("c".to_string(), "none".to_string())];
        let found = rows(&trials(), &given);
        let names: Vec<_> = found.iter().map(|row| (&*row[0], &*row[1], &*row[7])).collect();
        let expected = [("c", "b", "no difference shown"), ("a", "b", "faster"), ("a", "c", "faster")];
        assert_eq!(names, expected, "{found:?}");
        assert_eq!((&*found[1][4], &*found[1][5], &*found[1][6]), ("12", "0", "0.00146"), "3 · 2 / 2¹²");
        assert!(rows(&trials()[..12], &[]).is_empty(), "four instances");
    }

    #[test]
    fn what_is_cut_short_is_a_bound_or_leaves_the_pair_open() {
        let mut trials = trials();
        for trial in trials.iter_mut().filter(|trial| trial.instance == "i3") {
            trial.status = if trial.strategy == "a" { Status::Unique } else { Status::Timeout };
        }
        trials[1].status = Status::Stuck;
        let found = rows(&trials, &[]);
        let last = |at: usize| (&*found[at][5], &*found[at][7]);
        assert_eq!(last(0), ("2", "not decided: 2 dropped"));
        assert_eq!((last(1), &found[1][2][..3]), (("0", "faster"), "≤"));
        assert_eq!(last(2), ("2", "not decided: 2 dropped"));
    }

    #[test]
    fn of_many_strategies_each_is_compared_with_one() {
        let names = ["a", "b", "c", "d", "e", "f", "g", "h", "i"];
        assert_eq!(pairs(&names[..8], &[], "c").len(), 28);
        let found = pairs(&names, &[("b".to_string(), "d".to_string())], "c");
        assert_eq!((found.len(), found[0], found[1]), (9, ("b", "d"), ("a", "c")));
        assert!(found.iter().all(|(of, against)| of != against));
    }
}
