//! Shards that no folder has.
//!
//! A shard has the contents that leave its remainder when they are divided by the number of shards. Runs may have been
//! divided by several numbers; all remainders by the least common multiple are looked at then.

use crate::record::Shard;
use std::collections::BTreeSet;

/// The largest multiple that is looked at. Beyond, each number of shards is taken by itself.
const MOST_REMAINDERS: u64 = 10_000_000;

/// The shards that are missing for a whole run, by that number of shards that names the least of it.
pub(super) fn missing(shards: &BTreeSet<Shard>) -> Vec<Shard> {
    let counts: BTreeSet<u32> = shards.iter().map(|shard| shard.of).collect();
    let all = counts
        .iter()
        .try_fold(1, |all, &of| Some(multiple(all, of.into())).filter(|&all| all <= MOST_REMAINDERS));
    let lacking = |of: u32| -> Vec<Shard> {
        let mut covered = vec![false; all.unwrap_or(of.into()) as usize];
        let comparable = shards.iter().filter(|shard| all.is_some() || shard.of == of);
        for shard in comparable {
            covered
                .iter_mut()
                .skip(shard.number as usize - 1)
                .step_by(shard.of as usize)
                .for_each(|has| *has = true);
        }
        let is_whole =
            |number: u32| covered.iter().skip(number as usize - 1).step_by(of as usize).all(|&has| has);
        (1..=of).filter(|&number| !is_whole(number)).map(|number| Shard { number, of }).collect()
    };
    let share = |lacking: &Vec<Shard>| {
        lacking.first().map_or(0, |shard| lacking.len() * 1_000_000 / shard.of as usize)
    };
    counts.into_iter().map(lacking).min_by_key(share).unwrap_or_default()
}

fn multiple(a: u64, b: u64) -> u64 {
    let (mut divisor, mut rest) = (a, b);
    while rest != 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    a / divisor * b
}

#[cfg(test)]
mod tests {
    use super::*;

    fn missing_of(shards: &[&str]) -> Vec<String> {
        let shards = shards.iter().map(|shard| shard.parse().expect("a shard")).collect();
        missing(&shards).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn several_numbers_of_shards_are_one_whole() {
        assert_eq!(missing_of(&[]), [] as [&str; 0]);
        assert_eq!(missing_of(&["1/3", "2/3"]), ["3/3"]);
        assert_eq!(missing_of(&["1/3", "2/3", "3/3"]), [] as [&str; 0]);
        // The second half is the second and the fourth quarter.
        assert_eq!(missing_of(&["1/4", "2/4", "3/4", "2/2"]), [] as [&str; 0]);
        assert_eq!(missing_of(&["1/4", "2/4", "3/4", "1/2"]), ["4/4"]);
        assert_eq!(missing_of(&["1/2", "1/3"]), ["2/2"]);
        assert_eq!(missing_of(&["99991/99991", "2/99989", "1/2"]), ["2/2"]);
    }
}
