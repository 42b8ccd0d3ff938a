//! Tables with a column per corpus: answers, median times and nodes, spread and guesses.

use super::strategies::{CACTUS, OF_RUNS, RUNS};
use crate::cell_notes::{self, Note, ZERO, add_notes, bounded, caption_of_times, of_all};
use crate::group::is_seeded;
use crate::plot::{Plot, cactus};
use crate::section::{Content, CorpusResults, SectionInput, all_results, all_strategies};
use crate::table::{Table, TableOf, Text, Tone};
use crate::units::{multiple, quantity, round_time, significant, time};
use coverlab_bench::statistics::{GuessMeans, InstanceResult, Spread, StrategyTotal};

pub(super) fn across(input: &SectionInput<'_>) -> Content {
    Content { tables: tables(&input.corpora), plots: plots(input) }
}

/// The tables; none if there is only one corpus.
fn tables(corpora: &[CorpusResults<'_>]) -> Vec<Table> {
    if corpora.len() < 2 {
        return vec![];
    }
    let is_seeded = is_seeded(all_results(corpora));
    let title = match is_seeded {
        true => "Runs solved and median CPU time of an instance, by corpus",
        false => "Instances answered and median CPU time, by corpus",
    };
    let mut tables = vec![side_by_side("solved-by-corpus", title, corpora, "solve_cpu_ns", |own| {
        solved(own, own.spread("solve_cpu_ns"))
    })];
    add_notes(&mut tables[0], &[Note::Shares], &all_results(corpora).collect::<Vec<_>>());
    tables[0].note_if(is_seeded, RUNS);
    let counted = all_results(corpora).any(|result| result.nodes.is_some());
    if counted {
        let of = |own: &Results<'_>| own.spread("nodes");
        tables.push(side_by_side("nodes-by-corpus", "Median nodes, by corpus", corpora, "nodes", |own| {
            cell_notes::cell(of(own).map(|spread| spread.median), &|nodes| quantity(nodes, "nodes"))
        }));
        let title = "Most nodes of an instance divided by the fewest, by corpus";
        let mut replaces_zero = false;
        let mut table = side_by_side("spread-by-corpus", title, corpora, "nodes", |own| {
            let spread = of(own);
            replaces_zero |= spread.is_some_and(|spread| spread.replaces_zero());
            cell_notes::cell(spread.and_then(|spread| spread.ratio), &multiple)
        });
        table.note_if(replaces_zero, ZERO);
        table.covers_all_instances = true;
        tables.push(table);
    }
    tables.extend(guesses(corpora));
    tables
}

/// The share of instances answered without a guess, and the mean number of guesses; `None` if no strategy counts them.
fn guesses(corpora: &[CorpusResults<'_>]) -> Option<Table> {
    if !all_results(corpora).any(|result| result.value("guesses").is_some()) {
        return None;
    }
    let title = "Share answered without a guess and guesses per instance, by corpus";
    let mut table =
        side_by_side("guesses-by-corpus", title, corpora, "guesses", |Results { total, .. }| {
            let Some(GuessMeans { without, mean }) = total.guesses() else { return Text::missing() };
            let share = 100.0 * without;
            Text::plain(format!("{share:.1}\u{202f}% · {}", bounded(mean, &significant)))
                .with_value(mean.value, "")
                .with_part("without a guess", share, "%")
        });
    table.covers_all_instances = true;
    Some(table)
}

/// The results of a strategy on a corpus.
struct Results<'a> {
    results: Vec<&'a InstanceResult>,
    total: StrategyTotal,
}

impl Results<'_> {
    /// The spread of a measure: the median over the results, the least and the most over the whole corpus.
    fn spread(&self, measure: &str) -> Option<Spread> {
        self.total.spread(self.results.iter().copied(), measure)
    }
}

fn side_by_side(
    id: &str,
    title: &str,
    corpora: &[CorpusResults<'_>],
    measure: &str,
    mut show: impl FnMut(&Results<'_>) -> Text,
) -> Table {
    let strategies = all_strategies(corpora);
    let mut table = TableOf::new(id, title, &strategies).left("strategy", |strategy| Text::plain(*strategy));
    for corpus in corpora {
        table = table.right(&corpus.name, |strategy| {
            let results = corpus.results.iter().copied();
            let results: Vec<&InstanceResult> =
                results.filter(|result| result.strategy == *strategy).collect();
            match results.is_empty() {
                true => Text::missing(),
                false => show(&Results { results, total: corpus.total(strategy) }),
            }
        });
    }
    let mut table = table.done();
    // A strategy that answers instances and has no figure counts no nodes.
    let answers = |name: &str| all_results(corpora).any(|own| own.strategy == name && own.solved());
    let is_missing = |cell: &Text| *cell == Text::missing();
    table.rows.retain(|row| !row[1..].iter().all(is_missing) || !answers(&row[0].text));
    let results: Vec<_> = all_results(corpora).collect();
    add_notes(&mut table, &[Note::Bounds, Note::Lost(&[measure]), Note::Seeds], &results);
    corpora.iter().for_each(|corpus| corpus.note_partial(&mut table));
    table
}

fn solved(Results { results, total }: &Results<'_>, times: Option<Spread>) -> Text {
    let (answered, all) = (total.counts.solved_runs, total.counts.runs);
    let of = of_all(answered, all);
    let median = times.map(|times| times.median).filter(|_| answered > 0);
    let limit = results.iter().filter_map(|result| result.limit_cpu_ns).max();
    let text = match (median, limit) {
        (None, _) => of,
        // Searches overrun their limit a little; `> 500 ms` is clear all the same.
        (Some(median), Some(limit)) if median.lower_bound && median.value >= limit as f64 => {
            format!("{of} · >\u{202f}{}", round_time(limit as f64))
        }
        (Some(median), _) => format!("{of} · {}", bounded(median, &time)),
    };
    Text::toned(text, if answered == all { Tone::Plain } else { Tone::Faint })
}

/// The cactus plot of all corpora together, if there are several and each strategy ran on all of them.
fn plots(input: &SectionInput<'_>) -> Vec<Plot> {
    let SectionInput { corpora, styles, .. } = input;
    let results: Vec<&InstanceResult> = all_results(corpora).collect();
    let everywhere = |name: &String| {
        corpora.iter().all(|corpus| corpus.results.iter().any(|result| result.strategy == *name))
    };
    if corpora.len() < 2 || !input.has_one_processor() || !styles.names().iter().all(everywhere) {
        return Vec::new();
    }
    let runs = if is_seeded(all_results(corpora)) { OF_RUNS } else { "" };
    let caption = caption_of_times(&format!("{CACTUS}{runs}"), all_results(corpora));
    vec![Plot::new("cactus-all", caption, cactus("all corpora", &results, styles))]
}
