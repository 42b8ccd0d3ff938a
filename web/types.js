/**
 * The types of the data that the module and the page exchange. This file contains no code.
 *
 * @typedef {{name: string, sentence: string, values?: string[], range?: [number, number],
 *   default: string}} Parameter
 * @typedef {{name: string, kinds: string[], purpose: string, sentence: string, source: string, tells: boolean,
 *   parameters: Parameter[]}} StrategyInfo
 *
 * @typedef {{kind: "sudoku", rows: number, columns: number, side: number, clues: number[], text: string, others?: number}} SudokuRead
 * @typedef {{kind: "exact-cover", items: {name: string, primary: boolean}[], options: unknown[][]}} CoverRead
 * @typedef {{kind: "formula", variables: number, clauses: number[][]}} FormulaRead
 * @typedef {SudokuRead | CoverRead | FormulaRead} Puzzle
 * The kind of problem that an error about a text should be about.
 * @typedef {"exact-cover" | "formula"} ExpectedKind
 *
 * @typedef {{[name: string]: any, kind: string}} Line  an event of a trace, as in docs/FORMAT.md
 * @typedef {{line: Line, sentence: import("./language.js").Phrase, script?: number}} TrackEvent
 * An event that led to a position, by its number; a step of a human solution has a technique.
 * @typedef {{line: Line, event: number, technique?: string}} PathEvent
 * @typedef {{digit?: number, given?: boolean, guess?: boolean, candidates?: number[],
 *   waits?: boolean, untouched?: boolean}} CellState
 * @typedef {{literal: number, level: number, reason?: number[], decision: boolean}} Assigned
 * @typedef {{cells?: CellState[], node?: number|null, depth?: number, boards?: number[], branch?: number[],
 *   items?: {covered: boolean, options: number}[], options?: string[], taken?: number[], shrunk?: unknown,
 *   trail?: Assigned[], learned?: number[][], level?: number}} State
 * @typedef {{id: number[], parent: (number|null)[], depth: number[], status: string[], event: number[], label: string[]}} Tree
 * @typedef {{head: any, stats: any, events: number, kinds: string,
 *   letters: {[letter: string]: string}}} Traced
 *
 * @typedef {{row: number, column: number, digit: number}} Candidate
 * @typedef {{technique: string, title: string, placements: Candidate[], removals: Candidate[], pattern: Candidate[],
 *   fins: Candidate[], net?: Net|null, houses: string[], chain: {candidates: Candidate[], on: boolean, by: string}[],
 *   because: string, sentence: string, full?: string|null}} PersonStep
 *
 * A literal of a net: a candidate that is true (`on`) or false. A premise of an inference is the assumption (0) or an
 * inference before it.
 * @typedef {Candidate & {on: boolean}} NetLiteral
 * @typedef {{assumption: NetLiteral, inferences: {effects: NetLiteral[], reason: any, uses: number[]}[], end: any}} Branch
 * @typedef {{kind: any, branches: Branch[], conclusions: NetLiteral[]}} Net
 *
 * A state and the event that led to it. If a node fails, `cause` is the moment of the contradiction.
 * @typedef {{at: number, kind: string, line: Line|null, sentence: import("./language.js").Phrase, script: number|null, state: State,
 *   struck: Line[], step?: PersonStep, cause?: Moment}} Moment
 *
 * A search or an explanation, as positions from 0 to `length`.
 * @typedef {{
 *   name: string, head: any, stats: any, script?: {text: string}[], length: number, kinds: string, letters: {[letter: string]: string},
 *   kindAt(event: number): string,
 *   eventsBetween(from: number, to: number): Promise<TrackEvent[]>,
 *   moment(at: number): Promise<Moment>,
 *   path(at: number): Promise<PathEvent[]>,
 *   tree(): Promise<Tree|null>,
 * }} Track
 *
 * An assumption of a what-if: a cell's digit, or the number of an option or a literal.
 * @typedef {{cell: string, digit: number} | number} Assumption
 *
 * @typedef {"watch" | "predict" | "whatif"} Mode
 */
export {};
