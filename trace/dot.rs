//! Graphviz output, with the shapes and colors of search trees in Gist.

use crate::tree::{End, Tree};
use std::io::{self, Write};

/// Writes the search tree in Graphviz's language. Blue circles branch, red squares failed, green
/// diamonds are solutions, gray circles were left early, and red triangles stand for nodes that are
/// left out.
///
/// # Errors
/// If the output cannot be written.
pub fn dot(tree: &Tree, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "digraph search {{")?;
    writeln!(out, "  label=\"{}\"; labelloc=t;", escaped(&tree.title()))?;
    writeln!(out, "  node [style=filled, fontname=\"Helvetica\", fontsize=10];")?;
    for (at, node) in tree.nodes.iter().enumerate() {
        let (shape, color) = match node.end {
            End::Branch => ("circle", "#56b4e9"),
            End::Failed => ("box", "#d55e00"),
            End::Solved => ("diamond", "#009e73"),
            End::Skipped => ("circle", "#bbbbbb"),
            End::LeftOut => ("triangle", "#d55e00"),
        };
        let name = match node.end {
            End::LeftOut => format!("{} nodes", node.nodes),
            _ => node.id.to_string(),
        };
        writeln!(out, "  n{at} [shape={shape}, fillcolor=\"{color}\", label=\"{name}\"];")?;
        if let Some(parent) = node.parent {
            writeln!(out, "  n{parent} -> n{at} [label=\"{}\"];", escaped(&node.sentence))?;
        }
    }
    writeln!(out, "}}")
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
