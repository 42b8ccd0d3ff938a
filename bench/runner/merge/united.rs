//! The plan of several folders: the union of their corpora, strategies and instances.

use super::Piece;
use crate::corpus::Count;
use crate::plan::{CorpusPlan, InstanceList, Plan};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::fmt::Write as _;

/// The plan that has the corpora, strategies and instances of all pieces.
pub(super) fn united(pieces: &[Piece<'_>]) -> Plan {
    let first = &pieces[0].plan;
    let mut plan = Plan { stages: Vec::new(), ..first.clone() };
    plan.repetitions = pieces.iter().map(|piece| piece.plan.repetitions).max().unwrap_or(first.repetitions);
    plan.seeds = pieces.iter().map(|piece| piece.plan.seeds).max().unwrap_or(first.seeds);
    plan.isomorphs = pieces.iter().map(|piece| piece.plan.isomorphs).max().unwrap_or(first.isomorphs);
    let seeds: BTreeSet<u64> =
        pieces.iter().map(|piece| piece.plan.seed).filter(|seed| *seed != plan.seed).collect();
    plan.other_seeds = seeds.into_iter().collect();
    let stages = || pieces.iter().flat_map(|piece| &piece.plan.stages);
    for stage in stages() {
        if plan.stages.iter().any(|known| known.corpus == stage.corpus) {
            continue;
        }
        let same: Vec<&CorpusPlan> = stages().filter(|other| other.corpus == stage.corpus).collect();
        let mut lanes = stage.lanes.clone();
        for lane in same.iter().flat_map(|other| &other.lanes) {
            if !lanes.iter().any(|known| known.key == lane.key) {
                lanes.push(lane.clone());
            }
        }
        let lists: Vec<&InstanceList> = same.iter().map(|other| &other.instances).collect();
        let united = CorpusPlan::new(stage.corpus.clone(), united_instances(&lists), lanes);
        plan.stages.push(CorpusPlan { extract: stage.extract.clone(), ..united });
    }
    plan
}

/// The instances of all lists, each content as often as the list that has it most often. A name that another
/// instance has already gets its hash as well.
fn united_instances(lists: &[&InstanceList]) -> InstanceList {
    let mut all: Vec<(String, u64, Option<Count>)> = Vec::new();
    let (mut places, mut names): (HashMap<u64, Vec<usize>>, HashSet<String>) = Default::default();
    for list in lists {
        let mut met: HashMap<u64, usize> = HashMap::new();
        let mut walk = list.names().walk();
        for (&content, count) in list.contents().iter().zip(list.counts()) {
            let mut name = String::from_utf8_lossy(walk.step()).into_owned();
            let met = met.entry(content).or_default();
            let places = places.entry(content).or_default();
            if let Some(&place) = places.get(*met) {
                all[place].2 = all[place].2.or(count);
            } else {
                if !names.insert(name.clone()) {
                    let _ = write!(name, " ({content:016x}");
                    (*met > 0).then(|| _ = write!(name, ", {}", *met + 1));
                    name.push(')');
                    names.insert(name.clone());
                }
                places.push(all.len());
                all.push((name, content, count));
            }
            *met += 1;
        }
    }
    let mut united = InstanceList::with_capacity(all.len());
    all.iter().for_each(|(name, content, count)| united.push(name, *content, *count));
    united
}
