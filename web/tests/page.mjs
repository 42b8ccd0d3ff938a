// Opens the page in a browser, as a file, and uses it: `node page.mjs PAGE.html [--program COVERLAB] [--view TRACES.html]`, and
// the options of checks.mjs. With the program, node counts and boards are compared with its own. Exit code 1 if a check fails.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { EXAMPLES } from "../examples.js";
import { PERSON } from "../explain.js";
import { finish, hold, operands, option } from "./checks.mjs";
import { stateAt } from "./fold.mjs";

const url = pathToFileURL(resolve(operands[0])).href;

const TYPED = "4..2..3....3..4.";
const [FIRST] = EXAMPLES;
/** A puzzle whose searches and proofs are long. */
const HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
/** A step of its human solution whose proof is long. */
const PROOF = 22;

/** What scrolls inside the panes, one tab after the other. */
const SCROLLING = `(async () => {
  const found = [];
  for (const pane of document.querySelectorAll(".pane")) {
    for (const tab of pane.querySelectorAll("[role=tab]:not([hidden])")) {
      tab.click();
      await new Promise((done) => setTimeout(done, 80));
      const scrolls = (one) => one.checkVisibility() && /auto|scroll/.test(getComputedStyle(one).overflow) && (one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight);
      const scrolling = [...pane.querySelectorAll("*")].find(scrolls);
      if (scrolling) found.push(pane.querySelector(".strategy").value + ", " + tab.textContent + ": " + scrolling.className);
    }
  }
  return found;
})()`;

const sentence = (page) => page.run(`document.querySelector(".pane .words").textContent`);
const labels = (page) => page.run(`[...document.querySelectorAll(".pane .board td")].map((cell) => cell.getAttribute("aria-label"))`);
const digits = (page) => page.run(`[...document.querySelectorAll(".pane .board td")].map((cell) => cell.querySelector(".digit")?.textContent ?? ".").join("")`);
const choose = async (page, strategy) => {
  await page.run(`{ const select = document.querySelector(".pane .strategy"); select.value = ${JSON.stringify(strategy)}; select.dispatchEvent(new Event("change")); }`);
  await page.drawn();
};

/** Completions of a 4x4 board, by trying everything. */
function solutions(cells) {
  const at = cells.indexOf(0);
  if (at < 0) return [cells.join("")];
  const sees = (other) => other % 4 === at % 4 || other >> 2 === at >> 2 || (other >> 3 === at >> 3 && (other % 4) >> 1 === (at % 4) >> 1);
  const free = [1, 2, 3, 4].filter((digit) => !cells.some((cell, other) => cell === digit && sees(other)));
  return free.flatMap((digit) => solutions(cells.with(at, digit)));
}

