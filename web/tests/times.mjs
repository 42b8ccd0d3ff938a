// Prints how long a page takes, without a limit: `node times.mjs PAGE.html`, and the options of checks.mjs. It times the page
// until it is ready, a search until its 100 000 events are there, and a move of the slider until the position is drawn.

import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { operands, start } from "./checks.mjs";

const SEEKS = 100;
const HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

/** Moves the slider to pseudo-random positions, the last one first. */
const seeks = `(async () => {
  const slider = document.querySelector("#transport input"), pane = document.querySelector(".pane"), last = Number(slider.max), times = [];
  for (let seek = 0, seed = 7; seek < ${SEEKS}; seek++) {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    const at = seek ? seed % last : last, begun = performance.now();
    slider.value = at;
    slider.dispatchEvent(new Event("input"));
    while (pane.dataset.drawn !== String(at)) await new Promise((later) => setTimeout(later));
    await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
    times.push(performance.now() - begun);
  }
  return { last, times: times.sort((a, b) => a - b) };
})()`;

const url = pathToFileURL(resolve(operands[0])).href;
const browser = await start();
const page = await browser.page({ width: 1280, height: 800 });
const timed = async (does) => {
  const begun = performance.now();
  await does();
  return Math.round(performance.now() - begun);
};
const ready = await timed(() => page.open(url));
console.log(`ready after ${ready} ms`);
for (const strategy of ["bird", "dlx"]) {
  const there = await timed(() => page.open(`${url}#p=${HARD}&s1=${strategy}&at=0`));
  const { last, times } = await page.run(seeks);
  console.log(`${strategy}: ${last} events after ${there} ms; ${SEEKS} positions painted in ${times[SEEKS / 2].toFixed(0)} ms in the median, ${times.at(-1).toFixed(0)} ms at worst`);
}
await browser.close();
