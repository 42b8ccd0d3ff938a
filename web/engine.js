// Requests to the module. Each slot of a pane has its own Worker, and another one serves requests without a slot, so that
// stopping a long search affects nothing else.

import { workerSource } from "./worker.js";

/** A request that the module cannot answer, and why. */
export class EngineError extends Error {
  /** @param {{title: string, line?: number, column?: number, label?: string, help?: string, fatal?: boolean}} details */
  constructor(details) {
    super(details.title);
    this.details = details;
    /** Whether the search was stopped on request. */
    this.stopped = false;
  }
}

// A view may still await the tree or a state of a search that is stopped. Nothing is left to draw, so there is no error to report.
addEventListener("unhandledrejection", (event) => {
  if (event.reason instanceof EngineError && event.reason.stopped) event.preventDefault();
});

/** @typedef {{worker: Worker, waiting: Map<number, {resolve: (reply: any) => void, reject: (wrong: Error) => void}>}} Lane */

export class Engine {
  /** @param {ArrayBuffer} bytes  the module */
  constructor(bytes) {
    this.bytes = bytes;
    this.url = URL.createObjectURL(new Blob([workerSource()], { type: "text/javascript" }));
    /** @type {Map<string, Lane>} */
    this.lanes = new Map();
    this.asked = 0;
  }

  /**
   * The module's reply.
   * @param {{ask: string, slot?: number, [name: string]: any}} request
   * @returns {Promise<any>}
   */
  ask(request) {
    const lane = this.lane(laneOf(request.slot));
    const id = ++this.asked;
    return new Promise((resolve, reject) => {
      lane.waiting.set(id, { resolve, reject });
      // Each Worker has its own module with two slots, of which one suffices.
      lane.worker.postMessage({ id, request: request.slot === undefined ? request : { ...request, slot: 0 } });
    });
  }

  /**
   * Ends the slot's Worker; the next request starts a new one.
   * @param {number} [slot]
   */
  stop(slot) {
    const name = laneOf(slot);
    const lane = this.lanes.get(name);
    if (!lane) return;
    lane.worker.terminate();
    this.lanes.delete(name);
    for (const { reject } of lane.waiting.values()) {
      const wrong = new EngineError({ title: "stopped" });
      wrong.stopped = true;
      reject(wrong);
    }
  }

  /** @param {string} name */
  lane(name) {
    const known = this.lanes.get(name);
    if (known) return known;
    /** @type {Lane} */
    const lane = { worker: new Worker(this.url), waiting: new Map() };
    lane.worker.addEventListener("message", ({ data }) => {
      const waiting = lane.waiting.get(data.id);
      lane.waiting.delete(data.id);
      if (!waiting) return;
      if (data.reply.error) waiting.reject(new EngineError(data.reply.error));
      else waiting.resolve(data.reply);
      // After a panic the instance is unusable.
      if (data.reply.error?.fatal && this.lanes.get(name) === lane) this.lanes.delete(name);
    });
    lane.worker.postMessage({ bytes: this.bytes });
    this.lanes.set(name, lane);
    return lane;
  }
}

/** @param {number} [slot] */
function laneOf(slot) {
  return slot === undefined ? "desk" : `slot ${slot}`;
}

/**
 * The bytes of data that a page contains as gzip in base64.
 * @param {string} base64
 */
export async function unpacked(base64) {
  const packed = Uint8Array.from(atob(base64.replace(/\s+/g, "")), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

/**
 * The module in `<script type="text/plain" id="module">`.
 * @returns {Promise<ArrayBuffer>}
 */
export async function embeddedModule() {
  const element = document.getElementById("module");
  return element?.textContent?.trim() ? unpacked(element.textContent) : new ArrayBuffer(0);
}

/**
 * The traces in `<script type="application/json" class="trace">`: lines of JSON, packed if `data-packed` says so.
 * @returns {Promise<string[]>}
 */
export function embeddedTraces() {
  const elements = [...document.querySelectorAll("script.trace")];
  return Promise.all(elements.map(async (element) => {
    const text = element.textContent ?? "";
    return element.hasAttribute("data-packed") ? new TextDecoder().decode(await unpacked(text)) : text.trim();
  }));
}
