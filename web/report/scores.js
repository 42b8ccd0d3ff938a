// Solved counts and PAR scores under another time limit or factor, computed from the results.

/** @typedef {{strategy: number, instances: number, solved: number, par: number}} Score  PAR in nanoseconds, or `NaN` */

/**
 * Scores of the shown strategies over the shown corpora, best first: by instances solved, then by PAR, as in the tables of
 * the report. If no limit is chosen, each result keeps the limit that it was recorded with.
 * @param {import("./record.js").Rows} rows
 * @param {import("./state.js").State} state
 * @returns {Score[]}
 */
export function scores(rows, state) {
  const { strategies, corpora } = rows.head, { columns } = rows, own = state.limit;
  const shown = strategies.map(({ name }) => state.shows("strategy", name));
  const open = corpora.map(({ name }) => state.shows("corpus", name));
  const found = strategies.map((_, strategy) => ({ strategy, instances: 0, solved: 0, par: 0 }));
  for (let row = 0; row < rows.count; row++) {
    const score = found[columns.strategy[row]];
    if (!shown[score.strategy] || !open[rows.corpusOf[columns.instance[row]]]) continue;
    const cpu = columns.cpu[row], limit = own ?? columns.limit[row];
    const isInTime = rows.solved(row) && (own === null || cpu <= own);
    score.instances += 1;
    if (isInTime) score.solved += 1;
    // Without a limit there is no score: `NaN` makes the sum `NaN`.
    score.par += Number.isNaN(limit) ? NaN : isInTime ? cpu : state.factor * limit;
  }
  const tried = found.filter(({ instances }) => instances > 0);
  tried.forEach((score) => (score.par /= score.instances));
  const rank = (/** @type {Score} */ score) => (Number.isNaN(score.par) ? Infinity : score.par);
  return tried.sort((a, b) => b.solved - a.solved || (rank(a) === rank(b) ? 0 : rank(a) - rank(b)));
}

/**
 * The range in which a limit can be chosen. Beyond the smallest limit of the record, and beyond the first search that a node limit
 * ended, nothing is known.
 * @param {import("./record.js").Rows} rows
 * @returns {[number, number]|null}
 */
export function limits(rows) {
  const { cpu, limit, status } = rows.columns;
  const nodeLimit = rows.head.statuses.findIndex(({ name }) => name === "node limit");
  let [low, high, least] = [Infinity, 0, Infinity];
  for (let row = 0; row < rows.count; row++) {
    if (limit[row] < least) least = limit[row];
    if (status[row] === nodeLimit && cpu[row] < least) least = cpu[row];
    if (!rows.solved(row) || Number.isNaN(cpu[row])) continue;
    low = Math.min(low, Math.max(cpu[row], 1));
    high = Math.max(high, cpu[row]);
  }
  high = Math.min(Math.max(high, 1), least);
  return low < high ? [low, high] : null;
}
