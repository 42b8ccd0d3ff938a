// The views of a search: pictures of its state, and the panels beside them.

import { ClausesView } from "./clauses.js";
import { CountersView } from "./counters.js";
import { CoverView } from "./cover.js";
import { ImplicationsView } from "./implications.js";
import { word } from "./language.js";
import { LinksView } from "./links.js";
import { PictureView } from "./picture.js";
import { ScriptView } from "./script.js";
import { StaircaseView } from "./staircase.js";
import { StepsView } from "./steps.js";
import { TrailView } from "./trail.js";
import { WatchesView } from "./watches.js";

/**
 * @typedef {{draw(moment: import("./types.js").Moment): unknown, element: HTMLElement}} View
 * @typedef {{name: string, title: string, stage: boolean, view: View}} Named
 */

/**
 * The views of a search, other than its board.
 * @param {import("./types.js").Track} track
 * @param {import("./names.js").Names} names
 * @param {import("./tree.js").TreeView} tree
 * @param {(choice: import("./predict.js").Choice) => void} onpick
 * @param {(at: number) => void} onseek
 * @returns {Named[]}
 */
export function viewsOf(track, names, tree, onpick, onseek) {
  const { problem } = names.instance;
  const implications = new ImplicationsView(track, names), picture = new PictureView(names), links = new LinksView(track, names, onpick);
  const watches = new WatchesView(track, names);
  const steps = new StepsView(track, onseek), script = new ScriptView(track), staircase = new StaircaseView(track);
  const all = /** @type {(Named | false)[]} */ ([
    !picture.empty && { name: "picture", title: word("Picture"), stage: true, view: picture },
    problem === "exact-cover" && { name: "matrix", title: word("Items and options"), stage: true, view: new CoverView(names, onpick) },
    !links.empty && { name: "links", title: word("Links"), stage: true, view: links },
    problem === "cnf" && { name: "clauses", title: word("Clauses"), stage: true, view: new ClausesView(names, onpick) },
    !watches.empty && { name: "watches", title: word("Watched literals"), stage: true, view: watches },
    problem === "cnf" && { name: "trail", title: word("Trail"), stage: true, view: new TrailView(names) },
    !implications.empty && { name: "implications", title: word("Reasons"), stage: true, view: implications },
    !steps.empty && { name: "steps", title: word("Steps"), stage: false, view: steps },
    !tree.empty && { name: "tree", title: word("Tree"), stage: false, view: tree },
    !script.empty && { name: "script", title: word("Code"), stage: false, view: script },
    !staircase.empty && { name: "staircase", title: word("Boards left"), stage: false, view: staircase },
    { name: "counters", title: word("Counters"), stage: false, view: new CountersView(track) },
  ]);
  return all.flatMap((one) => (one ? [one] : []));
}
