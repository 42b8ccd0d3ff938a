// One search: its strategy, the sentence, the picture of the state, and the tree, code and counters beside it.

import { h, refill } from "./dom.js";
import { ignoreStop } from "./engine.js";
import { Names } from "./names.js";
import { plural, translated, word } from "./language.js";
import { BoardView } from "./board.js";
import { TreeView } from "./tree.js";
import { PERSON } from "./explain.js";
import { SentenceView } from "./sentence.js";
import { chooser } from "./chooser.js";
import { marksOf } from "./marks.js";
import { Tabs } from "./tabs.js";
import { handlePick, supposeDigit } from "./whatif.js";
import { whyButton } from "./why.js";
import { viewsOf } from "./views.js";
import { problemNote } from "./problem.js";
import { cellIndex } from "./geometry.js";
import { assumptionText } from "./hash.js";

export class PaneView {
  /** @param {import("./app.js").App} app @param {import("./app.js").Pane} pane */
  constructor(app, pane) {
    this.app = app;
    this.pane = pane;
    this.head = h("header", { class: "panehead" });
    this.stage = h("div", { class: "stage" });
    this.side = h("div", { class: "side" });
    this.element = h("section", { class: "pane", "aria-label": word("pane {}", pane.index + 1) }, this.head, this.stage, this.side);
    this.sentence = new SentenceView(this.element);
    this.head.after(this.sentence.element);
    this.element.addEventListener("pointerdown", () => app.takeLead(pane.index));
    /** @type {Map<string, import("./views.js").View>} */
    this.views = new Map();
    /** @type {import("./types.js").Track|null} */
    this.shown = null;
    /** @type {BoardView|null} */
    this.board = null;
    /** @type {TreeView|null} */
    this.tree = null;
    this.drawRequests = 0;
    this.progress = h("span", { class: "note", role: "timer" });
    /** Shows the elapsed time while a search runs. @type {ReturnType<typeof setInterval>|undefined} */
    this.timer = undefined;
    // A container query would need two more layouts for each position: every pass of the grid around a panel measures
    // the panel and its board again.
    this.sizeObserver = new ResizeObserver((all) => all.forEach(({ target, contentRect: { width, height } }) => {
      /** @type {HTMLElement} */ (target).style.setProperty("--across", `${width}px`);
      /** @type {HTMLElement} */ (target).style.setProperty("--down", `${height}px`);
    }));
    this.update();
  }

  /** Shows a search that changed, started or failed. */
  update() {
    const { pane, app } = this;
    refill(this.head, ...this.headParts());
    this.element.classList.toggle("running", pane.running);
    this.element.classList.toggle("partial", pane.running && pane.partial);
    this.showElapsedTime();
    if (pane.track && pane.track !== this.shown) this.build(pane.track);
    if (pane.error && !pane.error.stopped) {
      this.shown = null;
      this.stage.replaceChildren(problemNote(pane.error, app.text));
      this.side.replaceChildren();
      this.placeSentence();
      this.sentence.show(word("This search could not start."));
    } else if (pane.running && !this.shown) this.sentence.show(word("Searching …"));
    else if (pane.error?.stopped) this.sentence.show(word("Stopped before the first event. Choose a strategy, or run it again."));
    this.refresh();
  }

  headParts() {
    const { pane, app } = this;
    const stop = h("button", { type: "button", class: "quiet", onclick: () => app.stop(pane) }, word("Stop"));
    const again = h("button", { type: "button", class: "quiet", onclick: () => app.run(pane) }, word("Run again"));
    const key = app.panes.length > 1 ? h("kbd", { "aria-hidden": "true" }, pane.index + 1) : null;
    const close = pane.index === 1 && !pane.assume.length && pane.recordedTrace === null
      ? h("button", { type: "button", class: "quiet close", "aria-label": word("close this pane"), onclick: () => app.toggleSecond() }, "×") : null;
    const parts = [key, pane.assume.length ? this.assumptionChips() : chooser(app, pane), pane.running ? h("span", { class: "progress" }, this.progress, stop) : this.stopWords(), pane.error?.stopped || pane.stoppedAfter !== null ? again : null, close];
    return parts.flatMap((part) => (part ? [part] : []));
  }

  /** When the user stopped the search, and what was counted until then. */
  stopWords() {
    const { track, stoppedAfter } = this.pane;
    if (!track || stoppedAfter === null) return null;
    return h("span", { class: "note" }, word("Stopped after {}; counted: {}", plural(Math.round(stoppedAfter / 1000), "second"), plural(track.stats.nodes, "node")));
  }

