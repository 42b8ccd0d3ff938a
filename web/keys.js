// Keyboard shortcuts.

import { byId, h } from "./dom.js";
import { PERSON } from "./explain.js";

/** @type {{key: string, shown: string, description: string, action: (app: import("./app.js").App) => void}[]} */
const KEYS = [
  { key: "ArrowRight", shown: "→", description: "next event; in Predict, the next question", action: (app) => app.step(1) },
  { key: "ArrowLeft", shown: "←", description: "previous event", action: (app) => app.step(-1) },
  { key: "ArrowDown", shown: "↓", description: "next node", action: (app) => app.jumpNode(1) },
  { key: "ArrowUp", shown: "↑", description: "previous node", action: (app) => app.jumpNode(-1) },
  { key: "f", shown: "f", description: "next fail", action: (app) => app.jump((kind) => kind === "fail", 1) },
  { key: "F", shown: "F", description: "previous fail", action: (app) => app.jump((kind) => kind === "fail", -1) },
  { key: "s", shown: "s", description: "next solution", action: (app) => app.jump((kind) => kind === "solution", 1) },
  { key: " ", shown: "space", description: "play and pause", action: (app) => app.player.toggle() },
  { key: "Home", shown: "Home", description: "to the beginning", action: (app) => app.seek(0) },
  { key: "End", shown: "End", description: "to the end", action: (app) => app.seek(Infinity) },
  { key: "p", shown: "p", description: "predict, and back to watching", action: (app) => app.setMode(app.mode === "predict" ? "watch" : "predict") },
  { key: "w", shown: "w", description: "what if, and back to watching", action: (app) => app.setMode(app.mode === "whatif" ? "watch" : "whatif") },
  { key: "e", shown: "e", description: "explain: a human solution", action: (app) => explain(app) },
  { key: "h", shown: "h", description: "a hint", action: () => byId("hint").click() },
  { key: "n", shown: "n", description: "another puzzle", action: () => byId("puzzle").click() },
  { key: "2", shown: "1 2", description: "the first pane, the second pane", action: (app) => (app.panes[1] ? app.takeLead(1) : byId("second").click()) },
  { key: "1", shown: "", description: "", action: (app) => app.takeLead(0) },
  { key: "l", shown: "l", description: "large, for a projector", action: () => byId("large").click() },
  { key: "?", shown: "?", description: "these keys", action: () => byId("help").click() },
];

/** The keys that also work within a figure of a lesson. */
const FIGURE_KEYS = ["ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp", "f", "s", " ", "p", "Home", "End"];

/** The action of a key within a figure, if it has one. @param {string} key */
export function figureAction(key) {
  return FIGURE_KEYS.includes(key) ? KEYS.find((one) => one.key === key)?.action : undefined;
}

/** Switches the leading pane between a human solution and its previous strategy. @param {import("./app.js").App} app */
export function explain(app) {
  if (app.puzzle?.kind !== "sudoku" || app.panes[0].recordedTrace !== null) return;
  const pane = app.leader.assume.length ? app.panes[0] : app.leader;
  app.choose(pane, pane.spec === PERSON ? pane.previousSpec || app.suggestion() : PERSON);
}

/** @param {import("./app.js").App} app */
export function listen(app) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (event.key === "Escape") {
      const open = document.querySelector(":popover-open"), options = document.querySelector(".options[open]");
      if (open instanceof HTMLElement) open.hidePopover();
      else if (options) closeOptions(options);
      else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      return;
    }
    if (typing(event.target) || (document.querySelector(":popover-open") && event.key !== "h")) return;
    if (event.key === " " && event.target instanceof Element && event.target.closest("button, summary")) return;
    const shortcut = KEYS.find(({ key }) => key === event.key);
    if (!shortcut) return;
    event.preventDefault();
    shortcut.action(app);
  });
  const help = /** @type {HTMLDialogElement} */ (byId("keys"));
  help.append(h("header", {}, h("h2", { id: "keys-title" }, "Keys"), h("button", { type: "button", class: "quiet close", "aria-label": "close", onclick: () => help.close() }, "×")),
    h("dl", {}, KEYS.filter(({ shown }) => shown).map(({ shown, description }) => h("div", {}, h("dt", {}, shown.split(" ").map((key) => h("kbd", {}, key))), h("dd", {}, description)))),
    h("p", { class: "note" }, "Paste a puzzle anywhere, or drop a file. The address names the moment: copy it to link to this view."));
  help.addEventListener("click", (event) => event.target === help && help.close());
  byId("help").addEventListener("click", () => help.showModal());
}

/** Closes the options of a strategy; the focus goes back to their button. @param {Element} options */
function closeOptions(options) {
  options.removeAttribute("open");
  options.querySelector("summary")?.focus();
}

/** Whether keys belong to a field with the focus. A slider leaves all keys to the page. @param {EventTarget|null} target */
function typing(target) {
  if (target instanceof HTMLInputElement) return target.type !== "range" && target.type !== "checkbox";
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}
