// The transport controls: a strip of all events, a slider over it, and buttons that move between events.

import { grouped, h, icon } from "./dom.js";
import { CLOCKS } from "./clock.js";
import { ignoreStop } from "./engine.js";
import { GROUPS, groupsOf, hasKind } from "./kinds.js";
import { word } from "./language.js";
import { nodeOf } from "./names.js";
import { themeColor, shapePath, prepareCanvas } from "./paint.js";

const ICONS = {
  back: "M10 3 5 8l5 5", next: "M6 3l5 5-5 5", play: "M5 3l8 5-8 5z", pause: "M4.5 3v10M11.5 3v10",
  start: "M12 3 7 8l5 5M4 3v10", end: "M3 3l5 5-5 5M12 3v10",
};
const SPEEDS = [[1, "slow"], [4, "calm"], [16, "brisk"], [64, "fast"], [500, "rush"]];

export class Controls {
  /** @param {import("./app.js").App} app @param {HTMLElement} into */
  constructor(app, into) {
    this.app = app;
    this.strip = h("canvas", { class: "strip", "aria-hidden": "true" });
    this.slider = h("input", { type: "range", min: 0, max: 0, value: 0, step: 1, "aria-label": word("position in the search"), oninput: () => this.onSlide(), onmousemove: (/** @type {MouseEvent} */ event) => this.hovered(event) });
    this.playButton = h("button", { type: "button", class: "play", "aria-label": word("play"), title: `${word("play")} (${word("space")})`, onclick: () => app.player.toggle() });
    this.position = h("output", { class: "where" });
    this.node = h("span", { class: "nodes" });
    this.clock = h("select", { "aria-label": word("clock that both panes share"), onchange: () => app.setClock(this.clock.value) }, CLOCKS.map(({ name, words }) => h("option", { value: name }, word(words))));
    this.clockLabel = h("label", { class: "clock" }, word("in step by"), " ", this.clock);
    this.speed = h("select", { "aria-label": word("speed"), onchange: () => (app.player.speed = Number(this.speed.value)) }, SPEEDS.map(([speed, words]) => h("option", { value: speed }, word(String(words)))));
    this.speed.value = String(app.player.speed);
    this.jumps = [
      this.jumper("node", "Node", "next node", "↓"), this.jumper("fail", "Fail", "next fail", "f"), this.jumper("solution", "Solution", "next solution", "s"),
    ];
    this.jumpGroup = h("div", { class: "jumps", role: "group", "aria-label": word("jumps") }, this.jumps.map(({ element }) => element));
    into.append(
      h("div", { class: "track" }, this.strip, this.slider),
      h("div", { class: "buttons" },
        h("div", { class: "steps", role: "group", "aria-label": word("steps") },
          this.button("start", "to the beginning", "Home", () => app.seek(0)),
          this.button("back", "one event back", "←", () => app.step(-1)), this.playButton,
          this.button("next", "one event on", "→", () => app.step(1)),
          this.button("end", "to the end", "End", () => app.seek(Infinity))),
        this.jumpGroup,
        this.position, h("span", { class: "settings" }, this.clockLabel, this.speed)));
    /** @type {{track: import("./types.js").Track, count: number, bars: Int8Array, shares: Float32Array,
     * crowded: boolean}|null} */
    this.barCache = null;
    new ResizeObserver(() => this.paintStrip()).observe(this.slider);
    for (const change of /** @type {const} */ (["moment", "pane", "puzzle", "mode"])) app.on(change, () => this.update());
  }

  /** @param {keyof typeof ICONS} name @param {string} words @param {string} key @param {() => void} onclick */
  button(name, words, key, onclick) {
    return h("button", { type: "button", class: name, "aria-label": word(words), title: `${word(words)} (${word(key)})`, onclick }, icon(ICONS[name]));
  }

  /** A button that jumps to the next event of a kind. @param {string} kind @param {string} words @param {string} title @param {string} key */
  jumper(kind, words, title, key) {
    const onclick = () => this.app.jump((one) => one === kind, 1);
    const element = h("button", { type: "button", title: `${word(title)} (${key})`, onclick }, h("i", { class: `mark ${kind}`, "aria-hidden": "true" }), h("span", {}, word(words)));
    return { element, kind };
  }

  onSlide() {
    this.app.player.pause();
    this.app.seek(Number(this.slider.value));
  }

  /** Names the event under the mouse, unless it is to be predicted. @param {MouseEvent} event */
  hovered(event) {
    const { mode, leader: { track, at } } = this.app;
    if (!track) return;
    const share = (event.offsetX - THUMB / 2) / (this.slider.clientWidth - THUMB);
    const under = Math.max(0, Math.min(track.length - 1, Math.floor(share * track.length)));
    this.slider.title = mode === "predict" && under >= at ? "" : word("event {}: {}", under + 1, word(track.kindAt(under)));
  }

