// A moment as the part of the address after `#`, so that a link leads to it.

/**
 * @typedef {{text: string, panes: {spec: string, level: string}[], lead: number, at: number, clock: string,
 *   mode: import("./types.js").Mode, assume: import("./types.js").Assumption[], large: boolean}} Place
 */

const SEPARATOR = "~";

/** @param {Place} place */
export function hashOf(place) {
  const fields = new URLSearchParams();
  fields.set("p", place.text);
  place.panes.forEach(({ spec, level }, pane) => {
    fields.set(`s${pane + 1}`, level === "step" ? spec : `${spec}${SEPARATOR}${level}`);
  });
  if (place.lead) fields.set("lead", String(place.lead + 1));
  fields.set("at", String(place.at));
  if (place.clock !== "event") fields.set("clock", place.clock);
  if (place.mode !== "watch") fields.set("mode", place.mode);
  if (place.assume.length) fields.set("if", place.assume.map(assumptionText).join(","));
  if (place.large) fields.set("large", "1");
  return `#${fields}`;
}

/** The hash of the page's address, or that of the puzzle that the page was made for. */
export function openingHash() {
  const start = document.getElementById("start")?.textContent;
  return location.hash || (start ? `#${new URLSearchParams(JSON.parse(start))}` : "");
}

/**
 * The place that an address names, without the parts that are missing or invalid.
 * @param {string} hash
 * @returns {Partial<Place>}
 */
export function placeOf(hash) {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  /** @type {Partial<Place>} */
  const place = {};
  const text = fields.get("p");
  if (text) place.text = text;
  const panes = [fields.get("s1"), fields.get("s2")].flatMap((written) => {
    if (!written) return [];
    const [spec, level] = written.split(SEPARATOR);
    return [{ spec, level: level ?? "step" }];
  });
  if (panes.length) place.panes = panes;
  const at = Number(fields.get("at"));
  if (Number.isSafeInteger(at) && at >= 0) place.at = at;
  place.lead = fields.get("lead") === "2" && panes.length === 2 ? 1 : 0;
  const clock = fields.get("clock");
  if (clock) place.clock = clock;
  const mode = fields.get("mode");
  if (mode === "predict" || mode === "whatif") place.mode = mode;
  place.assume = (fields.get("if") ?? "").split(",").flatMap(assumptionOf);
  place.large = fields.has("large");
  return place;
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
