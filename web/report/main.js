// Begins: the rows that the report carries, what can be asked of them, and the state that the address names.

import { h, settle } from "../dom.js";
import { Filters } from "./filters.js";
import { Highlight } from "./highlight.js";
import { InstanceSheet } from "./instance.js";
import { PointsOfPlots } from "./points.js";
import { embeddedRows } from "./record.js";
import { Results } from "./results.js";
import { Scoring } from "./scoring.js";
import { Sorting } from "./sorting.js";
import { State } from "./state.js";

/** Parts of a report that come before all others; scores stand behind the last of them. */
const FIRST = ["wrong", "published", "checks"];

/** @param {State} state */
function address(state) {
  let written = location.hash;
  const write = settle(() => {
    if (state.hash === written || (state.hash === "#" && !location.hash)) return;
    written = state.hash;
    history.replaceState(null, "", written);
  }, 120);
  state.listen(write);
  const read = () => {
    state.read(location.hash);
    state.tell("all");
    visit(state.part);
  };
  addEventListener("hashchange", () => location.hash !== written && read());
  read();
}

/** @param {string} part  the id of a part of the page, or nothing */
function visit(part) {
  if (part) document.getElementById(part)?.scrollIntoView();
}

/** Links within the page keep the state. @param {State} state */
function links(state) {
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[href^='#']") : null;
    if (!link || event.defaultPrevented) return;
    event.preventDefault();
    state.part = decodeURIComponent((link.getAttribute("href") ?? "").slice(1));
    visit(state.part);
    state.tell("part");
  });
}

/** @param {HTMLElement[]} sections */
function mention(sections) {
  const nav = document.querySelector("header nav") ?? document.querySelector("header")?.appendChild(h("nav"));
  nav?.append(...sections.flatMap((section) => [h("a", { href: `#${section.id}` }, section.querySelector("h2")?.textContent), "\n"]));
}

async function begin() {
  const rows = await embeddedRows(), state = new State(), main = document.querySelector("main");
  if (!main) return;
  new Sorting(state);
  const highlight = new Highlight(rows.head.strategies.map(({ name }) => name), state);
  if (rows.count) {
    // Under several seeds scores are over runs, of which the page has only the medians.
    const scoring = rows.head.seeds > 1 ? [] : [new Scoring(rows, state, highlight).element];
    const results = new Results(rows, state);
    const before = FIRST.map((id) => document.getElementById(id)).findLast((part) => part);
    if (before) before.after(...scoring);
    else main.prepend(...scoring);
    const instances = document.getElementById("report:instances");
    if (instances) instances.before(results.element);
    else main.append(results.element);
    mention([...scoring, results.element]);
    new InstanceSheet(rows, state);
    new PointsOfPlots(rows, state, highlight);
  } else if (rows.head.total) {
    main.append(h("p", { class: "note" }, "The record has more results than a page can hold: they are in trials.csv, and the tables here sort all the same."));
  }
  if (rows.head.strategies.length) main.before(new Filters(rows, state).element);
  links(state);
  address(state);
  document.documentElement.dataset.ready = "yes";
}

begin().catch((wrong) => {
  document.documentElement.dataset.ready = "failed";
  document.querySelector("main")?.prepend(h("p", { class: "note", role: "status" },
    `The tables and plots below are whole, but they cannot be sorted or filtered: ${wrong.message}. That takes a browser of 2024 or later.`));
});
