// Opens a report of the program in a browser: `node report.mjs COVERLAB`, and the options of checks.mjs; exit code 1 if a check
// fails.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { finish, hold, operands } from "./checks.mjs";

const [program] = operands;
const folder = mkdtempSync(join(tmpdir(), "report-"));
cpSync(fileURLToPath(new URL("../../results/clues", import.meta.url)), folder, { recursive: true });
execFileSync(resolve(program), ["report", folder, "--to", "json"], { stdio: ["ignore", "ignore", "inherit"], maxBuffer: 1 << 28 });
const url = pathToFileURL(join(folder, "report/index.html")).href;

/** A table, and its column of total times. */
const TABLE = "table[data-id=corpus-clues-22]", TOTAL = 3;
/** The texts of a column, in the visible rows. */
const column = (page, selector, at) => page.run(`[...document.querySelectorAll("${selector} tbody tr:not([hidden])")].map((row) => row.cells[${at}].textContent)`);
const sort = (page, selector, at) => page.run(`document.querySelectorAll("${selector} thead button")[${at}].click()`);
/** Times as the page writes them, in nanoseconds: `12.3 ms`. */
const STEPS = { ns: 1, µs: 1e3, ms: 1e6, s: 1e9, min: 60e9, h: 3600e9 };
const nanoseconds = (text) => {
  const [, number, unit] = /^(?:≥\u202f)?([\d.\u202f]*\d)\u202f(ns|µs|ms|s|min|h)/.exec(text) ?? [];
  return Number(number?.replaceAll("\u202f", "")) * STEPS[unit];
};

const CHECKS = {
  async "every table sorts by every column, and back"(page) {
    const tables = await page.run(`[...document.querySelectorAll("table[data-id]")].map(({ dataset, tHead }) => [dataset.id, tHead.rows[0].cells.length])`);
    assert.ok(tables.length > 3);
    for (const [id, columns] of tables) {
      const table = `table[data-id='${id}']`, text = () => page.run(`[...document.querySelector("${table}").tBodies[0].rows].map((row) => row.textContent)`), before = await text();
      for (let at = 0; at < columns; at++) {
        for (const direction of ["ascending", "descending"]) {
          await sort(page, table, at);
          assert.deepEqual(await page.run(`[...document.querySelectorAll("${table} th[aria-sort]")].map((head) => [head.cellIndex, head.getAttribute("aria-sort")])`), [[at, direction]], id);
        }
        await sort(page, table, at);
      }
      assert.deepEqual(await text(), before, id);
    }
    await sort(page, TABLE, TOTAL);
    const times = (await column(page, TABLE, TOTAL)).map(nanoseconds);
    assert.deepEqual(times, times.toSorted((a, b) => a - b));
    assert.ok(times.length > 5 && times.every((one) => one > 0), String(times));
    await sort(page, TABLE, 0);
    const names = await column(page, TABLE, 0);
    assert.deepEqual(names, names.toSorted());
  },

  async "a hidden strategy leaves tables and plots"(page) {
    const seen = () => page.run(`[...document.querySelectorAll("g[data-series=sat]")].some((group) => getComputedStyle(group).display !== "none")`);
    const box = `document.querySelector(".tools input[value=sat]")`;
    assert.deepEqual([(await column(page, TABLE, 0)).includes("sat"), await seen()], [true, true]);
    await page.run(`${box}.click()`);
    assert.deepEqual([(await column(page, TABLE, 0)).includes("sat"), await seen()], [false, false]);
    await page.run(`${box}.click()`);
    assert.deepEqual([(await column(page, TABLE, 0)).includes("sat"), await seen()], [true, true]);
  },

  async "a legend and a row light a curve, and each other"(page) {
    const lit = () => page.run(`[...new Set([...document.querySelectorAll("g.lit")].map((group) => group.dataset.series))]`);
    const rowsLit = () => page.run(`[...new Set([...document.querySelectorAll("tr.lit")].map((row) => row.dataset.strategy))]`);
    await page.run(`document.querySelector("#cactus-clues-22 g.legend[data-series=heller]").focus()`);
    await page.press("Enter");
    await page.run(`document.activeElement.blur()`);
    assert.deepEqual([await lit(), await rowsLit()], [["heller"], ["heller"]]);
    assert.equal(await page.run(`document.querySelector("#cactus-clues-40 g.legend[data-series=heller]").getAttribute("aria-pressed")`), "true");
    await page.run(`document.querySelector("${TABLE} [data-lights=sat]").click()`);
    assert.deepEqual((await lit()).sort(), ["heller", "sat"]);
  },

  async "a point has a title with its instance"(page) {
    const titles = await page.run(`[...document.querySelectorAll("#pair-01-dlx-bird-bits svg title")].map((title) => title.textContent)`);
    assert.ok(titles.length > 200 && titles.every((title) => /^clues-\d\d\/.+: dlx .+, bird-bits /.test(title)), titles[0]);
  },

  async "the keyboard reaches what the mouse does"(page) {
    await page.run(`document.querySelector(".tools summary").focus()`);
    await page.press(" ");
    assert.equal(await page.run(`document.querySelector(".tools").open`), true);
    await page.press("Escape");
    assert.equal(await page.run(`document.querySelector(".tools").open`), false);
    await page.run(`document.querySelector("${TABLE} thead button").focus()`);
    await page.press("Enter");
    assert.equal(await page.run(`document.activeElement.closest("th").getAttribute("aria-sort")`), "ascending");
    const unnamed = await page.run(`[...document.querySelectorAll("button, input, [role=button]")].filter((it) => !(it.textContent.trim() || it.getAttribute("aria-label") || it.labels?.length)).length`);
    assert.equal(unnamed, 0);
  },

  async "without its script the page is whole"(page) {
    await page.scripting(false);
    await page.go(url);
    await page.loaded(url);
    await page.scripting(true);
    const count = (selector) => page.run(`document.querySelectorAll(${JSON.stringify(selector)}).length`);
    assert.ok((await count("table[data-id] tbody tr")) > 20 && (await count("figure svg")) > 5);
    assert.equal(await count("button, input, details"), 0);
  },
};

for (const [name, check] of Object.entries(CHECKS)) {
  await hold(name, async (page) => {
    await page.open(url);
    await check(page);
  });
}

await finish();
rmSync(folder, { recursive: true, force: true });
