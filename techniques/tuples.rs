//! Choices of a few sets that hold few numbers together: what pairs, triples and fish have in common.

use crate::bits::Bits;
use crate::technique::Flow;

/// Finds every choice of `size` of the `sets` whose union has at most `size` numbers, and hands over the
/// choice (by its labels) with the union.
pub(crate) fn tuples(
    sets: &[(usize, Bits)],
    size: usize,
    found: &mut dyn FnMut(&[usize], Bits) -> Flow,
) -> Flow {
    let mut chosen = Vec::with_capacity(size);
    extend(sets, size, Bits::NONE, &mut chosen, found)
}

fn extend(
    sets: &[(usize, Bits)],
    size: usize,
    union: Bits,
    chosen: &mut Vec<usize>,
    found: &mut dyn FnMut(&[usize], Bits) -> Flow,
) -> Flow {
    if chosen.len() == size {
        return found(chosen, union);
    }
    let missing = size - chosen.len();
    for (k, &(label, set)) in sets.iter().enumerate() {
        if sets.len() - k < missing {
            break;
        }
        let wider = union | set;
        if wider.count() <= size {
            chosen.push(label);
            extend(&sets[k + 1..], size, wider, chosen, found)?;
            chosen.pop();
        }
    }
    Flow::Continue(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_and_triples() {
        let sets: Vec<(usize, Bits)> = [[0, 1], [1, 2], [0, 2], [0, 1]]
            .iter()
            .map(|s| s.iter().copied().collect())
            .enumerate()
            .collect();
        let found = |size| {
            let mut all = Vec::new();
            let _ = tuples(&sets, size, &mut |chosen, union| {
                all.push((chosen.to_vec(), union.count()));
                Flow::Continue(())
            });
            all
        };
        assert_eq!(found(2), [(vec![0, 3], 2)]);
        assert_eq!(found(3).len(), 4);
        assert_eq!(found(5), []);
    }
}
