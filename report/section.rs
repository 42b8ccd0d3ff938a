//! The input ([`SectionInput`]) and output ([`Content`]) of a section of a report. A section without content is not shown.

use super::cell_notes::of_all;
use super::group::{distinct, strategies};
use super::plot::{Plot, SeriesStyles};
use super::record::Record;
use super::table::{Table, make_unique, slug};
use super::units::integer;
use coverlab_bench::instance_measure::InstanceMeasure;
use coverlab_bench::statistics::{
    self, CorpusTotals, InstanceResult, Name, Score, StrategyTotal, rank, score,
};

/// The data from which sections are computed.
pub(super) struct SectionInput<'a> {
    pub(super) record: &'a Record,
    /// The results by corpus, in order.
    pub(super) corpora: Vec<CorpusResults<'a>>,
    /// The style of each strategy in plots.
    pub(super) styles: SeriesStyles,
}

impl<'a> SectionInput<'a> {
    pub(super) fn of(record: &'a Record) -> SectionInput<'a> {
        SectionInput {
            record,
            corpora: CorpusResults::all(record),
            styles: SeriesStyles::of(record.results()),
        }
    }

    /// Whether all times are of one processor, so that times on different corpora may be pooled.
    pub(super) fn has_one_processor(&self) -> bool {
        self.record.run.processors().is_empty()
    }

    /// The strategy with which the experiment compares the others, if it names one.
    pub(super) fn baseline(&self) -> Option<&'a str> {
        self.record.experiment.baseline.as_deref()
    }

    /// The requested measures of instances that are `of` a kind.
    pub(super) fn instance_measures(
        &self,
        of: impl Fn(InstanceMeasure) -> bool,
    ) -> impl Iterator<Item = InstanceMeasure> {
        self.record.experiment.instance_measures.iter().copied().filter(move |measure| of(*measure))
    }

    /// The note on the figures that are over samples of large corpora.
    pub(super) fn sample_note(&self) -> Option<String> {
        let notes: Vec<String> = self.corpora.iter().filter_map(CorpusResults::sample_note).collect();
        (!notes.is_empty()).then(|| notes.join(" "))
    }
}

/// The results on one corpus.
pub(super) struct CorpusResults<'a> {
    /// The name as a part of ids.
    pub(super) id: String,
    pub(super) name: String,
    /// The results in order; for a large corpus, those of a sample.
    pub(super) results: Vec<&'a InstanceResult>,
    /// Totals over the whole corpus, if `results` lack some of it: instances outside the sample, or instances that a strategy
    /// does not support.
    pub(super) totals: Option<&'a CorpusTotals>,
}

impl<'a> CorpusResults<'a> {
    /// All corpora of `record`, in order.
    pub(super) fn all(record: &'a Record) -> Vec<CorpusResults<'a>> {
        let trials = &record.trials;
        let totals = |name: &Name| {
            trials.corpora.get(name).filter(|totals| totals.is_sampled || totals.has_unsupported())
        };
        let by_corpus = record.results().chunk_by(|one, other| one.group == other.group);
        let mut corpora: Vec<CorpusResults<'_>> =
            by_corpus.map(|results| CorpusResults::of(results, totals(&results[0].group))).collect();
        make_unique(corpora.iter_mut().map(|corpus| &mut corpus.id));
        corpora
    }

    /// The corpus of `results`, with its totals if they differ from those of `results`.
    pub(super) fn of(results: &'a [InstanceResult], totals: Option<&'a CorpusTotals>) -> CorpusResults<'a> {
        let name = results[0].group.to_string();
        CorpusResults::new(slug(&name), name, results.iter().collect(), totals)
    }

    /// The corpus `name` with these results.
    pub(super) fn new(
        id: String,
        name: String,
        results: Vec<&'a InstanceResult>,
        totals: Option<&'a CorpusTotals>,
    ) -> CorpusResults<'a> {
        CorpusResults { id, name, results, totals }
    }

    /// The number of instances.
    pub(super) fn instances(&self) -> usize {
        self.totals.map_or_else(|| statistics::instances(&self.results), |totals| totals.instances)
    }

    /// The scores of the strategies on the whole corpus, the best first.
    pub(super) fn scores(&self) -> Vec<Score> {
        match self.totals {
            Some(corpus) => rank(corpus.totals.iter().map(|(strategy, total)| total.score(strategy))),
            None => score(self.results.iter().copied()),
        }
    }

    /// The total of `strategy` over the whole corpus.
    pub(super) fn total(&self, strategy: &str) -> StrategyTotal {
        match self.totals.and_then(|corpus| corpus.totals.get(strategy)) {
            Some(total) => total.clone(),
            None => self.results.iter().copied().filter(|result| result.strategy == strategy).collect(),
        }
    }

    /// Adds a note on the strategies, in rows or columns of `table`, that searched only some of the instances.
    pub(super) fn note_partial(&self, table: &mut Table) {
        let all = self.instances();
        let partial = |strategy: &str| {
            let total = self.totals.and_then(|corpus| corpus.totals.get(strategy));
            let own = || self.results.iter().filter(|result| result.strategy == *strategy).count();
            let searched = total.map_or_else(own, |total| total.counts.instances);
            (searched < all).then(|| format!("{strategy} searched {}", of_all(searched, all)))
        };
        let strategies = strategies(self.results.iter().copied()).into_iter();
        let partial: Vec<String> =
            strategies.filter(|strategy| table.shows(strategy)).filter_map(partial).collect();
        let what = format!("Figures over different instances of {} do not compare", self.name);
        table.note_if(!partial.is_empty(), format!("{what}: {}.", partial.join(", ")));
    }

    /// The note on the figures that are over a sample, if there is one.
    pub(super) fn sample_note(&self) -> Option<String> {
        let totals = self.totals.filter(|totals| totals.is_sampled)?;
        let all = integer(totals.instances as f64);
        let some = integer(statistics::instances(&self.results) as f64);
        let what = "Distributions and ratios are those of a sample";
        Some(format!("{what} of {some} of the {all} instances of {}, drawn by their content.", self.name))
    }
}

