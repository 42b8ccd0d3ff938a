// Opens lessons in a browser, as files: `node lessons.mjs LESSON.html…`, and the options of checks.mjs. Every figure must
// become live, every link must lead to its moment, and every question must be answerable. Exit code 1 if a check fails.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { finish, hold, operands } from "./checks.mjs";

const inSight = (id) => `document.getElementById(${JSON.stringify(id)}).scrollIntoView({ block: "center", behavior: "instant" })`;
const position = (id) => `document.querySelector("#${id} .transport input").value`;

async function alive(page, id) {
  await page.run(inSight(id));
  await page.until(`document.getElementById(${JSON.stringify(id)}).dataset.live && !document.querySelector("#${id} .running")`);
}

/** Whether this is the page of a technique. It has fewer words than a lesson, and no links into its figures. */
function isTechnique(page) {
  return page.run(`!!document.querySelector("figure#example[data-until]")`);
}

/** The words of English texts that no text of a language has. @param {string} code */
async function foreignWords(code) {
  const words = await readFile(new URL(`../lessons/words/${code}.json`, import.meta.url), "utf8").then(JSON.parse);
  const own = new Set(Object.values(words).flatMap(splitWords));
  return new Set(Object.keys(words).flatMap(splitWords).filter((word) => !own.has(word)));
}

/** @param {unknown} text */
function splitWords(text) {
  return String(text).toLowerCase().match(/\p{L}{2,}/gu) ?? [];
}

/** The texts and labels of a figure at its first positions and at its end. Names of strategies, parameters and instances stay as they are. */
const TEXTS = `async (figure, positions) => {
  const said = new Set(), slider = figure.querySelector(".transport input");
  figure.querySelectorAll(".tree details").forEach((one) => (one.open = true));
  for (const at of [...Array(Math.min(positions, Number(slider.max))).keys(), Number(slider.max)]) {
    slider.value = at;
    slider.dispatchEvent(new Event("input"));
    while ([...figure.querySelectorAll("[data-count='1'] .pane, .pane.leads")].some((pane) => pane.dataset.drawn !== String(at))) await new Promise(requestAnimationFrame);
    const why = figure.querySelector(".why");
    why?.click();
    if (why) await new Promise(requestAnimationFrame);
    for (const root of [figure, ...document.querySelectorAll(".reasons")]) {
      for (const one of root.querySelectorAll("*")) {
        if (one.closest("figcaption, code, select, .options, .written")) continue;
        ["aria-label", "aria-valuetext", "title"].forEach((name) => said.add(one.getAttribute(name) ?? ""));
        one.childNodes.forEach((child) => child.nodeType === Node.TEXT_NODE && said.add(child.data));
      }
    }
    document.querySelector(".reasons")?.hidePopover();
  }
  return [...said];
}`;

/** The number of positions of a figure whose texts are read. */
const READ_POSITIONS = 60;