/** Checks by name; each uses a fresh page. */
const CHECKS = {
  async "opens paused, with an invitation"(page) {
    assert.match(await sentence(page), /Press →/);
    assert.equal(await page.run(`document.querySelector("#transport input").value`), "0");
  },

  async "the welcome names the purpose and three things to try"(page) {
    assert.match(await page.run(`document.querySelector("#welcome p").textContent`), /search algorithms/);
    assert.match(await page.run(`document.querySelector(".pane .after").textContent`), /A node is/);
    await page.run(`[...document.querySelectorAll("#welcome .tries button")].at(-1).click()`);
    await page.until(`document.querySelectorAll(".pane").length === 2 && document.querySelector("#welcome").hidden`);
    await page.resize({ width: 390, height: 844, mobile: true });
    await page.open(url);
    assert.doesNotMatch(await sentence(page), /→|space bar/);
  },

  async "a dead end and an empty cell can be explained"(page) {
    await page.press("f");
    assert.match(await sentence(page), /^Node \d+ fails: r\dc\d has no candidate left/);
    assert.equal(await page.run(`document.querySelectorAll(".board .wiped").length`), 1);
    await page.run(`document.querySelector(".why").click()`);
    await page.until(`document.querySelectorAll(".reasons li").length === 9`);
    assert.match(await page.run(`document.querySelector(".reasons").textContent`), /not 1: r\dc\d is 1, a clue/);
    await page.run(`document.querySelector(".reasons button").click()`);
    await page.drawn();
    assert.match(await sentence(page), / is \d/);
    await page.run(`document.querySelector(".board td.open").click()`);
    await page.until(`document.querySelectorAll(".reasons li").length > 0`);
  },

  async "a reason of a dead end leads to its event"(page) {
    await page.open(`${url}#p=${encodeURIComponent("langford:5")}&s1=dlx&at=0`);
    await page.press("f");
    await page.click(".why");
    await page.until(`document.querySelectorAll(".reasons li").length > 1`);
    await page.click(".reasons button");
    assert.match(await sentence(page), /^Take /);
  },

  async "a sheet of reasons leaves its cell in sight"(page) {
    const apart = (cell) => `(() => {
      const [sheet, cell] = [document.querySelector(".reasons"), ${cell}].map((one) => one.getBoundingClientRect());
      const inside = sheet.left >= 0 && sheet.top >= 0 && sheet.right <= innerWidth && sheet.bottom <= innerHeight;
      return inside && (sheet.left >= cell.right || sheet.right <= cell.left || sheet.top >= cell.bottom || sheet.bottom <= cell.top);
    })()`;
    for (const screen of [{ width: 1280, height: 800 }, { width: 390, height: 844, mobile: true }]) {
      await page.resize(screen);
      await page.open(url);
      await page.press("f");
      for (const [click, cell] of [[".why", ".board .wiped"], ...[0, 15, 30].map((at) => [`open[${at}]`, `open[${at}]`])]) {
        const of = (one) => (one.startsWith(".") ? `document.querySelector("${one}")` : `document.querySelectorAll(".pane .board td.open")${one.slice(4)}`);
        if (!(await page.run(`!!${of(click)}`))) continue;
        await page.run(`document.querySelector(".reasons")?.hidePopover()`);
        await page.until(`!document.querySelector(".reasons")`);
        await page.run(`${of(click)}.click()`);
        await page.until(`document.querySelectorAll(".reasons li").length > 0`);
        await page.settled();
        assert.ok(await page.run(apart(of(cell))), `${screen.width}: ${click}`);
      }
    }
  },

  async "a long search shows its first events, and keeps them when it is stopped"(page) {
    const change = (value) => `{ const select = document.querySelector(".pane .strategy"); select.value = "${value}"; select.dispatchEvent(new Event("change")); }`;
    await page.run(change("bird-spec"));
    await page.until(`document.querySelector(".pane.partial")`);
    await page.until(`document.querySelector(".progress").textContent.includes("over ")`);
    await page.run(`document.querySelector(".progress button").click()`);
    await page.drawn();
    assert.match(await page.run(`document.querySelector(".panehead > .note").textContent`), /^Stopped after \d+ seconds?; counted: .* nodes$/);
    assert.match(await page.run(`document.querySelector(".counters .note").textContent`), /^Until the search was stopped: /);
    await page.press("End");
    await page.until(`/stopped. Counted until then: .* nodes, no solution so far/.test(document.querySelector(".pane .after").textContent)`, 20_000);
  },

  async "a pane that is closed while it searches leaves no timer"(page) {
    await page.run(`{
      const [set, clear] = [setInterval, clearInterval];
      window.timers = new Set();
      window.setInterval = (...how) => { const timer = set(...how); timers.add(timer); return timer; };
      window.clearInterval = (timer) => { timers.delete(timer); clear(timer); };
    }`);
    await page.press("2");
    await page.run(`{ const select = document.querySelector(".pane:nth-child(2) .strategy"); select.value = "bird-spec"; select.dispatchEvent(new Event("change")); }`);
    await page.until(`document.querySelector(".pane:nth-child(2).running") && timers.size > 0`);
    await page.run(`document.querySelector(".pane:nth-child(2) .close").click()`);
    await page.until(`document.querySelectorAll(".pane").length === 1 && !timers.size`, 10_000);
  },

  async "each key steps to another sentence"(page) {
    let before = await sentence(page);
    for (let step = 0; step < 8; step++) {
      await page.press("ArrowRight");
      const after = await sentence(page);
      assert.notEqual(after, before);
      before = after;
    }
    await page.press("f");
    assert.match(await sentence(page), /fail/i);
    await page.press("ArrowLeft");
    await page.press("s");
    assert.match(await sentence(page), /solution/i);
    assert.equal((await digits(page)).includes("."), false);
    await page.press("Home");
    assert.match(await sentence(page), /Press →/);
  },

  async "a search plays by itself, and pauses"(page) {
    const at = () => page.run(`Number(document.querySelector("#transport input").value)`);
    await page.type(" ");
    await page.until(`Number(document.querySelector("#transport input").value) > 2`);
    await page.press(" ");
    const paused = await at();
    await new Promise((later) => setTimeout(later, 700));
    assert.equal(await at(), paused);
  },

  async "a typed puzzle is solved by every traceable strategy"(page) {
    await page.press("n");
    await page.run(`{ const size = document.querySelector("#sheet [aria-label='size of the board']"); size.value = "2x2"; size.dispatchEvent(new Event("change")); }`);
    await page.run(`[...document.querySelectorAll("#sheet [role=tab]")].find((tab) => tab.textContent === "Sudoku").click()`);
    await page.run(`document.querySelector("#sheet .board td").focus()`);
    for (const character of TYPED) await page.press(character === "." ? "Delete" : character);
    await page.run(`[...document.querySelectorAll("#sheet button")].find((button) => button.textContent === "Use this board").click()`);
    await page.until(`!document.querySelector("#sheet").open`);
    await page.drawn();
    const expected = solutions([...TYPED].map((c) => (c === "." ? 0 : Number(c))));
    const strategies = await page.run(`[...document.querySelector(".pane .strategy").options].map(({ value }) => value)`);
    assert.ok(strategies.length > 5, `only ${strategies}`);
    for (const strategy of strategies) {
      await choose(page, strategy);
      await page.press("End");
      assert.deepEqual([strategy, await digits(page)], [strategy, expected[0]]);
    }
  },

  async "the address restores the moment"(page) {
    for (const key of ["f", "f", "ArrowLeft", "ArrowLeft"]) await page.press(key);
    const at = await page.run(`document.querySelector("#transport input").value`);
    await page.until(`document.documentElement.dataset.bookmarked === "${at}"`);
    const before = [await sentence(page), await labels(page)];
    const hash = await page.run("location.hash");
    await page.open(url + hash);
    assert.deepEqual([await sentence(page), await labels(page)], before);
    assert.equal(await page.run(`document.querySelector("#transport input").value`), at);
  },

  async "an address with parts that are unknown opens without them"(page) {
    await page.open(`${url}#p=${HARD}&s1=heller~hourly&s2=dlx&at=9&clock=sun`);
    assert.equal(await page.run(`document.querySelector(".problem")?.textContent`), undefined);
    assert.equal(await page.run(`document.querySelector(".clock select").value`), "event");
  },

  async "boxes of another shape stay as they are"(page) {
    const rows = ["..|.5|.4", "..|..|3.", "..|4.|..", "2.|..|..", "3.|..|2.", "1.|2.|43"];
    const solution = "623514416235534162241356365421152643";
    await page.open(`${url}#p=${encodeURIComponent(rows.join("\n"))}&s1=heller&at=0`);
    await page.press("h");
    await page.run(`document.querySelectorAll(".menu:popover-open button")[2].click()`);
    const hint = await page.until(`(() => { const { textContent } = document.querySelector(".hint-text"); return textContent !== "…" && textContent; })()`);
    const [, row, column, digit] = /r(\d)c(\d) is (\d)/.exec(hint);
    assert.equal(solution[(row - 1) * 6 + column - 1], digit, hint);
    await page.press("Escape");
    await page.press("n");
    await page.run(`document.querySelector("#sheet [role=tab][data-name=sudoku]").click()`);
    await page.run(`[...document.querySelectorAll("#sheet button")].find(({ textContent }) => textContent === "Use this board").click()`);
    await page.until(`!document.querySelector("#sheet").open`);
    await page.drawn();
    await page.press("End");
    await page.until(`[...document.querySelectorAll(".pane .board td")].every((cell) => cell.querySelector(".digit"))`);
    assert.equal(await digits(page), solution);
  },

  async "a board without boxes is read back"(page) {
    await page.open(`${url}#p=${encodeURIComponent(["1....", ".....", "..3..", ".....", "....5"].join("\n"))}&s1=heller&at=0`);
    await page.press("h");
    await page.run(`document.querySelectorAll(".menu:popover-open button")[2].click()`);
    const hint = await page.until(`(() => { const { textContent } = document.querySelector(".hint-text"); return textContent !== "…" && textContent; })()`);
    assert.doesNotMatch(hint, /characters/);
  },

  async "a link to one pane does not bring back a second one"(page) {
    const what = "&at=10&mode=whatif&if=r1c2%3D1";
    await page.open(`${url}#p=${HARD}&s1=heller&s2=bird${what}`);
    await page.run(`location.hash = ${JSON.stringify(`#p=${HARD}&s1=dlx${what}`)}`);
    await page.until(`document.querySelector(".pane .strategy").value === "dlx" && document.querySelectorAll(".pane").length === 2 && !document.querySelector(".pane.running")`);
    await page.run(`[...document.querySelectorAll("button")].find(({ textContent }) => textContent === "Watch").click()`);
    await page.drawn();
    assert.equal(await page.run(`document.querySelectorAll(".pane").length`), 1);
  },

  async "a link to a moment of the second pane leads there"(page) {
    const hash = "#p=queens%3A8&s1=dlx&lead=2&at=86&mode=whatif&if=3";
    await page.open(url + hash);
    await page.until(`document.querySelector("#panes").dataset.lead === "2" && document.querySelector("#transport input").value === "86"`);
    assert.equal(await page.written(), hash);
  },

  async "a matrix counts the primary items and shows the colors"(page) {
    const show = `[...document.querySelectorAll("[role=tab]")].find((tab) => tab.textContent === "Items and options").click()`;
    await page.open(`${url}#p=${encodeURIComponent("queens:6")}&s1=dlx&at=0`);
    await page.press("s");
    await page.run(show);
    assert.match(await page.run(`document.querySelector(".cover .note").textContent`), /^0 of 12 primary items to cover, /);
    await page.open(`${url}#p=${encodeURIComponent("p q | x\np x:A\nq x:A\nq x:B\n")}&s1=dlx&at=0`);
    assert.deepEqual(await page.run(`[...document.querySelectorAll(".cover tbody tr")].map((row) => row.textContent)`), ["p x:A●A", "q x:A●A", "q x:B●B"]);
  },

  async "a covered item is struck out by its own step, and a cell keeps the candidates that are to be tried"(page) {
    const covered = () => page.run(`[...document.querySelectorAll(".cover thead .covered .name")].map((name) => name.textContent).join("")`);
    await page.open(`${url}#p=${encodeURIComponent("a b c d e f g\nc e f\na d g\nb c f\na d\nb g\nd e g\n")}&s1=dlx~micro&at=0`);
    const seen = [];
    for (let step = 0; step < 30; step++) {
      await page.press("ArrowRight");
      const [, verb, item] = /^(Cover|Uncover) (\w)$/.exec(await sentence(page)) ?? [];
      if (verb) seen.push([verb, (await covered()).includes(item)]);
    }
    assert.ok(seen.length > 5);
    for (const [verb, isCovered] of seen) assert.equal(isCovered, verb === "Cover");
    await page.open(`${url}#p=${HARD}&s1=dlx&at=0`);
    for (let step = 0; step < 30 && await sentence(page) !== "Cover p87"; step++) await page.press("ArrowRight");
    assert.match((await labels(page))[7 * 9 + 6], /^r8c7: candidates 3 9/);
  },

  async "words about a strategy say which parameters change it"(page) {
    await page.open(`${url}#p=${encodeURIComponent("queens:6")}&s1=${encodeURIComponent("dlx:heuristic=first")}&at=0`);
    assert.match(await page.run(`document.querySelector(".pane .sentence").textContent`), /the fewest options, .*Parameters of this search: heuristic=first \(the item to branch on, unless one has no options: the first, /);
    await page.run(`document.querySelector("[role=tab][data-name=script]").click()`);
    await page.until(`document.querySelector(".script .note")?.checkVisibility()`);
    assert.match(await page.run(`document.querySelector(".script .note").textContent`), /Parameters of this search: heuristic=first\.$/);
  },

  async "digits of a large board are numbers, as in sentences"(page) {
    await page.open(`${url}#p=${EXAMPLES.find(({ title }) => title === "Sixteen by sixteen").text}&s1=${PERSON}&at=1`);
    const [, digit, cell] = /, (\d+) has one place left, (r\d+c\d+)/.exec(await sentence(page));
    assert.ok((await labels(page)).some((label) => label.startsWith(`${cell}: ${digit}`)));
    assert.ok((await digits(page)).includes("16"));
  },

  async "a stuck search claims nothing, and the strip has no fail"(page) {
    await page.open(`${url}#p=${FIRST.text}&s1=hidden-single&at=0`);
    await page.press("End");
    assert.match(await page.run(`document.querySelector(".pane .after").textContent`), /no solution found; it ended early: stuck/);
  },

  async "an error in a matrix is no error about a Sudoku, and files are answered"(page) {
    const problem = () => page.run(`document.querySelector("#sheet .problem").textContent`);
    await page.run(`document.querySelector("#puzzle").click()`);
    await page.run(`{ const field = document.querySelector("#sheet [aria-label='exact cover as text']"); field.value = "a b c d e\\nx y"; field.closest("div").querySelector(":scope > p:last-child button").click(); }`);
    await page.until(`document.querySelector("#sheet .problem")`);
    assert.match(await problem(), /`?x`?/);
    assert.doesNotMatch(await problem(), /5x5|puzzle needs/);
    const drop = (...files) => page.run(`{ const data = new DataTransfer(); for (const text of ${JSON.stringify(files)}) data.items.add(new File([text], "mine.txt")); document.dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true })); }`);
    await drop(FIRST.text, FIRST.text);
    await page.until(`/2 files/.test(document.querySelector("#sheet .problem").textContent)`);
    await drop(`{"kind":"head"}`);
    await page.until(`/is a trace/.test(document.querySelector("#sheet .problem").textContent)`);
    await drop(`${TYPED}\n${TYPED}\n`);
    await page.until(`/first of 2 puzzles/.test(document.querySelector("#sheet .problem").textContent)`);
  },

  async "the focus stays on the board after an assumption, and a question is announced"(page) {
    await page.press("w");
    await page.run(`document.querySelectorAll(".pane .board td")[3].focus()`);
    await page.press("Enter");
    await page.press("7");
    assert.match(await page.run(`document.activeElement.getAttribute("aria-label")`), /^r1c4: /);
    await page.press("p");
    await page.until(`/Which cell/.test(document.querySelector("#modes [role=status]").textContent)`);
  },

  async "two panes share a clock"(page) {
    await page.press("2");
    await page.until(`document.querySelectorAll(".pane").length === 2 && !document.querySelector(".pane.running")`);
    await page.run(`{ const clock = document.querySelector(".clock select"); clock.value = "fixed"; clock.dispatchEvent(new Event("change")); }`);
    await page.press("1");
    for (let step = 0; step < 3; step++) await page.press("ArrowDown");
    await page.until(`[...document.querySelectorAll(".pane")].every((pane) => Number(pane.dataset.drawn) > 0)`);
    for (const key of ["1", "2"]) {
      await page.press(key);
      const pane = `document.querySelector(".pane:nth-child(${key})")`;
      assert.equal(await page.run(`${pane}.classList.contains("leads")`), true);
      for (const step of ["ArrowRight", "ArrowUp", "ArrowRight"]) {
        const before = await page.run(`[${pane}.dataset.drawn, ${pane}.querySelector(".words").textContent]`);
        await page.press(step);
        assert.notDeepEqual(await page.run(`[${pane}.dataset.drawn, ${pane}.querySelector(".words").textContent]`), before, `${step} in pane ${key}`);
      }
    }
  },

  async "two panes stay in step when one shows another search"(page) {
    await page.press("2");
    await page.until(`document.querySelectorAll(".pane").length === 2 && !document.querySelector(".pane.running")`);
    await page.press("1");
    for (let step = 0; step < 3; step++) await page.press("ArrowRight");
    await page.until(`document.querySelector(".pane:nth-child(2)").dataset.drawn === "3"`);
    await page.press("e");
    await page.until(`!!document.querySelector(".steplist") && !document.querySelector(".pane.running")`);
    await page.until(`[...document.querySelectorAll(".pane")].every((pane) => pane.dataset.drawn === "0")`);
  },

  async "a prediction is marked by the strategy"(page) {
    await page.press("p");
    await page.until(`document.querySelector("#banner .asks")`);
    const asked = Number(await page.run(`document.querySelector("#transport input").value`));
    // The strip names the events until here, and not the answer.
    const named = (/** @type {number} */ share) => page.run(`{
      const slider = document.querySelector("#transport input"), { left, top, width } = slider.getBoundingClientRect();
      slider.dispatchEvent(new MouseEvent("mousemove", { clientX: left + 8 + (width - 16) * ${share}, clientY: top + 5 }));
      slider.title;
    }`);
    const total = Number(await page.run(`document.querySelector("#transport input").max`));
    assert.match(await named((asked - 0.5) / total), /^event \d+: \w/);
    assert.equal(await named((asked + 1.5) / total), "");
    await page.click("#banner .asks button");
    assert.match(await named((asked + 0.5) / total), /^event \d+: \w/);
    const answer = await page.run(`[...document.querySelectorAll(".board td")].findIndex((cell) => cell.classList.contains("now"))`);
    assert.ok(answer >= 0);
    await page.press("p");
    await page.run(`{ const slider = document.querySelector("#transport input"); slider.value = ${asked}; slider.dispatchEvent(new Event("input")); }`);
    await page.drawn();
    await page.press("p");
    await page.until(`document.querySelector("#banner .asks")`);
    await page.run(`document.querySelectorAll(".board td")[${answer}].click()`);
    await page.until(`document.querySelector("#banner .verdict.right")`);
    assert.match(await page.run(`document.querySelector(".score").textContent`), /^1 of 1/);
    await page.press("ArrowRight");
    await page.until(`document.querySelector("#banner .asks")`);
    await page.run(`document.querySelector(".board td.given").click()`);
    await page.until(`document.querySelector("#banner .verdict.wrong")`);
  },

  async "a prediction that begins within an answer asks for the next one"(page) {
    await page.open(`${url}#p=${HARD}&s1=dlx&at=0`);
    while (!/^Choose item/.test(await sentence(page))) await page.press("ArrowRight");
    await page.press("ArrowRight");
    assert.match(await sentence(page), /^Cover /);
    await page.press("p");
    await page.until(`document.querySelector("#banner .asks")`);
    await page.drawn();
    assert.doesNotMatch(await sentence(page), /^(Choose item|Cover) /);
  },

  async "a human solution is explained to its end"(page) {
    await page.press("e");
    await page.until(`document.querySelector(".steplist")`);
    await page.press("ArrowRight");
    assert.equal(await page.run(`document.querySelector(".steplist .now").getAttribute("aria-current")`), "true");
    await page.press("End");
    assert.equal((await digits(page)).includes("."), false);
    await page.press("e");
    assert.equal(await page.run(`document.querySelector(".pane .strategy").value`), FIRST.strategy);
  },

  async "a long proof is in sight at once, and its technique keeps its (+)"(page) {
    await page.open(`${url}#p=${HARD}&s1=${PERSON}&at=${PROOF}`);
    assert.ok((await sentence(page)).split("\n").length > 10);
    assert.ok(await page.run(`!document.querySelector(".words .more:not([hidden])") && [...document.querySelectorAll(".words, .words ~ .after")].every((one) => one.scrollHeight <= one.clientHeight && one.getBoundingClientRect().bottom < innerHeight - 110)`));
    assert.ok(await page.run(`[...document.querySelectorAll(".steplist b")].some((one) => one.textContent === "Dynamic forcing chain (+)")`));
  },

  async "nothing scrolls inside a pane of a wide screen"(page) {
    const formula = "random-sat:3:60:258:1", compared = [[HARD, "heller", "dlx"], [HARD, "bird", "cdcl"], [HARD, "delord", "bird-spec"],
      ["queens:8", "dlx", "dancing-cells"], ["pentominoes:6x10", "algorithm-x", "bit-cover"], ["langford:4", "dlx~micro", "mcc"], [formula, "cdcl", "dlx"]];
    const proofs = [[HARD, PERSON, "dlx", PROOF], [HARD, PERSON, "", PROOF]];
    const all = [...compared, ...proofs, [HARD, "dlx"], [HARD, "bird"], [formula, "cdcl"]];
    for (const [width, height, more, cases] of [[1280, 800, "", all], [1280, 800, "&large=1", [...proofs, ...compared.slice(0, 3)]], [1920, 1080, "&large=1", proofs]]) {
      const screen = { width, height };
      await page.resize(screen);
      for (const [text, first, second, at = 300] of cases) {
        await page.open(`${url}#p=${encodeURIComponent(text)}&s1=${first}${second ? `&s2=${second}` : ""}&at=${at}${more}`);
        assert.deepEqual([screen.width, more, text, first, second, await page.run(SCROLLING)], [screen.width, more, text, first, second, []]);
      }
    }
  },

  async "a long sentence shows the part that fits, and the rest on demand"(page) {
    const shown = () => page.run(`[...document.querySelectorAll(".pane:first-child .words > :not(.more, [hidden])")].map(({ textContent }) => textContent).join("")`);
    const more = `document.querySelector(".pane:first-child .words .more:last-child:not([hidden]) button")`;
    for (const [text, strategy, find] of [[HARD, PERSON, ""], ["queens:12", "dlx", "s"]]) {
      await page.resize({ width: 1280, height: 800 });
      await page.open(`${url}#p=${encodeURIComponent(text)}&s1=${strategy}&s2=dlx&at=${PROOF}`);
      if (find) await page.press(find);
      const all = await page.run(`[...document.querySelectorAll(".pane:first-child .words > :not(.more)")].map(({ textContent }) => textContent).join("")`);
      const first = await shown();
      assert.ok(first && first !== all && all.startsWith(first), `${strategy}: ${first}`);
      while (await page.run(`!!${more}`)) await page.run(`${more}.click()`);
      assert.ok(all.endsWith(await shown()));
      await page.resize({ width: 1280, height: 2400 });
      await page.settled();
      if (strategy === PERSON) assert.equal(await shown(), all);
    }
  },

  async "a list that is too long shows the entries around the current one"(page) {
    const lists = [["random-sat:3:60:258:1", "cdcl", "propagate", "clauses", ".clauses > ol"], [HARD, PERSON, "", "steps", ".steplist"], ["pentominoes:6x10", "dlx", "take", "matrix", null]];
    for (const [text, strategy, kind, tab, list] of lists) {
      await page.open(`${url}#p=${encodeURIComponent(text)}&s1=${strategy}&at=20`);
      await page.run(`document.querySelector("[role=tab][data-name=${tab}]").click()`);
      for (let step = 0; step < 40; step++) {
        await page.press("ArrowRight");
        if (kind && !(await sentence(page)).match({ propagate: / is (true|false): /, take: /^Take / }[kind])) continue;
        await page.settled();
        if (!list) {
          const [, first, last] = /options (\d+) to (\d+)/.exec(await page.run(`document.querySelector(".cover .note").textContent`));
          const [, option] = /^Take (?:option )?(\d+)/.exec(await sentence(page));
          assert.ok(Number(option) >= first - 1 && Number(option) < last, `${option} is not among ${first} to ${last}`);
          continue;
        }
        const { before, after, shown, all, now } = await page.run(`(() => {
          const list = document.querySelector("${list}"), rows = [...list.querySelectorAll("li:not(.more)")], bottom = list.getBoundingClientRect().bottom;
          const [before, after] = [...list.querySelectorAll(".more")].map((one) => (one.hidden ? 0 : Number(one.textContent.replace(/\\D/g, ""))));
          const seen = rows.filter((row) => !row.hidden && row.getBoundingClientRect().bottom <= bottom + 1);
          return { before, after, shown: seen.length, all: rows.length, now: rows.every((row) => !row.classList.contains("now")) || seen.some((row) => row.classList.contains("now")) };
        })()`);
        assert.ok(now, `${strategy}: the current entry is hidden`);
        assert.equal(before + shown + after, all, strategy);
      }
      if (!list) continue;
      const hidden = await page.run(`document.querySelector("${list} .more:not([hidden])").textContent`);
      await page.run(`document.querySelector("${list} .more:not([hidden]) button").click()`);
      assert.notEqual(await page.run(`document.querySelector("${list} .more:not([hidden])")?.textContent`), hidden);
      const after = `document.querySelector("${list} .more:last-child:not([hidden]) button")`;
      for (let left = Infinity; await page.run(`!!${after}`);) {
        const next = Number((await page.run(`${after}.textContent`)).replace(/\D/g, ""));
        assert.ok(next < left, `${strategy}: no page is after the one before ${next} entries`);
        await page.run(`${after}.click()`);
        left = next;
      }
    }
  },

  async "counters of two searches are legible, and those that do not fit are behind a button"(page) {
    await page.resize({ width: 1280, height: 600 });
    for (const [first, second] of [["bird", "dlx~micro"], ["bird:prune=fixpoint", "delord"]]) {
      await page.open(`${url}#p=${HARD}&s1=${first}&s2=${second}&at=100&large=1`);
      await page.run(`document.querySelectorAll("[role=tab][data-name=counters]").forEach((tab) => tab.click())`);
      await page.settled();
      const shown = () => page.run(`[...document.querySelectorAll(".pane:first-child .counters tbody tr:not([hidden])")].map((row) => row.cells[0].textContent)`);
      const legible = () => page.run(`[...document.querySelectorAll(".counters")].every((one) => [...one.querySelectorAll("table, .note")].every((part) => parseFloat(getComputedStyle(part).fontSize) >= 11)
        && one.scrollHeight <= one.clientHeight)`);
      assert.ok(await legible(), first);
      const before = await shown(), more = /^… (\d+) after$/.exec(before.at(-1));
      const all = await page.run(`document.querySelectorAll(".pane:first-child .counters tbody tr:not(.more)").length`);
      assert.equal(before.length - 1 + Number(more?.[1]), all, String(before));
      await page.run(`document.querySelector(".pane:first-child .counters .more:not([hidden]) button").click()`);
      await page.settled();
      assert.ok(!(await shown()).includes(before[0]) && await legible());
    }
  },

  async "the part of a large matrix is moved by keys and by dragging"(page) {
    const shown = () => page.run(`document.querySelector(".cover .note").textContent`);
    const first = async (/** @type {string} */ what) => Number(new RegExp(`${what} (\\d+) to`).exec(await shown())?.[1]);
    for (const text of ["pentominoes:6x10", "dominoes:4x5"]) {
      await page.resize({ width: 1280, height: 640 });
      await page.open(`${url}#p=${encodeURIComponent(text)}&s1=dlx&s2=dlx&at=0`);
      await page.run(`document.querySelectorAll("[role=tab][data-name=matrix]").forEach((tab) => tab.click())`);
      await page.settled();
      assert.match(await shown(), /options 1 to \d+\. Drag it, or press the arrow keys/, text);
      await page.run(`document.querySelector(".cover .movable").focus()`);
      assert.match(await page.run(`document.activeElement.getAttribute("aria-label")`), /arrow keys/);
      await page.type("ArrowDown");
      const down = await first("options");
      assert.ok(down > 1, await shown());
      assert.equal(await page.run(`document.querySelector("#transport input").value`), "0");
      await page.type("ArrowUp");
      assert.equal(await first("options"), 1);
      const { x, y, height } = await page.run(`{ const { left, top, width, height } = document.activeElement.getBoundingClientRect(); ({ x: left + width / 2, y: top + height * 0.8, height }); }`);
      await page.drag(x, y, 0, -height / 2);
      assert.ok(await first("options") > 1, await shown());
      await page.press("Escape");
      await page.press("ArrowRight");
      assert.equal(await page.run(`document.querySelector("#transport input").value`), "1");
    }
  },

  async "a matrix that hides only items takes the wheel only while it moves, and a drag selects no text"(page) {
    await page.resize({ width: 1280, height: 2000 });
    await page.open(`${url}#p=dominoes:4x5&s1=dlx&s2=dlx&at=0`);
    await page.run(`document.querySelectorAll("[role=tab][data-name=matrix]").forEach((tab) => tab.click())`);
    await page.settled();
    assert.match(await page.run(`document.querySelector(".cover .note").textContent`), /here: items 1 to \d+\. Drag it/);
    const takesWheel = (/** @type {string} */ delta) => page.run(`!document.querySelector(".cover .movable").dispatchEvent(new WheelEvent("wheel", { ${delta}, cancelable: true }))`);
    const deltas = ["deltaY: 100", "deltaY: -100", "deltaX: -100", "deltaX: 100", "deltaX: -100", "deltaX: -100"], taken = [];
    for (const delta of deltas) taken.push(await takesWheel(delta));
    assert.deepEqual(taken, [false, false, false, true, true, false]);
    const { x, y, height } = await page.run(`{ const { left, top, width, height } = document.querySelector(".cover .movable").getBoundingClientRect(); ({ x: left + width / 2, y: top + height * 0.7, height }); }`);
    await page.drag(x, y, 0, -height / 3);
    assert.equal(await page.run("String(getSelection())"), "");
  },

  async "sheets fit a narrow screen, and the options of a second pane"(page) {
    // The window of a phone grows with its content, so its own width says nothing.
    const outside = (selector, width) => page.run(`[document.body, ...document.querySelectorAll("${selector}, ${selector} *")]
      .filter((one) => one.checkVisibility() && !one.closest("table"))
      .filter((one) => one.getBoundingClientRect().right > ${width + 0.5} || one.getBoundingClientRect().left < -0.5 || document.documentElement.scrollWidth > ${width})
      .map(({ outerHTML }) => outerHTML.slice(0, 80))`);
    const phone = { width: 390, height: 844, mobile: true };
    for (const [screen, hash, pane] of [[phone, "&s1=cdcl", 1], [phone, "&s1=dlx&s2=cdcl", 2], [{ width: 1280, height: 800 }, "&s1=dlx&s2=cdcl&large=1", 2]]) {
      await page.resize(screen);
      await page.open(`${url}#p=${HARD}${hash}&at=0`);
      await page.run(`document.querySelector(".pane:nth-child(${pane}) .options").open = true`);
      assert.deepEqual([hash, await outside(".options .sheet", screen.width)], [hash, []]);
    }
    await page.resize(phone);
    await page.open(url);
    await page.press("n");
    for (const tab of ["examples", "sudoku", "cover", "formula"]) {
      await page.run(`document.querySelector("#sheet [role=tab][data-name=${tab}]").click()`);
      assert.deepEqual([tab, await outside("#sheet", phone.width)], [tab, []]);
    }
    await page.press("Escape");
    await page.press("?");
    assert.deepEqual(await outside("#keys", phone.width), []);
  },

  async "the options of a strategy open and close with the keyboard"(page) {
    const open = () => page.run(`document.querySelector(".options").open`);
    await page.run(`document.querySelector(".options summary").focus()`);
    await page.type(" ");
    assert.equal(await open(), true);
    assert.equal(await page.run(`document.querySelector(".play").classList.contains("on")`), false);
    await page.run(`document.querySelector(".options select").focus()`);
    await page.type("Escape");
    assert.equal(await open(), false);
    assert.equal(await page.run(`document.activeElement.localName`), "summary");
  },

  async "a strategy chosen with the keyboard keeps the focus"(page) {
    await page.run(`document.querySelector(".strategy").focus()`);
    await choose(page, "dlx");
    assert.equal(await page.run(`document.activeElement.className`), "strategy");
    await page.run(`document.querySelector(".options").open = true`);
    await page.run(`{ const select = document.querySelector(".options select"); select.focus(); select.dispatchEvent(new Event("change")); }`);
    await page.drawn();
    assert.equal(await page.run(`document.activeElement.localName`), "summary");
  },

  async "a hint has three grades"(page) {
    const hints = [];
    await page.press("h");
    for (let grade = 0; grade < 3; grade++) {
      await page.run(`document.querySelectorAll(".menu:popover-open button")[${grade}].click()`);
      hints.push(await page.until(`(() => { const { textContent } = document.querySelector(".hint-text"); return textContent !== "…" && textContent; })()`));
    }
    assert.equal(new Set(hints).size, 3, hints.join("\n"));
  },

  async "a click in the tree goes there"(page) {
    await page.run(`document.querySelector(".tree details").open = true`);
    await page.until(`document.querySelector(".nested button")`);
    await page.run(`document.querySelector(".nested button").click()`);
    await page.drawn();
    assert.notEqual(await page.run(`document.querySelector("#transport input").value`), "0");
    // The list is drawn anew, and the keyboard stays at its node.
    await page.run(`document.querySelector(".nested .nested button, .nested ul button").focus()`);
    const node = await page.run(`document.activeElement.textContent`);
    await page.press("Enter");
    assert.equal(await page.run(`document.activeElement.textContent`), node);
  },

  async "the keyboard goes from an answer to the next question"(page) {
    await page.press("p");
    await page.until(`document.querySelector("#banner .asks")`);
    await page.run(`document.querySelector("#banner .asks button").focus()`);
    for (const [words, then] of [["Show me", ".verdict"], ["Next question", ".asks"], ["Show me", ".verdict"]]) {
      assert.equal(await page.run(`document.activeElement.textContent`), words);
      await page.type("Enter");
      await page.until(`document.querySelector("#banner ${then}")`);
    }
  },

  async "every example opens"(page) {
    for (const { text, strategy, title } of EXAMPLES) {
      await page.open(`${url}#p=${encodeURIComponent(text)}&s1=${strategy}&at=0`);
      await page.press("ArrowRight");
      await page.press("End");
      const problem = await page.run(`document.querySelector(".problem")?.textContent`);
      assert.equal(problem, undefined, `${title}: ${problem}`);
    }
  },

  async "an error in a puzzle is shown"(page) {
    await page.press("n");
    await page.run(`{ const field = document.querySelector("#sheet textarea"); field.value = "12"; [...document.querySelectorAll("#sheet button")].find((button) => button.textContent === "Read it").click(); }`);
    await page.until(`document.querySelector("#sheet .problem strong")?.textContent.length > 5`);
    assert.equal(await page.run(`document.querySelector("#sheet").open`), true);
  },

  async "what if: a second pane searches with the assumption"(page) {
    await page.press("w");
    await page.run(`document.querySelector(".board td:not(.given):not(.waits)").click()`);
    await page.run(`document.querySelectorAll(".keypad button")[6].click()`);
    await page.until(`document.querySelectorAll(".pane").length === 2 && !document.querySelector(".pane.running")`);
    assert.match(await page.run(`document.querySelector(".supposed").textContent`), /r1c4=7/);
    await page.press("End");
    assert.match(await page.written(), /if=r1c4/);
    await page.run(`document.querySelectorAll(".pane .board td")[4].focus()`);
    await page.press("8");
    await page.until(`/r1c5=8/.test(document.querySelector(".supposed").textContent)`);
    await page.press("w");
    assert.equal(await page.run(`document.querySelectorAll(".pane").length`), 1);
  },

  async "what if an option of a cover, a literal of a formula"(page) {
    const asked = { "queens:6": [".cover tbody .name", 3], "random-sat:3:20:85:1": [".clauses .literal", 4] };
    for (const [text, [selector, at]] of Object.entries(asked)) {
      const strategy = text.startsWith("queens") ? "dlx" : "cdcl";
      await page.open(`${url}#p=${encodeURIComponent(text)}&s1=${strategy}&at=9&mode=whatif`);
      await page.run(`document.querySelector("[data-name=matrix][role=tab]")?.click()`);
      await page.drawn();
      await page.run(`document.querySelectorAll(${JSON.stringify(selector)})[${at}].click()`);
      await page.until(`document.querySelectorAll(".pane").length === 2 && !document.querySelector(".pane.running") && document.querySelector(".pane:nth-child(2)").dataset.drawn`);
      assert.equal(await page.run(`document.querySelector(".problem")?.textContent`), undefined);
      assert.match(await page.run(`document.querySelector(".supposed").textContent`), /, if ./);
    }
  },

  async "a matrix that is too large for a table is clicked by its squares"(page) {
    await page.open(`${url}#p=${encodeURIComponent("queens:9")}&s1=dlx&at=0&mode=predict`);
    await page.until(`document.querySelector(".cover canvas")?.checkVisibility() && !!document.querySelector("#banner .asks")`);
    const { left, top, width } = await page.run(`(({ left, top, width }) => ({ left, top, width }))(document.querySelector(".cover canvas").getBoundingClientRect())`);
    const items = await page.run(`Number(document.querySelector(".cover .extent").style.width.replace("px", "") - 8) / 7`);
    const title = `document.querySelector(".cover canvas").title`;
    // Squares of 7 pixels begin at 4. Beside the matrix nothing is clicked.
    assert.ok(width > 7 * items + 20);
    await page.point(left + 4 + 7 * items + 10, top + 40, true);
    assert.deepEqual([await page.run(title), await page.run(`document.querySelectorAll("#banner .asks").length`)], ["", 1]);
    await page.point(left + 4 + 7 * 5 + 3, top + 4 + 7 * 8 + 3, true);
    await page.until(`document.querySelector("#banner .verdict")`);
    assert.equal(await page.run(title), "c5 · r0 c8 a8 b0");
  },

  async "a matrix that is too large for a table is walked with the arrow keys, and Enter picks"(page) {
    const named = () => page.run(`document.activeElement.getAttribute("aria-label")`);
    // Whether the square with the focus has an outline, shows its name and is in sight.
    const seen = () => page.run(`(() => {
      const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
      const [own, room] = [document.activeElement, document.querySelector(".cover .scroller")].map((one) => one.getBoundingClientRect());
      const { content } = getComputedStyle(document.activeElement, "::after");
      return outlineStyle === "solid" && parseFloat(outlineWidth) >= 2 && !["none", "normal"].includes(content) && own.left >= room.left && own.top >= room.top && own.right <= room.right && own.bottom <= room.bottom;
    })()`);
    for (const screen of [{ width: 1280, height: 640 }, { width: 390, height: 844, mobile: true }]) {
      await page.resize(screen);
      await page.open(`${url}#p=${encodeURIComponent("queens:9")}&s1=dlx&at=0&mode=predict`);
      await page.until(`document.querySelector(".cover canvas")?.checkVisibility() && !!document.querySelector("#banner .asks")`);
      await page.run(`document.querySelector(".cover .scroller").focus()`);
      await page.type("Tab");
      assert.equal(await named(), "r4 · r0 c0 a0 b8");
      for (let step = 0; step < 70; step++) await page.type("ArrowDown");
      await page.type("ArrowRight");
      await page.settled();
      assert.equal(await named(), "c4 · r7 c7 a14 b8");
      assert.ok(await seen(), `${screen.width}: out of sight`);
      assert.equal(await page.run(`document.querySelectorAll("#banner .asks").length`), 1);
      await page.type("Enter");
      await page.until(`document.querySelector("#banner .verdict")`);
      assert.equal(await named(), "c4 · r7 c7 a14 b8");
    }
    await page.resize({ width: 1280, height: 800 });
    await page.open(`${url}#p=${encodeURIComponent("queens:9")}&s1=dlx&at=0&mode=whatif`);
    await page.until(`document.querySelector(".cover .entry")?.checkVisibility()`);
    await page.run(`document.querySelector(".cover .entry").focus()`);
    await page.type("ArrowDown");
    await page.type("Enter");
    await page.until(`/, if r0 c1 a1 b7/.test(document.querySelector(".supposed")?.textContent)`);
    assert.equal(await named(), "r4 · r0 c1 a1 b7");
  },

  async "predictions of items and of literals are marked"(page) {
    const asked = { "queens:6": [".cover thead .name", "dlx"], "pigeonhole:3": [".clauses .literal", "cdcl"] };
    for (const [text, [selector, strategy]] of Object.entries(asked)) {
      await page.open(`${url}#p=${encodeURIComponent(text)}&s1=${strategy}&at=0&mode=predict`);
      await page.until(`document.querySelector("#banner .asks")`);
      // Their tab is chosen.
      await page.until(`document.querySelector(${JSON.stringify(selector)})?.checkVisibility()`);
      await page.run(`document.querySelector(${JSON.stringify(selector)}).click()`);
      await page.until(`document.querySelector("#banner .verdict")`);
      assert.match(await page.run(`document.querySelector(".score").textContent`), / of 1 right/);
    }
  },

  async "an endless search is stopped, and another one runs"(page) {
    // The tree of a search is still awaited when the next one is stopped, as on a busy machine.
    await page.run(`{
      const post = Worker.prototype.postMessage;
      Worker.prototype.postMessage = function (message) { if (message.request?.ask !== "tree") post.call(this, message); };
    }`);
    await choose(page, "dlx");
    // This runs within the page, whose events keep their order: a fast machine soon reaches the node limit.
    await page.run(`new Promise((done) => {
      const stop = () => document.querySelector(".pane.running") && [...document.querySelectorAll(".panehead button")].find((button) => button.textContent === "Stop");
      const seen = new MutationObserver(() => stop() && (seen.disconnect(), stop().click(), done()));
      seen.observe(document.body, { subtree: true, childList: true, attributes: true });
      const select = document.querySelector(".pane .strategy");
      select.value = "bird-spec";
      select.dispatchEvent(new Event("change"));
    })`);
    await page.until(`!document.querySelector(".pane.running")`);
    assert.ok(await page.run(`[...document.querySelectorAll(".panehead button")].some((button) => button.textContent === "Run again")`));
    await choose(page, "heller");
    await page.press("End");
    assert.equal((await digits(page)).includes("."), false);
  },
};

/** The output of the program for the same searches. */
const programOutput = (...words) => {
  const { stdout, stderr } = spawnSync(resolve(program), [...words, "--quiet"], { encoding: "utf8" });
  assert.equal(stderr, "");
  return stdout;
};
/** Positions at which states are compared. */
const POSITIONS = 200;

/** Goes to each position and reads the board that is shown. */
const boards = (positions) => `(async () => {
  const slider = document.querySelector("#transport input"), pane = document.querySelector(".pane"), read = [];
  const cellOf = (cell) => {
    const digit = cell.querySelector(".digit")?.textContent;
    if (digit) return digit + (cell.classList.contains("waits") ? "?" : cell.classList.contains("given") ? "." : cell.classList.contains("guess") ? "!" : "");
    return [...cell.querySelectorAll("[data-digit]:not(.struck)")].map(({ textContent }) => textContent).join(" ");
  };
  for (const at of ${JSON.stringify(positions)}) {
    slider.value = at;
    slider.dispatchEvent(new Event("input"));
    while (pane.dataset.drawn !== String(at)) await new Promise((later) => setTimeout(later));
    read.push([...pane.querySelectorAll(".board td")].map(cellOf));
  }
  return read;
})()`;

/** The board of the program's state: a cell that may be any digit shows its clue, which waits, or all digits once another has fewer. */
function boardOf({ cells }, clues) {
  const side = Math.sqrt(cells.length), isBegun = cells.some(({ candidates }) => candidates && candidates.length < side);
  return cells.map(({ digit, given, guess, candidates = [] }, at) => {
    if (digit) return `${digit}${given ? "." : guess ? "!" : ""}`;
    if (candidates.length === side && clues[at] !== ".") return `${clues[at]}?`;
    return candidates.length < side || isBegun ? candidates.join(" ") : "";
  });
}

const WITH_PROGRAM = {
  async "every strategy searches as many nodes as the program"(page) {
    for (const text of [TYPED, "queens:6", "random-sat:3:20:85:1"]) {
      await page.open(`${url}#p=${encodeURIComponent(text)}`);
      const strategies = await page.run(`[...document.querySelector(".pane .strategy").options].map(({ value }) => value)`);
      for (const strategy of strategies.filter((name) => name !== PERSON)) {
        await choose(page, strategy);
        await page.press("End");
        const { nodes } = JSON.parse(programOutput("solve", "--json", "--strategy", strategy, text));
        const words = await page.run(`document.querySelector(".pane .after").textContent`);
        assert.equal(Number(/^The end: ([\d\u202f]+) node/.exec(words)?.[1].replaceAll("\u202f", "")), nodes, `${strategy} on ${text}: ${words}`);
      }
    }
  },

  async "an empty grid has at least the one solution that the search stopped at"(page) {
    await page.open(`${url}#p=${".".repeat(81)}`);
    await page.press("End");
    assert.match(await page.run(`document.querySelector(".pane .after").textContent`), /^The end: .* at least 1 solution\.$/);
  },

  async "at positions drawn at random the board is that of a fold which shares no code with the module"(page) {
    const folder = mkdtempSync(join(tmpdir(), "trace-")), file = join(folder, "trace.jsonl");
    for (const strategy of ["heller", "dlx"]) {
      programOutput("trace", strategy, FIRST.text, "--out", file);
      const [head, ...lines] = readFileSync(file, "utf8").trim().split("\n").map((line) => JSON.parse(line)), events = lines.length - 1;
      let seed = 20;
      const positions = Array.from({ length: POSITIONS / 2 }, () => (seed = (seed * 1103515245 + 12345) % 2147483648) % (events + 1));
      await page.open(`${url}#p=${FIRST.text}&s1=${strategy}&at=0`);
      assert.equal(await page.run(`document.querySelector("#transport input").max`), String(events));
      const read = await page.run(boards(positions));
      positions.forEach((at, index) => assert.deepEqual(read[index], boardOf(stateAt(head, lines, at), FIRST.text), `${strategy} after ${at} events`));
    }
    rmSync(folder, { recursive: true });
  },
};

/** Checks of a page that views written traces. */
const VIEWING = {
  async "written traces are shown without their strategies"(page) {
    assert.equal(await page.run(`document.querySelectorAll(".pane .strategy").length`), 0);
    const before = await sentence(page);
    await page.press("ArrowRight");
    assert.notEqual(await sentence(page), before);
    await page.press("End");
    assert.match(await page.run(`document.querySelector(".pane .after").textContent`), /The end/);
  },

  async "a key or an address brings no other search to written traces"(page) {
    const panes = await page.run(`document.querySelectorAll(".pane").length`);
    await page.press("2");
    await page.run(`location.hash = "at=3"`);
    await page.until(`document.querySelector("#transport input").value === "3"`);
    assert.deepEqual(await page.run(`[document.querySelectorAll(".pane").length, document.querySelectorAll(".pane .strategy").length]`), [panes, 0]);
  },
};

const program = option("--program"), viewing = option("--view");
const checks = [
  ...Object.entries({ ...CHECKS, ...(program ? WITH_PROGRAM : {}) }).map(([name, check]) => [name, check, url]),
  ...(viewing ? Object.entries(VIEWING).map(([name, check]) => [name, check, pathToFileURL(resolve(viewing)).href]) : []),
];
for (const [name, check, address] of checks) {
  await hold(name, async (page) => {
    await page.open(address);
    await check(page);
  });
}
await finish();
