//! Pictures of solutions, drawn as text for a terminal and as SVG.

use super::escape::html as escape;
use coverlab_model::family::{Board, Edge, Picture};
use std::fmt::Write;

/// A picture as text, with colors if `color`.
pub fn text(picture: &Picture, color: bool) -> String {
    let mut lines = match picture {
        Picture::Lines(lines) => lines.clone(),
        Picture::Graph(names, edges) => {
            let name = |end: usize| names[end].as_str();
            let chosen = edges.iter().filter(|e| e.chosen);
            chosen.map(|e| format!("{} - {}", name(e.ends[0]), name(e.ends[1]))).collect()
        }
        Picture::Boards(boards) if color || boards.len() == 1 => {
            boards.iter().flat_map(|b| board_text(b, color)).collect()
        }
        Picture::Boards(boards) => side_by_side(boards.iter().map(|b| board_text(b, false)).collect()),
    };
    lines.push(String::new());
    lines.join("\n")
}

/// A picture as an SVG document.
pub fn svg(picture: &Picture) -> String {
    let mut body = String::new();
    let (width, height) = match picture {
        Picture::Boards(boards) => {
            let mut left = 0;
            for board in boards {
                board_svg(board, left, &mut body);
                left += (board.columns + 1) * CELL;
            }
            let rows = boards.iter().map(rows).max().unwrap_or(0);
            (left.saturating_sub(CELL), rows * CELL)
        }
        Picture::Lines(lines) => {
            for (k, line) in lines.iter().enumerate() {
                let _ = writeln!(body, r#"<text x="0" y="{}">{}</text>"#, (k + 1) * 20, escape(line));
            }
            let longest = lines.iter().map(|l| l.chars().count()).max().unwrap_or(0);
            (longest * 10, lines.len() * 20 + 6)
        }
        Picture::Graph(names, edges) => {
            graph(names, edges, &mut body);
            (400, 400)
        }
    };
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-2 -2 {} {}\" font-family=\"monospace\" \
         font-size=\"16\">\n{body}</svg>\n",
        width + 4,
        height + 4
    )
}

/// The number of rows of a board.
fn rows(board: &Board) -> usize {
    board.cells.len() / board.columns.max(1)
}

/// The group of a cell; `None` for a hole and for a cell outside the board.
fn group(board: &Board, row: usize, column: usize) -> Option<usize> {
    if column >= board.columns {
        return None;
    }
    board.cells.get(row * board.columns + column)?.as_ref().map(|t| t.group)
}

/// Rows of text with walls between groups.
fn board_text(board: &Board, color: bool) -> Vec<String> {
    let width = board.cells.iter().flatten().map(|t| t.label.chars().count()).max().unwrap_or(0).max(1) + 2;
    let mut lines = Vec::new();
    for row in 0..=rows(board) {
        let mut wall = String::new();
        let mut line = String::new();
        for column in 0..=board.columns {
            let here = group(board, row, column);
            let left = column.checked_sub(1).and_then(|c| group(board, row, c));
            let above = row.checked_sub(1).and_then(|r| group(board, r, column));
            let corner = row.checked_sub(1).zip(column.checked_sub(1)).and_then(|(r, c)| group(board, r, c));
            wall.push(junction(corner != above, above != here, left != here, corner != left));
            line.push(if left == here { ' ' } else { '│' });
            if column < board.columns {
                let bar = if above == here { ' ' } else { '─' };
                wall.extend(std::iter::repeat_n(bar, width));
                cell_text(board, row, column, width, color, &mut line);
            }
        }
        lines.push(wall.trim_end().to_string());
        if row < rows(board) {
            lines.push(line.trim_end().to_string());
        }
    }
    lines
}

fn cell_text(board: &Board, row: usize, column: usize, width: usize, color: bool, line: &mut String) {
    let tile = board.cells.get(row * board.columns + column).and_then(Option::as_ref);
    let Some(tile) = tile else {
        line.extend(std::iter::repeat_n(' ', width));
        return;
    };
    if color {
        let (r, g, b) = hue(tile.group);
        let _ = write!(line, "\x1b[48;2;{r};{g};{b}m\x1b[30m{:^width$}\x1b[0m", tile.label);
    } else {
        let _ = write!(line, "{:^width$}", tile.label);
    }
}

