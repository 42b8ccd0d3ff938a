// Hides the rows and curves of strategies: a menu with a box for each.

import { h } from "../dom.js";

export class Hiding {
  /** @param {Set<string>} names  of the strategies */
  constructor(names) {
    const boxes = [...names].map((name) => h("label", {}, h("input", { type: "checkbox", checked: true, value: name, onchange: () => this.update() }), h("span", {}, name)));
    this.element = h("details", { class: "tools" }, h("summary", {}, "Strategies"), h("div", { class: "sheet" }, boxes));
    document.addEventListener("click", ({ target }) => target instanceof Node && !this.element.contains(target) && (this.element.open = false));
    document.addEventListener("keydown", ({ key }) => {
      if (key !== "Escape" || !this.element.open) return;
      this.element.open = false;
      this.element.querySelector("summary")?.focus();
    });
  }

  update() {
    const hidden = new Set([...this.element.querySelectorAll("input")].flatMap((box) => (box.checked ? [] : [box.value])));
    for (const one of document.querySelectorAll("tr[data-strategy], g[data-series]")) {
      one.toggleAttribute("hidden", hidden.has(one.getAttribute("data-strategy") ?? one.getAttribute("data-series") ?? ""));
    }
    this.element.classList.toggle("some", hidden.size > 0);
  }
}
