// A live figure of a lesson: one search, two, or a race of several within the text, with its own transport and modes.

import { App, newPane } from "./app.js";
import { ClausesView } from "./clauses.js";
import { Controls } from "./controls.js";
import { h, setCurrent } from "./dom.js";
import { Engine, EngineError } from "./engine.js";
import { PuzzleSheet } from "./input.js";
import { figureAction } from "./keys.js";
import { word } from "./language.js";
import { Modes } from "./modes.js";
import { momentOf } from "./moments.js";
import { PaneView, showPanes } from "./pane.js";
import { problemNote } from "./problem.js";
import { Lanes, Race } from "./race.js";
import { hasNoKeys, lengthWords } from "./sentence.js";
import { StaircaseView } from "./staircase.js";

/** A search ends at the second solution, so that a single one is known to be unique. */
const SOLUTIONS = 2;

/** Height of a staircase above a tree, so that both are visible. */
const LOW_STAIRCASE = 150;

/** What paper shows of a search that is at its start. */
const PAPER_MOMENTS = ["conflict", "starve", "fail", "solution", "end"];

/** An engine whose panes have their own Workers. All other requests go to the engine that the figures share. */
class FigureEngine extends Engine {
  /** @param {Engine} shared */
  constructor(shared) {
    super(shared.bytes);
    this.shared = shared;
  }

  /** @param {{ask: string, slot?: number, [name: string]: any}} request */
  ask(request) {
    return request.slot === undefined ? this.shared.ask(request) : super.ask(request);
  }
}

/** A pane that shows its panels side by side, without tabs. */
class FigurePane extends PaneView {
  /** @param {import("./views.js").Named[]} all */
  arrange(all) {
    const shown = this.app.figure?.show ?? [];
    const panels = shown.flatMap((name) => all.filter((one) => one.name === name));
    for (const { name, view } of panels) {
      this.views.set(name, view);
      if (view instanceof ClausesView) view.learns = !shown.includes("trail");
      if (view instanceof StaircaseView) {
        view.veiled = !!this.app.figure?.veil;
        if (shown.includes("tree") && !this.app.figure?.choose) view.height = LOW_STAIRCASE;
      }
    }
    this.stage.replaceChildren(...panels.map(({ name, title, view }) =>
      h("div", { class: "panel", "data-name": name }, panels.length === 1 || name === "board" ? null : h("h3", {}, title), view.element)));
  }

  headParts() {
    return this.app.figure?.choose || this.pane.assume.length ? super.headParts() : [this.title()];
  }

  /** The title of the search in the lesson, and the name of its strategy. */
  title() {
    const title = this.app.figure?.titles[this.pane.index];
    return h("strong", { class: "written" }, title ?? "", h("code", {}, this.pane.spec));
  }

  fitWidth() {}

  /** Whether a question about this search is open. */
  get asking() {
    return !!this.app.quiz.question && this.app.leader === this.pane;
  }

  /** While a question is open, the board is drawn without the last event and removals. @param {import("./types.js").Moment} moment */
  drawBoard(moment) {
    super.drawBoard(this.asking ? { ...moment, line: null, struck: [] } : moment);
  }

  visibleViews() {
    return [...this.views.keys()];
  }

  async draw() {
    await super.draw();
    const { track, at } = this.pane;
    if (this.asking) this.sentence.show(word("Your turn."));
    if (track && at === 0 && !this.pane.running) this.sentence.show(`${word(hasNoKeys() ? "Press the buttons below." : "Press → or the buttons below.")} ${lengthWords(track, this.pane)}`);
  }
}

/** What the figures of a lesson share. @typedef {{engine: Engine, known: any, puzzles: {[name: string]: string}}} Shared */

