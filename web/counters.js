// The number of events of each kind, so far and in total, and the strategy's own counters.

import { grouped, h } from "./dom.js";
import { GROUPS, groupOf } from "./kinds.js";
import { plural, solutionsFound, translated, word } from "./language.js";
import { ListWindow } from "./window.js";

/** @type {{[kind: string]: string}} */
export const PLURALS = {
  node: "nodes", fail: "fails", done: "nodes done", skip: "nodes left early", solution: "solutions", sub: "subtrees left out",
  try: "guesses", side: "other sides", clue: "clues written", naked: "naked singles", hidden: "hidden singles",
  remove: "removals", "wipe-cell": "cells wiped out", "wipe-digit": "digits without a place", "wipe-twice": "digits twice",
  "wipe-crowded": "crowded meetings", pass: "passes", boards: "counts of boards", expand: "cells to branch on",
  select: "items chosen", cover: "items covered", uncover: "items uncovered", take: "options taken",
  "give-back": "options given back", hide: "links hidden", unhide: "links restored", starve: "items starved",
  decide: "decisions", propagate: "propagations", conflict: "conflicts", learn: "clauses learned",
  forget: "clauses forgotten", exclude: "models excluded", backjump: "jumps back", restart: "restarts",
  watch: "clauses watched", visit: "clauses visited",
  place: "digits placed", technique: "removals by a technique",
};

export class CountersView {
  /** @param {import("./types.js").Track} track */
  constructor(track) {
    this.track = track;
    const totals = countUpTo(track, track.length);
    const kinds = Object.entries(track.letters).filter(([letter]) => totals.get(letter));
    kinds.sort(([, a], [, b]) => groupOf(a) - groupOf(b));
    this.rows = kinds.map(([letter, kind]) => {
      const sofar = h("td", { class: "right" });
      const row = h("tr", {}, h("th", { scope: "row" }, h("i", { class: `dot ${GROUPS[groupOf(kind)].name}`, "aria-hidden": "true" }), word(PLURALS[kind] ?? kind)),
        sofar, h("td", { class: "right faint" }, grouped(totals.get(letter) ?? 0)));
      return { letter, sofar, row };
    });
    const body = h("tbody", {});
    this.element = h("div", { class: "counters", style: { "--rows": this.rows.length + 1 } },
      h("table", {}, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, word("event")), h("th", { scope: "col", class: "right" }, word("so far")),
        h("th", { scope: "col", class: "right" }, word(track.stats?.left_out ? "shown" : "in total")))), body),
      this.summary());
    this.window = new ListWindow(body, this.element, this.element);
  }

  /** The counts of the whole search, from the footer. */
  summary() {
    const { stats } = this.track;
    if (stats?.nodes === undefined) return h("p", { class: "note" });
    const own = Object.entries(stats.counters ?? {}).map(([name, count]) => `${grouped(Number(count))} ${name}`);
    const left = stats.left_out ? `, ${word("{} left out here", plural(stats.left_out, "event"))}` : "";
    const stopped = stats.stop === "node-limit";
    const why = stats.stop && stats.stop !== "enough" && !stopped ? `, ${word("ended early: {}", word(stats.stop))}` : "";
    const counts = word(stopped ? "Until the search was stopped: {}, {} so far" : "Whole search: {}, {}", plural(stats.nodes, "node"), solutionsFound(stats));
    const node = translated(this.track.head.node ?? "");
    return h("p", { class: "note" }, `${counts}${left}${why}.`, node && h("span", { class: "gloss" }, ` ${word("A node is {}.", node)}`), own.length ? ` ${word("The strategy itself counted {}.", own.join(", "))}` : "");
  }

  /** @param {import("./types.js").Moment} moment */
  draw({ at }) {
    const counts = countUpTo(this.track, at);
    for (const { letter, sofar } of this.rows) sofar.textContent = grouped(counts.get(letter) ?? 0);
    this.window.show(this.rows.map(({ row }) => row), -1);
  }
}

/** @param {import("./types.js").Track} track @param {number} at @returns {Map<string, number>} */
function countUpTo(track, at) {
  const counts = new Map();
  for (let event = 0; event < at; event++) counts.set(track.kinds[event], (counts.get(track.kinds[event]) ?? 0) + 1);
  return counts;
}
