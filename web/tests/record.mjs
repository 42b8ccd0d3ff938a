// An invented record of any length, the same in each run.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export const LIMIT_NS = 2_000_000_000;
const COLUMNS = `experiment,corpus,instance,instance_hash,strategy,params,via,seed,repeat,order_index,status,verdict,solutions,
answer_hash,stop,task_solutions,limit_nodes,limit_cpu_ns,mode,solve_cpu_ns,solve_wall_ns,encode_ns,decode_ns,peak_rss_bytes,nodes,backtracks,
propagations,conflicts,passes,placements,updates,guesses,max_depth,filled,host,enforcer,noise,started_utc,error,block,commit`.replace(/\s/g, "").split(",");
const NAMES = ["dlx", "bird-bits", "dancing-cells", "cdcl", "bit-cover", "heller", "algorithm-x", "sat", "lockstep", "bands"];

/** A generator of pseudo-random numbers from 0 to 1. @param {number} seed */
function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * Results of `strategies` strategies on `instances` instances of each corpus.
 * @param {{corpora: string[], strategies: number, instances: number}} size
 * @returns {{[column: string]: string|number}[]}
 */
function trials({ corpora, strategies, instances }) {
  const next = random(7), rows = [];
  for (const corpus of corpora) {
    for (let instance = 0; instance < instances; instance++) {
      const hardness = 10 ** (4 + 4.5 * next());
      for (let at = 0; at < strategies; at++) {
        const cost = Math.round(hardness * 3 ** (next() * (1 + at / 2))), late = cost > LIMIT_NS;
        const strategy = NAMES[at % NAMES.length], params = at < NAMES.length ? "" : `prune=fixpoint,expand=${at}`;
        rows.push({
          experiment: "invented", corpus, instance: `${corpus}-${instance}`, instance_hash: instance.toString(16).padStart(16, "0"),
          strategy, params, seed: 1, repeat: 0, order_index: 0, status: late ? "timeout" : "unique", verdict: late ? "unverified" : "correct",
          solutions: late ? 0 : 1, answer_hash: late ? "" : instance.toString(16).padStart(8, "0"), stop: late ? "deadline" : "", task_solutions: 2,
          limit_cpu_ns: LIMIT_NS, mode: "between", solve_cpu_ns: late ? LIMIT_NS + 250_000 : cost, solve_wall_ns: late ? LIMIT_NS + 250_000 : cost,
          nodes: Math.round(cost / (40 + 10 * at)), filled: 0, host: "host", enforcer: "cooperative", noise: "1.000", started_utc: 1700000000,
        });
      }
    }
  }
  return rows;
}

/** The name of a strategy with its parameters. @param {{[column: string]: string|number}} row */
export function label({ strategy, params }) {
  return params ? `${strategy}:${params}` : String(strategy);
}

/** @param {string} dir @param {{corpora: string[], strategies: number, instances: number}} size */
export function writeRecord(dir, size) {
  const rows = trials(size), field = (value) => (/[",\n]/.test(String(value)) ? `"${value}"` : String(value));
  const labels = [...new Set(rows.map(label))];
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, "trials.csv"), [COLUMNS.join(","), ...rows.map((row) => COLUMNS.map((name) => field(row[name] ?? "")).join(","))].join("\n") + "\n");
  writeFileSync(join(dir, "experiment.toml"), `name = "invented"
question = "Which invented strategy takes the least time on invented puzzles?"
strategies = ${JSON.stringify(labels)}
corpora = [${size.corpora.map((name) => `{ name = "${name}" }`)}]
task = "unique"
limits = { time = "2s" }
repetitions = 1
seed = 1
`);
  writeFileSync(join(dir, "run.json"), JSON.stringify({
    experiment: "invented", version: "0.1.0", commit: "0".repeat(12), rustc: "rustc 1.90.0", profile: "release",
    host: "host", cpu: "Invented Processor", cores: 2, kernel: "linux", load: 0.5, threads: 1, seed: 1, started_utc: 1700000000,
    finished_utc: 1700000100, starts: 1, trials: rows.length, recorded: rows.length,
  }));
  return rows;
}
