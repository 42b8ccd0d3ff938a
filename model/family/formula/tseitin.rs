//! Tseitin formulas: variables on the edges of a graph, with an even sum at each vertex or, in the
//! unsatisfiable family, at each vertex but the first.
//!
//! G. S. Tseitin, *On the Complexity of Derivation in Propositional Calculus*, 1968: each edge has two
//! vertices, so the sum over all vertices is even, and with exactly one odd vertex no model exists. On random
//! graphs, which are expanders, every resolution refutation is long (A. Urquhart, *Hard Examples for
//! Resolution*, 1987). If all vertices are even, the models are the cycle space of the graph: two to the
//! number of edges outside a spanning forest.

use super::{Family, Make, numbers, sum};
use crate::random::Random;
use crate::{Cnf, Literal};

pub(in super::super) const ODD: Family = Family {
    name: "tseitin",
    form: "tseitin:VERTICES:DEGREE or tseitin:VERTICES:DEGREE:SEED",
    example: "tseitin:20:3:1",
    sentence: "Edges of a random regular graph with an even sum at each vertex except one: no model.",
    make: Make::Formula { make: |rest| make(rest, true), satisfiable: |_| Some(false) },
};

pub(in super::super) const EVEN: Family = Family {
    name: "tseitin-even",
    form: "tseitin-even:VERTICES:DEGREE or tseitin-even:VERTICES:DEGREE:SEED",
    example: "tseitin-even:20:3:1",
    sentence: "Edges of a random regular graph with an even sum at each vertex.",
    make: Make::Formula { make: |rest| make(rest, false), satisfiable: |_| Some(true) },
};

fn make(rest: &str, odd: bool) -> Result<Cnf, String> {
    let ([vertices, degree, seed], _) = numbers(rest, 2, u32::MAX as usize)?;
    if !(2..=10_000).contains(&vertices) || !(1..=8).contains(&degree) || degree >= vertices {
        return Err(
            "a graph needs 2 to 10000 vertices and a degree from 1 to 8 that is below the number of vertices"
                .to_string(),
        );
    }
    if vertices * degree % 2 == 1 {
        return Err(format!("{vertices} vertices cannot all have degree {degree}"));
    }
    let edges = regular(vertices, degree, &mut Random(seed as u64));
    let mut cnf = Cnf::new(edges.len());
    let mut around: Vec<Vec<Literal>> = vec![Vec::with_capacity(degree); vertices];
    for (variable, edge) in (1..).zip(&edges) {
        edge.iter().for_each(|&vertex| around[vertex].push(variable));
    }
    for (vertex, edges) in around.iter().enumerate() {
        sum(&mut cnf, edges, odd && vertex == 0);
    }
    Ok(cnf)
}

/// Generates a random graph with `degree` edges at each of `vertices` vertices, without loops and multiple
/// edges.
///
/// It starts with a regular graph, a ring whose vertices are joined to their nearest neighbors. Then it
/// repeatedly swaps the ends of two random edges if that creates no loop and no multiple edge.
fn regular(vertices: usize, degree: usize, random: &mut Random) -> Vec<[usize; 2]> {
    let mut edges: Vec<[usize; 2]> = Vec::new();
    for distance in 1..=degree / 2 {
        edges.extend((0..vertices).map(|v| [v, (v + distance) % vertices]));
    }
    if degree % 2 == 1 {
        edges.extend((0..vertices / 2).map(|v| [v, v + vertices / 2]));
    }
    let key = |[a, b]: [usize; 2]| (a.min(b), a.max(b));
    let mut present: std::collections::HashSet<_> = edges.iter().map(|&edge| key(edge)).collect();
    for _ in 0..20 * edges.len() {
        let (i, j) = (random.below(edges.len()), random.below(edges.len()));
        let ([a, b], [c, d]) = (edges[i], edges[j]);
        let (c, d) = if random.below(2) == 0 { (c, d) } else { (d, c) };
        let (one, two) = ([a, d], [c, b]);
        let fits = a != d && c != b && key(one) != key(two);
        if fits && !present.contains(&key(one)) && !present.contains(&key(two)) {
            present.remove(&key([a, b]));
            present.remove(&key([c, d]));
            present.extend([key(one), key(two)]);
            (edges[i], edges[j]) = (one, two);
        }
    }
    edges
}

#[cfg(test)]
mod tests {
    use super::super::{models, parse};
    use super::*;

    #[test]
    fn graphs_are_regular_and_simple() {
        for (vertices, degree) in [(2, 1), (4, 3), (5, 4), (6, 3), (7, 4), (10, 5), (40, 3), (41, 8)] {
            for seed in 0..10 {
                let edges = regular(vertices, degree, &mut Random(seed));
                assert_eq!(edges.len(), vertices * degree / 2);
                for vertex in 0..vertices {
                    assert_eq!(edges.iter().filter(|edge| edge.contains(&vertex)).count(), degree);
                }
                let mut keys: Vec<_> = edges.iter().map(|&[a, b]| (a.min(b), a.max(b))).collect();
                keys.sort_unstable();
                keys.dedup();
                assert_eq!(keys.len(), edges.len());
                assert!(edges.iter().all(|[a, b]| a != b));
            }
        }
    }

    /// The number of connected components of a graph with these edges.
    fn parts(vertices: usize, edges: &[[usize; 2]]) -> usize {
        let mut part: Vec<usize> = (0..vertices).collect();
        for &[a, b] in edges {
            let (from, to) = (part[a], part[b]);
            part.iter_mut().filter(|p| **p == from).for_each(|p| *p = to);
        }
        part.sort_unstable();
        part.dedup();
        part.len()
    }

    #[test]
    fn odd_sums_have_no_model_and_even_ones_a_power_of_two() {
        for (vertices, degree) in [(4, 3), (6, 3), (8, 3), (5, 4), (7, 4), (6, 2), (12, 2), (4, 1)] {
            for seed in 0..4 {
                let formula = |name| parse(&format!("{name}:{vertices}:{degree}:{seed}")).unwrap();
                assert_eq!(models(&formula("tseitin")), 0);
                let edges = regular(vertices, degree, &mut Random(seed));
                let cycles = edges.len() + parts(vertices, &edges) - vertices;
                assert_eq!(models(&formula("tseitin-even")), 1 << cycles, "{vertices} {degree} {seed}");
            }
        }
        assert!(parse("tseitin:5:3").is_err() && parse("tseitin:3:3").is_err());
    }
}
