// The kinds of events: their colors in the strip, and which of them are decisions, placements or conflicts.

/** Events in which a strategy makes a choice. */
export const DECISIONS = new Set(["try", "side", "select", "decide"]);
/** Events that fix a digit, an option or a literal. */
export const FIXES = new Set(["clue", "naked", "hidden", "try", "take", "decide", "propagate", "place"]);
/** Events that show that a position has no solution. */
export const CONFLICTS = new Set(["conflict", "starve", "wipe-cell", "wipe-digit", "wipe-twice", "wipe-crowded"]);

/** The groups of the strip with the colors and heights of their bars, most prominent first: if several share a pixel, the first is drawn. */
export const GROUPS = /** @type {const} */ ([
  { name: "solution", color: "--solution", height: 1 },
  { name: "fail", color: "--fail", height: 0.85 },
  { name: "conflict", color: "--conflict", height: 0.85 },
  { name: "decision", color: "--branch", height: 0.65 },
  { name: "fix", color: "--fix", height: 0.45 },
  { name: "node", color: "--soft", height: 0.3 },
  { name: "other", color: "--rule", height: 0.15 },
]);

/**
 * The index in GROUPS of a kind.
 * @param {string} kind
 */
export function groupOf(kind) {
  if (kind === "solution") return 0;
  if (kind === "fail") return 1;
  if (CONFLICTS.has(kind)) return 2;
  if (DECISIONS.has(kind)) return 3;
  if (FIXES.has(kind)) return 4;
  if (kind === "node" || kind === "learn" || kind === "backjump" || kind === "technique") return 5;
  return 6;
}

/** Whether the events of a search can be of this kind. @param {import("./types.js").Track} track @param {string} kind */
export function hasKind(track, kind) {
  return Object.values(track.letters).includes(kind);
}

/**
 * The groups of all events of a search. A node whose last subtree has failed fails too; such an event belongs to the dead end
 * before it, and is in the last group.
 * @param {import("./types.js").Track} track
 */
export function groupsOf(track) {
  const groups = new Int8Array(track.length);
  let entered = false;
  for (let event = 0; event < track.length; event++) {
    const kind = track.kindAt(event), group = groupOf(kind), ends = kind === "fail" || kind === "skip";
    groups[event] = ends && !entered ? GROUPS.length - 1 : group;
    if (kind === "node") entered = true;
    else if (ends || kind === "done") entered = false;
  }
  return groups;
}
