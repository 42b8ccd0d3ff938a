//! Checks the search tree of a trace, and recounts its events.

use crate::head::Level;
use crate::line::{Counts, Line, Stats};
use crate::reading::{Wrong, wrong};

/// The open nodes, and the counts so far.
pub(super) struct Tree {
    level: Level,
    open: Vec<(u64, usize)>,
    next: u64,
    max_depth: usize,
    counts: Counts,
    written: u64,
    left_out: u64,
}

impl Tree {
    pub(super) fn new(level: Level) -> Tree {
        let counts = Counts::default();
        Tree { level, open: Vec::new(), next: 0, max_depth: 0, counts, written: 0, left_out: 0 }
    }

    pub(super) fn line(&mut self, line: &Line) -> Result<(), Wrong> {
        self.written += 1;
        match line {
            Line::Sub { first, max_depth, counts } => {
                if self.level >= Level::Node {
                    self.numbered(*first)?;
                }
                let nodes = counts.named("node");
                let closed = ["fail", "done", "skip"].map(|kind| counts.named(kind)).into_iter().sum::<u64>();
                if nodes != closed {
                    return wrong(
                        format!("{nodes} nodes left out, of which {closed} are left again"),
                        "each node is left once",
                    );
                }
                let Some(next) = self.next.checked_add(nodes) else {
                    return wrong(format!("{nodes} nodes left out"), "more than can be counted");
                };
                self.next = next;
                self.max_depth = self.max_depth.max(*max_depth);
                self.left_out = self.left_out.saturating_add(counts.total());
                self.counts.merge(counts);
                return Ok(());
            }
            Line::Node { id, parent, depth } => self.enter(*id, *parent, *depth)?,
            Line::Fail { node } | Line::Done { node } | Line::Skip { node } => self.leave(*node)?,
            Line::Solution { node, .. } if self.level >= Level::Node => {
                let at = self.open.last().map(|&(id, _)| id);
                if *node != at {
                    return wrong(
                        format!("a solution at {}", name(*node)),
                        format!("the search is at {}", name(at)),
                    );
                }
            }
            Line::Solution { .. } | Line::Step(_) => {}
            Line::Phase { .. } | Line::Note { .. } | Line::Ask { .. } => {}
            Line::Head(_) | Line::Stats(_) => {}
        }
        if let Some(kind) = line.index() {
            self.counts.add(kind);
        }
        Ok(())
    }

    fn numbered(&self, id: u64) -> Result<(), Wrong> {
        if id == self.next {
            return Ok(());
        }
        wrong(
            format!("a node numbered {id}"),
            format!("nodes are numbered without a gap, and {} is next", self.next),
        )
    }

    fn enter(&mut self, id: u64, parent: Option<u64>, depth: usize) -> Result<(), Wrong> {
        self.numbered(id)?;
        let above = self.open.last().copied();
        if parent != above.map(|(id, _)| id) {
            let why = format!("the deepest open node is {}", name(above.map(|(id, _)| id)));
            return wrong(format!("node {id} below {}", name(parent)), why);
        }
        let least = above.map_or(0, |(_, depth)| depth + 1);
        if depth < least {
            return wrong(
                format!("node {id} at depth {depth}"),
                format!("its parent is at depth {}", least - 1),
            );
        }
        self.next += 1;
        self.max_depth = self.max_depth.max(depth);
        self.open.push((id, depth));
        Ok(())
    }

    fn leave(&mut self, node: u64) -> Result<(), Wrong> {
        match self.open.pop() {
            Some((id, _)) if id == node => Ok(()),
            Some((id, _)) => wrong(
                format!("node {node} is left"),
                format!("node {id} is open and deeper, or {node} is not open"),
            ),
            None => wrong(format!("node {node} is left"), "no node is open"),
        }
    }

    /// Compares the footer with a recount.
    pub(super) fn end(&self, stats: &Stats) -> Result<(), Wrong> {
        if let Some((id, _)) = self.open.last() {
            return wrong(format!("node {id} is never left"), "each node is left once");
        }
        let counted = |what: &str, footer: u64, counted: u64| match footer == counted {
            true => Ok(()),
            false => wrong(format!("the footer has {footer} {what}"), format!("a recount gives {counted}")),
        };
        for kind in crate::EVENT_KINDS {
            counted(&format!("events of kind `{kind}`"), stats.counts.named(kind), self.counts.named(kind))?;
        }
        counted("solutions", stats.solutions, self.counts.named("solution"))?;
        counted("written events", stats.written, self.written)?;
        counted("events left out", stats.left_out, self.left_out)?;
        if self.level >= Level::Node {
            counted("nodes", stats.nodes, self.next)?;
            counted("as its greatest depth", stats.max_depth as u64, self.max_depth as u64)?;
        }
        Ok(())
    }
}

fn name(node: Option<u64>) -> String {
    node.map_or_else(|| "no node".to_string(), |id| format!("node {id}"))
}
