//! The search tree that a trace describes.

use crate::head::{Head, Native};
use crate::line::Line;
use crate::sentence;
use coverlab_model::Literal;

/// How a node ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// A solution was found at it.
    Solved,
    /// One was found below it, or it is open.
    Branch,
    /// Nothing was found below it.
    Failed,
    /// It was left before its end.
    Skipped,
    /// It stands for nodes that are left out.
    LeftOut,
}

impl End {
    /// The word for it in data. A node that was left early looks like one that branches.
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
    /// Its parent's place in the tree's list.
    pub parent: Option<usize>,
    /// How many nodes have it as their parent.
    pub children: usize,
    /// How it ended.
    pub end: End,
    /// The step that led to it, in a word: `r1c2=3`.
    pub label: String,
    /// The same in a sentence.
    pub sentence: String,
    /// Its number, or the first of those that are left out.
    pub id: u64,
    /// How many nodes it is.
    pub nodes: u64,
    /// Its depth, or that of the first of them.
    pub depth: usize,
    /// The place of its event among the events.
    pub event: usize,
}

/// The nodes in the order in which they are entered.
#[derive(Clone, Debug)]
pub struct Tree {
    head: Head,
    /// The nodes.
    pub nodes: Vec<Node>,
    open: Vec<usize>,
    /// The last branch, in a word and in a sentence.
    branch: (String, String),
}

impl Tree {
    /// No node was entered.
    pub fn new(head: &Head) -> Tree {
        Tree { head: head.clone(), nodes: Vec::new(), open: Vec::new(), branch: Default::default() }
    }

    /// The name of the instance.
    pub fn title(&self) -> String {
        format!("{} on {}", self.head.strategy, self.head.name)
    }

    /// One more event, at place `event`.
    pub fn add(&mut self, event: usize, line: &Line) {
        match line {
            Line::Node { id, depth, .. } => {
                let at = self.nodes.len();
                self.enter(event, *id, 1, End::Branch, *depth);
                self.open.push(at);
            }
            Line::Sub { first, counts, .. } if counts.named("node") > 0 => {
                let above = self.open.last().map_or(0, |&at| self.nodes[at].depth + 1);
                let branch = std::mem::take(&mut self.branch);
                self.enter(event, *first, counts.named("node"), End::LeftOut, above);
                self.branch = branch;
            }
            Line::Solution { .. } => {
                if let Some(&at) = self.open.last() {
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
            Line::Try { .. } | Line::Side { .. } | Line::Take { .. } | Line::Decide { .. } => {
                self.branch = (word(line, &self.head.instance), sentence(line, &self.head));
            }
            _ => {}
        }
    }

    fn enter(&mut self, event: usize, id: u64, nodes: u64, end: End, depth: usize) {
        let parent = self.open.last().copied();
        if let Some(parent) = parent {
            self.nodes[parent].children += 1;
        }
        let (label, sentence) = std::mem::take(&mut self.branch);
        self.nodes.push(Node { parent, children: 0, end, label, sentence, id, nodes, depth, event });
    }
}

/// The step that begins a branch, in a word.
fn word(line: &Line, native: &Native) -> String {
    let variable = |literal: Literal| native.variable(literal).map(str::to_string);
    match *line {
        Line::Try { cell, digit, .. } => format!("{cell}={digit}"),
        Line::Side { .. } => "else".to_string(),
        Line::Take { option, .. } => {
            native.meaning(option).map_or_else(|| option.to_string(), str::to_string)
        }
        Line::Decide { literal, .. } => match variable(literal) {
            None => literal.to_string(),
            Some(name) if literal > 0 => name,
            Some(name) => name.replacen('=', "≠", 1),
        },
        _ => String::new(),
    }
}
