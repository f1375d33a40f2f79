// Rows of deals, and what they say of one.

import { moment } from "../../base/dates.js";
import { badge, make, swatch } from "../../base/elements.js";
import { showList } from "../../base/lists.js";
import { number } from "../../base/numbers.js";
import { wayTo } from "../../base/places.js";
import { say } from "../../base/words.js";
import { colourOf } from "../../map/colours.js";

export const tag = "M3 12V4a1 1 0 0 1 1-1h8l9 9-9 9-9-9Zm4.5-4.5h.01";

/** `open`, `full`, `toCome` or `over`. */
export function stateOf(deal) {
  if (deal.active) return "open";
  if (new Date(deal.ends) <= Date.now()) return "over";
  if (deal.capacity && deal.reserved >= deal.capacity) return "full";
  return new Date(deal.starts) > Date.now() ? "toCome" : "over";
}

const stateWords = { full: "isFull", over: "isOver", toCome: "isToCome" };

/** How many are left, in words; `null` if there is no limit. */
export function leftWords({ capacity, reserved }) {
  if (!capacity) return null;
  const count = capacity - reserved;
  return count === 1 ? say("deals.lastOne") : say("deals.left", { count });
}

/** When, and how many are left, in a line. */
function shortWords(deal) {
  const state = stateOf(deal);
  return [
    state === "toCome" ? say("deals.from", { time: moment(deal.starts) })
      : say(state === "over" ? "deals.was" : "deals.until", { time: moment(deal.ends) }),
    state === "open" ? leftWords(deal) : null,
  ].filter(Boolean).join(" · ");
}

/** The average, and of how many. */
function ratingOf({ rating, ratings }) {
  const average = number(rating, { maximumFractionDigits: 1 });
  return make("span", {
    class: "number", role: "img",
    "aria-label":
      `${say("place.average", { rating: average })}, ${say("place.votes", { count: ratings })}`,
  }, `★ ${average} (${number(ratings)})`);
}

/** `null` if there is nothing to stand in it. */
const lineOf = (...parts) => parts.some(Boolean)
  ? make("span", { class: "line marks small faint" }, parts) : null;

const row = ({ deal, state }) => make("li", {},
  make("a", { class: "wide", href: `/deals/${deal.id}` },
    swatch(colourOf(deal)),
    make("span", { class: "words" },
      make("strong", {}, make("bdi", {}, deal.name)),
      make("span", { class: "line small faint" },
        make("bdi", {}, deal.company), " · ", make("bdi", {}, deal.category)),
      make("span", { class: "line small faint" },
        wayTo(deal), make("span", { class: "dot" }, " · "), shortWords(deal)),
      lineOf(
        deal.rating === undefined ? null : ratingOf(deal),
        deal.reserved_by_me ? badge(say("deals.isMine"), "good")
          : state === "open" ? null : badge(say(`deals.${stateWords[state]}`), "off"))),
    deal.picture ? make("img", {
      class: "thumbnail", src: deal.picture, alt: "", loading: "lazy",
    }) : null));

/** Makes `list` show `deals`. */
export function showDeals(list, deals) {
  showList(
    list, deals.map((deal) => ({ deal: { ...deal, distance: undefined }, state: stateOf(deal) })),
    (one) => one.deal.id, row);
}

/** Calls `act` when the next of `deals` begins or ends. Returns what stops that. */
export function atNextMoment(deals, act) {
  const next = Math.min(...deals.flatMap((deal) => [new Date(deal.starts), new Date(deal.ends)])
    .map((time) => time - Date.now()).filter((rest) => rest > 0));
  // A longer one than a browser takes is at once; a day is enough.
  const timer = setTimeout(act, Math.min(next + 500, 86_400_000));
  return () => clearTimeout(timer);
}