  update() {
    const { app } = this;
    const { track, at } = app.leader;
    const length = track?.length ?? 0;
    this.slider.max = String(length);
    this.slider.value = String(at);
    this.slider.disabled = !length;
    if (app.mode === "predict") this.slider.title = "";
    this.slider.setAttribute("aria-valuetext", word("event {} of {}", at, length));
    this.playButton.replaceChildren(icon(ICONS[app.player.playing ? "pause" : "play"]));
    this.playButton.setAttribute("aria-label", word(app.player.playing ? "pause" : "play"));
    this.playButton.classList.toggle("on", app.player.playing);
    for (const { element, kind } of this.jumps) element.disabled = !app.hasEventAhead(kind);
    const hasNodes = !!track && hasKind(track, "node");
    this.jumpGroup.hidden = !hasNodes;
    this.clockLabel.hidden = app.panes.length < 2;
    this.clock.value = app.clock;
    this.position.replaceChildren(h("b", {}, grouped(at)), h("span", {}, ` ${word("of")} ${grouped(length)}`), this.node);
    if (track && hasNodes) this.showNode(track, at).catch(ignoreStop);
    else this.node.textContent = "";
    this.paintStrip();
  }

  /** Shows the number of the node that the last event is about. @param {import("./types.js").Track} track @param {number} at */
  async showNode(track, at) {
    const { line, state } = await track.moment(at);
    const { leader } = this.app;
    if (leader.track !== track || leader.at !== at) return;
    const node = nodeOf(line) ?? state.node;
    this.node.textContent = typeof node === "number" ? ` · ${word("node")} ${grouped(node)}` : "";
  }

  /** Draws a bar for each pixel, in the color of its most prominent event; past events are strong, later ones faint. */
  paintStrip() {
    const { track, at } = this.app.leader;
    const width = this.slider.clientWidth, height = this.strip.clientHeight || 28;
    if (!width) return;
    const context = prepareCanvas(this.strip, width, height);
    const inset = THUMB / 2, room = width - THUMB;
    if (!track?.length || room <= 0) return;
    const { bars, shares, crowded } = this.bars(track, Math.floor(room));
    const wide = Math.max(1, Math.min(6, room / track.length - 1));
    let drawn = -Infinity;
    bars.forEach((group, bar) => {
      if (group < 0) return;
      const { name, color, height: share } = GROUPS[group];
      const x = inset + (bars.length === track.length ? ((bar + 0.5) / track.length) * room : bar);
      const past = bars.length === track.length ? bar < at : (bar / room) * track.length < at;
      context.globalAlpha = past ? 1 : 0.35;
      context.fillStyle = themeColor(color);
      const tall = height * share * (crowded ? 0.3 + 0.7 * shares[bar] : 1);
      context.fillRect(x - wide / 2, height - tall, wide, tall);
      if (group > 1 || (group === 1 && crowded) || (group === 1 && x < drawn + 9)) return;
      drawn = x;
      shapePath(context, name, x, 5, 3.4);
      context.fill();
    });
    context.globalAlpha = 1;
  }

  /**
   * The group of each pixel, or of each event if there are fewer events than pixels. Where many events share a pixel, most
   * bars have the same group; their heights then show its share of the events.
   * @param {import("./types.js").Track} track @param {number} room
   */
  bars(track, room) {
    const count = Math.min(room, track.length);
    if (this.barCache?.track === track && this.barCache.count === count) return this.barCache;
    const groups = groupsOf(track);
    const bars = new Int8Array(count).fill(-1), shares = new Float32Array(count), totals = new Float32Array(count);
    for (let event = 0; event < track.length; event++) {
      const bar = Math.min(count - 1, Math.floor((event * count) / track.length));
      const group = groups[event];
      totals[bar]++;
      if (bars[bar] >= 0 && group > bars[bar]) continue;
      if (group !== bars[bar]) shares[bar] = 0;
      bars[bar] = group;
      shares[bar]++;
    }
    for (const group of GROUPS.keys()) {
      const share = (/** @type {number} */ bar) => (bars[bar] === group ? shares[bar] / totals[bar] : 0);
      const most = bars.reduce((most, _, bar) => Math.max(most, share(bar)), 0);
      bars.forEach((one, bar) => one === group && (shares[bar] = share(bar) / most));
    }
    this.barCache = { track, count, bars, shares, crowded: track.length > 4 * count };
    return this.barCache;
  }
}

/** The width of the slider's thumb in the theme. */
const THUMB = 16;
