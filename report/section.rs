//! The contract of a report's sections: facts go in, tables and plots come out; a section may be empty.

use super::analysis::Analysis;
use super::load::Record;
use super::plot::{Plot, SeriesStyles};
use super::table::{Table, slug};
use super::units::integer;
use coverlab_bench::experiment::Band;
use coverlab_bench::measure::Measure;
use coverlab_bench::statistics::{self, Cell, CorpusTotals, Name, Score, Total, rank, score};

/// The facts that sections are made of.
pub(super) struct Facts<'a> {
    /// The record, its claims and the measures of its instances.
    pub(super) analysis: &'a Analysis,
    /// The cells by corpus, in order.
    pub(super) corpora: Vec<Corpus<'a>>,
    /// The look of each strategy.
    pub(super) styles: SeriesStyles,
    /// The id of the only table that is needed; `None`: all tables and plots are.
    pub(super) wanted: Option<&'a str>,
}

impl<'a> Facts<'a> {
    /// The facts of `analysis`: for all tables and plots or, where one is `wanted`, for that table.
    pub(super) fn of(analysis: &'a Analysis, wanted: Option<&'a str>) -> Facts<'a> {
        Facts { analysis, corpora: Corpus::all(analysis), styles: SeriesStyles::of(analysis.cells()), wanted }
    }

    /// Whether tables are needed whose ids begin with one of `prefixes`.
    pub(super) fn wants(&self, prefixes: &[&str]) -> bool {
        self.wanted.is_none_or(|id| prefixes.iter().any(|prefix| id.starts_with(prefix)))
    }

    /// Whether tables are needed whose ids contain that of `corpus`, or that of a corpus with which it shares numbered ids.
    pub(super) fn wants_corpus(&self, corpus: &Corpus<'_>) -> bool {
        let stem = corpus.id.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('-');
        self.wanted.is_none_or(|id| id.contains(stem))
    }

    /// The plots that `draw` makes, if plots are needed.
    pub(super) fn plots<P: IntoIterator<Item = Plot>>(&self, draw: impl FnOnce() -> P) -> Vec<Plot> {
        if self.wanted.is_none() { draw().into_iter().collect() } else { Vec::new() }
    }

    /// The record.
    pub(super) fn record(&self) -> &'a Record {
        &self.analysis.record
    }

    /// The strategy beside which the others are shown, if the experiment names one.
    pub(super) fn baseline(&self) -> Option<&'a str> {
        self.record().experiment.baseline.as_deref()
    }

    /// The band around the median in sweeps.
    pub(super) fn band(&self) -> Band {
        self.record().experiment.band
    }

    /// A remark on figures that are not over all instances.
    pub(super) fn sample_note(&self) -> Option<String> {
        let notes: Vec<String> = self.corpora.iter().filter_map(Corpus::sample_note).collect();
        (!notes.is_empty()).then(|| notes.join(" "))
    }

    /// The measures of instances that the experiment asks for.
    pub(super) fn measures(&self) -> &[Measure] {
        &self.record().experiment.instance_measures
    }
}

/// The cells of one corpus.
pub(super) struct Corpus<'a> {
    /// Its name as a part of ids.
    pub(super) id: String,
    /// Its name.
    pub(super) name: String,
    /// Its cells, in order; of a large corpus, those of a sample.
    pub(super) cells: Vec<&'a Cell>,
    /// All of it, with the instances that a strategy does not support; of a large corpus, those outside the sample too.
    pub(super) whole: Option<&'a CorpusTotals>,
}

impl<'a> Corpus<'a> {
    /// The cells of `analysis` by corpus, in order.
    pub(super) fn all(analysis: &'a Analysis) -> Vec<Corpus<'a>> {
        let trials = &analysis.record.trials;
        let whole = |name: &Name| {
            trials.corpora.get(name).filter(|whole| whole.is_sampled || whole.has_unsupported())
        };
        let by_corpus = analysis.cells().chunk_by(|one, other| one.corpus == other.corpus);
        by_corpus.map(|cells| Corpus::of(cells, whole(&cells[0].corpus))).collect()
    }

    /// The corpus of `cells`; `whole` are its totals where they are not those of `cells`.
    pub(super) fn of(cells: &'a [Cell], whole: Option<&'a CorpusTotals>) -> Corpus<'a> {
        let name = cells[0].corpus.to_string();
        Corpus { id: slug(&name), name, cells: cells.iter().collect(), whole }
    }

    /// The number of its instances.
    pub(super) fn instances(&self) -> usize {
        self.whole.map_or_else(|| statistics::instances(&self.cells), |whole| whole.instances)
    }

    /// Each strategy on all of it, the best first.
    pub(super) fn scores(&self) -> Vec<Score> {
        match self.whole {
            Some(whole) => rank(whole.totals.iter().map(|(strategy, total)| total.score(strategy))),
            None => score(self.cells.iter().copied()),
        }
    }

