// What is said above the places that were found: how many, what else may be meant, and what is wrong
// with where one looks.

import { button, make } from "../../base/elements.js";
import { browserPosition, hasBrowserPosition } from "../../base/places.js";
import { say } from "../../base/words.js";

/**
 * `asked`: what was asked for; `found`: the answer, or null; `trouble`: the refusal, or null; `offers`:
 * `look(what)`, `lookAround(where)` and `alsoClosed()`, which ask for something else.
 */
export function answerWords({ asked, found, trouble }, offers) {
  if (trouble) return troubleWords(trouble, asked, offers);
  if (!found) return [make("p", { class: "faint" }, say("places.loading"))];
  const { places } = found;
  const near = found.near && say("search.around", { where: found.near.text ?? asked.where });
  const number = places.length === Number(asked.count)
    ? say("search.foundMost", { count: places.length })
    : say("search.found", { count: places.length });
  const meant = found.suggestions.length === 0 ? null : make("div", { class: "choices" },
    make("p", {}, say("search.didYouMean")),
    make("div", { class: "buttons" }, found.suggestions.slice(0, 5).map((suggestion) =>
      button(suggestion, () => offers.look(suggestion)))));
  const withoutHours = found.without_hours > 0
    ? make("p", { class: "faint" }, say("search.withoutHours", { count: found.without_hours }))
    : null;
  if (places.length === 0) {
    return [
      make("p", {}, make("strong", {}, say("search.none")), " ",
        near ? make("bdi", {}, `(${near}) `) : "",
        asked.open ? say("search.noneOpen") : say("search.noneHow")),
      meant, withoutHours,
      asked.open ? button(say("search.alsoClosed"), offers.alsoClosed) : null,
    ];
  }
  return [
    found.loose ? make("p", {}, say("search.loose")) : null, meant,
    make("p", { class: "faint" }, make("bdi", {}, [number, near].filter(Boolean).join(", "))),
    withoutHours,
  ];
}

/** What is wrong with where one looks, and what to do. */
function troubleWords(trouble, asked, { lookAround }) {
  const lines = trouble.errors.filter((one) => one.field === "near");
  if (lines.length === 0) return [make("p", { class: "fault" }, trouble.message)];
  if (!asked.where) {
    return [
      make("p", {}, say("search.whereMissing")),
      hasBrowserPosition()
        ? button(say("search.browser"), async () => lookAround(await browserPosition()), {
          main: true,
        })
        : null,
    ];
  }
  const { code, candidates } = trouble;
  if (code === "swapped") {
    const [{ value }] = candidates;
    return [button(say("search.whereSwapped", { where: value }), () => lookAround(value))];
  }
  const isMany = code === "ambiguous";
  return [
    make("p", {}, make("bdi", {},
      say(isMany ? "search.whereMany" : "search.whereUnknown", { where: asked.where }))),
    candidates.length === 0 ? null : make("div", { class: "choices" },
      isMany ? "" : make("p", { class: "faint" }, say("search.whereNear")),
      make("div", { class: "buttons" },
        candidates.map(({ value, name }) => button(name, () => lookAround(value))),
        // How many more there are.
        lines.slice(1 + candidates.length).map(({ detail }) => make("p", {}, detail)))),
  ];
}
