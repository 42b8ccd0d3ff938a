//! The messages that CP-Profiler, the profiler of Gecode, Chuffed and MiniZinc, accepts from a solver.
//!
//! The protocol (version 3, `cpp-integration` and `search-logger` of github.com/cp-profiler) is a
//! stream over TCP, port 6565. A recording of it is a file that `search-reader`, or any program that
//! copies a file to a port, can replay.
//!
//! A message consists of its length (four bytes, little-endian), its type (one byte: node 0, done 1,
//! start 2, restart 3) and its content. All other numbers are four bytes, big-endian. A node has the
//! numbers node, restart and thread of itself and of its parent (-1: none), its index among its
//! siblings, the number of its children, and a byte for its status (solved 0, failed 1, branch 2,
//! skipped 3). Then come fields, each a byte (label 0, nogood 1, info 2, version 3) and a text with its
//! length, or a number for the version.

use super::tree;
use crate::tree::End;
use std::io::{self, BufRead, Write};

const VERSION: i32 = 3;

/// Writes the search tree as a recording for CP-Profiler. If it has several roots, as after restarts,
/// they get a common parent.
///
/// # Errors
/// If the trace has no head, a line is malformed, or the output cannot be written.
pub fn profiler(trace: impl BufRead, out: &mut dyn Write) -> io::Result<()> {
    let tree = tree(trace)?;
    let (title, nodes) = (tree.title(), &tree.nodes);
    let mut start = vec![2];
    field(&mut start, 2, &serde_json::json!({ "name": title, "has_restarts": false }).to_string());
    start.push(3);
    start.extend(VERSION.to_be_bytes());
    send(&start, out)?;
    let roots = nodes.iter().filter(|node| node.parent.is_none()).count();
    let shift = usize::from(roots > 1);
    if shift > 0 {
        let above = Message { id: 0, parent: -1, place: -1, children: roots, end: End::Branch };
        send(&above.bytes(&title, ""), out)?;
    }
    // The next child index below each node, and below the common root.
    let (mut places, mut top) = (vec![0; nodes.len()], 0);
    for (at, node) in nodes.iter().enumerate() {
        let place = node.parent.map_or(&mut top, |parent| &mut places[parent]);
        let below = node.parent.map(|parent| number(parent + shift));
        let (parent, place) = match (below, shift) {
            (Some(parent), _) => (parent, std::mem::replace(place, *place + 1)),
            (None, 1) => (0, std::mem::replace(place, *place + 1)),
            (None, _) => (-1, -1),
        };
        let message =
            Message { id: number(at + shift), parent, place, children: node.children, end: node.end };
        let info = match node.end {
            End::LeftOut => format!("{} nodes are left out", node.nodes),
            _ => format!("node {}", node.id),
        };
        send(&message.bytes(&node.sentence, &info), out)?;
    }
    send(&[1], out)
}

struct Message {
    id: i32,
    parent: i32,
    place: i32,
    children: usize,
    end: End,
}

impl Message {
    fn bytes(&self, label: &str, info: &str) -> Vec<u8> {
        let mut bytes = vec![0];
        let (restart, thread) = (-1_i32, 0_i32);
        let above = if self.parent < 0 { [-1, -1, -1] } else { [self.parent, restart, thread] };
        let numbers = [self.id, restart, thread].into_iter().chain(above);
        for number in numbers.chain([self.place, number(self.children)]) {
            bytes.extend(number.to_be_bytes());
        }
        bytes.push(match self.end {
            End::Solved => 0,
            End::Failed => 1,
            End::Branch => 2,
            End::Skipped | End::LeftOut => 3,
        });
        field(&mut bytes, 0, label);
        field(&mut bytes, 2, info);
        bytes
    }
}

fn number(count: usize) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}

fn field(bytes: &mut Vec<u8>, name: u8, text: &str) {
    bytes.push(name);
    bytes.extend(number(text.len()).to_be_bytes());
    bytes.extend(text.as_bytes());
}

fn send(message: &[u8], out: &mut dyn Write) -> io::Result<()> {
    out.write_all(&u32::try_from(message.len()).unwrap_or(u32::MAX).to_le_bytes())?;
    out.write_all(message)
}
