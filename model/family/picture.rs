//! Pictures of solutions: boards, lists, graphs. Drawing them is left to programs.

/// The picture of a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Picture {
    /// Boards side by side: one for a flat puzzle, one per layer for a solid one.
    Boards(Vec<Board>),
    /// A list.
    Lines(Vec<String>),
    /// A graph: the names of its vertices, and its edges with whether each is chosen.
    Graph(Vec<String>, Vec<Edge>),
}

/// An edge between two vertices of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// Its ends.
    pub ends: [usize; 2],
    /// Whether the solution has it.
    pub chosen: bool,
}

/// A rectangle of cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// Cells in a row.
    pub columns: usize,
    /// Row by row; `None` is a cell that is not there.
    pub cells: Vec<Option<Tile>>,
}

/// The contents of a cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tile {
    /// Its label.
    pub label: String,
    /// Neighbours of one group are drawn as one piece; the group is also the color.
    pub group: usize,
    /// Colors of its four edges, from the top clockwise, where it has such.
    pub edges: Option<[usize; 4]>,
}

impl Board {
    /// A board of empty tiles.
    pub fn new(rows: usize, columns: usize) -> Board {
        Board { columns, cells: vec![Some(Tile::default()); rows * columns] }
    }
}
