// Opens reports of the program in a browser and compares what the page shows with the rows of the record.
// `node report.mjs COVERLAB`, and the options of checks.mjs; exit code 1 if a check fails.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { bookmarkOf } from "../hash.js";
import { limits } from "../report/scores.js";
import { finish, hold, operands } from "./checks.mjs";
import { LIMIT_NS, label, writeRecord } from "./record.mjs";

const [program] = operands;
const results = join(dirname(fileURLToPath(import.meta.url)), "../../results");
const folder = mkdtempSync(join(tmpdir(), "report-"));

/** Writes the report of a record and returns the address of its page. @param {string} name */
function report(name) {
  execFileSync(resolve(program), ["report", join(folder, name), "--to", "json"], { stdio: ["ignore", "ignore", "inherit"], maxBuffer: 1 << 28 });
  return pathToFileURL(join(folder, name, "report/index.html")).href;
}

const SIZE = { corpora: ["early", "late"], strategies: 12, instances: 40 };
const rows = writeRecord(join(folder, "invented"), SIZE);
const invented = report("invented");
for (const name of ["sources", "linked"]) cpSync(join(results, "sources"), join(folder, name), { recursive: true });
const sources = report("sources");
mkdirSync(join(folder, "linked/report"), { recursive: true });
writeFileSync(join(folder, "linked/report/page.html"), "<!doctype html><title>a page</title>");
const linked = report("linked");

const SCORES = "#report\\\\:scores", RESULTS = "#report\\\\:results";
/** The first cells of the visible rows. */
const names = (page, selector) => page.run(`[...document.querySelectorAll("${selector} tbody tr:not([hidden])")].map((row) => row.cells[0].textContent)`);
const column = (page, selector, at) => page.run(`[...document.querySelectorAll("${selector} tbody tr:not([hidden])")].map((row) => row.cells[${at}].textContent)`);
const sort = (page, selector, at) => page.run(`document.querySelectorAll("${selector} thead button")[${at}].click()`);
const hash = (page) => page.written();
const uncheck = (page, kind, name) => page.run(`document.querySelector(".tools [data-kind=${kind}] input[value='${name}']").click()`);
const slide = (page, at, value) => page.run(`{ const range = document.querySelectorAll("${SCORES} input")[${at}]; range.value = ${value}; range.dispatchEvent(new Event("input")); }`);
/** Figures as the page writes them, as numbers: `12.3 ms` in nanoseconds, `4 of 5` as 4. */
const STEPS = { ns: 1, µs: 1e3, ms: 1e6, s: 1e9, min: 60e9, h: 3600e9 };
const figure = (text) => {
  const [, number, unit] = /^(?:≥\u202f)?([\d.\u202f]*\d)(?:\u202f(ns|µs|ms|s|min|h))?/.exec(text) ?? [];
  return Number(number?.replaceAll("\u202f", "")) * (STEPS[unit] ?? 1);
};

/** Solved counts and PAR scores by strategy, as docs/METHOD.md defines them, computed independently of the page. */
function expected(keep, limit, factor) {
  const found = new Map();
  for (const row of rows.filter(keep)) {
    const within = row.status === "unique" && row.solve_cpu_ns <= (limit ?? Infinity);
    const cost = within ? row.solve_cpu_ns : factor * (limit ?? LIMIT_NS);
    const [solved, costs] = found.get(label(row)) ?? [0, []];
    found.set(label(row), [solved + Number(within), [...costs, cost]]);
  }
  return new Map([...found].map(([name, [solved, costs]]) => [name, [solved, costs.reduce((a, b) => a + b) / costs.length]]));
}

/** Compares the scores of the page with these. */
async function holdScores(page, keep, limit, factor) {
  const wanted = expected(keep, limit, factor);
  const [who, solved, par] = [await names(page, SCORES), await column(page, SCORES, 1), await column(page, SCORES, 2)];
  assert.deepEqual([...who].sort(), [...wanted.keys()].sort());
  who.forEach((name, at) => {
    const [count, mean] = wanted.get(name);
    assert.equal(figure(solved[at]), count, `${name} solved ${solved[at]}`);
    assert.ok(Math.abs(figure(par[at]) / mean - 1) < 0.006, `${name}: ${par[at]} for ${mean}`);
  });
}

