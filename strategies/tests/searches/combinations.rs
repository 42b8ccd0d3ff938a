//! Combinations of parameter values: all of them if they are few, otherwise a set that covers all pairs of
//! values.

use crate::common::values;
use coverlab_model::{Parameter, Spec};

/// Up to this number, all combinations are used.
const FEW: usize = 16;

/// Two parameters by index, with a value of each.
type Pair = [(usize, usize); 2];

fn pairs(choice: &[usize]) -> impl Iterator<Item = Pair> + '_ {
    (0..choice.len()).flat_map(move |b| (0..b).map(move |a| [(a, choice[a]), (b, choice[b])]))
}

fn holds(choice: &[usize], pair: &Pair) -> bool {
    pair.iter().all(|&(place, value)| choice[place] == value)
}

/// Every combination of value indices, given the number of values of each parameter.
fn product(counts: &[usize]) -> Vec<Vec<usize>> {
    counts.iter().fold(vec![Vec::new()], |all, &count| {
        let longer = |some: &Vec<usize>| {
            let some = some.clone();
            (0..count).map(move |value| some.iter().copied().chain([value]).collect())
        };
        all.iter().flat_map(longer).collect()
    })
}

/// Greedily chosen combinations that cover every pair of values of different parameters, those with most new
/// pairs first.
fn covering(counts: &[usize]) -> Vec<Vec<usize>> {
    let mut left = product(counts);
    if left.len() <= FEW {
        return left;
    }
    let mut missing: std::collections::BTreeSet<Pair> = left.iter().flat_map(|c| pairs(c)).collect();
    let mut taken = vec![left.remove(0)];
    missing.retain(|pair| !holds(&taken[0], pair));
    while !missing.is_empty() {
        let gain = |choice: &Vec<usize>| pairs(choice).filter(|pair| missing.contains(pair)).count();
        let best = (0..left.len()).max_by_key(|&k| gain(&left[k])).expect("a pair is missing");
        let best = left.swap_remove(best);
        missing.retain(|pair| !holds(&best, pair));
        taken.push(best);
    }
    taken
}

/// The strategy `name` with combinations of its `parameters`, the defaults first.
pub(crate) fn of(name: &str, parameters: &[Parameter]) -> Vec<Spec> {
    let values: Vec<Vec<String>> = parameters.iter().map(values).collect();
    let counts: Vec<usize> = values.iter().map(Vec::len).collect();
    let spec = |choice: &Vec<usize>| {
        let chosen = parameters.iter().zip(&values).zip(choice);
        let parameters = chosen.map(|((p, values), &k)| (p.name.to_string(), values[k].clone())).collect();
        Spec { name: name.to_string(), parameters }
    };
    covering(&counts).iter().map(spec).collect()
}
