// Takes pictures of a page, a lesson and a report in headless Chromium: `node pictures.mjs PAGE LESSON REPORT FOLDER`.

import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Chromium } from "../web/tests/chromium.mjs";

const [page, lesson, report, folder] = process.argv.slice(2);
const GRID = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
const address = (file, hash = "") => pathToFileURL(resolve(file)).href + hash;

/** Two strategies on one puzzle, in the midst of their searches. */
async function search(tab) {
  const place = { p: GRID, s1: "heller", s2: "dlx", at: "1500", clock: "decision" };
  await tab.open(address(page, `#${new URLSearchParams(place)}`));
}

/** A figure of a lesson, over the whole width, where a part of its searches is done. */
async function race(tab) {
  const figure = "document.getElementById('race')";
  await tab.go(address(lesson));
  await tab.until("document.documentElement?.dataset.ready");
  await tab.run(`${figure}.scrollIntoView({ block: "start", behavior: "instant" })`);
  await tab.until(`${figure}.dataset.live`);
  await tab.run(`{ const slider = ${figure}.querySelector(".track input"); slider.value = 3000; slider.dispatchEvent(new Event("input")); }`);
}

/** A report in which some strategies stand out. */
async function standing(tab) {
  await tab.go(address(report, "#growth-queens-6-14"));
  await tab.until("document.documentElement?.dataset.ready");
  for (const name of ["dlx", "dancing-cells", "zdd-cover"]) await tab.run(`document.querySelector("[data-lights='${name}']").click()`);
}

const browser = await Chromium.start("/usr/bin/chromium");
for (const [name, take, height] of [["page", search, 860], ["lesson", race, 742], ["report", standing, 720]]) {
  const tab = await browser.page({ width: 1280, height });
  await take(tab);
  await new Promise((later) => setTimeout(later, 2000));
  if (tab.errors.length) throw new Error(`${name}: ${tab.errors}`);
  await tab.screenshot(join(folder, `${name}.png`));
  await tab.close();
}
await browser.close();
