// The keyboard.

import { byId, h } from "./dom.js";
import { endPicking } from "./modes.js";
import { PERSON } from "./explain.js";

/** @type {{keys: string[], shown: string, says: string, does: (app: import("./app.js").App) => void}[]} */
const KEYS = [
  { keys: ["ArrowRight"], shown: "→", says: "next event; in Predict, the next question", does: (app) => app.step(1) },
  { keys: ["ArrowLeft"], shown: "←", says: "the event before", does: (app) => app.step(-1) },
  { keys: ["ArrowDown"], shown: "↓", says: "next node", does: (app) => app.jumpNode(1) },
  { keys: ["ArrowUp"], shown: "↑", says: "the node before", does: (app) => app.jumpNode(-1) },
  { keys: ["f"], shown: "f", says: "next fail", does: (app) => app.jump((kind) => kind === "fail", 1) },
  { keys: ["F"], shown: "F", says: "the fail before", does: (app) => app.jump((kind) => kind === "fail", -1) },
  { keys: ["s"], shown: "s", says: "next solution", does: (app) => app.jump((kind) => kind === "solution", 1) },
  { keys: [" "], shown: "space", says: "play and pause", does: (app) => (app.player.playing ? app.player.pause() : app.player.play()) },
  { keys: ["Home"], shown: "Home", says: "to the beginning", does: (app) => app.seek(0) },
  { keys: ["End"], shown: "End", says: "to the next breakpoint, or the end", does: (app) => app.player.runOn() },
  { keys: ["b"], shown: "b", says: "breakpoints", does: () => byId("stops").click() },
  { keys: ["p"], shown: "p", says: "predict, and back to watching", does: (app) => app.setMode(app.mode === "predict" ? "watch" : "predict") },
  { keys: ["w"], shown: "w", says: "what if, and back to watching", does: (app) => app.setMode(app.mode === "whatif" ? "watch" : "whatif") },
  { keys: ["e"], shown: "e", says: "explain: a human solution", does: (app) => explain(app) },
  { keys: ["h"], shown: "h", says: "a hint", does: () => byId("hint").click() },
  { keys: ["n"], shown: "n", says: "another puzzle", does: () => byId("puzzle").click() },
  { keys: ["2"], shown: "1 2", says: "the first pane, the second pane", does: (app) => (app.panes[1] ? app.takeLead(1) : app.toggleSecond()) },
  { keys: ["1"], shown: "", says: "", does: (app) => app.takeLead(0) },
  { keys: ["l"], shown: "l", says: "large, for a projector", does: () => byId("large").click() },
  { keys: ["?"], shown: "?", says: "these keys", does: () => byId("help").click() },
];

/** Switches the leading pane between a human solution and its previous strategy. @param {import("./app.js").App} app */
export function explain(app) {
  if (app.puzzle?.kind !== "sudoku" || app.panes[0].written !== null) return;
  const pane = app.leader.assume.length ? app.panes[0] : app.leader;
  app.choose(pane, pane.spec === PERSON ? pane.before || app.suggestion() : PERSON);
}

/** @param {import("./app.js").App} app */
export function listen(app) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (event.key === "Escape") {
      const open = document.querySelector(":popover-open");
      if (open instanceof HTMLElement) open.hidePopover();
      else if (app.picking) endPicking(app);
      else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      return;
    }
    if (typing(event.target) || (document.querySelector(":popover-open") && !["b", "h"].includes(event.key))) return;
    if (event.key === " " && event.target instanceof HTMLButtonElement) return;
    const key = KEYS.find(({ keys }) => keys.includes(event.key));
    if (!key) return;
    event.preventDefault();
    key.does(app);
  });
  const help = /** @type {HTMLDialogElement} */ (byId("keys"));
  help.append(h("header", {}, h("h2", { id: "keys-title" }, "Keys"), h("button", { type: "button", class: "quiet close", "aria-label": "close", onclick: () => help.close() }, "×")),
    h("dl", {}, KEYS.filter(({ shown }) => shown).map(({ shown, says }) => h("div", {}, h("dt", {}, shown.split(" ").map((key) => h("kbd", {}, key))), h("dd", {}, says)))),
    h("p", { class: "note" }, "Paste a puzzle anywhere, or drop a file. The address names the moment: copy it to link to what you see."));
  help.addEventListener("click", (event) => event.target === help && help.close());
  byId("help").addEventListener("click", () => help.showModal());
}

/** Whether keys belong to a field with the focus. A slider leaves all keys to the page. @param {EventTarget|null} target */
function typing(target) {
  if (target instanceof HTMLInputElement) return target.type !== "range" && target.type !== "checkbox";
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}
