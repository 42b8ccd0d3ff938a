// The numbers of lessons, counted by the module: what the program does when it writes a lesson, a second time.

/** @param {(request: object) => any} ask @param {{[name: string]: {text: string}}} puzzles */
export function counting(ask, puzzles) {
  const traced = new Map();
  const textOf = (puzzle) => puzzles[puzzle.split("/")[0]]?.text ?? puzzle.split("/")[0];
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
  /** What an event is about, in words. */
  const name = (words) => {
    const [strategy, puzzle, moment] = words.split(" ");
    const { head, lines } = trace(strategy, puzzle);
    const [kind, nth = "1"] = moment.split(":");
    const line = lines.filter((one) => one.kind === kind)[Number(nth) - 1];
    const literal = (one) => (one < 0 ? `¬${-one}` : String(one));
    if (line.item !== undefined) return head.instance.items[line.item];
    if (line.literal !== undefined) return literal(line.literal);
    if (line.clause) return line.clause.map(literal).join(" ∨ ");
    if (!line.cell) return line.house;
    return line.digit ? `${line.cell} = ${line.digit}` : line.cell;
  };
  const count = (words) => {
    const [strategy, puzzle, ...what] = words.trim().split(/\s+/);
    if (strategy === "puzzle") {
      const { clues, side } = ask({ ask: "read", text: puzzles[puzzle].text });
      const given = clues.filter((clue) => clue).length;
      const blanks = side * side - given, log = blanks * Math.log10(side);
      return {
        clues: given, blanks, cells: side * side, completions: side ** blanks, log: Math.round(log * 10) / 10,
        years: Math.round(log - 9 - Math.log10(365.25 * 86400)),
      }[what[0]];
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
  return Object.assign(count, { naming: name });
}
