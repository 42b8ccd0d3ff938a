//! The search tree of a trace.

use crate::head::{Head, Native};
use crate::line::Line;
use crate::sentence;
use coverlab_model::{OptionId, Step};
use std::collections::HashMap;

/// How a node ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// A solution was found at the node.
    Solved,
    /// It has children, or is still open.
    Branch,
    /// It has no children, and no solution.
    Failed,
    /// It was left early.
    Skipped,
    /// It stands for nodes that are left out.
    LeftOut,
}

impl End {
    /// The word for it in data. A node that was left early is displayed like one that branches.
    pub const fn name(self) -> &'static str {
        match self {
            End::Solved => "solution",
            End::Branch | End::Skipped => "branch",
            End::Failed => "fail",
            End::LeftOut => "collapsed",
        }
    }
}

/// A node, or several that are left out.
#[derive(Clone, Debug)]
pub struct Node {
    /// The index of its parent.
    pub parent: Option<usize>,
    /// The number of its children.
    children: usize,
    /// How it ended.
    pub end: End,
    /// The step that led to it, abbreviated: `r1c2=3`.
    pub label: String,
    /// The step that led to it, as a sentence.
    pub sentence: String,
    /// Its number, or the first number of those left out.
    pub id: u64,
    /// The number of nodes it stands for.
    pub nodes: u64,
    /// Its depth, or that of the first node left out.
    pub depth: usize,
    /// The index of its event.
    pub event: usize,
}

/// The search tree, as a list of nodes in order of entry.
#[derive(Clone, Debug)]
pub struct Tree {
    head: Head,
    /// The nodes.
    pub nodes: Vec<Node>,
    open: Vec<usize>,
    taken: TakenOptions,
    /// The last branch, abbreviated and as a sentence.
    branch: (String, String),
}

impl Tree {
    /// Creates an empty tree.
    pub(crate) fn new(head: Head) -> Tree {
        let taken = TakenOptions::default();
        Tree { head, nodes: Vec::new(), open: Vec::new(), taken, branch: Default::default() }
    }

    /// A title: the strategy and the instance.
    pub fn title(&self) -> String {
        format!("{} on {}", self.head.strategy, self.head.name)
    }

    /// Adds an event, whose index is `event`.
    pub(crate) fn add(&mut self, event: usize, line: &Line) {
        match line {
            Line::Node { id, depth, .. } => {
                let parent = self.taken.node_above().or(self.current());
                let at = self.enter(event, parent, *id, 1, End::Branch, *depth);
                (self.nodes[at].label, self.nodes[at].sentence) = std::mem::take(&mut self.branch);
                self.open.push(at);
                self.taken.set_node(at);
            }
            Line::Sub { first, counts, .. } if counts.named("node") > 0 => {
                let parent = self.current();
                let depth = parent.map_or(0, |at| self.nodes[at].depth + 1);
                self.enter(event, parent, *first, counts.named("node"), End::LeftOut, depth);
            }
            Line::Solution { .. } => {
                if let Some(at) = self.current() {
                    self.nodes[at].end = End::Solved;
                }
            }
            Line::Fail { .. } | Line::Done { .. } | Line::Skip { .. } => {
                let Some(at) = self.open.pop() else { return };
                let node = &mut self.nodes[at];
                match line {
                    Line::Fail { .. } if node.children == 0 => node.end = End::Failed,
                    Line::Skip { .. } => node.end = End::Skipped,
                    _ => {}
                }
            }
            Line::Step(step) => {
                self.taken.apply(step);
                if let Some(label) = branch_label(step, &self.head.instance) {
                    self.branch = (label, sentence(line, &self.head));
                }
            }
            _ => {}
        }
    }

    /// The node that the search is at.
    fn current(&self) -> Option<usize> {
        self.taken.node().or(self.open.last().copied())
    }

    /// Adds a node without a label; returns its index.
    fn enter(
        &mut self,
        event: usize,
        parent: Option<usize>,
        id: u64,
        nodes: u64,
        end: End,
        depth: usize,
    ) -> usize {
        if let Some(parent) = parent {
            self.nodes[parent].children += 1;
        }
        let (label, sentence) = Default::default();
        self.nodes.push(Node { parent, children: 0, end, label, sentence, id, nodes, depth, event });
        self.nodes.len() - 1
    }
}

/// The taken options of an exact cover, and the nodes at which they were taken. A search that looks at all options of an item
/// before it searches below any of them comes back to a node when it takes these options again.
#[derive(Clone, Debug, Default)]
struct TakenOptions {
    /// The options in the order in which they were taken; each has an index for itself and those before it.
    path: Vec<usize>,
    /// The indices by the index before, if any, and the option.
    indices: HashMap<(Option<usize>, OptionId), usize>,
    /// By index: the node that was entered with these options.
    nodes: Vec<Option<usize>>,
}

impl TakenOptions {
    fn apply(&mut self, step: &Step) {
        match *step {
            Step::Take { option, .. } => {
                let next = self.nodes.len();
                let index = *self.indices.entry((self.path.last().copied(), option)).or_insert(next);
                self.nodes.resize(next.max(index + 1), None);
                self.path.push(index);
            }
            Step::GiveBack { .. } => {
                self.path.pop();
            }
            Step::Restart {} => *self = TakenOptions::default(),
            _ => {}
        }
    }

    fn set_node(&mut self, node: usize) {
        if let Some(&index) = self.path.last() {
            self.nodes[index] = Some(node);
        }
    }

    /// The node of the longest prefix of the path that has one.
    fn node(&self) -> Option<usize> {
        self.path.iter().rev().find_map(|&index| self.nodes[index])
    }

    /// The node above it: of the longest such prefix without the last option.
    fn node_above(&self) -> Option<usize> {
        self.path.iter().rev().skip(1).find_map(|&index| self.nodes[index])
    }
}

/// Abbreviates a step that starts a branch; `None` for other steps.
fn branch_label(step: &Step, native: &Native) -> Option<String> {
    let label = match *step {
        Step::Try { cell, digit, .. } => format!("{cell}={digit}"),
        Step::Side { .. } => "else".to_string(),
        Step::Take { option, .. } => {
            native.meaning(option).map_or_else(|| option.to_string(), str::to_string)
        }
        Step::Decide { literal, .. } => match native.variable(literal) {
            None => literal.to_string(),
            Some(name) if literal > 0 => name.to_string(),
            Some(name) if name.contains('=') => name.replacen('=', "≠", 1),
            Some(name) => format!("¬{name}"),
        },
        _ => return None,
    };
    Some(label)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decision_against_a_variable_is_labeled_as_one() {
        let names = vec![(1, "r1c2=3".to_string()), (2, "a b".to_string())];
        let native = Native::Cnf { variables: 3, clauses: Vec::new(), decisive: None, names };
        let label = |literal| branch_label(&Step::Decide { literal, level: 1 }, &native).unwrap();
        assert_eq!([1, -1, 2, -2, 3, -3].map(label), ["r1c2=3", "r1c2≠3", "a b", "¬a b", "3", "-3"]);
    }

    #[test]
    fn a_restart_forgets_the_nodes_of_taken_options() {
        let (mut taken, take) = (TakenOptions::default(), Step::Take { depth: 1, option: 0 });
        taken.apply(&take);
        taken.set_node(5);
        taken.apply(&Step::GiveBack { option: 0 });
        taken.apply(&take);
        assert_eq!(taken.node(), Some(5));
        taken.apply(&Step::Restart {});
        taken.apply(&take);
        assert_eq!(taken.node(), None);
    }
}