/** Checks by name: which report, and what. Each uses a fresh page. */
const CHECKS = {
  "no limit can be chosen beyond a search that a node limit ended": [invented, async () => {
    const statuses = [{ name: "unique", solved: true }, { name: "node limit", solved: false }, { name: "stuck", solved: false }];
    const range = (status) => {
      const columns = { cpu: [10, 900, 40], limit: [1000, 1000, 1000], status: [0, 0, status] };
      return limits({ count: 3, columns, head: { statuses }, solved: (row) => statuses[columns.status[row]].solved });
    };
    assert.deepEqual([range(1), range(2)], [[10, 40], [10, 900]]);
  }],
  "scores are those of the tables, and follow the sliders": [invented, async (page) => {
    await holdScores(page, () => true, null, 2);
    await slide(page, 1, 10);
    await holdScores(page, () => true, null, 10);
    await slide(page, 0, 200);
    const limit = Number(new URLSearchParams((await hash(page)).slice(1)).get("limit"));
    assert.ok(limit > 1000 && limit < LIMIT_NS);
    await holdScores(page, () => true, limit, 10);
    await uncheck(page, "corpus", "late");
    await holdScores(page, ({ corpus }) => corpus === "early", limit, 10);
    await uncheck(page, "strategy", "dlx");
    await holdScores(page, (row) => row.corpus === "early" && label(row) !== "dlx", limit, 10);
    assert.equal(await page.run(`document.querySelector("#cactus-early svg .limit").getAttribute("visibility")`), "visible");
  }],

  "the scores as recorded are the figures of the report": [invented, async (page) => {
    await uncheck(page, "corpus", "late");
    const table = "table[data-id=corpus-early]";
    const [of, par] = [await names(page, table), await column(page, table, 5)];
    const shown = new Map((await names(page, SCORES)).map((name, at) => [name, at]));
    const scores = await column(page, SCORES, 2);
    of.forEach((name, at) => assert.equal(scores[shown.get(name)], par[at], name));
  }],

  "every table sorts by every column, and back": [invented, async (page) => {
    const tables = await page.run(`[...document.querySelectorAll("table[data-id]")].map(({ dataset, tHead }) => [dataset.id, tHead.rows[0].cells.length])`);
    assert.ok(tables.length > 3);
    for (const [id, columns] of tables) {
      const table = `table[data-id='${id}']`, text = () => page.run(`[...document.querySelector("${table}").tBodies[0].rows].map((row) => row.textContent)`), before = await text();
      for (let at = 0; at < columns; at++) {
        await sort(page, table, at);
        assert.equal(await page.run(`document.querySelectorAll("${table} th[aria-sort]").length`), 1, id);
        assert.equal(await page.run(`document.querySelectorAll("${table} thead th")[${at}].getAttribute("aria-sort")`), "ascending");
        await sort(page, table, at);
        assert.equal(await page.run(`document.querySelectorAll("${table} thead th")[${at}].getAttribute("aria-sort")`), "descending");
        await sort(page, table, at);
      }
      assert.deepEqual(await text(), before, id);
    }
    const total = "table[data-id=corpus-early]";
    await sort(page, total, 3);
    const times = (await column(page, total, 3)).map(figure);
    assert.deepEqual(times, times.toSorted((a, b) => a - b));
    await sort(page, total, 0);
    const who = await names(page, total);
    assert.deepEqual(who, who.toSorted());
  }],

  "results sort, filter and scroll to the last one": [invented, async (page) => {
    const announced = () => page.run(`document.querySelector("${RESULTS} [aria-live]").textContent`);
    assert.match(await announced(), /^960 of 960 results/);
    await sort(page, RESULTS, 3);
    const least = Math.min(...rows.map((row) => row.solve_cpu_ns));
    assert.ok(Math.abs(figure((await column(page, RESULTS, 3))[0]) / least - 1) < 0.006);
    await uncheck(page, "status", "timeout");
    const answered = rows.filter((row) => row.status === "unique").length;
    assert.ok((await announced()).startsWith(`${answered} of 960 results`));
    assert.equal((await column(page, RESULTS, 2)).some((status) => status === "timeout"), false);
    await page.run(`{ const long = document.querySelector("${RESULTS} .long"); long.scrollTop = long.scrollHeight; }`);
    await page.until(`document.querySelector("${RESULTS} tbody tr:last-child").getAttribute("aria-rowindex") === "${answered + 1}"`);
    const seen = await page.run(`{ const long = document.querySelector("${RESULTS} .long").getBoundingClientRect(), row = document.querySelector("${RESULTS} tbody tr:last-child").getBoundingClientRect(); row.bottom <= long.bottom + 2 && row.top > long.top }`);
    assert.ok(seen, "the last row is in sight");
  }],

  "what is filtered out leaves tables, plots and parts": [invented, async (page) => {
    await uncheck(page, "strategy", "cdcl");
    assert.equal((await names(page, "table[data-id=corpus-early]")).includes("cdcl"), false);
    assert.equal(await page.run(`[...document.querySelectorAll("g[data-series=cdcl]")].some((group) => getComputedStyle(group).display !== "none")`), false);
    assert.equal(await page.run(`document.querySelector("#pair-03-dlx-cdcl").hidden`), true);
    await uncheck(page, "corpus", "early");
    assert.equal(await page.run(`document.querySelector("#early").hidden && !document.querySelector("#late").hidden`), true);
    await page.run(`document.querySelector(".tools > button").click()`);
    assert.equal(await page.run(`document.querySelectorAll("section[hidden], tr[hidden], figure[hidden], g[hidden]").length`), 0);
    assert.equal(await hash(page), "");
  }],

  "a legend and a row light a curve, and each other": [invented, async (page) => {
    const lit = () => page.run(`[...new Set([...document.querySelectorAll("g.lit")].map((group) => group.dataset.series))]`);
    const rowsLit = () => page.run(`[...new Set([...document.querySelectorAll("tr.lit")].map((row) => row.dataset.strategy))]`);
    await page.run(`document.querySelector("#cactus-early g.legend[data-series=heller]").focus()`);
    await page.press("Enter");
    await page.run(`document.activeElement.blur()`);
    assert.deepEqual([await lit(), await rowsLit()], [["heller"], ["heller"]]);
    assert.equal(await page.run(`document.querySelector("#boxes-late g.legend[data-series=heller]").getAttribute("aria-pressed")`), "true");
    await page.run(`document.querySelector("table[data-id=corpus-late] [data-lights=sat]").click()`);
    assert.deepEqual((await lit()).sort(), ["heller", "sat"]);
    assert.equal(await hash(page), "#lit=heller&lit=sat");
  }],

  "a point names its instance, and a click shows it": [invented, async (page) => {
    for (const id of ["cactus-early", "pair-01-dlx-bird-bits"]) {
      await page.run(`document.querySelector("#${id}").scrollIntoView({ block: "center" })`);
      await page.settled();
      const [x, y, words] = await page.run(`{ const rect = document.querySelector("#${id} .hints rect"), box = rect.getBoundingClientRect(); [box.x + box.width / 2, box.y + box.height / 2, rect.textContent] }`);
      await page.point(x, y);
      const name = await page.until(`!document.querySelector(".tip").hidden && document.querySelector(".tip b").textContent`);
      assert.ok(words.includes(name), `${name} in ${words}`);
      await page.point(x, y, true);
      await page.until(`document.querySelector("dialog").open`);
      assert.equal(await page.run(`document.querySelector("dialog h2").textContent`), name);
      assert.equal((await names(page, "dialog")).length, SIZE.strategies);
      assert.ok((await hash(page)).includes(new URLSearchParams({ instance: name }).toString()));
      await page.press("Escape");
      await page.until(`!document.querySelector("dialog").open`);
    }
  }],

  "a puzzle is drawn, and leads to the live page": [sources, async (page) => {
    await page.run(`document.querySelector("${RESULTS} [data-at]").click()`);
    const drawn = await page.run(`[...document.querySelectorAll("dialog .board td")].map((cell) => cell.textContent || ".").join("")`);
    assert.equal(drawn.length, 81);
    assert.equal(await page.run(`document.querySelectorAll("dialog a").length`), 0, "no link to a file that is not there");
    const address = await page.run(`document.querySelector("dialog .live-address input").value`);
    assert.equal(bookmarkOf(address.replace(/^page\.html/, "")).text, drawn);
  }],

  "beside the live page the puzzle is a link to it": [linked, async (page) => {
    await page.run(`document.querySelector("${RESULTS} [data-at]").click()`);
    const href = await page.run(`document.querySelector("dialog .shown a").getAttribute("href")`);
    assert.equal(bookmarkOf(href.replace(/^page\.html/, "")).text.length, 81);
  }],

  "an address brings the same page back": [invented, async (page) => {
    await uncheck(page, "strategy", "sat");
    await uncheck(page, "status", "timeout");
    await slide(page, 0, 250);
    await sort(page, RESULTS, 4);
    await sort(page, "table[data-id=corpus-late]", 6);
    await page.run(`document.querySelector("table[data-id=corpus-late] [data-lights=dlx]").click()`);
    await page.run(`document.querySelector("nav a[href='#late']").click()`);
    const look = () => page.run(`[...document.querySelectorAll("table[data-id=corpus-late], ${SCORES} table, ${RESULTS} table, ${RESULTS} [aria-live], output")].map((it) => it.textContent)`);
    const [address, before] = [await hash(page), await look()];
    await page.open(`${invented}${address}`);
    assert.deepEqual(await look(), before);
    assert.equal(await hash(page), address);
    assert.ok(await page.run("scrollY") > 200, "the part of the address is in sight");
    await page.open(`${invented}#no-strategy=unheard-of&sort=nothing.99&limit=-3&par=x&instance=none&part=nowhere`);
    assert.equal((await names(page, SCORES)).length, SIZE.strategies);
  }],

  "the keyboard reaches what the mouse does": [invented, async (page) => {
    await page.run(`document.querySelector(".tools summary").focus()`);
    await page.press(" ");
    assert.equal(await page.run(`document.querySelector(".tools details").open`), true);
    await page.press("Escape");
    assert.equal(await page.run(`document.querySelector(".tools details").open`), false);
    await page.run(`document.querySelector("table[data-id=corpus-early] thead button").focus()`);
    await page.press("Enter");
    assert.equal(await page.run(`document.activeElement.closest("th").getAttribute("aria-sort")`), "ascending");
    const unnamed = await page.run(`[...document.querySelectorAll("button, input, [role=button]")].filter((it) => !(it.textContent.trim() || it.getAttribute("aria-label") || it.labels?.length)).length`);
    assert.equal(unnamed, 0);
  }],

  "without its script the page is whole": [invented, async (page) => {
    await page.scripting(false);
    await page.go(invented);
    await page.loaded(invented);
    await page.scripting(true);
    const count = (selector) => page.run(`document.querySelectorAll(${JSON.stringify(selector)}).length`);
    assert.ok((await count("table[data-id] tbody tr")) > 20 && (await count("figure svg")) > 5);
    assert.equal(await count("button, input, dialog"), 0);
  }],
};

for (const [name, [url, check]] of Object.entries(CHECKS)) {
  await hold(name, async (page) => {
    await page.open(url);
    await check(page);
  });
}

await finish();
rmSync(folder, { recursive: true, force: true });
