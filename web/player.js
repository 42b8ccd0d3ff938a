// Plays events one after the other at a given speed.

import { nextQuestion } from "./predict.js";

export class Player {
  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.app = app;
    this.playing = false;
    /** How often it began to play, so that a run which was paused does not go on beside a later one. */
    this.runs = 0;
    /** Events per second. */
    this.speed = 4;
  }

  play() {
    const { track } = this.app.leader;
    if (!track || this.playing) return;
    if (this.app.leader.at >= track.length) this.app.seek(0);
    this.playing = true;
    this.app.emit("mode");
    this.tick(++this.runs, performance.now(), 0);
  }

  pause() {
    if (!this.playing) return;
    this.playing = false;
    this.app.emit("mode");
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  /** @param {number} run @param {number} last  time of the last call @param {number} owed  fraction of an event that is due */
  tick(run, last, owed) {
    setTimeout(async () => {
      const { track, at } = this.app.leader;
      if (!this.playing || run !== this.runs || !track) return;
      const now = performance.now();
      const due = owed + ((now - last) * this.speed) / 1000;
      const to = Math.min(track.length, at + Math.floor(due));
      if (to > at) await this.advance(track, at, to);
      if (this.app.leader.at >= track.length) this.pause();
      if (this.playing) this.tick(run, now, due - Math.floor(due));
    }, Math.min(250, Math.max(16, 1000 / this.speed)));
  }

  /** Plays to position `to`, unless a question stops it earlier. @param {import("./types.js").Track} track @param {number} at @param {number} to */
  async advance(track, at, to) {
    if (this.app.mode === "predict") {
      const question = await nextQuestion(track, at, this.app.quiz.askedKinds);
      if (question && question.pause <= to) {
        this.pause();
        return this.app.quiz.ask(question);
      }
    }
    if (this.playing && this.app.leader.at === at) this.app.seek(to);
  }
}
