// A headless Chromium at the other end of a WebSocket on the loopback interface, with what it says and asks for.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** @typedef {{width?: number, height?: number, mobile?: boolean, dark?: boolean, scale?: number}} Screen */

export class Browser {
  /** @param {string} program */
  static async start(program) {
    const folder = mkdtempSync(join(tmpdir(), "page-"));
    const child = spawn(program, ["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", `--user-data-dir=${folder}`, "--remote-debugging-pipe", "about:blank"],
      { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    return new Browser(child, folder);
  }

  constructor(child, folder) {
    this.child = child;
    this.folder = folder;
    this.sent = 0;
    this.waiting = new Map();
    this.listeners = [];
    let rest = "";
    child.stdio[4].setEncoding("utf8").on("data", (text) => {
      const parts = (rest + text).split("\0");
      rest = parts.pop() ?? "";
      parts.forEach((part) => this.received(JSON.parse(part)));
    });
  }

  received(message) {
    const waiting = this.waiting.get(message.id);
    if (!waiting) {
      this.listeners.forEach((listener) => listener(message));
      return;
    }
    this.waiting.delete(message.id);
    if (message.error) waiting.reject(new Error(message.error.message));
    else waiting.resolve(message.result);
  }

  send(method, params = {}, sessionId = undefined) {
    const id = ++this.sent;
    this.child.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
  }

  /** @param {Screen} [screen] */
  async page(screen = {}) {
    const { targetId } = await this.send("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await this.send("Target.attachToTarget", { targetId, flatten: true });
    const page = new Page(this, sessionId, targetId);
    await page.begin(screen);
    return page;
  }

  async close() {
    await this.send("Browser.close").catch(() => {});
    await new Promise((resolve) => (this.child.exitCode === null ? this.child.once("exit", resolve) : resolve(0)));
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

export class Page {
  constructor(browser, session, target) {
    Object.assign(this, { browser, session, target });
    /** Errors on its console, and exceptions. */
    this.errors = [];
    /** Every address it asked for. */
    this.requests = [];
  }

  send(method, params) {
    return this.browser.send(method, params, this.session);
  }

  async begin({ width = 1280, height = 800, mobile = false, dark = false, scale = 1 }) {
    this.browser.listeners.push((message) => message.sessionId === this.session && this.heard(message));
    await Promise.all(["Page", "Runtime", "Network", "Log"].map((domain) => this.send(`${domain}.enable`)));
    await this.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: scale, mobile });
    await this.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }] });
  }

  heard({ method, params }) {
    if (method === "Runtime.exceptionThrown") this.errors.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
    if (method === "Runtime.consoleAPICalled" && params.type === "error") this.errors.push(JSON.stringify(params.args));
    if (method === "Log.entryAdded" && params.entry.level === "error") this.errors.push(params.entry.text);
    if (method === "Network.requestWillBeSent") this.requests.push(params.request.url);
  }

  /** Opens a file and waits until the page says that it is ready. */
  async open(url) {
    await this.send("Page.navigate", { url: "about:blank" });
    await this.send("Page.navigate", { url });
    await this.until("document.documentElement?.dataset.ready");
    await this.drawn();
  }

  async run(expression) {
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails) throw new Error(`${expression}: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`);
    return result.value;
  }

  async until(expression, ms = 60000) {
    for (const end = Date.now() + ms; ;) {
      const value = await this.run(expression).catch(() => null);
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

  /** Presses a key, as people do, and waits for the drawing. */
  async press(key) {
    const text = key.length === 1 ? key : undefined;
    await this.send("Input.dispatchKeyEvent", { type: "keyDown", key, text });
    await this.send("Input.dispatchKeyEvent", { type: "keyUp", key });
    await this.drawn();
  }

  async click(selector) {
    await this.run(`document.querySelector(${JSON.stringify(selector)}).click()`);
    await this.drawn();
  }

  async screenshot(file, full = false) {
    const { data } = await this.send("Page.captureScreenshot", { format: "png", captureBeyondViewport: full });
    writeFileSync(file, Buffer.from(data, "base64"));
  }

  close() {
    return this.browser.send("Target.closeTarget", { targetId: this.target });
  }
}
