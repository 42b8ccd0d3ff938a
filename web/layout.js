// The layout of a search tree: leaves side by side in the order of the search, parents above them.

import { countAtMost } from "./clock.js";

/**
 * Columns of nodes (leaves count from 0), and how many there are.
 * @param {import("./types.js").Tree} tree
 */
export function columnsOf(tree) {
  const count = tree.parent.length;
  const first = new Float64Array(count).fill(-1), last = new Float64Array(count).fill(-1);
  const leaf = new Uint8Array(count).fill(1);
  for (let node = 0; node < count; node++) {
    const parent = tree.parent[node];
    if (parent !== null && parent !== undefined) leaf[parent] = 0;
  }
  let leaves = 0;
  // Nodes are numbered in the order in which they are entered, so leaves are in order and parents precede children.
  for (let node = 0; node < count; node++) if (leaf[node]) first[node] = last[node] = leaves++;
  for (let node = count - 1; node >= 0; node--) {
    const parent = tree.parent[node];
    if (parent === null || parent === undefined) continue;
    if (first[parent] < 0 || first[node] < first[parent]) first[parent] = first[node];
    last[parent] = Math.max(last[parent], last[node]);
  }
  return { columns: first.map((from, node) => (from + last[node]) / 2), leaves: Math.max(1, leaves) };
}

/**
 * The distance from the left edge of each column in a width. If the width is too narrow for `least` pixels a column, the
 * columns around `focus` have that distance in half of the width, and all others share the other half.
 * @param {number} leaves @param {number} width @param {number} least @param {number} most @param {number} focus
 */
export function columnPlaces(leaves, width, least, most, focus) {
  const even = width / leaves;
  const near = Math.max(least, Math.min(most, even));
  if (even >= least) return { near, far: near, from: 0, count: leaves, place: (/** @type {number} */ column) => column * near };
  const count = Math.floor(width / 2 / least);
  const far = (width - count * least) / (leaves - count);
  const from = Math.max(0, Math.min(leaves - count, Math.round(focus - count / 2)));
  const place = (/** @type {number} */ column) => column * far + Math.max(0, Math.min(count, column - from)) * (near - far);
  return { near, far, from, count, place };
}

/**
 * The index of the node that is current after the first `at` events: the one with this number or, if the search is at none, the last
 * one entered.
 * @param {import("./types.js").Tree} tree
 * @param {number} at
 * @param {number|null} [id]
 */
export function nodeAt(tree, at, id) {
  return (typeof id === "number" ? countAtMost(tree.id, id) : countAtMost(tree.event, at - 1)) - 1;
}

/**
 * A node and all above it, the root first.
 * @param {import("./types.js").Tree} tree
 * @param {number} node
 */
export function branchOf(tree, node) {
  const branch = [];
  for (let at = /** @type {number|null|undefined} */ (node); at !== null && at !== undefined && at >= 0; at = tree.parent[at]) branch.push(at);
  return branch.reverse();
}
