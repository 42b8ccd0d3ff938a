//! What a journal says of the run it is of, so that whoever reads it needs no experiment, no corpus
//! and no strategy: a [`Plan`] without its instances.

use crate::plan::{Lane, Limits, Plan, Profile, Stage};
use coverlab_model::Event;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// A plan, but for the instances.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Frame {
    experiment: String,
    seed: u64,
    repetitions: u32,
    /// Missing: all.
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    limit_nodes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    limit_cpu: Option<u64>,
    corpora: Vec<CorpusFrame>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct CorpusFrame {
    name: String,
    digest: String,
    lanes: Vec<LaneFrame>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct LaneFrame {
    /// 16 hexadecimal digits.
    key: String,
    label: String,
    strategy: String,
    params: String,
    via: String,
    enforcer: String,
    /// What it counts: nodes, and events by their name.
    counts: Vec<String>,
}

/// The name of nodes among what is counted.
const NODES: &str = "nodes";

impl Frame {
    /// What remains of `plan` without its instances.
    pub fn of(plan: &Plan) -> Frame {
        let corpus = |stage: &Stage| CorpusFrame {
            name: stage.corpus.clone(),
            digest: stage.digest.clone(),
            lanes: stage.lanes.iter().map(LaneFrame::of).collect(),
        };
        Frame {
            experiment: plan.experiment.clone(),
            seed: plan.seed,
            repetitions: plan.repetitions,
            solutions: plan.asked(),
            limit_nodes: plan.limits.nodes,
            limit_cpu: plan.limits.time_ns(),
            corpora: plan.stages.iter().map(corpus).collect(),
        }
    }

    /// The plan with the stages that `stage` makes of the name and the digest of a corpus and of
    /// its lanes.
    pub(super) fn plan<E>(
        self,
        mut stage: impl FnMut(String, String, Vec<Lane>) -> Result<Stage, E>,
    ) -> Result<Plan, E> {
        let mut stages = Vec::with_capacity(self.corpora.len());
        for CorpusFrame { name, digest, lanes } in self.corpora {
            stages.push(stage(name, digest, lanes.into_iter().map(LaneFrame::lane).collect())?);
        }
        Ok(Plan {
            experiment: self.experiment,
            seed: self.seed,
            repetitions: self.repetitions,
            solutions: self.solutions.unwrap_or(u64::MAX),
            limits: Limits { nodes: self.limit_nodes, time: self.limit_cpu.map(Duration::from_nanos) },
            stages,
        })
    }
}

impl LaneFrame {
    fn of(lane: &Lane) -> LaneFrame {
        let Profile { enforcer, nodes, events } = &lane.profile;
        let events = Event::ALL.into_iter().zip(events).filter(|(_, counted)| **counted);
        let counts = nodes.then_some(NODES).into_iter().chain(events.map(|(event, _)| event.name()));
        LaneFrame {
            key: format!("{:016x}", lane.key),
            label: lane.label.clone(),
            strategy: lane.strategy.clone(),
            params: lane.params.clone(),
            via: lane.via.clone(),
            enforcer: enforcer.to_string(),
            counts: counts.map(str::to_string).collect(),
        }
    }

    fn lane(self) -> Lane {
        let counts = |name: &str| self.counts.iter().any(|counted| counted == name);
        let events = Event::ALL.map(|event| counts(event.name()));
        Lane {
            key: u64::from_str_radix(&self.key, 16).unwrap_or(0),
            profile: Profile { nodes: counts(NODES), events, enforcer: self.enforcer.into() },
            label: self.label,
            strategy: self.strategy,
            params: self.params,
            via: self.via,
        }
    }
}
