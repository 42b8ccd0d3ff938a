// Bookmarks: a moment of the page as the part of its address after `#`, so that a link can lead to it.

import { CLOCKS } from "./clock.js";

/**
 * @typedef {{text: string, panes: {spec: string, level: string}[], lead: number, at: number, clock: string,
 *   mode: import("./types.js").Mode, assume: import("./types.js").Assumption[], large: boolean}} Bookmark
 *
 * A bookmark without the parts that an address lacks.
 * @typedef {Partial<Bookmark> & Pick<Bookmark, "lead" | "assume" | "large">} Visit
 */

const SEPARATOR = "~";
const TRACE_LEVELS = new Set(["node", "step", "micro"]);

/** @param {Bookmark} bookmark */
export function hashOf(bookmark) {
  const fields = new URLSearchParams();
  fields.set("p", bookmark.text);
  bookmark.panes.forEach(({ spec, level }, pane) => {
    fields.set(`s${pane + 1}`, level === "step" ? spec : `${spec}${SEPARATOR}${level}`);
  });
  if (bookmark.lead) fields.set("lead", String(bookmark.lead + 1));
  fields.set("at", String(bookmark.at));
  if (bookmark.clock !== "event") fields.set("clock", bookmark.clock);
  if (bookmark.mode !== "watch") fields.set("mode", bookmark.mode);
  if (bookmark.assume.length) fields.set("if", bookmark.assume.map(assumptionText).join(","));
  if (bookmark.large) fields.set("large", "1");
  return `#${fields}`;
}

/** The hash of the address if it is a bookmark, or that of the puzzle that the page was written for. */
export function openingHash() {
  const start = document.getElementById("start")?.textContent;
  return /[#&](p|s1|s2|lead|at|clock|mode|if|large)=/.test(location.hash) ? location.hash : (start ? `#${new URLSearchParams(JSON.parse(start))}` : "");
}

/**
 * The bookmark in a hash, without missing or invalid parts.
 * @param {string} hash
 * @returns {Visit}
 */
export function bookmarkOf(hash) {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  const assume = (fields.get("if") ?? "").split(",").flatMap(assumptionOf);
  /** @type {Visit} */
  const bookmark = { lead: fields.get("lead") === "2" ? 1 : 0, assume, large: fields.has("large") };
  const text = fields.get("p");
  if (text) bookmark.text = text;
  const panes = [fields.get("s1"), fields.get("s2")].flatMap((written) => {
    if (!written) return [];
    const [spec, level] = written.split(SEPARATOR);
    return [{ spec, level: TRACE_LEVELS.has(level) ? level : "step" }];
  });
  if (panes.length) bookmark.panes = panes;
  const at = Number(fields.get("at"));
  if (Number.isSafeInteger(at) && at >= 0) bookmark.at = at;
  const clock = fields.get("clock");
  if (clock && CLOCKS.some(({ name }) => name === clock)) bookmark.clock = clock;
  const mode = fields.get("mode");
  if (mode === "predict" || mode === "whatif") bookmark.mode = mode;
  return bookmark;
}

/** `r3c4=5`, or the number of an option or literal. @param {import("./types.js").Assumption} one */
export function assumptionText(one) {
  return typeof one === "number" ? String(one) : `${one.cell}=${one.digit}`;
}

/** @param {string} text @returns {import("./types.js").Assumption[]} */
function assumptionOf(text) {
  const found = /^(r\d+c\d+)=(\d+)$/.exec(text);
  if (found) return [{ cell: found[1], digit: Number(found[2]) }];
  return /^-?\d+$/.test(text) ? [Number(text)] : [];
}
