// Recounts the numbers of lessons with the module: `node numbers.mjs LESSON.html… --module FILE.wasm`. Exit code 1 if a
// number that the program wrote into a lesson differs.

import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { PersonTrack } from "../explain.js";
import { moduleEngine } from "./probe.mjs";

/** @param {(request: object) => any} ask @param {{[name: string]: string}} puzzles */
function counting(ask, puzzles) {
  const traced = new Map(), explained = new Map();
  const textOf = (puzzle) => puzzles[puzzle.split("/")[0]] ?? puzzle.split("/")[0];
  const request = (slot, strategy, puzzle) => ({ ask: "trace", slot, strategy, text: textOf(puzzle), level: "step", solutions: puzzle.includes("/") ? 1 : 2, nodes: 3_000_000, events: 100_000 });
  const trace = (strategy, puzzle) => {
    const key = `${strategy} ${puzzle}`;
    if (!traced.has(key)) {
      const reply = ask(request(0, strategy, puzzle));
      if (reply.error) throw new Error(`${key}: ${reply.error.title}`);
      const { events } = reply.stats.left_out ? { events: [] } : ask({ ask: "events", slot: 0, from: 0, to: reply.events });
      traced.set(key, { ...reply, lines: events.map(({ line }) => line), states: new Map() });
    }
    return traced.get(key);
  };
  const state = (strategy, puzzle, moment) => {
    const { kinds, letters } = trace(strategy, puzzle);
    const [kind, count = "1"] = moment.split(":");
    let left = Number(count);
    const event = moment === "end" ? kinds.length - 1 : [...kinds].findIndex((letter) => letters[letter] === kind && --left === 0);
    if (event < 0 && moment !== "end") throw new Error(`${strategy} ${puzzle}: no moment ${moment}`);
    ask(request(1, strategy, puzzle));
    return ask({ ask: "state", slot: 1, at: event + 1 });
  };
  /** The open cells of a human solution after a number of steps, or their candidates. */
  const open = (puzzle, steps, what) => {
    if (!explained.has(puzzle)) {
      const text = textOf(puzzle);
      explained.set(puzzle, new PersonTrack(ask({ ask: "read", text }), ask({ ask: "explain", text })));
    }
    const track = explained.get(puzzle);
    const cells = track.cellsAt(Math.min(steps, track.length));
    const candidates = cells.flatMap((cell) => (cell.digit ? [] : [cell.candidates.length]));
    return what === "blanks" ? candidates.length : candidates.reduce((sum, one) => sum + one, 0);
  };
  const count = (words) => {
    if (words !== "" && Number.isFinite(Number(words))) return Number(words);
    if (words.includes(" / ")) {
      const [above, below] = words.split(" / ").map(count);
      return above / below < 10 ? Math.round(above / below * 10) / 10 : Math.round(above / below);
    }
    const [, searched, strategy, puzzle] = /^(.+) of (\S+) on (\S+)$/.exec(words) ?? [];
    const what = (searched ?? words).split(/\s+/);
    if (!strategy) {
      const { clues, side } = ask({ ask: "read", text: textOf(what[2]) });
      const given = clues.filter((clue) => clue).length;
      const blanks = side * side - given, log = blanks * Math.log10(side);
      return {
        clues: given, blanks, cells: side * side, completions: side ** blanks, log: Math.round(log * 10) / 10,
        years: Math.round(log - 9 - Math.log10(365.25 * 86400)),
      }[what[0]];
    }
    if (strategy === "person" && what[0] === "at") return open(puzzle, Number(what[1]), what[2]);
    if (strategy === "person") {
      const { steps } = ask({ ask: "explain", text: textOf(puzzle) });
      return steps.filter(({ technique }) => what[0] === "steps" || technique === what[0]).length;
    }
    const { head, stats, lines } = trace(strategy, puzzle);
    const [kind, ...filters] = what;
    const instance = head.instance;
    const facts = {
      nodes: stats.nodes, depth: stats.max_depth, solutions: stats.solutions, items: instance.items?.length,
      options: instance.options?.length, variables: instance.variables, clauses: instance.clauses?.length,
      digits: ["naked", "hidden", "try", "take", "place"].reduce((sum, one) => sum + (stats.counts[one] ?? 0), 0),
      assignments: instance.variables && 2 ** instance.variables,
    };
    if (facts[kind] !== undefined && !filters.length) return facts[kind];
    if (kind === "counter") return stats.counters[filters[0]] ?? 0;
    if (kind === "boards") {
      const logs = lines.filter((line) => line.kind === "boards").map((line) => line.log10);
      return Number(logs[filters[0] === "last" ? logs.length - 1 : Number(filters[0]) - 1].toFixed(1));
    }
    if (kind === "at") {
      const { options, items, trail, learned } = state(strategy, puzzle, filters[0]);
      if (filters[1] === "covered") return items.filter(({ covered }) => covered).length;
      if (filters[1] === "trail") return trail.length;
      if (filters[1] === "learned") return learned.length;
      return options.filter((one) => one === filters[1]).length;
    }
    if (!filters.length) return stats.counts[kind] ?? stats.deeper[kind] ?? 0;
    if (stats.left_out) throw new Error(`${words}: not all events are there`);
    const fits = (line, filter) => {
      const [, field, sign, value] = /^(\w+)([=<>~!])(.+)$/.exec(filter);
      if (sign === "~" || sign === "!") return instance.items[line[field]].startsWith(value) === (sign === "~");
      const of = Array.isArray(line[field]) ? line[field].length : line[field];
      return sign === "=" ? String(of) === value : sign === "<" ? of < Number(value) : of > Number(value);
    };
    return lines.filter((line) => line.kind === kind && filters.every((filter) => fits(line, filter))).length;
  };
  return count;
}

const [module] = process.argv.slice(process.argv.indexOf("--module") + 1);
const ask = await moduleEngine(module);
let failures = 0;
for (const file of process.argv.slice(2, process.argv.indexOf("--module"))) {
  const page = readFileSync(file, "utf8");
  const count = counting(ask, JSON.parse(/<script type="application\/json" id="puzzles">(.*?)<\/script>/s.exec(page)[1]));
  const numbers = [...page.matchAll(/<data class="number" value="([^"]*)" title="([^"]*)"[^>]*>/g)];
  if (numbers.length !== page.split('<data class="number"').length - 1) throw new Error(`${basename(file)}: a number that is written otherwise`);
  for (const [, value, title] of numbers) {
    const words = title.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
    const counted = count(words);
    if (counted === Number(value)) continue;
    console.log(`${basename(file)}: ${words} is ${value} in the lesson, and ${counted} by the module`);
    failures++;
  }
  console.log(`${basename(file)}: ${numbers.length} numbers counted again`);
}
process.exit(failures ? 1 : 0);
