// Example puzzles. The Sudokus come from this project's generator; the named strategies show the puzzles best.

/**
 * The default strategies of the first and the second pane, by kind of puzzle. Names that the registry lacks are
 * skipped.
 * @type {{[kind: string]: string[]}}
 */
export const PREFERRED = {
  sudoku: ["heller", "dlx"], "exact-cover": ["dlx", "dancing-cells"], formula: ["cdcl", "dlx"],
};

/** @type {{group: string, title: string, description: string, text: string, strategy: string, second?: string}[]} */
export const EXAMPLES = [
  { group: "Sudoku", title: "A handful of guesses", description: "9×9; singles alone do not solve it", strategy: "heller",
    text: "693........81..5...2....7.9...9...1.4....8......45.....3.5..1....4..16....6.3..28" },
  { group: "Sudoku", title: "Singles all the way", description: "9×9 for a first lesson", strategy: "hidden-single",
    text: ".5...2.7.2.1........6.1..4...2...5..4...57..9....3..67.2..4...33.7..8..49......8." },
  { group: "Sudoku", title: "Four by four", description: "small enough to follow every link", strategy: "dlx", text: "4..2..3....3..4." },
  { group: "Sudoku", title: "Six by six", description: "boxes of two rows", strategy: "heller", text: ".26..1.3....6....5..5......1.62....." },
  { group: "Sudoku", title: "A pruning staircase", description: "how many boards are left, with Bird", strategy: "bird", second: "heller",
    text: ".35...6..8...7..21.........6...8......7..23....3..1457.....9.........2.6....187.3" },
  { group: "Sudoku", title: "Sixteen by sixteen", description: "numbers up to 16", strategy: "heller",
    text: ".49B.......5G..A...8..G.C2...9..6......F....8..C..C7..8A...D1.....567ED.4.GC..289G7E8.1.2D.F.C5.B....6.....3.1.FCD....F2A..17E9......897...B2..32..D..E....9.8..8CG9.2.5147.FD..37...C...G....4.E9....A1F3D.CB.5.1.F.D3E.CB..284.5D.4.C9..E83A.GAB....7...4GE6.." },
  { group: "Exact cover", title: "Six queens", description: "none attacks another", strategy: "dlx", text: "queens:6" },
  { group: "Exact cover", title: "Eight queens", description: "the classic size", strategy: "dlx", second: "dancing-cells", text: "queens:8" },
  { group: "Exact cover", title: "Langford pairs", description: "k numbers between the two k", strategy: "dlx", text: "langford:4" },
  { group: "Exact cover", title: "Dominoes on 4×4", description: "one of 36 tilings", strategy: "dlx", text: "dominoes:4x4" },
  { group: "Exact cover", title: "Pentominoes", description: "twelve pieces, 6×10", strategy: "dancing-cells", text: "pentominoes:6x10" },
  { group: "Formula", title: "Three pigeons, two holes", description: "no model: watch the proof", strategy: "cdcl", text: "pigeonhole:3" },
  { group: "Formula", title: "Random 3-SAT", description: "20 variables, 85 clauses", strategy: "cdcl", text: "random-sat:3:20:85:1" },
];
