// The words of a lesson's language, which the program puts into its page. The words of a button are also their name: the
// page of searches has no others.

/** @type {{[name: string]: string}|null} */
let wordsByName = null;

/**
 * The words with this name, or the name itself if there are none, with each `{}` replaced by a value.
 * @param {string} name
 * @param {(string|number)[]} values
 */
export function word(name, ...values) {
  wordsByName ??= /** @type {{[name: string]: string}} */ (JSON.parse(document.getElementById("words")?.textContent ?? "{}"));
  return values.reduce((/** @type {string} */ text, value) => text.replace("{}", String(value)), wordsByName[name] ?? name);
}
