//! Perfect matchings of a graph: sets of edges that contain every vertex exactly once.

use super::{Edge, Family, Make, Member, MemberResult, Picture, number};
use crate::{Cover, ExactCover, ExactCoverBuilder, Item};

pub(super) const FAMILY: Family = Family {
    name: "matchings",
    form: "matchings:complete-N, cycle-N, cube-N or petersen; or edges: matchings:a-b,b-c,…",
    example: "matchings:petersen",
    sentence: "Perfect matchings of a graph.",
    make: Make::Cover(make),
};

fn make(rest: &str) -> MemberResult {
    let numbered = |n: usize, edges: Vec<[usize; 2]>| -> MemberResult {
        Ok(Box::new(Graph { names: (0..n).map(|k| k.to_string()).collect(), edges }))
    };
    let after = |prefix: &str| rest.strip_prefix(prefix);
    if let Some(n) = after("complete-") {
        let n = number(n, 2, 200)?;
        numbered(n, (1..n).flat_map(|b| (0..b).map(move |a| [a, b])).collect())
    } else if let Some(n) = after("cycle-") {
        let n = number(n, 3, 1000)?;
        numbered(n, (0..n).map(|k| [k, (k + 1) % n]).collect())
    } else if let Some(n) = after("cube-") {
        let n = number(n, 1, 8)?;
        let edge = move |k: usize| (0..n).map(move |d| [k, k ^ 1 << d]).filter(|e| e[0] < e[1]);
        numbered(1 << n, (0..1 << n).flat_map(edge).collect())
    } else if rest == "petersen" {
        numbered(10, (0..5).flat_map(|k| [[k, (k + 1) % 5], [k, k + 5], [k + 5, (k + 2) % 5 + 5]]).collect())
    } else {
        drawn(rest)
    }
}

/// Parses a graph given by its edges.
fn drawn(rest: &str) -> MemberResult {
    let mut names: Vec<String> = Vec::new();
    let mut edges: Vec<[usize; 2]> = Vec::new();
    for edge in rest.split(',') {
        let (a, b) = edge.trim().split_once('-').ok_or_else(|| format!("`{edge}` is not an edge a-b"))?;
        let ends = [a, b].map(|name| {
            names.iter().position(|n| n == name).unwrap_or_else(|| {
                names.push(name.to_string());
                names.len() - 1
            })
        });
        if a.is_empty() || b.is_empty() || ends[0] == ends[1] {
            return Err(format!("`{edge}` is not an edge between two different vertices"));
        }
        edges.push(ends);
    }
    Ok(Box::new(Graph { names, edges }))
}

struct Graph {
    names: Vec<String>,
    edges: Vec<[usize; 2]>,
}

impl Member for Graph {
    fn problem(&self) -> ExactCover {
        let mut builder = ExactCoverBuilder::named::<String>(&self.names, &[]);
        for edge in &self.edges {
            builder.option(edge.map(|end| end as Item)).expect("two different vertices");
        }
        builder.build()
    }

    fn picture(&self, cover: &Cover) -> Picture {
        let chosen = |k: usize| cover.options().binary_search(&(k as u32)).is_ok();
        let edge = |(k, &ends): (usize, &[usize; 2])| Edge { ends, chosen: chosen(k) };
        Picture::Graph(self.names.clone(), self.edges.iter().enumerate().map(edge).collect())
    }
}
