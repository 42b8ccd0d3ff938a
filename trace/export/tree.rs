//! The search tree that a trace describes.

use super::lines;
use crate::line::Line;
use crate::sentence;
use std::io::{self, BufRead};

/// How a node ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
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

/// A node, or several that are left out.
#[derive(Debug)]
pub(super) struct Node {
    /// Its place in the tree's list.
    pub(super) parent: Option<usize>,
    pub(super) children: usize,
    pub(super) end: End,
    /// The step that led to it, in words.
    pub(super) label: String,
    /// Its number, or the first of those that are left out, and how many they are.
    pub(super) id: u64,
    pub(super) nodes: u64,
}

/// The nodes in the order in which they are entered, and the name of what is searched.
#[derive(Debug, Default)]
pub(super) struct Tree {
    pub(super) title: String,
    pub(super) nodes: Vec<Node>,
}

impl Tree {
    /// Reads it.
    ///
    /// # Errors
    /// A line that is none of a trace.
    pub(super) fn read(trace: impl BufRead) -> io::Result<Tree> {
        let (mut tree, mut head, mut open, mut label) =
            (Tree::default(), None, Vec::<usize>::new(), String::new());
        for line in lines(trace) {
            let (_, line) = line?;
            match &line {
                Line::Head(first) => {
                    tree.title = format!("{} on {}", first.strategy, first.name);
                    head = Some(first.clone());
                }
                Line::Node { id, .. } => {
                    tree.add(&mut open, *id, 1, End::Branch, std::mem::take(&mut label), true);
                }
                Line::Sub { first, counts, .. } if counts.named("node") > 0 => {
                    tree.add(&mut open, *first, counts.named("node"), End::LeftOut, String::new(), false);
                }
                Line::Solution { .. } => {
                    if let Some(&at) = open.last() {
                        tree.nodes[at].end = End::Solved;
                    }
                }
                Line::Fail { .. } | Line::Done { .. } | Line::Skip { .. } => {
                    if let Some(at) = open.pop() {
                        let node = &mut tree.nodes[at];
                        match line {
                            Line::Fail { .. } if node.children == 0 => node.end = End::Failed,
                            Line::Skip { .. } => node.end = End::Skipped,
                            _ => {}
                        }
                    }
                }
                Line::Try { .. } | Line::Side { .. } | Line::Take { .. } | Line::Decide { .. } => {
                    label = head.as_ref().map_or_else(String::new, |head| sentence(&line, head));
                }
                _ => {}
            }
        }
        Ok(tree)
    }

    fn add(&mut self, open: &mut Vec<usize>, id: u64, nodes: u64, end: End, label: String, opens: bool) {
        let parent = open.last().copied();
        if let Some(parent) = parent {
            self.nodes[parent].children += 1;
        }
        if opens {
            open.push(self.nodes.len());
        }
        self.nodes.push(Node { parent, children: 0, end, label, id, nodes });
    }
}
