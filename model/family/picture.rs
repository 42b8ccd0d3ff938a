//! Pictures of solutions: boards, lists or graphs. Each front end draws them in its own way.

/// The picture of a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Picture {
    /// Boards side by side: one for a puzzle in the plane, one per layer for a solid.
    Boards(Vec<Board>),
    /// A list.
    Lines(Vec<String>),
    /// A graph: the names of its vertices, and its edges.
    Graph(Vec<String>, Vec<Edge>),
}

/// An edge between two vertices of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The two vertices, as indices.
    pub ends: [usize; 2],
    /// Whether the edge belongs to the solution.
    pub chosen: bool,
}

/// A rectangle of cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// Number of cells per row.
    pub columns: usize,
    /// Cells in row-major order; `None` where the board has a hole.
    pub cells: Vec<Option<Tile>>,
}

/// The contents of a cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tile {
    /// The text in the cell.
    pub label: String,
    /// The group of the tile. Adjacent tiles of a group are drawn as one piece, and each group has a color.
    pub group: usize,
    /// The colors of the four edges, clockwise from the top, if the tile has any.
    pub edges: Option<[usize; 4]>,
}

impl Board {
    /// Creates a board with an empty tile in each cell.
    pub fn new(rows: usize, columns: usize) -> Board {
        Board { columns, cells: vec![Some(Tile::default()); rows * columns] }
    }

    /// Puts a tile without edges into a cell.
    pub(super) fn put(&mut self, cell: usize, label: impl Into<String>, group: usize) {
        self.cells[cell] = Some(Tile { label: label.into(), group, edges: None });
    }
}
