// Starts the page: the module, the panes, and the moment that the address names.

import { App, newPane } from "./app.js";
import { Controls } from "./controls.js";
import { byId, debounce } from "./dom.js";
import { Engine, EngineError, embeddedModule, embeddedTraces } from "./engine.js";
import { EXAMPLES } from "./examples.js";
import { hashOf, openingHash, bookmarkOf } from "./hash.js";
import { hintMenu } from "./hint.js";
import { PuzzleSheet } from "./input.js";
import { explain, listen } from "./keys.js";
import { attachMenu } from "./menus.js";
import { Modes } from "./modes.js";
import { PaneView, showPanes } from "./pane.js";
import { themeSwitch } from "./paint.js";
import { problemNote } from "./problem.js";
import { boardText, shapeOf } from "./geometry.js";
import { welcome } from "./welcome.js";

class Page {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {PaneView[]} */
    this.views = [];
    this.main = byId("panes");
    this.controls = new Controls(app, byId("transport"));
    this.modes = new Modes(app, byId("modes"), byId("banner"));
    this.sheet = new PuzzleSheet(app);
    attachMenu("hint", hintMenu(app));
    listen(app);
    this.buttons();
    app.on("puzzle", () => this.rebuild());
    app.on("pane", (pane) => this.views.find((view) => view.pane === pane)?.update());
    for (const change of /** @type {const} */ (["moment", "mode"])) app.on(change, () => this.refresh());
    for (const change of /** @type {const} */ (["moment", "mode", "pane"])) app.on(change, debounce(() => this.updateAddress(), 200));
    addEventListener("hashchange", () => location.hash !== this.hash && this.visit(bookmarkOf(openingHash())));
    addEventListener("resize", debounce(() => this.views.forEach((view) => (view.fitWidth(), view.draw())), 120));
    this.hash = "";
    /** The address whose searches run. @type {import("./hash.js").Visit|null} */
    this.visiting = null;
  }

  buttons() {
    const { app } = this;
    byId("puzzle").addEventListener("click", () => this.sheet.show());
    byId("second").addEventListener("click", () => (app.assume.length ? app.setMode("watch") : app.toggleSecond()));
    byId("explain").addEventListener("click", () => explain(app));
    byId("large").addEventListener("click", () => this.enlarge(!app.large));
    byId("theme").addEventListener("click", themeSwitch(() => {
      this.refresh();
      this.controls.update();
    }));
  }

  /** @param {boolean} large */
  enlarge(large) {
    this.app.large = large;
    document.documentElement.classList.toggle("large", large);
    byId("large").setAttribute("aria-pressed", String(large));
    this.views.forEach((view) => view.fitWidth());
    this.app.emit("moment");
  }

  rebuild() {
    const { app } = this;
    this.views = showPanes(app, this.main, this.views, PaneView);
    byId("second").setAttribute("aria-pressed", String(app.panes.length === 2));
    const written = app.panes[0].recordedTrace !== null;
    for (const id of ["puzzle", "second", "explain", "hint"]) {
      const button = /** @type {HTMLButtonElement} */ (byId(id));
      button.disabled = written || ((id === "explain" || id === "hint") && app.puzzle?.kind !== "sudoku");
    }
    document.title = `${app.panes.map(({ spec }) => spec).join(" and ")} · coverlab`;
  }

  refresh() {
    this.main.dataset.lead = String(this.app.lead + 1);
    this.views.forEach((view) => view.refresh());
  }

  updateAddress() {
    // A hash that the reader has just changed is visited next.
    if (this.app.panes[0].recordedTrace !== null || !this.app.leader.track || this.visiting || location.hash !== this.hash) return;
    history.replaceState(null, "", hashOf(this.app.bookmark));
    this.hash = location.hash;
    document.documentElement.dataset.bookmarked = String(this.app.leader.at);
  }

  /** Goes to the moment of an address, unless another one is visited before its searches have ended. Recorded traces stay. @param {import("./hash.js").Visit} bookmark */
  async visit(bookmark) {
    const { app } = this;
    if (app.panes[0].recordedTrace !== null) return app.seek(bookmark.at ?? 0);
    const first = EXAMPLES[0];
    const isStale = () => this.visiting !== bookmark;
    this.visiting = bookmark;
    this.hash = location.hash;
    app.mode = "watch";
    app.savedPane = null;
    app.panes.forEach((pane) => app.stop(pane));
    app.panes = (bookmark.panes ?? [{ spec: bookmark.text ? app.panes[0].spec : first.strategy, level: "step" }]).map(({ spec, level }, index) => ({ ...newPane(index, spec), level }));
    app.lead = bookmark.panes?.length === 2 ? bookmark.lead : 0;
    app.clock = bookmark.clock ?? "event";
    try {
      await app.open(bookmark.text ?? first.text);
    } catch (error) {
      if (!(error instanceof EngineError) || !bookmark.text) throw error;
      if (isStale()) return;
      await app.open(first.text);
      this.sheet.show("sudoku");
      this.sheet.problem.replaceChildren(problemNote(error, bookmark.text));
    }
    if (isStale()) return;
    this.enlarge(bookmark.large);
    await app.runAll();
    if (isStale()) return;
    // If the address names no moment, keep the one that the reader chose during the search.
    if (bookmark.at) app.seek(bookmark.at);
    if (bookmark.mode) app.setMode(bookmark.mode);
    if (bookmark.mode === "whatif" && bookmark.assume.length) {
      await app.whatIf(bookmark.assume);
      if (isStale()) return;
      if (bookmark.lead && app.assume.length) {
        app.takeLead(bookmark.lead);
        app.seek(bookmark.at ?? 0);
      }
    }
    this.visiting = null;
    this.updateAddress();
  }

  /** Shows recorded traces. @param {string[]} traces */
  async showTraces(traces) {
    const { app } = this;
    app.panes = traces.slice(0, 2).map((recordedTrace, index) => ({ ...newPane(index, ""), recordedTrace }));
    app.emit("puzzle");
    await app.runAll();
    for (const pane of app.panes) pane.spec = pane.track?.name ?? "";
    const { head } = app.panes[0].track ?? {};
    const searched = head?.puzzle ?? head?.instance;
    if (searched?.problem === "sudoku") {
      app.text = boardText(searched.clues, shapeOf(searched.shape));
      const puzzle = await app.engine.ask({ ask: "read", text: app.text }).catch(() => null);
      // The text may stand for another board, with boxes as usual.
      app.puzzle = puzzle?.rows === shapeOf(searched.shape).rows ? puzzle : null;
    }
    app.emit("puzzle");
    this.visit(bookmarkOf(location.hash));
  }
}

async function begin() {
  const engine = new Engine(await embeddedModule());
  const app = new App(engine);
  const known = await engine.ask({ ask: "strategies" });
  app.strategies = known.strategies;
  app.version = known.version ?? "";
  byId("version").textContent = app.version;
  const page = new Page(app);
  if (!document.querySelector("script.trace")) welcome(app, byId("welcome"));
  const traces = await embeddedTraces();
  if (traces.length) await page.showTraces(traces);
  else await page.visit(bookmarkOf(openingHash()));
  document.documentElement.dataset.ready = "yes";
}

begin().catch((error) => {
  document.documentElement.dataset.ready = "failed";
  byId("panes").replaceChildren(problemNote(new EngineError({
    title: "The page cannot start",
    label: String(error.message),
    help: "It needs the module that `coverlab page` puts into it, and a browser from 2024 or later with WebAssembly.",
  }), ""));
});
