// The state of the page and every action on it. Panes and controls listen; nothing here touches the document.

import { EngineError } from "./engine.js";
import { TraceTrack } from "./track.js";
import { PERSON, PersonTrack } from "./explain.js";
import { positionAt, timeAt } from "./clock.js";
import { Player } from "./player.js";
import { Quiz } from "./quiz.js";
import { boardText } from "./geometry.js";
import { PREFERRED } from "./examples.js";
import { groupOf, hasKind } from "./kinds.js";

/**
 * @typedef {{index: number, spec: string, previousSpec: string, level: string, track: import("./types.js").Track|null, at: number,
 *   running: boolean, startedAt: number, partial: boolean, stoppedAfter: number|null, slot: number, error: EngineError|null, recordedTrace: string|null,
 *   assume: import("./types.js").Assumption[]}} Pane
 *
 * A search that the user stopped has `stoppedAfter`, in milliseconds, and shows its last run that ended before.
 *
 * Kinds of change: the puzzle; the search of a pane; the positions; the mode, its question, or playing.
 * @typedef {"puzzle" | "pane" | "moment" | "mode"} Change
 */

/** Limits on the nodes and events of a search in a page. */
const MAX_NODES = 3_000_000;
const MAX_EVENTS = 100_000;

/**
 * Node limits of the successive runs of a search. Each run starts from the beginning and is shown when it ends. The first
 * is too short to notice, and all runs before a long one together visit less than a ninth of its nodes.
 */
const NODE_LIMITS = [200, 2_000, 20_000, 200_000, MAX_NODES];

/** The numbers of a pane's Worker slots differ by multiples of this. */
const SLOT_STRIDE = 100;

/** A run is not shown if a longer one replaces it within this many milliseconds. */
const MIN_SHOWN_MS = 250;

export class App {
  /** @param {import("./engine.js").Engine} engine */
  constructor(engine) {
    this.engine = engine;
    /** @type {import("./types.js").StrategyInfo[]} */
    this.strategies = [];
    /** In a lesson: the techniques of a human solution, if it is limited to some. @type {string[]|null} */
    this.allowed = null;
    /** In a lesson: the technique whose first step ends a human solution. @type {string|null} */
    this.until = null;
    this.version = "";
    this.text = "";
    /** @type {import("./types.js").Puzzle|null} */
    this.puzzle = null;
    /** @type {Pane[]} */
    this.panes = [newPane(0, "")];
    this.lead = 0;
    this.clock = "event";
    /** @type {import("./types.js").Mode} */
    this.mode = "watch";
    this.large = false;
    this.player = new Player(this);
    this.quiz = new Quiz(this);
    /** The number of solutions at which a search ends. */
    this.solutions = 1;
    /** In a lesson: the panels that are shown, whether strategies can be chosen, whether a staircase hides later
     * counts, and the titles of the searches.
     * @type {{show: string[], choose: boolean, veil: boolean, titles: (string|undefined)[]}|null} */
    this.figure = null;
    /** The second pane before a what-if replaced it. @type {Pane|null} */
    this.savedPane = null;
    /** @type {Map<Change, ((pane?: Pane) => void)[]>} */
    this.listeners = new Map();
  }

  /** @param {Change} change @param {(pane?: Pane) => void} listener */
  on(change, listener) {
    this.listeners.set(change, [...(this.listeners.get(change) ?? []), listener]);
  }

  /** @param {Change} change @param {Pane} [pane] */
  emit(change, pane) {
    for (const listener of this.listeners.get(change) ?? []) listener(pane);
  }

  get leader() {
    return this.panes[this.lead] ?? this.panes[0];
  }

  /** The strategies that can be traced and accept this puzzle. */
  get availableStrategies() {
    const kind = this.puzzle?.kind ?? "sudoku";
    return this.strategies.filter(({ tells, kinds }) => tells && kinds.includes(kind));
  }

  /** A strategy to show by default, other than `taken`. @param {string} [taken] */
  suggestion(taken) {
    const names = [...(PREFERRED[this.puzzle?.kind ?? ""] ?? []), ...this.availableStrategies.map(({ name }) => name)];
    return names.find((name) => name !== taken && this.availableStrategies.some((one) => one.name === name)) ?? "";
  }

  /**
   * Reads a puzzle. Throws an error and changes nothing if the text is not a puzzle.
   * @param {string} text @param {import("./types.js").ExpectedKind} [expected]  what the text should be
   */
  async open(text, expected) {
    const puzzle = await this.engine.ask({ ask: "read", text, expected });
    this.player.pause();
    this.puzzle = puzzle;
    this.text = puzzle.text ?? text;
    this.quiz.clear();
    this.leaveWhatIf();
    const accepted = new Set([...this.availableStrategies.map(({ name }) => name), ...(puzzle.kind === "sudoku" ? [PERSON] : [])]);
    for (const pane of this.panes) {
      updatePane(pane, { track: null, error: null, at: 0, assume: [] });
      if (!accepted.has(specName(pane.spec))) pane.spec = this.suggestion(this.panes[1 - pane.index]?.spec);
    }
    this.emit("puzzle");
  }

