// Starts the script of a report: its rows, the controls, and the state in the address.

import { h, debounce } from "../dom.js";
import { Filters } from "./filters.js";
import { Highlight } from "./highlight.js";
import { InstanceSheet } from "./instance.js";
import { PointsOfPlots } from "./points.js";
import { embeddedRows } from "./record.js";
import { Results } from "./results.js";
import { limits } from "./scores.js";
import { Scoring } from "./scoring.js";
import { Sorting } from "./sorting.js";
import { State } from "./state.js";

/** Parts of a report that come before all others. The scores follow the last of them. */
const FIRST_PARTS = ["wrong", "published", "checks"];

/** @param {State} state */
function syncAddress(state) {
  let written = location.hash;
  const write = debounce(() => {
    if (state.hash === written || (state.hash === "#" && !location.hash)) return;
    written = state.hash;
    history.replaceState(null, "", written);
  }, 120);
  state.listen(write);
  const read = () => {
    state.read(location.hash);
    state.emit("all");
    scrollToPart(state.part);
  };
  addEventListener("hashchange", () => location.hash !== written && read());
  read();
}

/** @param {string} part  the id of a part of the page, or nothing */
function scrollToPart(part) {
  if (part) document.getElementById(part)?.scrollIntoView();
}

/** Links within the page keep the state. @param {State} state */
function links(state) {
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[href^='#']") : null;
    if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    state.part = decodeURIComponent((link.getAttribute("href") ?? "").slice(1));
    scrollToPart(state.part);
    state.emit("part");
  });
}

/** @param {HTMLElement[]} sections */
function addToNavigation(sections) {
  const nav = document.querySelector("header nav") ?? document.querySelector("header")?.appendChild(h("nav"));
  nav?.append(...sections.flatMap((section) => [h("a", { href: `#${section.id}` }, section.querySelector("h2")?.textContent), "\n"]));
}

async function begin() {
  const rows = await embeddedRows(), main = document.querySelector("main");
  // With several seeds, scores are over runs, but the page has only the medians.
  const hasScores = rows.head.seeds <= 1, state = new State(hasScores ? limits(rows) : null);
  if (!main) return;
  new Sorting(state);
  const highlight = new Highlight(rows.head.strategies.map(({ name }) => name), state);
  if (rows.count) {
    const scoring = hasScores ? [new Scoring(rows, state, highlight).element] : [];
    const results = new Results(rows, state);
    const before = FIRST_PARTS.map((id) => document.getElementById(id)).findLast((part) => part);
    if (before) before.after(...scoring);
    else main.prepend(...scoring);
    main.append(results.element);
    addToNavigation([...scoring, results.element]);
    new InstanceSheet(rows, state);
    new PointsOfPlots(rows, state, highlight);
  } else if (rows.head.total) {
    main.append(h("p", { class: "note" }, "The record has more results than a page can hold. They are in trials.csv; the tables here can still be sorted."));
  }
  if (rows.head.strategies.length) main.before(new Filters(rows, state).element);
  links(state);
  syncAddress(state);
  document.documentElement.dataset.ready = "yes";
}

begin().catch((error) => {
  document.documentElement.dataset.ready = "failed";
  document.querySelector("main")?.prepend(h("p", { class: "note", role: "status" },
    `The tables and plots below are complete, but they cannot be sorted or filtered: ${error.message}. That needs a browser from 2024 or later.`));
});