export class Figure {
  /** @param {HTMLElement} element @param {Shared} shared */
  constructor(element, shared) {
    const { dataset } = element;
    this.element = element;
    this.name = element.id;
    this.shared = shared;
    const { specs } = this;
    const engine = new FigureEngine(shared.engine);
    this.app = specs.length > 2 ? new Race(engine) : new App(engine);
    const { app } = this;
    app.strategies = shared.known.strategies;
    app.allowed = dataset.techniques ? words(dataset.techniques) : null;
    app.until = dataset.until ?? null;
    app.solutions = Number(dataset.solutions ?? SOLUTIONS);
    app.figure = { show: words(dataset.show ?? "board"), choose: "choose" in dataset, veil: "veil" in dataset, titles: [dataset.title, ...(dataset.besideTitle ?? "").split(";")] };
    app.quiz.askedKinds = dataset.asks ? words(dataset.asks) : null;
    app.clock = dataset.clock ?? "event";
    const level = dataset.level ?? "step";
    app.panes = specs.map((spec, index) => ({ ...newPane(index, spec), level }));
    this.panes = h("div", { class: "panes" });
    /** @type {PaneView[]} */
    this.views = [];
    this.build();
    /** Whether its searches have run, and whether their Workers are kept. @type {"not begun" | "awake" | "asleep"} */
    this.state = "not begun";
    /** @type {Promise<void>|null} */
    this.waking = null;
    /** A dragged value that is not shown yet. @type {string|null} */
    this.pendingValue = null;
    this.isFollowing = false;
    /** The position that printing left. @type {number|null} */
    this.beforePaper = null;
  }

  /** The strategies of its searches. */
  get specs() {
    const { strategy, beside } = this.element.dataset;
    return [strategy ?? "", ...words(beside ?? "")];
  }

  /** The modes to choose from. */
  get modes() {
    return words(this.element.dataset.modes ?? "watch");
  }

  /** The puzzle, as the lesson defines it. */
  get text() {
    const { puzzle = "" } = this.element.dataset;
    return this.shared.puzzles[puzzle] ?? puzzle;
  }

  build() {
    const { app, element } = this;
    const { dataset } = element;
    const modes = h("div", { class: "modes", role: "group", "aria-label": word("mode") });
    const banner = h("div", { class: "banner", role: "region", "aria-label": word("what to do"), hidden: true });
    const transport = h("div", { class: "transport", role: "group", "aria-label": word("position") });
    const bar = h("div", { class: "figbar" }, modes, "own" in dataset ? this.ownPuzzleButtons() : null);
    bar.hidden = this.modes.length < 2 && !("own" in dataset);
    new Modes(app, modes, banner, this.modes);
    modes.hidden = this.modes.length < 2;
    new Controls(app, transport);
    const lanes = app instanceof Race ? new Lanes(app).element : null;
    element.classList.toggle("race", !!lanes);
    element.append(bar, banner, this.panes, ...(lanes ? [lanes] : []), transport);
    app.on("puzzle", () => (this.views = showPanes(app, this.panes, this.views, FigurePane)));
    app.on("pane", (pane) => this.views.find((view) => view.pane === pane)?.update());
    for (const change of /** @type {const} */ (["moment", "mode"])) app.on(change, () => this.views.forEach((view) => view.refresh()));
    for (const change of /** @type {const} */ (["moment", "pane"])) app.on(change, () => this.markLinks());
  }

  /** The buttons of a figure that accepts the reader's own puzzle. */
  ownPuzzleButtons() {
    const { app } = this;
    const sheet = new PuzzleSheet(app);
    return h("span", { class: "row" },
      h("button", { type: "button", class: "primary", onclick: () => sheet.show() }, word("Your puzzle …")),
      h("button", { type: "button", onclick: () => (app.assume.length ? app.setMode("watch") : app.toggleSecond()) }, word("Compare")));
  }

  /** Runs the searches, unless their Workers are kept. */
  wake() {
    if (this.state === "awake") return this.waking ?? Promise.resolve();
    const before = this.state;
    this.state = "awake";
    this.waking = before === "asleep" ? this.app.runAll() : this.begin();
    return this.waking;
  }

  async begin() {
    const { app } = this;
    try {
      await app.open(this.text);
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      this.panes.replaceChildren(problemNote(error, this.text));
      return;
    }
    await app.runAll();
    if (app instanceof Race) app.setClock(app.clock);
    const { at, mode } = this.element.dataset;
    this.go(at ?? "start");
    if (mode === "predict" || mode === "whatif") app.setMode(mode);
    this.element.dataset.live = "yes";
  }