  /** Runs every pane. */
  async runAll() {
    await Promise.all(this.panes.map((pane) => this.run(pane)));
  }

  /** @param {Pane} pane @param {string} spec @param {string} [level] */
  choose(pane, spec, level = pane.level) {
    updatePane(pane, { previousSpec: pane.spec, spec, level, at: 0 });
    this.quiz.clear();
    return this.run(pane);
  }

  /** @param {Pane} pane */
  async run(pane) {
    if (pane.running) this.engine.stop(pane.slot);
    updatePane(pane, { running: true, startedAt: performance.now(), partial: false, stoppedAfter: null, error: null });
    this.emit("pane", pane);
    const [text, spec, since] = [this.text, pane.spec, pane.startedAt];
    const current = () => text === this.text && spec === pane.spec && since === pane.startedAt;
    let shown = null;
    try {
      for await (const { track, slot } of this.tracksOf(pane)) {
        if (!current()) return;
        if (shown) this.engine.stop(shown.slot);
        shown = { track, slot };
        updatePane(pane, { track, partial: true, at: Math.min(pane.at, track.length) });
        this.follow();
        this.emit("pane", pane);
        this.emit("moment");
      }
      if (!current()) return;
      pane.running = false;
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      if (!current()) return;
      // A stopped search stays as it was shown last.
      updatePane(pane, error.stopped && shown ? { running: false, stoppedAfter: performance.now() - since } : { running: false, error, track: null });
    }
    this.emit("pane", pane);
    this.emit("moment");
  }

  /**
   * Yields the tracks of a pane, each from a longer search. The Worker of the shown track answers questions about it while
   * another Worker searches.
   * @param {Pane} pane
   * @returns {AsyncGenerator<{track: import("./types.js").Track, slot: number}>}
   */
  async *tracksOf(pane) {
    const { index } = pane;
    if (pane.recordedTrace !== null) {
      pane.slot = index;
      yield { slot: index, track: new TraceTrack(this.engine, index, await this.engine.ask({ ask: "load", slot: index, text: pane.recordedTrace })) };
      return;
    }
    if (pane.spec === PERSON && this.puzzle?.kind === "sudoku") {
      yield { slot: index, track: new PersonTrack(this.puzzle, await this.engine.ask({ ask: "explain", text: this.text, techniques: this.allowed, until: this.until })) };
      return;
    }
    let shown = -1;
    let ready = await this.search(pane, index, NODE_LIMITS[0]);
    for (const nodes of NODE_LIMITS.slice(1)) {
      if (ready.track.stats.stop !== "node-limit") break;
      const free = [index, index + SLOT_STRIDE, index + 2 * SLOT_STRIDE].find((slot) => slot !== shown && slot !== ready.slot);
      const next = this.search(pane, free ?? index, nodes);
      // Skip a track that a longer run replaces almost at once.
      if (!await settlesWithin(next, MIN_SHOWN_MS)) {
        yield ready;
        shown = ready.slot;
      }
      ready = await next;
    }
    yield ready;
  }

  /** Searches up to a number of nodes. @param {Pane} pane @param {number} slot @param {number} nodes */
  async search(pane, slot, nodes) {
    pane.slot = slot;
    const traced = await this.engine.ask({
      ask: "trace", slot, strategy: pane.spec, text: this.text, level: pane.level, nodes, events: MAX_EVENTS, solutions: this.solutions,
      ...(pane.assume.length ? { assume: pane.assume } : {}),
    });
    return { slot, track: new TraceTrack(this.engine, slot, traced) };
  }

  /** @param {Pane} pane */
  stop(pane) {
    if (pane.running) this.engine.stop(pane.slot);
  }

  /** Adds a second pane, or removes it. */
  toggleSecond() {
    if (this.panes.length === 2) {
      this.closeSecond();
      return;
    }
    this.panes.push(newPane(1, this.suggestion(specName(this.panes[0].spec))));
    this.emit("puzzle");
    this.run(this.panes[1]);
  }

  closeSecond() {
    if (this.panes[1]) this.stop(this.panes[1]);
    this.panes.length = 1;
    this.savedPane = null;
    this.lead = 0;
    this.emit("puzzle");
    this.emit("moment");
  }

  /** @param {number} index */
  takeLead(index) {
    if (!this.panes[index] || this.lead === index) return;
    this.lead = index;
    this.quiz.clear();
    this.emit("moment");
  }

  /** @param {string} clock */
  setClock(clock) {
    this.clock = clock;
    this.follow();
    this.emit("moment");
  }

  /** @param {number} at */
  seek(at) {
    const { track } = this.leader;
    if (!track) return;
    this.leader.at = Math.max(0, Math.min(track.length, Math.round(at)));
    this.quiz.clear();
    this.follow();
    this.emit("moment");
  }

