// The bar of filters, and their effect on the tables and plots of a report.

import { h } from "../dom.js";
import { KINDS } from "./state.js";
import { integer } from "./words.js";

const TITLES = { strategy: "Strategies", corpus: "Corpora", status: "Statuses" };

export class Filters {
  /** @param {import("./record.js").Rows} rows @param {import("./state.js").State} state */
  constructor(rows, state) {
    const { strategies, corpora, statuses } = rows.head;
    this.state = state;
    const present = new Set(rows.columns.status);
    this.names = {
      strategy: strategies.map(({ name }) => name), corpus: corpora.map(({ name }) => name), status: statuses.map(({ name }) => name).filter((_, status) => present.has(status)),
    };
    this.slugs = new Map(corpora.map(({ name, slug }) => [name, slug]));
    const swatches = new Map(strategies.map(({ name, color }) => [name, color]));
    this.menus = KINDS.map((kind) => this.menu(kind, swatches));
    this.reset = h("button", { type: "button", onclick: () => (state.clear(), state.emit("all")) }, "Reset");
    this.element = h("div", { class: "tools", role: "group", "aria-label": "filters" }, h("span", { class: "faint" }, "Show"), this.menus, this.reset);
    state.listen((change) => change !== "part" && this.update());
    document.addEventListener("click", ({ target }) => {
      for (const menu of this.menus) if (target instanceof Node && !menu.contains(target)) menu.open = false;
    });
    document.addEventListener("keydown", ({ key }) => {
      const open = key === "Escape" ? this.menus.find((menu) => menu.open) : null;
      if (!open) return;
      open.open = false;
      open.querySelector("summary")?.focus();
    });
  }

  /** @param {import("./state.js").Kind} kind @param {Map<string, string>} swatches */
  menu(kind, swatches) {
    const { state } = this, hidden = state.hidden[kind], names = this.names[kind];
    const boxes = names.map((name) => {
      const box = h("input", { type: "checkbox", value: name, onchange: () => {
        if (box.checked) state.hidden[kind].delete(name);
        else state.hidden[kind].add(name);
        state.emit("shown");
      } });
      const swatch = kind === "strategy" && h("i", { class: "swatch", style: { background: swatches.get(name) } });
      return h("label", {}, box, swatch, h("span", {}, name));
    });
    const all = (/** @type {string} */ text, /** @type {boolean} */ none) => h("button", { type: "button", class: "quiet", onclick: () => {
      state.hidden[kind] = new Set(none ? names : []);
      state.emit("shown");
    } }, text);
    return h("details", { "data-kind": kind, hidden: names.length < 2 && !hidden.size }, h("summary", {}, TITLES[kind]),
      h("div", { class: "sheet" }, h("div", { class: "row" }, all("all", false), all("none", true)), boxes));
  }

  update() {
    const { state } = this;
    KINDS.forEach((kind, at) => {
      const names = this.names[kind], menu = this.menus[at];
      const count = names.filter((name) => state.shows(kind, name)).length;
      const summary = /** @type {HTMLElement} */ (menu.querySelector("summary"));
      summary.textContent = `${TITLES[kind]} ${count === names.length ? "" : `${integer(count)} of `}${integer(names.length)}`;
      summary.classList.toggle("some", count < names.length);
      menu.querySelectorAll("input").forEach((box) => (box.checked = state.shows(kind, box.value)));
    });
    this.reset.disabled = state.hash === "#" || state.hash === `#${new URLSearchParams({ part: state.part })}`;
    this.hide();
  }

  /** Hides the rows, curves and parts of what is not shown. */
  hide() {
    const { state } = this, without = state.hidden.strategy;
    for (const row of document.querySelectorAll("tr[data-strategy]")) /** @type {HTMLElement} */ (row).hidden = without.has(row.getAttribute("data-strategy") ?? "");
    for (const group of document.querySelectorAll("g[data-series]")) group.toggleAttribute("hidden", without.has(group.getAttribute("data-series") ?? ""));
    for (const figure of document.querySelectorAll("figure:has(svg[data-pair])")) {
      const pair = JSON.parse(figure.querySelector("svg")?.getAttribute("data-pair") ?? "[]");
      /** @type {HTMLElement} */ (figure).hidden = pair.some((/** @type {string} */ name) => without.has(name));
    }
    for (const [name, slug] of this.slugs) {
      const hidden = !state.shows("corpus", name);
      for (const id of [slug, `part-corpus-${slug}`]) document.getElementById(id)?.toggleAttribute("hidden", hidden);
    }
  }
}
