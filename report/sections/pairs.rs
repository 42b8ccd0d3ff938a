//! Statistical comparison of the times of strategies, in pairs on one corpus.

use crate::cell_notes::ZERO;
use crate::section::{Content, CorpusResults, SectionInput};
use crate::table::{Table, TableOf, Text, Tone};
use crate::units::{confidence, integer, multiple, round3, significant};
use coverlab_bench::statistics::{
    ComparedPair, Comparison, Difference, MIN_VALUES, PairedResults, Ratio, SIGNIFICANCE_LEVEL,
};

/// With at most this many strategies, all pairs are compared.
const MAX_ALL_PAIRS: usize = 8;

pub(super) fn corpus(input: &SectionInput<'_>, corpus: &CorpusResults<'_>) -> Content {
    let title = format!("Strategies in pairs on {}", corpus.name);
    Content::tables([pairs_table(format!("inference-{}", corpus.id), title, &compared(input, corpus))])
}

/// The pairs of the table of pairs; none if the corpus has too few instances for inference.
fn compared(input: &SectionInput<'_>, corpus: &CorpusResults<'_>) -> Vec<ComparedPair> {
    let given = input.record.experiment.compare.as_deref().unwrap_or_default();
    let best = corpus.scores().first().map(|score| score.strategy.clone());
    let ran = |name: &&str| corpus.results.iter().any(|result| result.strategy == **name);
    compare(corpus, given, input.baseline().filter(ran).or(best.as_deref()).unwrap_or_default())
}

fn compare(corpus: &CorpusResults<'_>, given: &[(String, String)], base: &str) -> Vec<ComparedPair> {
    let paired = PairedResults::of(&corpus.results);
    if paired.instances().count() < MIN_VALUES {
        return Vec::new();
    }
    let names: Vec<&str> = paired.strategies().iter().map(|name| name.as_str()).collect();
    paired.compare(&pairs(&names, given, base))
}

/// The table of compared pairs.
pub(crate) fn pairs_table(id: String, title: String, pairs: &[ComparedPair]) -> Table {
    let figure = |ratio: Option<Ratio>| Text::quantity(ratio.map(|ratio| ratio.ratio), "", multiple);
    let interval = |ratio: Option<Ratio>| Text::interval(ratio.and_then(|ratio| ratio.interval));
    let mut table = TableOf::new(id, title, pairs)
        .left("strategy", |pair| Text::plain(&*pair.names.0))
        .left("against", |pair| Text::plain(&*pair.names.1))
        .right("typical", |pair| figure(pair.comparison.typical))
        .right(confidence(), |pair| interval(pair.comparison.typical))
        .right("total", |pair| figure(pair.comparison.total))
        .right(confidence(), |pair| interval(pair.comparison.total))
        .right("instances", |pair| instances(&pair.comparison))
        .right("solved by one", |pair| {
            let [first, second] = pair.comparison.solved_by_one.map(|count| count as f64);
            Text::plain(format!("{} : {}", integer(first), integer(second)))
                .with_part("first", first, "")
                .with_part("second", second, "")
        })
        .right("p", |pair| Text::quantity(pair.p, "", probability))
        .left("difference", |pair| words(pair.difference, is_opposed(&pair.comparison)))
        .done();
    add_notes(&mut table, pairs);
    table
}