  /** Moves the other pane to the leader's time. */
  follow() {
    const { track, at } = this.leader;
    for (const pane of this.panes) {
      if (pane === this.leader || !pane.track || !track) continue;
      const isAtEnd = at === track.length;
      pane.at = isAtEnd ? pane.track.length : positionAt(pane.track, this.clock, timeAt(track, this.clock, at));
    }
  }

  /** @param {1|-1} direction */
  step(direction) {
    this.player.pause();
    if (this.mode === "predict" && direction > 0) return this.quiz.next();
    this.seek(this.leader.at + direction);
  }

  /**
   * Moves to the next or the previous event of a kind.
   * @param {(kind: string) => boolean} wanted
   * @param {1|-1} direction
   */
  jump(wanted, direction) {
    const { track, at } = this.leader;
    if (!track) return;
    this.player.pause();
    for (let event = direction > 0 ? at : at - 2; event >= 0 && event < track.length; event += direction) {
      if (wanted(track.kindAt(event))) return this.seek(event + 1);
    }
    if (direction < 0) this.seek(0);
  }

  /** @param {1|-1} direction */
  jumpNode(direction) {
    const { track } = this.leader;
    this.jump(track && hasKind(track, "node") ? (kind) => kind === "node" : (kind) => groupOf(kind) < 5, direction);
  }

  /** Whether an event of this kind follows. @param {string} kind */
  hasEventAhead(kind) {
    const { track, at } = this.leader;
    for (let event = at; track && event < track.length; event++) if (track.kindAt(event) === kind) return true;
    return false;
  }

  /** @param {import("./types.js").Mode} mode */
  setMode(mode) {
    if (mode === this.mode) return;
    this.player.pause();
    this.quiz.clear();
    if (this.mode === "whatif") this.leaveWhatIf();
    this.mode = mode;
    if (mode === "predict") this.quiz.begin();
    this.emit("mode");
  }

  /**
   * Repeats the search of the first pane in the second one, with these assumptions.
   * @param {import("./types.js").Assumption[]} assume
   */
  whatIf(assume) {
    if (!assume.length) return this.leaveWhatIf();
    if (this.panes[1] && !this.panes[1].assume.length) this.savedPane = this.panes[1];
    const { spec: first, level } = this.panes[0];
    const spec = first === PERSON ? this.suggestion() : first;
    const at = this.panes[1]?.assume.length ? this.panes[1].at : this.panes[0].at;
    if (this.panes[1]) this.stop(this.panes[1]);
    this.panes[1] = { ...newPane(1, spec), level, assume, at };
    this.emit("puzzle");
    return this.run(this.panes[1]);
  }

  leaveWhatIf() {
    if (!this.panes[1]?.assume.length) return;
    this.stop(this.panes[1]);
    if (this.savedPane) {
      this.panes[1] = this.savedPane;
      this.savedPane = null;
      this.run(this.panes[1]);
      this.emit("puzzle");
    } else this.closeSecond();
  }

  /** A recorded trace cannot be searched with an assumption. */
  get takesAssumptions() {
    return this.mode === "whatif" && this.panes[0].recordedTrace === null;
  }

  get assume() {
    return this.panes[1]?.assume ?? [];
  }

  /**
   * A hint for the current board, if nothing on it is a guess.
   * @param {"where"|"rule"|"step"} grade
   */
  async hint(grade) {
    return this.engine.ask({ ask: "hint", text: await this.currentText(), grade });
  }

  async currentText() {
    const { puzzle, leader: { track, at } } = this;
    if (!track || puzzle?.kind !== "sudoku") return this.text;
    const { state } = await track.moment(at);
    const cells = state.cells ?? [];
    if (cells.some(({ guess }) => guess) || (state.depth ?? 0) > 0) return this.text;
    return boardText(cells.map(({ digit }, cell) => digit ?? puzzle.clues[cell]), puzzle);
  }

  /** @returns {import("./hash.js").Bookmark} */
  get bookmark() {
    const shown = this.mode === "whatif" && this.assume.length ? this.panes.slice(0, 1) : this.panes;
    return {
      text: this.text, panes: shown.map(({ spec, level }) => ({ spec, level })), lead: this.lead, at: this.leader.at,
      clock: this.clock, mode: this.mode, assume: this.assume, large: this.large,
    };
  }
}

/** @param {number} index @param {string} spec @returns {Pane} */
export function newPane(index, spec) {
  return { index, spec, previousSpec: "", level: "step", track: null, at: 0, running: false, startedAt: 0, partial: false, stoppedAfter: null, slot: index, error: null, recordedTrace: null, assume: [] };
}

/** Sets fields of a pane. @param {Pane} pane @param {Partial<Pane>} fields */
function updatePane(pane, fields) {
  Object.assign(pane, fields);
}

/** Whether a promise is settled within a time. @param {Promise<unknown>} promise @param {number} ms */
function settlesWithin(promise, ms) {
  const settled = () => true;
  return Promise.race([promise.then(settled, settled), new Promise((done) => setTimeout(() => done(false), ms))]);
}

/** The strategy's name in a spec: `dlx` in `dlx:heuristic=first`. @param {string} spec */
export function specName(spec) {
  return spec.split(":")[0];
}
