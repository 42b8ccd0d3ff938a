//! Finds the shards that a record lacks. Some of its trials may be from shards of 2, others from shards of 3.

use super::Shard;
use std::collections::BTreeSet;

/// The shards that are missing for a complete run. If there are different numbers of shards, that number is used of
/// which the smallest part is missing.
pub fn missing_shards(shards: &BTreeSet<Shard>) -> Vec<Shard> {
    let counts: BTreeSet<u32> = shards.iter().map(|shard| shard.of).collect();
    // Instances are assigned by remainder. So for each divisor d of n, shard k of n is part of shard (k − 1) mod d + 1 of d.
    let is_covered = |shard: &Shard| {
        let mut divisors = counts.iter().filter(|of| shard.of.is_multiple_of(**of));
        divisors.any(|&of| shards.contains(&Shard { number: (shard.number - 1) % of + 1, of }))
    };
    let missing_of = |&of: &u32| -> Vec<Shard> {
        (1..=of).map(|number| Shard { number, of }).filter(|shard| !is_covered(shard)).collect()
    };
    let missing_part = |missing: &Vec<Shard>| {
        missing.first().map_or(0, |shard| missing.len() * 1_000_000 / shard.of as usize)
    };
    counts.iter().map(missing_of).min_by_key(missing_part).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn missing_of(shards: &[&str]) -> Vec<String> {
        let shards = shards.iter().map(|shard| shard.parse().expect("a shard")).collect();
        missing_shards(&shards).iter().map(ToString::to_string).collect()
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
