// More than two searches on one clock: the longest leads, and a lane shows the progress of each.

import { App } from "./app.js";
import { CLOCKS, deadEndsAt, timeAt } from "./clock.js";
import { grouped, h } from "./dom.js";
import { word } from "./language.js";

/** Events per second. A race is fast, because the reader watches it as a whole. */
const RACE_SPEED = 500;

export class Race extends App {
  /** @param {import("./engine.js").Engine} engine */
  constructor(engine) {
    super(engine);
    this.player.speed = RACE_SPEED;
  }

  /** @param {string} clock */
  setClock(clock) {
    const over = this.leader.track?.length === this.leader.at;
    const lengths = this.panes.map(({ track }) => (track ? timeAt(track, clock, track.length) : 0));
    this.lead = lengths.indexOf(Math.max(...lengths));
    // Times on different clocks cannot be compared, so on another clock a race starts again unless it is over.
    const { track } = this.leader;
    if (track) this.leader.at = over ? track.length : 0;
    super.setClock(clock);
  }

  /** The longest search leads, whichever is clicked. */
  takeLead() {}
}

/** A bar for each search. Its length is the duration of the search on the clock, and its filling the progress. */
export class Lanes {
  /** @param {Race} app */
  constructor(app) {
    this.app = app;
    this.body = h("tbody");
    this.ticks = h("th", { scope: "col", class: "right" });
    this.element = h("div", { class: "lanes" }, h("table", {},
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, word("program")), h("td"), this.ticks, h("th", { scope: "col", class: "right" }, word("dead ends")), h("td"))), this.body));
    for (const change of /** @type {const} */ (["moment", "pane"])) app.on(change, () => this.draw());
  }

  draw() {
    const { app } = this;
    this.ticks.textContent = word(CLOCKS.find(({ name }) => name === app.clock)?.words ?? app.clock);
    const longest = Math.max(1, ...app.panes.map(({ track }) => (track ? timeAt(track, app.clock, track.length) : 0)));
    this.body.replaceChildren(...app.panes.map((pane) => this.lane(pane, longest)));
  }

  /** @param {import("./app.js").Pane} pane @param {number} longest */
  lane({ track, at, index, spec }, longest) {
    const name = h("th", { scope: "row" }, this.app.figure?.titles[index] || spec);
    if (!track) return h("tr", {}, name);
    const all = timeAt(track, this.app.clock, track.length), now = timeAt(track, this.app.clock, at);
    const state = at < track.length && !solvedBy(track, at) ? "" : track.stats.solutions ? "solved" : "stuck";
    return h("tr", { class: state }, name,
      h("td", { class: "bar" }, h("i", { style: { width: `${(100 * all) / longest}%` } }, h("b", { style: { width: `${(100 * now) / Math.max(1, all)}%` } }))),
      h("td", { class: "right" }, `${grouped(now)} `, h("small", {}, word("of {}", grouped(all)))),
      h("td", { class: "right" }, grouped(deadEndsAt(track, at))),
      h("td", { class: "state" }, word(state === "solved" ? "✓ solved" : state)));
  }
}

/** @param {import("./types.js").Track} track @param {number} at */
function solvedBy(track, at) {
  for (let event = at - 1; event >= 0; event--) if (track.kindAt(event) === "solution") return true;
  return false;
}
