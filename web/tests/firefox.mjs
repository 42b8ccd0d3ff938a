// Drives a headless Firefox over a WebSocket on the loopback interface, with WebDriver BiDi.

import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Browser, Page, Unsupported } from "./browser.mjs";
import { Socket } from "./socket.mjs";

/** Keys as WebDriver names them. */
const KEYS = {
  Backspace: "\uE003", Tab: "\uE004", Enter: "\uE007", Escape: "\uE00C", End: "\uE010", Home: "\uE011",
  ArrowLeft: "\uE012", ArrowUp: "\uE013", ArrowRight: "\uE014", ArrowDown: "\uE015", Delete: "\uE017",
};
const LISTENING = /WebDriver BiDi listening on (ws:\S+)/;
/** Preferences for a first run without prompts and downloads. */
const PREFERENCES = {
  "app.normandy.enabled": false, "app.update.disabledForTesting": true, "browser.shell.checkDefaultBrowser": false,
  "browser.startup.homepage_override.mstone": "ignore", "datareporting.policy.dataSubmissionEnabled": false,
  "network.captive-portal-service.enabled": false, "network.connectivity-service.enabled": false,
  "services.settings.server": "data:,", "layout.css.prefers-color-scheme.content-override": 1,
};

export class Firefox extends Browser {
  /** @param {string} program */
  static async start(program) {
    const browser = new Firefox();
    writeFileSync(join(browser.folder, "user.js"), Object.entries(PREFERENCES).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`).join(""));
    const child = spawn(program, ["--headless", "--no-remote", "--profile", browser.folder, "--remote-debugging-port", "0"], { stdio: ["ignore", "ignore", "pipe"] });
    browser.runs(child);
    const address = await new Promise((resolve, reject) => {
      child.once("exit", () => reject(new Error(`${program} ended before it listened`)));
      let output = "";
      child.stderr.setEncoding("utf8").on("data", (text) => {
        if (output !== null && LISTENING.test(output += text)) resolve(LISTENING.exec(output)?.[1]);
      });
    });
    try {
      browser.socket = await Socket.open(`${address}/session`);
      browser.socket.onmessage = (text) => browser.received(JSON.parse(text));
      browser.socket.onclose = () => browser.stopped("the browser closed the connection");
      await browser.send("session.new", { capabilities: {} });
      await browser.send("session.subscribe", { events: ["log.entryAdded", "network.beforeRequestSent"] });
    } catch (error) {
      child.kill();
      browser.stopped("it did not start");
      await browser.close();
      throw error;
    }
    return browser;
  }

  write(message) {
    this.socket.send(JSON.stringify(message));
  }

  leave() {
    return this.send("browser.close");
  }

  /** @param {import("./browser.mjs").Screen} [screen] */
  async page(screen = {}) {
    const { context } = await this.send("browsingContext.create", { type: "tab" });
    const page = new FirefoxPage(this, { context });
    this.listeners.push((message) => page.heard(message));
    await this.send("browsingContext.activate", { context });
    await page.resize(screen);
    return page;
  }
}

class FirefoxPage extends Page {
  send(method, params = {}) {
    return this.browser.send(method, { context: this.at.context, ...params });
  }

  heard({ method, params }) {
    const context = params?.source?.context ?? params?.context;
    if (context !== this.at.context) return;
    if (method === "log.entryAdded" && params.level === "error") this.errors.push(params.text);
    if (method === "network.beforeRequestSent") this.requests.push(params.request.url);
  }

  /** Firefox now and then never says that a navigation is complete, so that the page is asked instead. */
  async go(url) {
    await this.send("browsingContext.navigate", { url: "about:blank", wait: "none" });
    await this.loaded("about:blank");
    await this.send("browsingContext.navigate", { url, wait: "none" });
  }

  async run(expression) {
    const { result, exceptionDetails } = await this.browser.send("script.evaluate", { expression, target: { context: this.at.context }, awaitPromise: true, resultOwnership: "none", userActivation: true });
    if (exceptionDetails) throw new Error(`${expression.slice(0, 300)}: ${exceptionDetails.text}`);
    return plain(result);
  }

  resize({ width = 1280, height = 800, scale = 1 }) {
    return this.send("browsingContext.setViewport", { viewport: { width, height }, devicePixelRatio: scale });
  }

  paper() {
    throw new Unsupported("no command shows a page as on paper");
  }

  scripting() {
    throw new Unsupported("no command stops the scripts of a page");
  }

  type(key) {
    const value = KEYS[key] ?? key;
    return this.send("input.performActions", { actions: [{ type: "key", id: "keyboard", actions: [{ type: "keyDown", value }, { type: "keyUp", value }] }] });
  }

  point(x, y, click = false) {
    const actions = [{ type: "pointerMove", x: Math.round(x), y: Math.round(y) }, ...(click ? [{ type: "pointerDown", button: 0 }, { type: "pointerUp", button: 0 }] : [])];
    return this.send("input.performActions", { actions: [{ type: "pointer", id: "mouse", actions }] });
  }

  /** Drags with the mouse to the right, or to the left by a negative number of pixels. */
  drag(x, y, right, down = 0) {
    const to = (share) => ({ type: "pointerMove", x: Math.round(x + right * share), y: Math.round(y + down * share) });
    const actions = [to(0), { type: "pointerDown", button: 0 }, to(1), { type: "pointerUp", button: 0 }];
    return this.send("input.performActions", { actions: [{ type: "pointer", id: "mouse", actions }] });
  }

  async picture() {
    return (await this.send("browsingContext.captureScreenshot", {})).data;
  }

  close() {
    return this.send("browsingContext.close");
  }
}

/** A value as WebDriver BiDi writes it. */
function plain({ type, value }) {
  if (type === "array") return value.map(plain);
  if (type === "object") return Object.fromEntries(value.map(([name, one]) => [name, plain(one)]));
  return type === "null" ? null : value;
}