  /** Shows the elapsed seconds while a search runs. */
  showElapsedTime() {
    const { pane } = this;
    const show = () => {
      const seconds = Math.floor((performance.now() - pane.startedAt) / 1000);
      this.progress.textContent = [`${seconds} s`, ...(pane.partial && pane.track ? [word("over {}", plural(pane.track.stats.nodes, "node"))] : [])].join(", ");
    };
    clearInterval(this.timer);
    if (!pane.running) return;
    show();
    this.timer = setInterval(() => (this.element.isConnected ? show() : clearInterval(this.timer)), 500);
  }

  /** The assumptions of the second pane, each as a button that removes it. */
  assumptionChips() {
    const { pane, app } = this;
    const searched = app.panes[0].track;
    const names = searched ? new Names(searched.head) : null;
    const name = (/** @type {import("./types.js").Assumption} */ one) => (typeof one !== "number" || !names ? assumptionText(one)
      : names.instance.problem === "cnf" ? names.literal(one) : names.option(one));
    return h("span", { class: "supposed" }, `${word("{}, if", pane.spec)} `,
      pane.assume.map((one, at) => h("button", { type: "button", class: "chip", title: word("remove this assumption"), onclick: () => app.whatIf(pane.assume.filter((_, other) => other !== at)) }, name(one), " ×")));
  }

  /** @param {import("./types.js").Track} track */
  build(track) {
    this.shown = track;
    const names = new Names(track.head);
    this.names = names;
    const pick = (/** @type {import("./predict.js").Choice} */ choice, /** @type {HTMLElement} */ at) => handlePick(this.app, this.pane, names, choice, at);
    const onlabel = (/** @type {any} */ choice) => pick(choice, this.stage);
    this.board = names.shape ? new BoardView(names.shape, (cell, digit, at) => pick({ cell, literal: digit || undefined }, at)) : null;
    if (this.board) {
      this.board.printed = names.clues;
      this.board.ondigit = (cell, digit) => this.app.takesAssumptions && supposeDigit(this.app, names, cell, digit);
    }
    this.tree = new TreeView(track, (at) => this.seek(at));
    this.views = new Map();
    this.arrange([
      ...(this.board ? [{ name: "board", title: word("Board"), stage: true, view: { element: this.board.element, draw: (/** @type {any} */ moment) => this.drawBoard(moment) } }] : []),
      ...viewsOf(track, names, this.tree, onlabel, (at) => this.seek(at)),
    ]);
  }

  /** Arranges the views on the stage and beside it. @param {import("./views.js").Named[]} all */
  arrange(all) {
    this.stageTabs = this.fillTabs(this.stage, word("picture of the search"), all.filter(({ stage }) => stage));
    this.sizeObserver.disconnect();
    this.sideTabs = this.fillTabs(this.side, word("more about the search"), all.filter(({ stage }) => !stage));
    [...this.stageTabs.all, ...this.sideTabs.all].forEach(({ panel }) => this.sizeObserver.observe(panel));
    this.placeSentence();
    this.fitWidth();
    if (this.app.mode !== "watch") this.showAnswers();
  }

  /** Places the sentence above the picture, or beside it if it is the proof of a step, which may have 30 lines. */
  placeSentence() {
    const explains = this.shown?.name === PERSON;
    this.element.classList.toggle("explains", explains);
    if (explains) this.side.prepend(this.sentence.element);
    else this.head.after(this.sentence.element);
  }

  /** @param {HTMLElement} into @param {string} label @param {import("./views.js").Named[]} there */
  fillTabs(into, label, there) {
    const tabs = new Tabs(label, there.map(({ name, title, view }) => ({ name, title, panel: h("div", {}, view.element) })));
    for (const { name, view } of there) this.views.set(name, view);
    into.replaceChildren(tabs.row, ...tabs.all.map(({ panel }) => panel));
    tabs.showOnly(there.map(({ name }) => name));
    tabs.onselect = () => this.draw();
    return tabs;
  }

  /** In a wide window with one pane, the tree is above the other panels and has no tab. */
  fitWidth() {
    if (!this.sideTabs) return;
    const names = [...this.views.keys()].filter((name) => ["steps", "tree", "script", "staircase", "counters"].includes(name));
    const roomy = this.app.panes.length === 1 && matchMedia("(min-width: 62rem)").matches && names.includes("tree") && (this.shown?.stats?.nodes ?? 0) > 1;
    const was = this.element.classList.contains("roomy");
    this.element.classList.toggle("roomy", roomy);
    const offered = roomy ? names.filter((name) => name !== "tree") : names;
    this.sideTabs.pinned = roomy ? "tree" : "";
    this.sideTabs.showOnly(offered);
    this.sideTabs.select(was && !roomy && names.includes("tree") ? "tree" : this.sideTabs.selected);
  }

