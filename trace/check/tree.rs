//! Checks the search tree of a trace, and recounts its events.

use crate::head::Level;
use crate::line::{Counts, Line, Stats};
use crate::reading::{Wrong, wrong};

/// The open nodes, and the counts so far.
pub(super) struct Tree {
    level: Level,
    open: Vec<OpenNode>,
    next: u64,
    max_depth: usize,
    counts: Counts,
    written: u64,
    left_out: u64,
}

/// A node that was entered and not yet left.
struct OpenNode {
    id: u64,
    depth: usize,
    /// Whether a solution was found below it.
    is_solved: bool,
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
                if counts.named("solution") > 0 {
                    self.mark_solved();
                }
                self.counts.merge(counts);
                return Ok(());
            }
            Line::Node { id, parent, depth } => self.enter(*id, *parent, *depth)?,
            Line::Fail { node } | Line::Done { node } | Line::Skip { node } => self.leave(*node, line)?,
            Line::Solution { node, .. } if self.level >= Level::Node => {
                let at = self.open.last().map(|open| open.id);
                if *node != at {
                    return wrong(
                        format!("a solution at {}", name(*node)),
                        format!("the search is at {}", name(at)),
                    );
                }
                self.mark_solved();
            }
            Line::Solution { .. } | Line::Step(_) => {}
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
        let above = self.open.last();
        if parent != above.map(|open| open.id) {
            let why = format!("the deepest open node is {}", name(above.map(|open| open.id)));
            return wrong(format!("node {id} below {}", name(parent)), why);
        }
        let least = above.map_or(0, |open| open.depth + 1);
        if depth < least {
            return wrong(
                format!("node {id} at depth {depth}"),
                format!("its parent is at depth {}", least - 1),
            );
        }
        self.next += 1;
        self.max_depth = self.max_depth.max(depth);
        self.open.push(OpenNode { id, depth, is_solved: false });
        Ok(())
    }

    /// Leaves a node, as `line` says.
    fn leave(&mut self, node: u64, line: &Line) -> Result<(), Wrong> {
        match (self.open.pop(), line) {
            (None, _) => wrong(format!("node {node} is left"), "no node is open"),
            (Some(OpenNode { id, .. }), _) if id != node => wrong(
                format!("node {node} is left"),
                format!("node {id} is open and deeper, or {node} is not open"),
            ),
            (Some(OpenNode { is_solved: true, .. }), Line::Fail { .. }) => {
                wrong(format!("node {node} fails"), "a solution was found below it")
            }
            (Some(OpenNode { is_solved: false, .. }), Line::Done { .. }) => {
                wrong(format!("node {node} is done"), "no solution was found below it")
            }
            _ => Ok(()),
        }
    }

    /// Records that a solution was found below each open node.
    fn mark_solved(&mut self) {
        self.open.iter_mut().for_each(|open| open.is_solved = true);
    }

    /// Compares the footer with a recount.
    pub(super) fn end(&self, stats: &Stats) -> Result<(), Wrong> {
        if let Some(OpenNode { id, .. }) = self.open.last() {
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
