// Drives a headless Chromium over a pipe, with its DevTools protocol.

import { spawn } from "node:child_process";
import { Browser, Page } from "./browser.mjs";

/** Codes and texts of keys. Without them a key has no default action, such as pressing a button or closing a dialog. */
const KEYS = {
  Enter: [13, "\r"], Escape: [27], " ": [32, " "], Tab: [9], Backspace: [8], Delete: [46],
  End: [35], Home: [36], ArrowLeft: [37], ArrowUp: [38], ArrowRight: [39], ArrowDown: [40],
};

export class Chromium extends Browser {
  /** @param {string} program */
  static async start(program) {
    const browser = new Chromium();
    const child = spawn(program, ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", `--user-data-dir=${browser.folder}`, "--remote-debugging-pipe", "about:blank"],
      { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    browser.runs(child);
    // A browser that has died is noticed by its end.
    for (const pipe of child.stdio.slice(3)) pipe?.on("error", () => {});
    let rest = "";
    child.stdio[4].setEncoding("utf8").on("data", (text) => {
      const parts = (rest + text).split("\0");
      rest = parts.pop() ?? "";
      parts.forEach((part) => browser.received(JSON.parse(part)));
    });
    return browser;
  }

  write(message) {
    this.child.stdio[3].write(`${JSON.stringify(message)}\0`);
  }

  leave() {
    return this.send("Browser.close");
  }

  /** @param {import("./browser.mjs").Screen} [screen] */
  async page(screen = {}) {
    const { targetId } = await this.send("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await this.send("Target.attachToTarget", { targetId, flatten: true });
    const page = new ChromiumPage(this, { sessionId, targetId });
    this.listeners.push((message) => message.sessionId === sessionId && page.heard(message));
    await Promise.all(["Page", "Runtime", "Network", "Log"].map((domain) => page.send(`${domain}.enable`)));
    await page.resize(screen);
    await page.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: screen.dark ? "dark" : "light" }] });
    return page;
  }
}

class ChromiumPage extends Page {
  send(method, params = {}) {
    return this.browser.send(method, params, { sessionId: this.at.sessionId });
  }

  heard({ method, params }) {
    if (method === "Runtime.exceptionThrown") this.errors.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
    if (method === "Runtime.consoleAPICalled" && params.type === "error") this.errors.push(JSON.stringify(params.args));
    if (method === "Log.entryAdded" && params.entry.level === "error") this.errors.push(params.entry.text);
    if (method === "Network.requestWillBeSent") this.requests.push(params.request.url);
  }

  async go(url) {
    await this.send("Page.navigate", { url: "about:blank" });
    await this.send("Page.navigate", { url });
  }

  /** Shows the page as it is printed. */
  paper() {
    return this.send("Emulation.setEmulatedMedia", { media: "print" });
  }

  async run(expression) {
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails) throw new Error(`${expression.slice(0, 300)}: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`);
    return result.value;
  }

  resize({ width = 1280, height = 800, mobile = false, scale = 1 }) {
    return this.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: scale, mobile });
  }

  scripting(on) {
    return this.send("Emulation.setScriptExecutionDisabled", { value: !on });
  }

  async type(key) {
    const [windowsVirtualKeyCode, text] = KEYS[key] ?? [undefined, key];
    await this.send("Input.dispatchKeyEvent", { type: "keyDown", key, text, windowsVirtualKeyCode });
    await this.send("Input.dispatchKeyEvent", { type: "keyUp", key, windowsVirtualKeyCode });
  }

  async point(x, y, click = false) {
    await this.send("Input.dispatchMouseEvent", { type: "mouseMoved", x, y });
    for (const type of click ? ["mousePressed", "mouseReleased"] : []) await this.send("Input.dispatchMouseEvent", { type, x, y, button: "left", clickCount: 1 });
  }

  /** Drags with the mouse to the right, or to the left by a negative number of pixels. */
  async drag(x, y, right, down = 0) {
    const mouse = (type, share, buttons) => this.send("Input.dispatchMouseEvent", { type, x: x + right * share, y: y + down * share, button: "left", buttons, clickCount: 1 });
    await mouse("mousePressed", 0, 1);
    await mouse("mouseMoved", 1, 1);
    await mouse("mouseReleased", 1, 0);
  }

  async picture() {
    return (await this.send("Page.captureScreenshot", { format: "png" })).data;
  }

  close() {
    return this.browser.send("Target.closeTarget", { targetId: this.at.targetId });
  }
}