#[cfg(test)]
impl CorpusResults<'static> {
    /// The corpus of the results of `trials`.
    pub(super) fn of_trials(trials: &[coverlab_bench::record::Trial]) -> CorpusResults<'static> {
        CorpusResults::of(statistics::fixtures::results(trials).leak(), None)
    }
}

/// The results of all corpora.
pub(super) fn all_results<'a>(corpora: &'a [CorpusResults<'a>]) -> impl Iterator<Item = &'a InstanceResult> {
    corpora.iter().flat_map(|corpus| corpus.results.iter().copied())
}

/// The strategies that were run on `corpora`. Those without a result, because they support no instance, come last.
pub(super) fn all_strategies<'a>(corpora: &'a [CorpusResults<'a>]) -> Vec<&'a str> {
    let totals = corpora.iter().filter_map(|corpus| corpus.totals).flat_map(|corpus| corpus.totals.keys());
    distinct(all_results(corpora).map(|result| &*result.strategy).chain(totals.map(|name| &**name)))
}

/// Tables and plots.
pub(super) struct Content {
    pub(super) tables: Vec<Table>,
    pub(super) plots: Vec<Plot>,
}

impl Content {
    pub(super) const EMPTY: Content = Content { tables: Vec::new(), plots: Vec::new() };

    /// Tables without plots. A table without rows is not shown.
    pub(super) fn tables(tables: impl IntoIterator<Item = Table>) -> Content {
        let tables = tables.into_iter().filter(|table| !table.rows.is_empty()).collect();
        Content { tables, plots: Vec::new() }
    }

    /// Adds a note to every plot and every table, except tables that cover all instances.
    pub(super) fn with_note(mut self, note: Option<&str>) -> Content {
        let Some(note) = note else { return self };
        let tables = self.tables.iter_mut().filter(|table| !table.covers_all_instances);
        tables.for_each(|table| table.notes.push(note.to_string()));
        self.plots.iter_mut().for_each(|plot| plot.caption.push_str(&format!(" {note}")));
        self
    }

    /// The tables and plots of several contents, in order.
    pub(super) fn join(contents: impl Iterator<Item = Content>) -> Content {
        let mut joined = Content::EMPTY;
        for Content { tables, plots } in contents {
            joined.tables.extend(tables);
            joined.plots.extend(plots);
        }
        joined
    }
}

/// A section with content.
pub(crate) struct Section {
    /// The anchor of links to it.
    pub id: String,
    pub title: String,
    pub tables: Vec<Table>,
    pub plots: Vec<Plot>,
}

impl Section {
    /// A section with `content`; none if it is empty.
    pub(super) fn of(id: &str, title: &str, content: Content) -> Vec<Section> {
        let Content { tables, plots } = content;
        if tables.is_empty() && plots.is_empty() {
            return Vec::new();
        }
        vec![Section { id: id.to_string(), title: title.to_string(), tables, plots }]
    }
}

/// Corpora with fewer instances than this share a section, since they are too small for a plot of a distribution.
pub(super) const SMALL_CORPUS: usize = 3;

/// The maximum number of rows in a list; the rest are counted.
pub(super) const MAX_LISTED: usize = 100;

/// The note below a list that shows `shown` of `count` items; `None` if it shows all.
pub(super) fn omitted_note(count: usize, shown: usize) -> Option<String> {
    (count > shown).then(|| format!("And {} more, in trials.csv.", integer((count - shown) as f64)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{TableOf, Text};
    use coverlab_bench::statistics::fixtures::trial;

    #[test]
    fn a_note_on_different_instances_names_strategies_in_rows_or_columns() {
        let searches = [("a", "i"), ("a", "j"), ("b", "i"), ("c", "j"), ("d", "j")];
        let corpus =
            CorpusResults::of_trials(&searches.map(|(strategy, instance)| trial(strategy, instance, 1)));
        let mut table = TableOf::new("t", "t", &["a", "b"])
            .left("strategy", |name| Text::plain(*name))
            .right("c", |_| Text::missing())
            .done();
        corpus.note_partial(&mut table);
        let note = "Figures over different instances of corpus do not compare: b searched 1 of 2, c searched 1 of 2.";
        assert_eq!(table.notes, [note]);
    }
}
