// Requests to the module. Each slot has its own Worker, and one more serves requests without a slot, so that stopping a
// long search affects nothing else.

import { workerSource } from "./worker.js";

/** A request that the module cannot answer, and why. */
export class EngineError extends Error {
  /** @param {{title: string, line?: number, column?: number, label?: string, help?: string, fatal?: boolean}} details */
  constructor(details, stopped = false) {
    super(details.title);
    this.details = details;
    /** Whether the search was stopped on request. */
    this.stopped = stopped;
  }
}

/** The error of a request to a search that was stopped. */
function stopError() {
  return new EngineError({ title: "stopped" }, true);
}

/** A view may still await the tree or a state of a stopped search. It has nothing to draw. @param {unknown} error */
export function ignoreStop(error) {
  if (!(error instanceof EngineError && error.stopped)) throw error;
}

// Nobody awaits a search that was replaced before it was stopped. Firefox may report it nevertheless.
addEventListener("unhandledrejection", (event) => {
  if (event.reason instanceof EngineError && event.reason.stopped) event.preventDefault();
});

/** @typedef {{worker: Worker, waiting: Map<number, {resolve: (reply: any) => void, reject: (error: Error) => void}>}} Connection */

/** Requests that begin a search. All others to a slot are about a search. */
const BEGINNINGS = ["trace", "load"];

export class Engine {
  /** @param {ArrayBuffer} bytes  the module */
  constructor(bytes) {
    this.bytes = bytes;
    this.url = URL.createObjectURL(new Blob([workerSource()], { type: "text/javascript" }));
    /** @type {Map<string, Connection>} */
    this.connections = new Map();
    this.lastId = 0;
  }

  /**
   * The module's reply. A request about a search whose Worker has ended fails as stopped.
   * @param {{ask: string, slot?: number, [name: string]: any}} request
   * @returns {Promise<any>}
   */
  ask(request) {
    const name = workerName(request.slot);
    if (request.slot !== undefined && !this.connections.has(name) && !BEGINNINGS.includes(request.ask)) return Promise.reject(stopError());
    const connection = this.connection(name);
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      connection.waiting.set(id, { resolve, reject });
      // Each Worker has its own module, of which it uses only slot 0.
      connection.worker.postMessage({ id, request: request.slot === undefined ? request : { ...request, slot: 0 } });
    });
  }

  /**
   * Ends the slot's Worker. A request that begins a search starts a new one; all others fail as stopped. Without a slot, any request
   * starts a new one.
   * @param {number} [slot]
   */
  stop(slot) {
    this.end(workerName(slot), stopError());
  }

  /** Ends a Worker. Every request that it has not answered fails. @param {string} name @param {EngineError} error */
  end(name, error) {
    const connection = this.connections.get(name);
    if (!connection) return;
    connection.worker.terminate();
    this.connections.delete(name);
    for (const { reject } of connection.waiting.values()) reject(error);
  }

  /** @param {string} name */
  connection(name) {
    const known = this.connections.get(name);
    if (known) return known;
    /** @type {Connection} */
    const connection = { worker: new Worker(this.url), waiting: new Map() };
    connection.worker.addEventListener("message", ({ data }) => {
      const waiting = connection.waiting.get(data.id);
      connection.waiting.delete(data.id);
      if (!waiting) return;
      if (!data.reply.error) {
        waiting.resolve(data.reply);
        return;
      }
      const error = new EngineError(data.reply.error);
      waiting.reject(error);
      // After a panic the instance is unusable.
      if (error.details.fatal && this.connections.get(name) === connection) this.end(name, error);
    });
    connection.worker.postMessage({ bytes: this.bytes });
    this.connections.set(name, connection);
    return connection;
  }
}

/** @param {number} [slot] */
function workerName(slot) {
  return slot === undefined ? "no slot" : `slot ${slot}`;
}

/**
 * Decodes data that a page contains as gzip in base64.
 * @param {string} base64
 */
async function unpack(base64) {
  return gunzip(Uint8Array.from(atob(base64.replace(/\s+/g, "")), (c) => c.charCodeAt(0)));
}

/** Unpacks gzip. @param {Uint8Array<ArrayBuffer>} packed */
export async function gunzip(packed) {
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

/**
 * The module in `<script type="text/plain" id="module">`.
 * @returns {Promise<ArrayBuffer>}
 */
export async function embeddedModule() {
  const element = document.getElementById("module");
  return element?.textContent?.trim() ? unpack(element.textContent) : new ArrayBuffer(0);
}

/**
 * The traces in `<script type="application/json" class="trace">`: lines of JSON, packed if `data-packed` says so.
 * @returns {Promise<string[]>}
 */
export function embeddedTraces() {
  const elements = [...document.querySelectorAll("script.trace")];
  return Promise.all(elements.map(async (element) => {
    const text = element.textContent ?? "";
    return element.hasAttribute("data-packed") ? new TextDecoder().decode(await unpack(text)) : text.trim();
  }));
}