  /** @param {number} at */
  seek(at) {
    this.app.takeLead(this.pane.index);
    this.app.player.pause();
    this.app.seek(at);
  }

  /** Updates the lead, the mode and what can be clicked. */
  refresh() {
    const { app, pane } = this;
    const leads = app.leader === pane;
    this.element.classList.toggle("leads", leads && app.panes.length > 1);
    if (this.element.dataset.mode !== app.mode && app.mode !== "watch") this.showAnswers();
    this.element.dataset.mode = app.mode;
    this.sentence.setLive(leads && !app.player.playing);
    if (this.tree) this.tree.veiled = app.mode === "predict";
    this.element.classList.toggle("picking", (leads && !!app.quiz.question) || app.takesAssumptions);
    this.draw();
  }

  /** Shows what a reader clicks: items, options or literals, unless they are cells. */
  showAnswers() {
    const clicked = this.names?.shape ? null : this.stageTabs?.all.find(({ name, shown }) => shown && ["matrix", "clauses"].includes(name));
    if (clicked) this.stageTabs?.select(clicked.name);
  }

  /** Draws the moment, unless a later one was requested in the meantime. */
  async draw() {
    const { app } = this;
    const { track, at } = this.pane;
    if (!track || track !== this.shown) return;
    const request = ++this.drawRequests;
    const moment = await track.moment(at).catch(() => null);
    const { names } = this;
    if (!moment || !names || request !== this.drawRequests) return;
    this.sentence.draw(track, moment, names, this.pane, this.about(track));
    const why = app.mode === "predict" ? null : whyButton(this.pane, names, moment, (to) => this.seek(to));
    if (why) this.sentence.after.append(" ", why);
    for (const name of this.visibleViews()) if (name) Promise.resolve(this.views.get(name)?.draw(moment)).catch(ignoreStop);
    this.element.dataset.drawn = String(at);
  }

  /** The strategy in a sentence, and the parameters of this search. @param {import("./types.js").Track} track */
  about({ name, head }) {
    const info = this.app.strategies.find((one) => one.name === name);
    const set = Object.entries(head.parameters ?? {}).map(([parameter, value]) => {
      const meaning = translated(info?.parameters.find((one) => one.name === parameter)?.sentence ?? "");
      return meaning ? `${parameter}=${value} (${meaning})` : `${parameter}=${value}`;
    });
    return { sentence: translated(info?.sentence ?? ""), settings: set.length ? word("Parameters of this search: {}.", set.join(", ")) : "" };
  }

  /** The names of the visible views. @returns {(string|undefined)[]} */
  visibleViews() {
    return [this.stageTabs?.selected, this.sideTabs?.selected, this.element.classList.contains("roomy") ? "tree" : ""];
  }

  /** An assumption is drawn as a guess, although the search has it as a clue. @param {import("./types.js").CellState[]} cells */
  withAssumed(cells) {
    const side = this.names?.shape?.side ?? 0;
    const assumed = new Set(this.pane.assume.map((one) => (typeof one === "number" ? -1 : cellIndex(one.cell, side))));
    return assumed.size ? cells.map((cell, at) => (assumed.has(at) && cell.given ? { digit: cell.digit, guess: true } : cell)) : cells;
  }

  /** @param {import("./types.js").Moment} moment */
  drawBoard(moment) {
    if (!this.names || !this.board) return;
    // An encoding of clues that contradict each other has nothing but the clues.
    const cells = moment.state.cells ?? this.names.clues.map((digit) => (digit ? { digit, given: true } : {}));
    this.board.draw(this.withAssumed(cells), marksOf(moment, this.names));
  }
}

/**
 * Shows the panes of an app, and returns their views. Keeps the focus, also on a cell whose board is replaced.
 * @param {import("./app.js").App} app @param {HTMLElement} into @param {PaneView[]} before  the views until now
 * @param {typeof PaneView} View
 */
export function showPanes(app, into, before, View) {
  const { activeElement } = document;
  const focused = before.map(({ board }) => board?.cells.findIndex((cell) => cell === activeElement) ?? -1);
  const views = app.panes.map((pane) => before.find((view) => view.pane === pane && view.shown === pane.track) ?? new View(app, pane));
  into.replaceChildren(...views.map(({ element }) => element));
  into.dataset.count = String(app.panes.length);
  views.forEach((view) => (view.update(), view.fitWidth()));
  if (activeElement instanceof HTMLElement) activeElement.focus({ preventScroll: true });
  views.forEach(({ board }, at) => focused[at] >= 0 && board?.moveTo(focused[at]));
  return views;
}