fn board_svg(board: &Board, left: usize, out: &mut String) {
    for (index, tile) in board.cells.iter().enumerate() {
        let Some(tile) = tile else { continue };
        let (row, column) = (index / board.columns, index % board.columns);
        let (x, y) = (left + column * CELL, row * CELL);
        let _ = writeln!(
            out,
            r#"<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{}"/>"#,
            paint(tile.group)
        );
        if let Some(edges) = tile.edges {
            triangles(x, y, edges, out);
        }
        let (cx, cy) = (x + CELL / 2, y + CELL * 2 / 3);
        if !tile.label.is_empty() {
            let label = escape(&tile.label);
            let _ = writeln!(out, r#"<text x="{cx}" y="{cy}" text-anchor="middle">{label}</text>"#);
        }
        let mut wall = |x1: usize, y1: usize, x2: usize, y2: usize| {
            let _ = writeln!(out, r#"<path d="M{x1} {y1}L{x2} {y2}" stroke="black" stroke-width="2"/>"#);
        };
        let here = Some(tile.group);
        let above = row.checked_sub(1).and_then(|r| group(board, r, column));
        let before = column.checked_sub(1).and_then(|c| group(board, row, c));
        if above != here {
            wall(x, y, x + CELL, y);
        }
        if before != here {
            wall(x, y, x, y + CELL);
        }
        if group(board, row + 1, column).is_none() {
            wall(x, y + CELL, x + CELL, y + CELL);
        }
        if group(board, row, column + 1).is_none() {
            wall(x + CELL, y, x + CELL, y + CELL);
        }
    }
}

/// The side of a cell in an SVG.
const CELL: usize = 30;

/// Draws a square whose edges have colors, as four triangles.
fn triangles(x: usize, y: usize, edges: [usize; 4], out: &mut String) {
    let (middle_x, middle_y) = (x + CELL / 2, y + CELL / 2);
    let corners = [(x, y), (x + CELL, y), (x + CELL, y + CELL), (x, y + CELL)];
    for (k, color) in edges.into_iter().enumerate() {
        let ((ax, ay), (bx, by)) = (corners[k], corners[(k + 1) % 4]);
        let fill = paint(color + 1);
        let _ = writeln!(out, r#"<path d="M{ax} {ay}L{bx} {by}L{middle_x} {middle_y}Z" fill="{fill}"/>"#);
    }
}

/// The box-drawing character with these four arms: up, right, down, left.
fn junction(up: bool, right: bool, down: bool, left: bool) -> char {
    const SHAPES: [char; 16] =
        [' ', '╵', '╶', '└', '╷', '│', '┌', '├', '╴', '┘', '─', '┴', '┐', '┤', '┬', '┼'];
    SHAPES[usize::from(up) | usize::from(right) << 1 | usize::from(down) << 2 | usize::from(left) << 3]
}

/// A light color for a group. The hues of consecutive groups are far apart. Group 0 is white.
fn hue(group: usize) -> (u8, u8, u8) {
    if group == 0 {
        return (255, 255, 255);
    }
    // The golden angle, on a circle of six sixths of 256 steps.
    let angle = group * 949;
    let channel = |shift: usize| match (angle + shift) % 1536 {
        at @ ..256 => 128 + (at / 2) as u8,
        256..768 => 255,
        at @ 768..1024 => 255 - ((at - 768) / 2) as u8,
        _ => 128,
    };
    (channel(512), channel(0), channel(1024))
}

fn paint(group: usize) -> String {
    let (r, g, b) = hue(group);
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// Draws a graph with its vertices on a circle in a square of side 400.
fn graph(names: &[String], edges: &[Edge], out: &mut String) {
    let at = |k: usize| {
        let angle = k as f64 / names.len() as f64 * std::f64::consts::TAU;
        (200.0 + 170.0 * angle.sin(), 200.0 - 170.0 * angle.cos())
    };
    // Chosen edges last, so that they lie on top.
    for chosen in [false, true] {
        for edge in edges.iter().filter(|e| e.chosen == chosen) {
            let ((ax, ay), (bx, by)) = (at(edge.ends[0]), at(edge.ends[1]));
            let (stroke, width) = if chosen { ("#c03020", 5) } else { ("#c0c0c0", 1) };
            let _ = writeln!(
                out,
                r#"<path d="M{ax:.1} {ay:.1}L{bx:.1} {by:.1}" stroke="{stroke}" stroke-width="{width}"/>"#
            );
        }
    }
    for (k, name) in names.iter().enumerate() {
        let (x, y) = at(k);
        let _ = writeln!(out, r#"<circle cx="{x:.1}" cy="{y:.1}" r="14" fill="white" stroke="black"/>"#);
        let (name, y) = (escape(name), y + 5.0);
        let _ = writeln!(out, r#"<text x="{x:.1}" y="{y:.1}" text-anchor="middle">{name}</text>"#);
    }
}

/// Blocks of lines next to each other.
fn side_by_side(blocks: Vec<Vec<String>>) -> Vec<String> {
    let rows = blocks.iter().map(Vec::len).max().unwrap_or(0);
    let mut lines = vec![String::new(); rows];
    for block in blocks {
        let width = block.iter().map(|l| l.chars().count()).max().unwrap_or(0) + 2;
        for (k, line) in lines.iter_mut().enumerate() {
            let text = block.get(k).map_or("", String::as_str);
            let _ = write!(line, "{text:width$}");
        }
    }
    lines.into_iter().map(|l| l.trim_end().to_string()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use coverlab_model::family::Tile;

    #[test]
    fn pieces_are_surrounded_by_walls() {
        let mut board = Board::new(2, 2);
        for (cell, group) in [(0, 1), (1, 1), (2, 1), (3, 2)] {
            board.cells[cell] = Some(Tile { label: ["", "V", "I"][group].into(), group, edges: None });
        }
        let text = super::text(&Picture::Boards(vec![board.clone()]), false);
        assert_eq!(text, "┌───────┐\n│ V   V │\n│   ┌───┤\n│ V │ I │\n└───┴───┘\n");
        board.cells[3] = None;
        let text = super::text(&Picture::Boards(vec![board]), false);
        assert_eq!(text, "┌───────┐\n│ V   V │\n│   ┌───┘\n│ V │\n└───┘\n");
    }
}
