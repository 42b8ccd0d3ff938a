// Moments of a search named by events, such as `fail:2`. They stay valid if a strategy reports more events of other kinds.

import { PersonTrack } from "./explain.js";

/**
 * The position of a moment: `fail:2` is right after the second fail, `fail` after the first, and `before take:2` right
 * before that event; in a human solution, `x-wing:2` is the second step by this technique. Also `start`, `end`, or a
 * number. Null if there is no such event.
 * @param {import("./types.js").Track} track
 * @param {string} words
 * @returns {number|null}
 */
export function momentOf(track, words) {
  const [last, ...rest] = words.trim().split(/\s+/).reverse();
  if (last === "start") return 0;
  if (last === "end") return track.length;
  if (/^\d+$/.test(last)) return Math.min(track.length, Number(last));
  const [kind, count] = last.split(":");
  let left = count === undefined ? 1 : Number(count);
  for (let event = 0; event < track.length; event++) {
    const named = track instanceof PersonTrack ? track.steps[event].technique : track.kindAt(event);
    if (named !== kind || --left) continue;
    return rest.includes("before") ? event : event + 1;
  }
  return null;
}
