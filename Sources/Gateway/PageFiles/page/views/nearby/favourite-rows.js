// The rows of one's favourites, and what can be done with one.

import { button, dialog, make, swatch } from "../../base/elements.js";
import { select } from "../../base/forms.js";
import { distance } from "../../base/numbers.js";
import { placePath, wayTo } from "../../base/places.js";
import { drop, send } from "../../base/queue.js";
import { say } from "../../base/words.js";
import { favouriteColour, favouriteName } from "./favourites.js";

/** Metres that one can choose from. */
const radii = [50, 100, 200, 500, 1000, 2000];

/** What waits to be added, or was refused. */
export function waitingRow(wish) {
  return make("li", { class: "waits" },
    make("div", {}, make("strong", {}, make("bdi", {}, wish.name)),
      make("p", { class: wish.why ? "fault" : "faint" },
        wish.why ? say("nearby.waitingRefused", { why: wish.why }) : say("nearby.waiting"))),
    make("div", { class: "buttons" },
      wish.why ? null : button(say("nearby.sendNow"), send),
      button(say("nearby.drop"), () => drop(wish.key))));
}

/**
 * `favourite`; `open`: of the nearest one, as of `openWords`; `isChosen`: whether all its places are
 * shown; `groupName`: whose it is, `null` for one's own; `choose` shows its places, and `more` what
 * can be done with it.
 */
export function favouriteRow({ favourite, open, isChosen, groupName }, { choose, more }) {
  const name = favouriteName(favourite);
  return make("li", {},
    make("button", {
      type: "button", class: "wide", "aria-pressed": String(isChosen),
      "aria-description": say("nearby.showAll", { name }), on: { click: () => choose(favourite) },
    },
    swatch(favouriteColour(favourite)),
    make("span", { class: "words" }, make("strong", {}, make("bdi", {}, name)),
      nearestLine(favourite, name), restLine(favourite, open, groupName))),
    button("⋯", () => more(favourite), {
      style: "quiet only-icon", label: say("nearby.more", { name }),
    }));
}

const line = (...words) => make("span", { class: "line small faint" }, ...words);

function nearestLine({ nearest, places }, name) {
  if (!nearest) return places === 0 ? line(say("nearby.noneKnown")) : "";
  const isNamed = nearest.name && nearest.name !== name;
  return line(wayTo(nearest), isNamed ? [" · ", make("bdi", {}, nearest.name)] : "");
}

function restLine({ places, radius }, open, groupName) {
  const rest = [
    places > 1 ? say("nearby.count", { count: places }) : null,
    radius ? say("nearby.within", { distance: distance(radius) }) : null,
    groupName,
  ].filter(Boolean).join(" · ");
  if (!open && !rest) return "";
  return line(
    open ? make("span", { class: open.isOpen ? "is-open" : null }, open.text) : "",
    open && rest ? " · " : "", make("bdi", {}, rest));
}

/** What can be done with a favourite of `favourites`. */
export function showMore(favourite, favourites) {
  const opened = dialog(favouriteName(favourite),
    ...radiusField(favourite, (value) => favourites.changeRadius(favourite, value)),
    make("div", { class: "sheet-ways" }, ...waysFrom(favourite),
      button(say("nearby.remove"), async () => {
        await favourites.remove(favourite);
        opened.close();
      }, { style: "danger" })));
  // Ways to other views close it.
  opened.addEventListener("click", ({ target }) => target.closest("a") && opened.close());
}

function radiusField({ radius }, change) {
  const choices = [...new Set([...radii, ...(radius ? [radius] : [])])]
    .sort((one, other) => one - other);
  return select(say("nearby.radius"), [
    ["", say("nearby.usual")], ...choices.map((metres) => [String(metres), distance(metres)]),
  ], { value: String(radius ?? ""), on: { change: ({ target }) => change(target.value) } });
}

function waysFrom(favourite) {
  const { nearest, match, value } = favourite;
  const name = nearest?.name ?? favouriteName(favourite);
  return [
    nearest ? make("a", { class: "button", href: placePath(nearest.id) },
      make("bdi", {}, say("nearby.nearest", { name }))) : null,
    // The Map view shows brands and places by their address, and no kinds of places.
    ["brand", "place"].includes(match) ? make("a", {
      class: "button", href: `/map?${match}=${encodeURIComponent(value)}`,
    }, say("nearby.onMap")) : null,
  ];
}
