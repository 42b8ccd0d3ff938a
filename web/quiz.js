// Predicting: the open question, its answer, and the score.

import { marked, nextQuestion } from "./predict.js";

export class Quiz {
  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.app = app;
    /** @type {import("./predict.js").Question|null} */
    this.question = null;
    /** @type {import("./predict.js").Marked|null} */
    this.mark = null;
    this.score = { right: 0, also: 0, asked: 0 };
    /** The kinds of events that are asked for; null: those that fit the puzzle. @type {string[]|null} */
    this.asks = null;
  }

  begin() {
    this.score = { right: 0, also: 0, asked: 0 };
    this.next();
  }

  /** Moves to the next question; the strategy answers an open one. */
  async next() {
    const { track, at } = this.app.leader;
    if (!track) return;
    if (this.question) {
      const event = this.question.event;
      this.score.asked++;
      this.app.seek(event + 1);
      this.mark = { verdict: "told", words: "The strategy's own answer:" };
      this.app.tell("mode");
      return;
    }
    const question = await nextQuestion(track, at, this.asks);
    if (this.app.mode !== "predict") return;
    if (question) this.ask(question);
    else this.app.seek(track.length);
  }

  /** @param {import("./predict.js").Question} question */
  ask(question) {
    this.app.seek(question.pause);
    this.question = question;
    this.app.tell("mode");
  }

  /** @param {import("./predict.js").Choice} choice */
  async answer(choice) {
    const { question } = this;
    const { track } = this.app.leader;
    if (!question || !track) return;
    const [[told], before, after] = await Promise.all([
      track.told(question.event, question.event + 1), track.moment(question.pause), track.moment(question.event + 1),
    ]);
    if (this.question !== question) return;
    const mark = marked(question, choice, told, before, track, after);
    this.score.asked++;
    if (mark.verdict === "right") this.score.right++;
    if (mark.verdict === "also") this.score.also++;
    this.app.seek(question.event + 1);
    this.mark = mark;
    this.app.tell("mode");
  }

  drop() {
    if (!this.question && !this.mark) return;
    this.question = null;
    this.mark = null;
    this.app.tell("mode");
  }
}
