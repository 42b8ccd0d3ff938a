//! The ways in which earlier starts of a run timed their trials. The way of timing can decide which strategy is faster, so the
//! trials to come are timed alike.

use crate::plan::{PartCorpusPlan, PartPlan};
use crate::record::{TimedTrials, TrialIndex};
use std::collections::HashMap;

/// The recorded trials of the parts opened so far by the way of timing.
#[derive(Default)]
pub(super) struct EarlierModes {
    /// By the name of the corpus and the key of the contender.
    timed: HashMap<(String, String), TimedTrials>,
}

impl EarlierModes {
    /// Adds the recorded trials of a part.
    pub(super) fn add(&mut self, plan: &PartPlan, index: &TrialIndex) {
        for (corpus, timed) in plan.corpora.iter().zip(&index.timed) {
            for (contender, more) in corpus.contenders.iter().zip(timed) {
                let sum = self.timed.entry((corpus.name.clone(), contender.key.clone())).or_default();
                sum.streamed += more.streamed;
                sum.alone += more.alone;
            }
        }
    }

    /// Which contenders to time alone from now on: those whose recorded trials mostly were, and all if no recorded trial was
    /// streamed. External solvers that take blocks always get blocks.
    pub(super) fn to_time_alone(&self, corpus: &PartCorpusPlan) -> Vec<bool> {
        let timed =
            |key: &str| self.timed.get(&(corpus.name.clone(), key.to_string())).copied().unwrap_or_default();
        let each: Vec<Option<TimedTrials>> = corpus
            .contenders
            .iter()
            .map(|contender| (!contender.profile.takes_blocks()).then(|| timed(&contender.key)))
            .collect();
        let known = || each.iter().flatten();
        let are_all_alone = known().all(|own| own.streamed == 0) && known().any(|own| own.alone > 0);
        let is_alone =
            |own: &Option<TimedTrials>| own.is_some_and(|own| are_all_alone || own.alone > own.streamed);
        each.iter().map(is_alone).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::{Contender, Profile, Searcher};

    #[test]
    fn trials_to_come_are_timed_as_the_recorded_ones() {
        let taking_blocks = Profile { searcher: Searcher::ExternalWithBlocks, ..Profile::default() };
        let contenders = [("0", Profile::default()), ("1", Profile::default()), ("2", taking_blocks)]
            .map(|(key, profile)| Contender { key: key.into(), profile, ..Contender::default() });
        let corpus = PartCorpusPlan {
            name: "c".into(),
            corpus_size: 0,
            instances: Vec::new(),
            contenders: contenders.into(),
            rounds: 1,
        };
        // By contender, the numbers of streamed trials and of those timed alone.
        let of = |timed: &[(u64, u64)]| {
            let each = timed.iter().enumerate().map(|(key, &(streamed, alone))| {
                (("c".to_string(), key.to_string()), TimedTrials { streamed, alone })
            });
            EarlierModes { timed: each.collect() }.to_time_alone(&corpus)
        };
        assert_eq!(of(&[]), [false, false, false], "nothing is recorded");
        assert_eq!(of(&[(9, 1)]), [false, false, false]);
        assert_eq!(of(&[(9, 1), (1, 9)]), [false, true, false], "heavy tails");
        assert_eq!(of(&[(0, 9)]), [true, true, false], "an added strategy is timed as the other one");
        assert_eq!(
            of(&[(0, 9), (0, 0), (9, 0)]),
            [true, true, false],
            "blocks of an external solver say nothing"
        );
    }
}
