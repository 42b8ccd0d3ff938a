//! Combinatorial designs: Steiner triple systems, and one-factorizations of complete graphs.

use super::{Family, Make, Member, Picture, number};
use crate::{Cover, ExactCover, ExactCoverBuilder, Item};

pub(super) const STEINER: Family = Family {
    name: "steiner-triples",
    form: "steiner-triples:POINTS",
    example: "steiner-triples:7",
    sentence: "Triples of points in which every two points are together exactly once.",
    make: Make::Cover(|rest| Ok(Box::new(Triples { points: number(rest, 3, 100)? }))),
};

pub(super) const FACTORISATIONS: Family = Family {
    name: "one-factorisations",
    form: "one-factorisations:VERTICES",
    example: "one-factorisations:6",
    sentence: "Rounds of a tournament: the edges of a complete graph, divided into an ordered list of perfect matchings.",
    make: Make::Cover(|rest| {
        let vertices = number(rest, 2, 60)?;
        if vertices % 2 == 1 {
            return Err(format!("{vertices} is odd"));
        }
        Ok(Box::new(Rounds { vertices }))
    }),
};

/// The index of the pair {a, b}, where a < b.
fn pair(a: usize, b: usize) -> usize {
    b * (b - 1) / 2 + a
}

fn pairs(points: usize) -> impl Iterator<Item = (usize, usize)> {
    (1..points).flat_map(|b| (0..b).map(move |a| (a, b)))
}

struct Triples {
    points: usize,
}

impl Triples {
    fn triples(&self) -> impl Iterator<Item = [usize; 3]> {
        pairs(self.points).flat_map(|(b, c)| (0..b).map(move |a| [a, b, c]))
    }
}

impl Member for Triples {
    fn problem(&self) -> ExactCover {
        let names: Vec<String> = pairs(self.points).map(|(a, b)| format!("{a}-{b}")).collect();
        let mut builder = ExactCoverBuilder::named::<String>(&names, &[]);
        for [a, b, c] in self.triples() {
            builder.option([pair(a, b), pair(a, c), pair(b, c)].map(|i| i as Item)).expect("three pairs");
        }
        builder.build()
    }

    fn picture(&self, cover: &Cover) -> Picture {
        let chosen = |k: &usize| cover.options().binary_search(&(*k as u32)).is_ok();
        let triples = self.triples().enumerate().filter(|(k, _)| chosen(k));
        Picture::Lines(triples.map(|(_, [a, b, c])| format!("{a} {b} {c}")).collect())
    }
}

/// One-factorizations. Option k puts edge k / rounds into round k mod rounds, where `rounds` is the number of
/// rounds.
struct Rounds {
    vertices: usize,
}

impl Member for Rounds {
    fn problem(&self) -> ExactCover {
        let (n, rounds) = (self.vertices, self.vertices - 1);
        let edges = pairs(n).map(|(a, b)| format!("{a}-{b}"));
        let meets = (0..n * rounds).map(|k| format!("v{}r{}", k / rounds, k % rounds));
        let names: Vec<String> = edges.chain(meets).collect();
        let first = n * (n - 1) / 2;
        let mut builder = ExactCoverBuilder::named::<String>(&names, &[]);
        for (a, b) in pairs(n) {
            for round in 0..rounds {
                let items = [pair(a, b), first + a * rounds + round, first + b * rounds + round];
                builder.option(items.map(|i| i as Item)).expect("three different items");
            }
        }
        builder.build()
    }

    fn picture(&self, cover: &Cover) -> Picture {
        let rounds = self.vertices - 1;
        let mut lines = vec![String::new(); rounds];
        for (edge, (a, b)) in pairs(self.vertices).enumerate() {
            for (round, line) in lines.iter_mut().enumerate() {
                if cover.options().binary_search(&((edge * rounds + round) as u32)).is_ok() {
                    if !line.is_empty() {
                        line.push(' ');
                    }
                    line.push_str(&format!("{a}-{b}"));
                }
            }
        }
        Picture::Lines(lines)
    }
}