const CHECKS = {
  async "every figure comes alive, and steps"(page) {
    const ids = await page.run(`[...document.querySelectorAll("figure[data-strategy]")].map(({ id }) => id)`);
    assert.ok(ids.length > (await isTechnique(page) ? 2 : 3));
    for (const id of ids) {
      await alive(page, id);
      assert.equal(await page.run(`document.querySelector("#${id} .problem")?.textContent`), undefined, id);
      const wanted = await page.run(`document.getElementById("${id}").dataset.show.split(" ").length`);
      const panels = await page.run(`document.querySelectorAll("#${id} .pane:first-child .panel").length`);
      const own = await page.run(`"own" in document.getElementById("${id}").dataset`);
      assert.ok(own ? panels >= 1 : panels === wanted, `${id}: ${panels} of ${wanted} panels`);
      if (await page.run(`!document.querySelector("#${id} .modes [data-mode=predict][aria-pressed=true]")`)) {
        const before = await page.run(position(id));
        // The example of a technique ends with the step that it shows.
        const [direction, by] = id === "example" ? ["back", -1] : ["next", 1];
        await page.run(`document.querySelector("#${id} .steps .${direction}").click()`);
        assert.equal(Number(await page.run(position(id))), Number(before) + by, id);
      }
    }
  },

  async "figures speak the language of the lesson"(page) {
    const code = await page.run("document.documentElement.lang");
    if (code === "en") return;
    const foreign = await foreignWords(code);
    assert.ok(foreign.has("the") && foreign.has("node"));
    const counted = await page.run(`[...document.querySelectorAll("data.number[title]")].map(({ title }) => title)`);
    assert.ok(counted.length > 10);
    assert.deepEqual(counted.filter((title) => splitWords(title.split(":")[0].replace(/ \S+[=<>~!]\S+/g, "")).some((word) => foreign.has(word)) || / (of|on) /.test(title)), []);
    for (const id of await page.run(`[...document.querySelectorAll("figure[data-strategy]")].map(({ id }) => id)`)) {
      await alive(page, id);
      const texts = await page.run(`(${TEXTS})(document.getElementById("${id}"), ${READ_POSITIONS})`);
      assert.ok(texts.length > 50, id);
      assert.deepEqual(texts.filter((text) => splitWords(text.replace(/[\w-]+:\d+/g, "")).some((word) => foreign.has(word))), [], id);
    }
  },

  async "errors are marked as English"(page) {
    if (await page.run("document.documentElement.lang") === "en") return;
    const read = async (/** @type {string} */ note) => {
      const [title, language] = await page.until(`{ const title = document.querySelector(${JSON.stringify(note + " strong")}); title && [title.textContent, title.closest("[lang]").lang]; }`);
      assert.equal(language, "en", title);
    };
    await page.run(`{ const field = document.querySelector(".exercise textarea"); field.value = "12.4\\n..."; field.closest(".exercise").querySelector(".primary").click(); }`);
    await read(".exercise .problem");
    const id = await page.run(`document.querySelector("figure[data-own]").id`);
    await alive(page, id);
    await page.run(`document.querySelector("#${id} .figbar .primary").click()`);
    for (const [at, text] of ["123", "a b\na c", "p cnf 1 1\n2 0"].entries()) {
      await page.run(`{ document.querySelector("dialog .complaint").replaceChildren(); const area = document.querySelectorAll("dialog textarea")[${at}]; area.value = ${JSON.stringify(text)}; [...area.closest("[role=tabpanel]").querySelectorAll("p.row > button")].at(-1).click(); }`);
      await read("dialog .problem");
    }
  },

  async "every link of a sentence leads to its moment"(page) {
    const links = await page.run(`[...document.querySelectorAll("a[data-go]")].map((link) => link.dataset.go)`);
    assert.ok(await isTechnique(page) ? links.length === 0 : links.length > 3);
    for (const [at, go] of links.entries()) {
      const [id] = go.split(" ");
      await alive(page, id);
      await page.run(`document.querySelectorAll("a[data-go]")[${at}].click()`);
      await page.until(`document.querySelectorAll("a[data-go]")[${at}].hasAttribute("aria-current")`);
    }
  },

  async "each visit of a clause is shown in its row"(page) {
    const id = await page.run(`document.querySelector("figure[data-show=watches]")?.id`);
    if (!id) return;
    await alive(page, id);
    const view = `document.querySelector("#${id} .watches")`;
    await page.run(`document.querySelector("#${id} .buttons button").focus()`);
    await page.type("Home");
    const outcomes = new Set();
    for (let at = 1, visits = 0; await page.run(`document.querySelector("#${id} input[type=range]").max`) >= at; at++) {
      await page.type("ArrowRight");
      await page.until(`document.querySelector("#${id} .pane").dataset.drawn === "${at}"`);
      await page.settled();
      const words = await page.run(`document.querySelector("#${id} .words").textContent`);
      const [, gone] = /^(\S+) is false: /.exec(words) ?? [];
      const now = await page.run(`[...${view}.querySelectorAll("li.now")].map((row) => [row.className.replace("now ", ""), row.querySelector(".outcome").textContent, [...row.querySelectorAll(".literal")].map((one) => one.getAttribute("aria-label"))])`);
      assert.equal(now.length, gone ? 1 : 0, words);
      if (!gone) continue;
      const [[outcome, said, literals]] = now;
      outcomes.add(outcome);
      assert.ok(said && literals.includes(`${gone}, false${outcome === "moved" ? "" : ", watched"}`), `${words}: ${said} ${literals}`);
      assert.equal(literals.filter((one) => one.endsWith(", watched")).length, 2, words);
      const [counted, contain] = (await page.run(`${view}.querySelector(".total").textContent`)).match(/\d+/g).map(Number);
      assert.ok(counted === ++visits && contain >= counted, words);
    }
    assert.deepEqual([...outcomes].sort(), ["conflict", "moved", "satisfied", "unit"]);
  },

  async "a key predicts only in a figure that offers it"(page) {
    for (const offers of [false, true]) {
      const id = await page.run(`[...document.querySelectorAll("figure[data-strategy]")].find(({ dataset }) => dataset.mode === undefined && (dataset.modes ?? "").includes("predict") === ${offers})?.id`);
      if (!id) continue;
      await alive(page, id);
      await page.run(`document.querySelector("#${id} .buttons button").focus()`);
      await page.type("p");
      assert.equal(await page.run(`document.querySelector("#${id} .pane").dataset.mode`), offers ? "predict" : "watch", id);
    }
  },

  async "a prediction is marked"(page) {
    const id = await page.run(`document.querySelector("figure[data-mode=predict][data-show=links]")?.id`);
    if (!id) return;
    await alive(page, id);
    for (const wanted of [/right/, /wrong/]) {
      await page.until(`document.querySelector("#${id} .asks")`);
      const isRight = wanted.test("right");
      const head = `document.querySelector("#${id} .links .head[data-key=${isRight ? "f" : "a"}]")`;
      await page.until(`!!${head}`);
      await page.run(isRight ? `${head}.focus()` : `${head}.dispatchEvent(new MouseEvent("click"))`);
      if (isRight) await page.type(" ");
      const verdict = await page.until(`document.querySelector("#${id} .banner .verdict")?.className`);
      assert.match(verdict, wanted);
      if (isRight) await page.until(`document.activeElement.matches(".links .head[data-key=f]")`);
      await page.run(`document.querySelector("#${id} .banner .primary").click()`);
    }
  },

  async "a dragged value changes the sentence and the figure"(page, url) {
    const names = await page.run(`[...document.querySelectorAll("main > :not(.answers) .drag")].map(({ dataset }) => dataset.drag)`);
    const written = new Set([...(await readFile(new URL(url), "utf8")).matchAll(/class="drag" data-drag="(\w+)"/g)].map(([, name]) => name));
    assert.equal(new Set(names).size, written.size);
    for (const name of names) {
      const slider = `document.querySelector('.drag[data-drag="${name}"]')`;
      const figure = `document.querySelector('figure[data-drag="${name}"]')`;
      const id = await page.run(`${figure}?.id`);
      if (id) await alive(page, id);
      await page.run(`${slider}.scrollIntoView({ block: "center", behavior: "instant" })`);
      const shown = () => page.run(`({ value: ${slider}.innerText.trim(), announced: ${slider}.getAttribute("aria-valuetext"), sentence: ${slider}.closest("p, li").innerText })`);

      await page.run(`${slider}.focus()`);
      await page.type("Home");
      const first = await shown();
      await page.type("End");
      const last = await shown();
      for (const { value, announced } of [first, last]) assert.equal(value, announced, name);
      assert.notEqual(first.sentence, last.sentence, name);

      // A drag to the left leads back to an earlier value.
      const { x, y } = await page.run(`{ const { left, top, width, height } = ${slider}.getBoundingClientRect(); ({ x: left + width / 2, y: top + height / 2 }); }`);
      await page.drag(x, y, -60);
      const dragged = await shown();
      assert.equal(dragged.value, dragged.announced, name);
      assert.notEqual(dragged.value, last.value, name);
      if (!id) continue;
      const followed = `[${figure}.dataset.puzzle, ${figure}.dataset.strategy, ${figure}.dataset.at].join(" ")`;
      // Whether the figure has the value of the slider. While it searches, values wait.
      const follows = `["Puzzle", "Strategy", "Beside", "At"].every((key) => {
        const { dataset } = ${figure}, written = dataset["drag" + key];
        return !written || dataset[key.toLowerCase()] === written.replaceAll("$" + ${JSON.stringify(name)}, ${slider}.getAttribute("aria-valuetext"));
      })`;
      await page.type("Home");
      await page.until(follows);
      const before = await page.run(followed);
      await page.type("ArrowRight");
      await page.until(`${follows} && !document.querySelector("#${id} .running")`);
      assert.notEqual(await page.run(followed), before, name);
      if (!(await page.run(`!!${figure}.dataset.dragAt`))) continue;
      const at = Number(await page.run(position(id)));
      await page.type("End");
      await page.until(`Number(${position(id)}) > ${at}`);
    }
  },

  async "every question has one right answer, and answers"(page) {
    const asks = await page.run(`[...document.querySelectorAll(".ask")].map((ask) => [ask.querySelectorAll("li button").length, ask.querySelectorAll("[data-right]").length, !!ask.querySelector("details")])`);
    for (const [choices, right, answer] of asks) assert.ok(choices > 1 && right === 1 && answer);
    await page.run(`document.querySelectorAll(".ask li:first-child button").forEach((button) => button.click())`);
    assert.equal(await page.run(`document.querySelectorAll(".ask:not(.answered), .ask details:not([open])").length`), 0);
    const spoken = await page.run(`[...document.querySelectorAll(".estimate .scale")].map((one) => [one.querySelector("input").getAttribute("aria-valuetext"), one.querySelector("output").innerHTML])`);
    for (const [words, seen] of spoken) assert.equal(words, seen.replace(/<sup>(.*)<.sup>/, "^$1"));
    await page.run(`document.querySelectorAll(".estimate .primary").forEach((button) => button.click())`);
    assert.equal(await page.run(`[...document.querySelectorAll(".estimate")].every((one) => one.querySelector(".verdict").textContent && one.querySelector("details").open)`), true);
  },

  async "what is done by hand can be done"(page) {
    await page.run(`document.querySelectorAll(".hand tbody button").forEach((button, at) => [0, 3, 4].includes(at) && button.click())`);
    await page.run(`{ const one = document.querySelector(".switches button"); one?.click(); one?.click(); document.querySelectorAll(".switches button:not(:first-child)").forEach((button) => button.click()); }`);
    const verdict = await page.run(`document.querySelector(".hand .verdict")?.textContent`);
    assert.ok(verdict === undefined || /solution|Lösung/.test(verdict), verdict);
  },

  async "a lesson can be read without a program"(page, url) {
    await page.scripting(false);
    await page.go(url);
    await page.loaded(url);
    await page.scripting(true);
    const text = await page.run("document.body.innerText");
    assert.ok(text.length > (await isTechnique(page) ? 1000 : 4000) && !text.includes("{{"));
    assert.ok(await page.run(`[...document.querySelectorAll("figure")].every((figure) => figure.querySelector("figcaption").innerText.length > 10)`));
  },

  async "on paper no figure is at its start, and answers keep their exponents"(page, url) {
    assert.equal(await page.begin(`${url}#print`), "yes");
    const positions = await page.run(`[...document.querySelectorAll("figure[data-strategy]:not([data-own])")].map((figure) => Number(figure.querySelector(".transport input").value))`);
    assert.ok(positions.every((at) => at > 0), String(positions));
    const exponents = (where) => page.run(`document.querySelectorAll("${where} sup").length`);
    assert.equal(await exponents(".answers li > p > b"), await exponents(":is(.ask, .estimate, .question, .exercise) > p:first-child"));
    // Figures whose Workers have ended start none to go back: they draw when they come into view.
    assert.equal(await page.run(`(() => {
      const { Worker } = window;
      let started = 0;
      window.Worker = class extends Worker { constructor(url) { super(url); started++; } };
      dispatchEvent(new Event("afterprint"));
      window.Worker = Worker;
      return started;
    })()`), 0);
    const starts = await page.run(`[...document.querySelectorAll("figure[data-at=start]:not([data-own])")].map((figure) => figure.querySelector(".transport input").value)`);
    assert.ok(starts.every((at) => at === "0"), String(starts));
    const id = await page.run(`document.querySelector("figure[data-at=start]:not([data-own])")?.id`);
    if (!id) return;
    await page.run(inSight(id));
    await page.until(`document.querySelector("#${id} .pane").dataset.drawn === "0" && !document.querySelector("#${id} .running")`);
  },

  async "on paper code is whole, and a matrix stays in its column"(page, url) {
    assert.equal(await page.begin(`${url}#print`), "yes");
    await page.paper();
    await page.settled();
    const cut = await page.run(`[...document.querySelectorAll("figure .script, figure .cover")].filter((one) => {
      const { width } = one.querySelector("table")?.getBoundingClientRect() ?? { width: 0 };
      return one.checkVisibility() && (one.scrollHeight > one.clientHeight + 1 || width > one.clientWidth + 1);
    }).map((one) => one.closest("figure").id)`);
    assert.deepEqual(cut, []);
  },

  async "nothing is wider than a phone"(page) {
    await page.resize({ width: 390, height: 844, mobile: true });
    await page.until("document.documentElement.scrollWidth <= 390");
    for (const id of await page.run(`[...document.querySelectorAll("figure.race")].map(({ id }) => id)`)) {
      await alive(page, id);
      await page.run(`document.querySelector("#${id} .end").click()`);
      await page.until(`document.querySelector("#${id} .lanes .solved")`);
      assert.deepEqual([id, ...await page.run(`(({ scrollWidth, clientWidth }) => [scrollWidth - clientWidth])(document.querySelector("#${id} .lanes"))`)], [id, 0]);
    }
    // A phone has no arrow keys.
    const id = await page.run(`document.querySelector("figure[data-at=start]:not([data-mode=predict])")?.id`);
    if (!id) return;
    await alive(page, id);
    assert.doesNotMatch(await page.until(`document.querySelector("#${id} .words").textContent`), /→/);
  },
};

for (const file of operands) {
  const url = pathToFileURL(resolve(file)).href;
  for (const [name, check] of Object.entries(CHECKS)) {
    await hold(`${basename(file)}: ${name}`, async (page) => {
      assert.equal(await page.begin(url), "yes");
      await check(page, url);
    }, { width: 1280, height: 850 });
  }
}
await finish();
