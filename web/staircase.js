// Bird's staircase: the number of boards left after each pruning, on a logarithmic scale.

import { h, svg } from "./dom.js";
import { hasKind } from "./kinds.js";
import { decimal, plural, word } from "./language.js";

const [LEFT, BOTTOM, TOP] = [40, 26, 12];

export class StaircaseView {
  /** @param {import("./types.js").Track} track */
  constructor(track) {
    this.track = track;
    this.element = h("div", { class: "staircase" });
    /** Whether the counts after the current position are hidden. */
    this.veiled = false;
    this.height = 220;
    /** @type {Promise<(number|null)[]>|null} */
    this.allCounts = null;
  }

  get empty() {
    return !hasKind(this.track, "boards");
  }

  /** @param {import("./types.js").Moment} moment */
  async draw(moment) {
    this.allCounts ??= this.track.moment(this.track.length).then(({ state }) => state.boards ?? []);
    const all = await this.allCounts;
    const now = moment.state.boards ?? [];
    const width = Math.max(150, Math.min(560, this.element.clientWidth));
    const { height } = this;
    const most = Math.max(1, ...all, ...now);
    const steps = Math.max(all.length, now.length, 1);
    const x = (/** @type {number} */ at) => LEFT + (at / steps) * (width - LEFT - 8);
    const y = (/** @type {number} */ log) => TOP + (1 - Math.max(0, log) / most) * (height - TOP - BOTTOM);
    const stairs = (/** @type {number[]} */ logs) => logs.map((log, at) => `${at ? "V" : "M" + x(0) + " "}${y(log)}H${x(at + 1)}`).join("");
    const last = now[now.length - 1];
    this.element.replaceChildren(
      svg("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": boardsWords(last) },
        ...levels(most).flatMap((log) => [
          svg("line", { x1: LEFT, x2: width - 8, y1: y(log), y2: y(log), class: "gridline" }),
          svg("text", { x: LEFT - 8, y: y(log) + 4, class: "scale", text: `10${superscript(log)}` }),
        ]),
        svg("path", { d: this.veiled ? "" : stairs(all), class: "whole" }),
        svg("path", { d: stairs(now), class: "sofar" }),
        ...(now.length ? [svg("circle", { cx: x(now.length), cy: y(last), r: 4, class: "here" })] : []),
        svg("text", { x: width - 8, y: height - 6, class: "scale", text: word("{} on this branch", plural(now.length, "count")) })),
      h("p", { class: "note" }, boardsWords(last)));
  }
}

/** @param {number|undefined} log */
function boardsWords(log) {
  if (log === undefined) return word("No boards are counted yet.");
  return log.toFixed(1) === "0.0" ? word("One board is left.") : word("10 to the power of {} boards are left.", decimal(log.toFixed(1)));
}

/** Round powers up to the largest. @param {number} most */
function levels(most) {
  const step = [1, 2, 5, 10, 20, 50, 100].find((step) => most / step <= 6) ?? 200;
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, at) => at * step);
}

/** @param {number} number */
function superscript(number) {
  return [...String(number)].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]).join("");
}