    /// The total of `strategy` over the whole corpus.
    pub(super) fn total(&self, strategy: &str) -> Total {
        match self.whole.and_then(|whole| whole.totals.get(strategy)) {
            Some(total) => total.clone(),
            None => self.cells.iter().copied().filter(|cell| cell.strategy == strategy).collect(),
        }
    }

    /// A remark on figures that are not over all instances.
    pub(super) fn sample_note(&self) -> Option<String> {
        let whole = self.whole.filter(|whole| whole.is_sampled)?;
        let all = integer(whole.instances as f64);
        let some = integer(statistics::instances(&self.cells) as f64);
        let what = "Distributions and ratios are those of a sample";
        Some(format!("{what} of {some} of the {all} instances of {}, drawn by their content.", self.name))
    }
}

/// The cells of all corpora.
pub(super) fn all_cells<'a>(corpora: &'a [Corpus<'a>]) -> impl Iterator<Item = &'a Cell> {
    corpora.iter().flat_map(|corpus| corpus.cells.iter().copied())
}

/// Tables and plots.
pub(super) struct Content {
    pub(super) tables: Vec<Table>,
    pub(super) plots: Vec<Plot>,
}

impl Content {
    /// No content.
    pub(super) const EMPTY: Content = Content { tables: Vec::new(), plots: Vec::new() };

    /// Tables alone.
    pub(super) fn tables(tables: impl IntoIterator<Item = Table>) -> Content {
        Content { tables: tables.into_iter().collect(), plots: Vec::new() }
    }

    /// Adds a note below every table and plot, but not below tables over all instances.
    pub(super) fn with_note(mut self, note: Option<&str>) -> Content {
        let Some(note) = note else { return self };
        let tables = self.tables.iter_mut().filter(|table| !table.covers_all_instances);
        tables.for_each(|table| table.notes.push(note.to_string()));
        self.plots.iter_mut().for_each(|plot| plot.caption.push_str(&format!(" {note}")));
        self
    }

    /// Adds what `other` has.
    pub(super) fn extend(&mut self, other: Content) {
        self.tables.extend(other.tables);
        self.plots.extend(other.plots);
    }
}

/// A section as it is shown.
pub(crate) struct Section {
    /// The anchor of links to it.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its tables.
    pub tables: Vec<Table>,
    /// Its plots.
    pub plots: Vec<Plot>,
}

impl Section {
    /// A section of `content`, unless that is empty.
    pub(super) fn of(id: &str, title: &str, content: Content) -> Vec<Section> {
        let Content { tables, plots } = content;
        if tables.is_empty() && plots.is_empty() {
            return Vec::new();
        }
        vec![Section { id: id.to_string(), title: title.to_string(), tables, plots }]
    }
}

/// An entry of the list of sections, about the whole experiment.
pub(super) struct Entry {
    /// The prefixes of its tables' ids.
    pub(super) tables: &'static [&'static str],
    /// Measures of trials that it reads beside time and nodes: a report folds only those that some entry reads.
    pub(super) columns: &'static [&'static str],
    /// The prefixes of its plots' file names.
    pub(super) plots: &'static [&'static str],
    /// The section; none where there is nothing to say, several where each corpus has one.
    pub(super) show: fn(&Facts<'_>) -> Vec<Section>,
}

impl Entry {
    /// An entry that reads nothing unusual and shows nothing.
    pub(super) const EMPTY: Entry =
        Entry { tables: &[], columns: &[], plots: &[], show: |_facts| Vec::new() };
}

/// An entry of the list of parts, about each corpus and about corpora side by side.
pub(super) struct Subsection {
    /// See [`Entry`].
    pub(super) tables: &'static [&'static str],
    /// See [`Entry`].
    pub(super) columns: &'static [&'static str],
    /// See [`Entry`].
    pub(super) plots: &'static [&'static str],
    /// Its contribution to the section of corpora side by side.
    pub(super) across: fn(&Facts<'_>) -> Content,
    /// Its contribution to the section of a corpus with more than a few instances.
    pub(super) corpus: fn(&Facts<'_>, &Corpus<'_>) -> Content,
}

impl Subsection {
    /// A part that reads nothing unusual and shows nothing.
    pub(super) const EMPTY: Subsection = Subsection {
        tables: &[],
        columns: &[],
        plots: &[],
        across: |_facts| Content::EMPTY,
        corpus: |_facts, _corpus| Content::EMPTY,
    };
}

/// Corpora with fewer instances than this share their plots: a distribution needs values.
pub(super) const SMALL_CORPUS: usize = 3;

/// The most items that are listed one by one; the rest are counted.
pub(super) const MAX_LISTED: usize = 100;

/// The note below a list that shows `shown` of `count` items, if some are left out.
pub(super) fn omitted_note(count: usize, shown: usize) -> Option<String> {
    (count > shown).then(|| format!("And {} more, in trials.csv.", integer((count - shown) as f64)))
}