  /**
   * Shows a value that the reader drags. While a search runs, only the latest value waits.
   * @param {string} name @param {string} value
   */
  async follow(name, value) {
    this.pendingValue = value;
    if (this.isFollowing) return;
    this.isFollowing = true;
    try {
      while (this.pendingValue !== null) {
        const next = this.pendingValue;
        this.pendingValue = null;
        await this.applyDrag(name, next);
      }
    } finally {
      this.isFollowing = false;
    }
  }

  /** Shows a dragged value, after another search if the search depends on it. @param {string} name @param {string} value */
  async applyDrag(name, value) {
    const { dataset } = this.element;
    // As `FOLLOWING` in page/lesson/write/player.rs.
    for (const key of ["puzzle", "strategy", "beside", "at"]) {
      const written = dataset[`drag${key[0].toUpperCase()}${key.slice(1)}`];
      if (written) dataset[key] = written.replaceAll(`$${name}`, value);
    }
    const { specs } = this;
    const searches = dataset.dragStrategy ?? dataset.dragBeside;
    if (searches) this.app.panes.forEach((pane, index) => (pane.spec = specs[index] ?? pane.spec));
    if (this.state === "not begun") return;
    await this.waking;
    if (!(dataset.dragPuzzle ?? searches)) {
      this.go(dataset.at ?? "start");
      return;
    }
    // A minimum height keeps the text below in its place while the panels are rebuilt.
    const { panes } = this;
    panes.style.minHeight = `${panes.offsetHeight}px`;
    await (this.waking = this.begin());
    panes.style.minHeight = "";
  }

  /** Ends the Workers. The drawing stays. */
  sleep() {
    const { app } = this;
    if (this.state !== "awake" || app.panes.some(({ running }) => running)) return;
    app.player.pause();
    app.panes.forEach(({ slot }) => app.engine.stop(slot));
    this.state = "asleep";
  }

  /** @param {string} moment  as for `momentOf` */
  go(moment) {
    const { track } = this.app.leader;
    const at = track && momentOf(track, moment);
    if (at === null || at === undefined) throw new Error(`figure ${this.name}: no moment ${moment}`);
    this.app.player.pause();
    if (this.app.mode !== "watch") this.app.setMode("watch");
    this.app.seek(at);
  }

  /** Marks the links to the current moment. */
  markLinks() {
    const { track, at } = this.app.leader;
    if (!track) return;
    for (const link of document.querySelectorAll(`a[data-go^="${this.name} "]`)) {
      const isCurrent = momentOf(track, link.getAttribute("data-go")?.slice(this.name.length + 1) ?? "") === at;
      setCurrent(link, isCurrent);
    }
  }

  /**
   * Shows more than an empty start on paper: the first dead end of the search, or its end. Printing is over when `afterPaper`
   * is called.
   */
  async forPaper() {
    await this.wake();
    const { app, element } = this, { track, at } = app.leader;
    this.beforePaper = null;
    if (!track || at || "own" in element.dataset) return;
    this.beforePaper = at;
    const moment = PAPER_MOMENTS.find((one) => momentOf(track, one) !== null) ?? "end";
    this.go(moment);
    await Promise.all(this.views.map((view) => view.draw()));
  }

  afterPaper() {
    if (this.beforePaper !== null) this.app.seek(this.beforePaper);
    this.beforePaper = null;
  }

  /** Its visible height, in pixels. */
  get visibleHeight() {
    const { top, bottom } = this.element.getBoundingClientRect();
    return Math.min(bottom, innerHeight) - Math.max(top, 0);
  }

  /** Handles a key, and returns whether it did. Without the focus, only keys that do not scroll the page. @param {KeyboardEvent} event @param {boolean} hasFocus */
  pressed(event, hasFocus) {
    const action = figureAction(event.key);
    if (!action || (event.key === "p" && !this.modes.includes("predict")) || (!hasFocus && !["ArrowRight", "ArrowLeft"].includes(event.key))) return false;
    if (event.key === " " && event.target instanceof Element && event.target.closest("button, summary")) return false;
    action(this.app);
    return true;
  }
}

/** @param {string} text */
function words(text) {
  return text.split(/\s+/).filter(Boolean);
}
