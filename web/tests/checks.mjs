// Shared code of the checks in a browser: the command line, and rules for every page.
//
// `--browser chromium|firefox|PROGRAM` chooses the browser, `--only PATTERN` checks by name, and `--axe FILE`,
// the `axe.min.js` of the npm package axe-core, asks axe at the end of each check.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { NoAnswer, Unsupported } from "./browser.mjs";
import { Chromium } from "./chromium.mjs";
import { Firefox } from "./firefox.mjs";

const words = process.argv.slice(2);

/** @param {string} name @param {string} [usual] */
export const option = (name, usual = "") => (words.includes(name) ? words[words.indexOf(name) + 1] : usual);
/** The words that are neither options nor their values. */
export const operands = words.filter((word, at) => !word.startsWith("--") && !words[at - 1]?.startsWith("--"));

const PROGRAMS = { chromium: "chromium", firefox: "firefox-esr" };
const axe = option("--axe") && readFileSync(option("--axe"), "utf8");

let browser;

/**
 * Runs one check on a fresh page and prints its result. The console must stay empty, and no request may leave this machine.
 * If the browser itself stops, the check is repeated once in another one; if that one stops too, all checks end.
 * @param {string} name @param {(page: any) => Promise<unknown>} check @param {import("./browser.mjs").Screen} [screen]
 */
export async function hold(name, check, screen = {}) {
  if (!new RegExp(option("--only")).test(name)) return;
  for (let attempt = 1; attempt <= 2; attempt++) {
    try {
      return await once(name, check, screen);
    } catch (stopped) {
      if (!(stopped instanceof NoAnswer)) throw stopped;
      await finish();
      if (attempt === 1) console.log(`again ${name}: ${stopped.message}`);
      else {
        fail(name, stopped);
        process.exit();
      }
    }
  }
}

/** Throws `NoAnswer` if the browser stops. */
async function once(name, check, screen) {
  browser ??= await start();
  const page = await browser.page(screen), begun = performance.now();
  try {
    await check(page);
    assert.deepEqual(page.errors, []);
    assert.deepEqual(page.requests.filter((url) => !/^(file|blob|data|about):/.test(url)), []);
    if (axe) assert.deepEqual(await page.faults(axe), []);
    console.log(`ok    ${name} (${((performance.now() - begun) / 1000).toFixed(1)} s)`);
  } catch (error) {
    if (error instanceof NoAnswer) throw error;
    if (error instanceof Unsupported) console.log(`left out: ${name}: ${error.message}`);
    else fail(name, error, page.errors);
  }
  await page.close();
}

function start() {
  const name = option("--browser", "chromium");
  return (name.includes("firefox") ? Firefox : Chromium).start(PROGRAMS[name] ?? name);
}

/** Closes the browser, after the last check. */
export async function finish() {
  await browser?.close();
  browser = null;
}

function fail(name, error, messages = []) {
  process.exitCode = 1;
  console.log(`FAILED ${name}\n${[error.stack, ...messages].join("\n").replace(/^/gm, "      ")}`);
}
