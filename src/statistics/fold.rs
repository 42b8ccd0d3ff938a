//! Trials, folded as they are read: a report on millions of them keeps a cell for each strategy
//! on each instance, and of the trials themselves only those that went wrong.
//!
//! The rows of `trials.csv` that belong to one instance follow each other, so one instance's
//! trials are all that is held at a time.

use super::cell::{self, Cell, Name};
use super::disagreement::{self, Disagreement};
use crate::record::{COLUMNS, Status, Trial, Verdict, label};
use std::collections::{BTreeMap, HashMap, HashSet};

/// What is left of trials when they are folded.
#[derive(Clone, Debug, Default)]
pub struct Folded {
    /// Each strategy on each instance, ordered by corpus, instance and strategy, each in the order
    /// that was given or, where it is not in it, by name after those that are.
    pub cells: Vec<Cell>,
    /// Every contradiction between strategies, and between repetitions of one.
    pub disagreements: Vec<Disagreement>,
    /// How many trials there were.
    pub trials: usize,
    /// How many of them the referee has accepted.
    pub correct: usize,
    /// How many gave a wrong answer.
    pub wrong: usize,
    /// Those that gave a wrong answer, crashed, or claimed what cannot be.
    pub failures: Vec<Trial>,
    /// By strategy, how many trials ended how.
    pub ends: BTreeMap<String, BTreeMap<Status, usize>>,
    /// The wall time of each trial over its CPU time, where that is known.
    pub noise: Vec<f64>,
}

impl Folded {
    /// How many trials of the strategy called `label` ended like that.
    pub fn ended(&self, label: &str, status: Status) -> usize {
        self.ends.get(label).and_then(|ends| ends.get(&status)).copied().unwrap_or(0)
    }
}

/// Folds trials one after the other.
#[derive(Debug, Default)]
pub struct Fold {
    folded: Folded,
    /// The trials of the instance that came last.
    instance: Vec<Trial>,
    /// Names that came before: equal ones share their memory.
    names: HashMap<String, Name>,
    /// By host, its processor, if there are several.
    processors: HashMap<String, String>,
    /// Columns to keep.
    measures: Vec<&'static str>,
}

impl Fold {
    /// A fold that keeps of each cell the columns named in `measures` beside its times and nodes.
    pub fn new<'a>(measures: impl IntoIterator<Item = &'a str>) -> Fold {
        let wanted: HashSet<&str> = measures.into_iter().collect();
        let measures = COLUMNS.into_iter().filter(|column| wanted.contains(column)).collect();
        Fold { measures, ..Fold::default() }
    }

    /// The same, of trials of hosts with these processors: what one did is folded apart from what the others did.
    #[must_use]
    pub fn by_processor(self, processors: HashMap<String, String>) -> Fold {
        Fold { processors, ..self }
    }

    /// Takes the next trial.
    pub fn push(&mut self, trial: Trial) {
        let folded = &mut self.folded;
        folded.trials += 1;
        folded.correct += usize::from(trial.verdict == Verdict::Correct);
        folded.wrong += usize::from(trial.verdict == Verdict::Wrong);
        folded.noise.extend(trial.noise);
        if !trial.status.is_answer() {
            *folded.ends.entry(trial.label()).or_default().entry(trial.status).or_default() += 1;
        }
        if is_failure(trial.status, trial.verdict) {
            folded.failures.push(trial.clone());
        }
        if self.instance.first().is_some_and(|first| instance_of(first) != instance_of(&trial)) {
            self.close();
        }
        self.instance.push(trial);
    }

    /// What has come of all trials. Cells are put in the order of `corpora` and `strategies`.
    ///
    /// # Errors
    /// Trials of an instance do not follow each other: which.
    pub fn finish(mut self, corpora: &[String], strategies: &[String]) -> Result<Folded, String> {
        self.close();
        let mut folded = self.folded;
        cell::tell_apart(&mut folded.cells);
        cell::sort(&mut folded.cells, corpora, strategies);
        let torn = folded.cells.windows(2).find(|pair| pair[0].is_torn_from(&pair[1]));
        match torn {
            None => Ok(folded),
            Some(pair) => {
                let (corpus, instance) = (&pair[0].corpus, &pair[0].instance);
                Err(format!("the trials of `{instance}` in `{corpus}` do not follow each other"))
            }
        }
    }

    /// Folds the trials of the last instance.
    fn close(&mut self) {
        let mut trials = std::mem::take(&mut self.instance);
        let Some(first) = trials.first() else { return };
        let (corpus, instance) = (name(&mut self.names, &first.corpus), Name::from(&*first.instance));
        let mut lanes: BTreeMap<(&str, &str, &str, &str), Vec<&Trial>> = BTreeMap::new();
        let processor = |trial: &Trial| self.processors.get(&trial.host).map_or("", String::as_str);
        for trial in &trials {
            lanes
                .entry((processor(trial), &trial.strategy, &trial.params, &trial.via))
                .or_default()
                .push(trial);
        }
        let mut groups = Vec::with_capacity(lanes.len());
        let end = self.folded.trials;
        for ((processor, strategy, params, via), group) in lanes {
            let label = name(&mut self.names, &label(strategy, params));
            let (via, processor) = (name(&mut self.names, via), name(&mut self.names, processor));
            let names = [corpus.clone(), instance.clone(), label, via, processor];
            groups.push((Cell::fold(names, end, &group, &self.measures), group));
        }
        disagreement::of_instance(&groups, &mut self.folded.disagreements);
        self.folded.cells.extend(groups.into_iter().map(|(cell, _)| cell));
        trials.clear();
        self.instance = trials;
    }
}

