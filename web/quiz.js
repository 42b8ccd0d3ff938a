// Predicting: the open question, its answer, and the score.

import { word } from "./language.js";
import { judgeChoice, nextQuestion } from "./predict.js";

export class Quiz {
  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.app = app;
    /** @type {import("./predict.js").Question|null} */
    this.question = null;
    /** @type {import("./predict.js").Judgement|null} */
    this.mark = null;
    this.score = { right: 0, also: 0, asked: 0 };
    /** The kinds of events to ask for; null selects those that fit the puzzle. @type {string[]|null} */
    this.askedKinds = null;
  }

  begin() {
    this.score = { right: 0, also: 0, asked: 0 };
    this.next();
  }

  /** Moves to the next question. If one is open, shows the strategy's answer instead. */
  async next() {
    const { track, at } = this.app.leader;
    if (!track) return;
    if (this.question) {
      const event = this.question.event;
      this.score.asked++;
      this.app.seek(event + 1);
      this.mark = { verdict: "shown", words: word("The strategy's own answer:") };
      this.app.emit("mode");
      return;
    }
    const question = await nextQuestion(track, at, this.askedKinds);
    if (this.app.mode !== "predict") return;
    if (question) this.ask(question);
    else this.app.seek(track.length);
  }

  /** @param {import("./predict.js").Question} question */
  ask(question) {
    this.app.seek(question.pause);
    this.question = question;
    this.app.emit("mode");
  }

  /** @param {import("./predict.js").Choice} choice */
  async answer(choice) {
    const { question } = this;
    const { track } = this.app.leader;
    if (!question || !track) return;
    const [[event], before, after] = await Promise.all([
      track.eventsBetween(question.event, question.event + 1), track.moment(question.pause), track.moment(question.event + 1),
    ]);
    if (this.question !== question) return;
    const mark = judgeChoice(question, choice, event, before, track, after);
    this.score.asked++;
    if (mark.verdict === "right") this.score.right++;
    if (mark.verdict === "also") this.score.also++;
    this.app.seek(question.event + 1);
    this.mark = mark;
    this.app.emit("mode");
  }

  clear() {
    if (!this.question && !this.mark) return;
    this.question = null;
    this.mark = null;
    this.app.emit("mode");
  }
}
