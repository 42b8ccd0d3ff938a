// A row of tabs, of which one shows its panel.

import { h } from "./dom.js";

let tabCount = 0;

export class Tabs {
  /**
   * @param {string} label
   * @param {{name: string, title: string, panel: HTMLElement}[]} all
   */
  constructor(label, all) {
    const id = ++tabCount;
    this.all = all.map(({ name, title, panel }) => {
      const tab = h("button", {
        type: "button", role: "tab", id: `tab-${id}-${name}`, "aria-controls": `panel-${id}-${name}`, "data-name": name,
        onclick: () => this.select(name),
      }, title);
      Object.assign(panel, { id: `panel-${id}-${name}` });
      panel.setAttribute("role", "tabpanel");
      panel.setAttribute("aria-labelledby", tab.id);
      panel.dataset.name = name;
      panel.classList.add("panel");
      return { name, tab, panel, shown: true };
    });
    this.row = h("div", { class: "tabs", role: "tablist", "aria-label": label, onkeydown: (/** @type {KeyboardEvent} */ event) => this.pressed(event) },
      this.all.map(({ tab }) => tab));
    this.selected = "";
    /** The tab whose panel is always shown. */
    this.pinned = "";
    /** @type {(name: string) => void} */
    this.onselect = () => {};
  }

  /** @param {string} name */
  select(name) {
    this.selected = name;
    for (const one of this.all) {
      const here = one.name === name;
      one.tab.setAttribute("aria-selected", String(here));
      one.tab.tabIndex = here ? 0 : -1;
      one.panel.hidden = !here && one.name !== this.pinned;
    }
    this.onselect(name);
  }

  /** Shows only these tabs; if the selected one is hidden, selects the first. @param {string[]} names */
  showOnly(names) {
    for (const one of this.all) {
      one.shown = names.includes(one.name);
      one.tab.hidden = !one.shown;
    }
    this.row.hidden = names.length < 2;
    if (!names.includes(this.selected)) this.select(names[0] ?? "");
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const shown = this.all.filter((one) => one.shown);
    const at = shown.findIndex(({ name }) => name === this.selected);
    const next = shown[(at + step + shown.length) % shown.length];
    this.select(next.name);
    next.tab.focus();
    event.preventDefault();
    event.stopPropagation();
  }
}