/// A name that shares its memory with equal ones that came before.
fn name(names: &mut HashMap<String, Name>, text: &str) -> Name {
    if let Some(name) = names.get(text) {
        return name.clone();
    }
    let name = Name::from(text);
    names.insert(text.to_string(), name.clone());
    name
}

/// Whether a trial went wrong, which is more than to end without an answer.
fn is_failure(status: Status, verdict: Verdict) -> bool {
    verdict == Verdict::Wrong || matches!(status, Status::Error | Status::Crash)
}

fn instance_of(trial: &Trial) -> (&str, &str, u32) {
    (&trial.corpus, &trial.instance, trial.isomorph)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::statistics::published::tests::trial;

    /// The trials folded with all columns, those of an instance together.
    pub(crate) fn folded(trials: &[Trial], corpora: &[String], strategies: &[String]) -> Folded {
        let mut trials = trials.to_vec();
        trials.sort_by(|one, other| instance_of(one).cmp(&instance_of(other)));
        let mut fold = Fold::new(COLUMNS);
        trials.into_iter().for_each(|trial| fold.push(trial));
        fold.finish(corpora, strategies).unwrap()
    }

    #[test]
    fn trials_of_an_instance_that_do_not_follow_each_other_are_found() {
        let mut fold = Fold::new([]);
        for (strategy, instance) in [("a", "i"), ("b", "i"), ("a", "j"), ("b", "j"), ("c", "i")] {
            fold.push(trial(strategy, instance, 1));
        }
        let what = fold.finish(&[], &[]).unwrap_err();
        assert_eq!(what, "the trials of `i` in `corpus` do not follow each other");
    }

    #[test]
    fn what_went_wrong_is_kept_and_the_rest_counted() {
        let mut trials = vec![trial("a", "i", 1), trial("b", "i", 1), trial("a", "j", 1)];
        trials[0].verdict = Verdict::Wrong;
        trials[1].status = Status::Timeout;
        trials[1].verdict = Verdict::Unverified;
        let folded = folded(&trials, &[], &[]);
        assert_eq!((folded.trials, folded.correct, folded.wrong), (3, 1, 1));
        assert_eq!(folded.failures, trials[..1]);
        assert_eq!((folded.ended("b", Status::Timeout), folded.ended("a", Status::Timeout)), (1, 0));
        assert_eq!(folded.cells.len(), 3);
    }
}