/// The pairs to compare: first those that the experiment names, then all pairs or, if there are many strategies, each strategy
/// with `base`.
fn pairs<'a>(names: &[&'a str], given: &[(String, String)], base: &str) -> Vec<(&'a str, &'a str)> {
    let known = |name: &str| names.iter().copied().find(|known| *known == name);
    let given = given.iter().filter_map(|(a, b)| Some((known(a)?, known(b)?)));
    let others: Vec<(&str, &str)> = match names.len() <= MAX_ALL_PAIRS {
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

/// The number of instances that both solved, with the number that both tried and of independent clusters if they differ.
fn instances(Comparison { total, instances, tried, .. }: &Comparison) -> Text {
    let clusters = total.map_or(0, |ratio| ratio.units);
    let mut over = integer(*instances as f64);
    if instances < tried {
        over += &format!(" of {}", integer(*tried as f64));
    }
    if clusters < *instances {
        over += &format!(" in {}", integer(clusters as f64));
    }
    Text::plain(over).with_value(*instances as f64, "").with_part("tried", *tried as f64, "").with_part(
        "clusters",
        clusters as f64,
        "",
    )
}

/// Whether the two ratios, as printed, are on opposite sides of 1.
fn is_opposed(compared: &Comparison) -> bool {
    let printed = |ratio: Option<Ratio>| ratio.map_or(1.0, |ratio| round3(ratio.ratio));
    let (typical, total) = (printed(compared.typical), printed(compared.total));
    typical < 1.0 && total > 1.0 || typical > 1.0 && total < 1.0
}

fn probability(p: f64) -> String {
    if p < 0.0001 { "<\u{202f}0.0001".to_string() } else { significant(p) }
}

fn words(difference: Difference, is_opposed: bool) -> Text {
    let words = match difference {
        Difference::Faster => "faster",
        Difference::Slower => "slower",
        Difference::SolvesMore => "solves more",
        Difference::SolvesFewer => "solves fewer",
        Difference::SolvesMoreSlower => "solves more, slower where both solve",
        Difference::SolvesFewerFaster => "solves fewer, faster where both solve",
        Difference::NotShown => "no difference shown",
        Difference::TooFew => "too few to tell",
    };
    let tone = if difference.is_shown() { Tone::Plain } else { Tone::Faint };
    let other = if is_opposed { "; total points the other way" } else { "" };
    Text::toned(format!("{words}{other}"), tone)
}

/// Adds the notes to a table of these pairs.
fn add_notes(table: &mut Table, pairs: &[ComparedPair]) {
    let any = |is_noted: fn(&Comparison) -> bool| pairs.iter().any(|pair| is_noted(&pair.comparison));
    table.notes.push(format!(
        "Typical: the geometric mean of the ratios of CPU times over the instances that both solved. Total: the ratio of \
         the summed CPU times on these instances. Both have {} bootstrap intervals. p: signed-rank test, corrected by \
         Holm's method for the rows of this table. Faster, slower: p is below {SIGNIFICANCE_LEVEL} and the interval excludes 1.",
        confidence()
    ));
    table.note_if(
        any(|one| one.instances < one.tried),
        "Instances: 5 of 60 means that both solved 5 of the 60 instances that both tried. The ratios say nothing about \
         the others.",
    );
    table.note_if(
        any(|one| one.solved_by_one != [0; 2]),
        format!(
            "Solved by one: 3 : 0 means that only the first strategy solved 3 of the instances, and only the second solved \
             none. The test ranks each of these above every ratio of times. Solves more, solves fewer: p is below \
             {SIGNIFICANCE_LEVEL}, but the interval shows no such difference of times, or even the opposite one (faster or \
             slower where both solve)."
        ),
    );
    table.note_if(
        any(|one| one.total.is_some_and(|ratio| ratio.units < one.instances)),
        "Instances: 198 in 26 means 198 instances in 26 blocks. The instances of a block were timed together, or are \
         copies of one instance, so they are not independent. Intervals and the test use blocks, and need at least five.",
    );
    table.note_if(
        any(|one| one.is_streamed),
        "There is no typical ratio if a strategy was timed in streamed blocks, because such a block has one time for all \
         its instances. The interval, the test and the last column then refer to the total.",
    );
    table.note_if(any(|one| one.replaces_zero), ZERO);
}

#[cfg(test)]
mod tests {
    use super::*;
    use coverlab_bench::record::{Status, TimingMode, Trial};
    use coverlab_bench::statistics::fixtures::trial;

    fn table(trials: &[Trial], given: &[(String, String)]) -> Table {
        let compared = compare(&CorpusResults::of_trials(trials), given, "a");
        pairs_table("pairs".to_string(), "pairs".to_string(), &compared)
    }

    fn rows(trials: &[Trial], given: &[(String, String)]) -> Vec<Vec<String>> {
        table(trials, given).texts()
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
        let names: Vec<_> = found.iter().map(|row| (&*row[0], &*row[1], &*row[9])).collect();
        let expected = [("c", "b", "no difference shown"), ("a", "b", "faster"), ("a", "c", "faster")];
        assert_eq!(names, expected, "{found:?}");
        assert_eq!((&*found[1][6], &*found[1][7], &*found[1][8]), ("12", "0 : 0", "0.00146"), "3 · 2 / 2¹²");
        assert!(rows(&trials()[..12], &[]).is_empty(), "four instances");
    }

    #[test]
    fn instances_that_one_alone_solved_are_counted_by_side() {
        let mut trials = trials();
        for trial in trials.iter_mut().filter(|trial| trial.instance == "i3") {
            trial.status = if trial.strategy == "a" { Status::Unique } else { Status::Crash };
        }
        trials[1].status = Status::Stuck;
        let found = rows(&trials, &[]);
        let last = |at: usize| (&*found[at][6], &*found[at][7], &*found[at][9]);
        assert_eq!(last(0), ("10 of 12", "2 : 0", "faster"));
        assert_eq!(last(1), ("11 of 12", "1 : 0", "faster"));
        assert_eq!(last(2), ("10 of 12", "0 : 1", "no difference shown"));
    }

    #[test]
    fn a_total_that_one_instance_decides_is_said_to_point_the_other_way() {
        let mut trials = trials();
        trials.retain(|trial| trial.strategy != "c");
        trials[0].solve_cpu_ns = Some(20_000);
        let found = rows(&trials, &[]);
        assert_eq!((&*found[0][2], &*found[0][4]), ("0.954×", "1.50×"), "{found:?}");
        assert_eq!(found[0][9], "no difference shown; total points the other way");
    }

    #[test]
    fn a_note_says_that_a_time_of_0_is_taken_as_1() {
        let is_noted = |trials: &[Trial]| table(trials, &[]).notes.contains(&ZERO.to_string());
        let mut trials = trials();
        assert!(!is_noted(&trials));
        trials[0].solve_cpu_ns = Some(0);
        assert!(is_noted(&trials));
    }

    #[test]
    fn times_of_streamed_blocks_have_no_typical_ratio() {
        let mut trials = trials();
        trials[4].mode = TimingMode::Stream;
        let found = rows(&trials, &[]);
        assert_eq!((&*found[0][2], &*found[0][3]), ("–", "–"), "{found:?}");
        assert!(found[0][4].ends_with('×') && found[0][5].contains(" to "), "{found:?}");
        assert_ne!(found[1][2], "–", "{found:?}");
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
