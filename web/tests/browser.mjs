// A headless browser and its pages. `chromium.mjs` and `firefox.mjs` implement the protocols.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** @typedef {{width?: number, height?: number, mobile?: boolean, dark?: boolean, scale?: number}} Screen  Firefox is never dark or mobile */

/** Milliseconds after which a browser, or what a check waits for, counts as stuck. */
const TIMEOUT_MS = 120_000;

/** Thrown for what the protocol of a browser lacks. */
export class Unsupported extends Error {}

/** Thrown if the browser itself has stopped: it answers nothing, or has ended. */
export class NoAnswer extends Error {}

/** A browser with its own folder; each protocol implements `write`, `leave` and `page`. */
export class Browser {
  constructor() {
    this.folder = mkdtempSync(join(tmpdir(), "page-"));
    this.sent = 0;
    this.waiting = new Map();
    this.listeners = [];
  }

  /** @param {import("node:child_process").ChildProcess} child */
  runs(child) {
    this.child = child;
    this.ended = new Promise((resolve) => child.once("exit", resolve).once("error", resolve));
    this.ended.then(() => this.stopped("the browser ended"));
  }

  /** Fails all open and later requests. @param {string} why */
  stopped(why) {
    this.end = why;
    this.waiting.forEach(({ reject }) => reject(new NoAnswer(why)));
  }

  received(message) {
    const waiting = this.waiting.get(message.id);
    if (!waiting) {
      this.listeners.forEach((listener) => listener(message));
      return;
    }
    this.waiting.delete(message.id);
    if (message.error) waiting.reject(new Error(`${waiting.method}: ${message.error.message ?? message.message}`));
    else waiting.resolve(message.result);
  }

  send(method, params = {}, more = {}) {
    if (this.end) return Promise.reject(new NoAnswer(this.end));
    const id = ++this.sent;
    this.write({ id, method, params, ...more });
    let late;
    const answer = new Promise((resolve, reject) => {
      this.waiting.set(id, { method, resolve, reject });
      late = setTimeout(() => reject(new NoAnswer(`${method}: no answer within ${TIMEOUT_MS / 1000} s`)), TIMEOUT_MS);
    });
    return answer.finally(() => clearTimeout(late));
  }

  async close() {
    const late = setTimeout(() => this.child.kill("SIGKILL"), 10_000);
    await this.leave().catch(() => {});
    await this.ended;
    clearTimeout(late);
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** A page; `go`, `run`, `resize`, `paper`, `scripting`, `type`, `point`, `drag`, `picture` and `close` are the protocol's. */
export class Page {
  /** @param {Browser} browser @param {object} at  the protocol's handle of the page */
  constructor(browser, at) {
    Object.assign(this, { browser, at });
    /** Errors on its console, and uncaught exceptions. */
    this.errors = [];
    /** Every address that it requested. */
    this.requests = [];
  }

  /** Goes to a file and waits until it says that it is ready, or that it cannot be. @returns {Promise<string>} */
  async begin(url) {
    await this.go(url);
    return this.until("document.documentElement?.dataset.ready");
  }

  /** Opens a file and waits until it is ready and drawn. */
  async open(url) {
    if (await this.begin(url) === "failed") throw new Error(`${url} cannot start`);
    await this.drawn();
  }

  async until(expression, ms = TIMEOUT_MS) {
    for (const end = Date.now() + ms; ;) {
      const value = await this.run(expression).catch((error) => {
        if (error instanceof NoAnswer) throw error;
      });
      if (value) return value;
      if (Date.now() > end) throw new Error(`waited in vain for ${expression}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Waits until nothing runs and every pane has drawn the position that the slider shows. */
  drawn() {
    return this.until(`!document.querySelector(".pane.running") && [...document.querySelectorAll(".pane.leads, [data-count='1'] .pane")]
      .every((pane) => pane.querySelector(".problem") || pane.dataset.drawn === document.querySelector("#transport input").value)`);
  }

  /** Waits until the file at `url` is there, whether its script runs or not. */
  loaded(url) {
    return this.until(`location.href === ${JSON.stringify(url)} && document.readyState === "complete"`);
  }

  /** The address after the page has updated it, which it does soon after a change: timers of a page fire in order. */
  written() {
    return this.run("new Promise((done) => setTimeout(() => done(location.hash), 300))");
  }

  /** Waits until the page has been painted as it is now. */
  settled() {
    return this.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))");
  }

  /** Presses a key, as a user does, and waits for the drawing. */
  async press(key) {
    await this.type(key);
    await this.drawn();
  }

  async click(selector) {
    await this.run(`document.querySelector(${JSON.stringify(selector)}).click()`);
    await this.drawn();
  }

  async screenshot(file) {
    writeFileSync(file, Buffer.from(await this.picture(), "base64"));
  }

  /** The serious and critical findings of axe, in words. @param {string} axe  its program */
  async faults(axe) {
    if (!(await this.run("!!window.axe"))) await this.run(`${axe}\n; 0`);
    return this.run(`axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations
      .filter(({ impact }) => ["serious", "critical"].includes(impact))
      .map(({ id, help, nodes }) => \`\${id}: \${help} (\${nodes.length}): \${nodes.slice(0, 3).map(({ html, any }) => \`\${html.slice(0, 140)} \${any[0]?.message ?? ""}\`).join(" | ")}\`))`);
  }
}
