// Checks the requests to Workers without a browser: `node engine.mjs`. Replies are sent by hand.

import assert from "node:assert/strict";

/** @type {StubWorker[]} */
const workers = [];

class StubWorker {
  constructor() {
    this.terminated = false;
    /** @type {any[]} */
    this.requests = [];
    workers.push(this);
  }

  /** @param {string} _type @param {(event: {data: any}) => void} listener */
  addEventListener(_type, listener) {
    this.reply = (/** @type {any} */ data) => listener({ data });
  }

  /** @param {any} message */
  postMessage(message) {
    if (message.id) this.requests.push(message);
  }

  terminate() {
    this.terminated = true;
  }
}
Object.assign(globalThis, { Worker: StubWorker, addEventListener() {} });
const { Engine } = await import("../engine.js");

const engine = new Engine(new ArrayBuffer(0));
const failed = engine.ask({ ask: "trace", slot: 0 }), waiting = engine.ask({ ask: "tree", slot: 0 }), other = engine.ask({ ask: "strategies" });
const [first, second] = workers;
const panic = { title: "the module stopped: unreachable", fatal: true };

// After a panic the Worker ends, and what it has not answered fails too. The other Worker goes on.
first.reply({ id: first.requests[0].id, reply: { error: panic } });
for (const request of [failed, waiting]) await assert.rejects(request, { message: panic.title, stopped: false });
assert.ok(first.terminated && !second.terminated);
second.reply({ id: second.requests[0].id, reply: { strategies: [] } });
assert.deepEqual(await other, { strategies: [] });

// The next request starts a new Worker, which an error in the request does not end.
const wrong = engine.ask({ ask: "trace", slot: 0 });
assert.equal(workers.length, 3);
workers[2].reply({ id: workers[2].requests[0].id, reply: { error: { title: "not a puzzle" } } });
await assert.rejects(wrong, { message: "not a puzzle" });
assert.ok(!workers[2].terminated);

// A stopped request says so.
const stopped = engine.ask({ ask: "trace", slot: 0 });
engine.stop(0);
await assert.rejects(stopped, { stopped: true });
assert.ok(workers[2].terminated);

// A later request about it fails as stopped, and starts no Worker.
await assert.rejects(engine.ask({ ask: "state", slot: 0, at: 1 }), { stopped: true });
assert.equal(workers.length, 3);
