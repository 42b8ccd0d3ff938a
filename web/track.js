// A trace in the module, read position by position.

import { CONFLICTS } from "./kinds.js";

const CHUNK = 256;
/** Maximum number of consecutive removals drawn together. */
const MAX_STRUCK = 90;
/** The events that may lie between a contradiction and the fail that it causes, and their maximum number. */
const AFTER_CONFLICT = new Set(["learn", "uncover", "unhide", "give-back"]);
const MAX_AFTER_CONFLICT = 200;

/** @typedef {import("./types.js").Track} Track */

/** @implements {Track} */
export class TraceTrack {
  /**
   * @param {import("./engine.js").Engine} engine
   * @param {number} slot
   * @param {import("./types.js").Traced} traced
   */
  constructor(engine, slot, traced) {
    this.engine = engine;
    this.slot = slot;
    this.head = traced.head;
    this.stats = traced.stats;
    this.length = traced.events;
    this.kinds = traced.kinds;
    this.letters = traced.letters;
    this.name = traced.head.strategy;
    /** The strategy's pseudo-code, line by line. */
    this.script = traced.head.script ?? [];
    /** @type {Map<number, Promise<import("./types.js").TrackEvent[]>>} */
    this.chunks = new Map();
    /** @type {Promise<import("./types.js").Tree>|null} */
    this.treeRequest = null;
    /** The moment that was asked for last, because several views ask for it. @type {{at: number, moment: Promise<import("./types.js").Moment>}|null} */
    this.latest = null;
  }

  /** @param {number} event */
  kindAt(event) {
    return this.letters[this.kinds[event]] ?? "";
  }

  /** The events from `from` to `to` (exclusive). @param {number} from @param {number} to */
  async eventsBetween(from, to) {
    const chunks = [];
    for (let chunk = Math.floor(from / CHUNK); chunk * CHUNK < to; chunk++) chunks.push(this.chunk(chunk));
    const events = (await Promise.all(chunks)).flat();
    const first = Math.floor(from / CHUNK) * CHUNK;
    return events.slice(from - first, to - first);
  }

  /** @param {number} chunk @returns {Promise<import("./types.js").TrackEvent[]>} */
  chunk(chunk) {
    const known = this.chunks.get(chunk);
    if (known) return known;
    const from = chunk * CHUNK, to = Math.min(this.length, from + CHUNK);
    const events = this.engine.ask({ ask: "events", slot: this.slot, from, to }).then((reply) => reply.events);
    events.catch(() => this.chunks.delete(chunk));
    this.chunks.set(chunk, events);
    return events;
  }

  /** @param {number} at @returns {Promise<import("./types.js").Moment>} */
  moment(at) {
    if (this.latest?.at === at) return this.latest.moment;
    const moment = this.momentOf(at);
    moment.catch(() => {
      if (this.latest?.moment === moment) this.latest = null;
    });
    this.latest = { at, moment };
    return moment;
  }

  /** @param {number} at @returns {Promise<import("./types.js").Moment>} */
  async momentOf(at) {
    let from = Math.max(0, at - 1);
    if (this.kindAt(at - 1) === "remove") {
      while (from > 0 && at - from < MAX_STRUCK && this.kindAt(from - 1) === "remove") from--;
    }
    const [state, events] = await Promise.all([
      this.engine.ask({ ask: "state", slot: this.slot, at }),
      at ? this.eventsBetween(from, at) : [],
    ]);
    const last = events[events.length - 1];
    const cause = last?.line.kind === "fail" ? await this.causeOf(at - 1) : null;
    const struck = events.filter(({ line }) => line.kind === "remove").map(({ line }) => line);
    return {
      at, state, struck,
      kind: last?.line.kind ?? "",
      line: last?.line ?? null,
      sentence: last?.sentence ?? [""],
      script: last?.script ?? null,
      ...(cause ? { cause, sentence: ["node {} fails: {}", last.line.node, cause.sentence] } : {}),
    };
  }

  /** The moment of the contradiction that caused a fail, if nothing else happened between them. @param {number} fail */
  async causeOf(fail) {
    const from = Math.max(0, fail - MAX_AFTER_CONFLICT);
    for (let event = fail - 1; event >= from; event--) {
      const kind = this.kindAt(event);
      if (CONFLICTS.has(kind)) return this.momentOf(event + 1);
      if (!AFTER_CONFLICT.has(kind)) return null;
    }
    return null;
  }

  /** The events that led to a position and were not undone. @param {number} at @returns {Promise<import("./types.js").PathEvent[]>} */
  async path(at) {
    const { events, numbers } = await this.engine.ask({ ask: "path", slot: this.slot, at });
    return events.map((/** @type {import("./types.js").TrackEvent} */ { line }, /** @type {number} */ index) => ({ line, event: numbers[index] }));
  }

  tree() {
    this.treeRequest ??= this.engine.ask({ ask: "tree", slot: this.slot });
    return this.treeRequest;
  }
}
