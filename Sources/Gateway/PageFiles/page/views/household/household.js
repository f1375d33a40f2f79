// /household, /household/GROUP, /household/GROUP/PART: what a household buys, has, pays and plans.

import { empty, make } from "../../base/elements.js";
import { chips } from "../../base/forms.js";
import { waitingSection } from "../../base/queue-section.js";
import { startWaiting } from "../../base/queue.js";
import { say } from "../../base/words.js";

/**
 * The parts. Each is a module whose default export is an async function from the state of the view,
 * with `group` as `me` has it, and `of` as its path in /api, to `{ body, hears, drawn, end }`, as of
 * a view.
 */
const parts = [
  { name: "list", load: () => import("./list.js") },
  { name: "inventory", load: () => import("./inventory.js") },
  { name: "bills", load: () => import("./bills.js") },
  { name: "calendar", load: () => import("../calendar/calendar.js") },
];

/** Which household was looked at last in this browser. */
const lastOne = "household";
const house = "M3.5 11 12 4l8.5 7M6 9v11h4.5v-5.5h3V20H18V9";

export default async function householdView(state) {
  const { me } = state;
  startWaiting(me);
  const [id = null, partName = "list"] = state.path;
  const all = me.groups.filter((group) => group.kind === "household");
  if (all.length === 0) return noneView();
  const group = id !== null ? all.find((one) => one.id === id)
    : all.length === 1 ? all[0] : all.find((one) => one.id === localStorage.getItem(lastOne));
  if (!group && id === null) return choice(all);
  const part = parts.find((one) => one.name === partName);
  if (!group || !part) return nothing();
  localStorage.setItem(lastOne, group.id);
  const of = `groups/${encodeURIComponent(group.id)}`;
  const [{ default: show }, wishes] = [await part.load(), waitingSection(of)];
  const made = await show({ ...state, group, of });
  return {
    body: [
      make("h1", {}, make("bdi", {}, group.name)),
      ...(all.length > 1 ? [others(all, group, part.name, state.go)] : []),
      make("nav", { class: "tabs", "aria-label": say("household.parts") },
        make("ul", {}, parts.map((one) => make("li", {},
          make("a", {
            href: pathOf(group, one.name), "aria-current": one === part ? "page" : null,
          }, say(`household.${one.name}`)))))),
      wishes.element, ...made.body,
    ],
    group: group.id,
    hears: made.hears,
    drawn: made.drawn,
    end: () => {
      wishes.end();
      made.end?.();
    },
  };
}

/** The address of a part of a household. */
const pathOf = (group, part) =>
  `/household/${encodeURIComponent(group.id)}${part === "list" ? "" : `/${part}`}`;

function noneView() {
  return {
    body: [
      make("h1", {}, say("view.household")),
      make("section", {}, empty(house, say("household.none"),
        make("a", { class: "button main", href: "/settings/groups" }, say("household.make")))),
    ],
  };
}

function choice(all) {
  return {
    body: [
      make("h1", {}, say("view.household")),
      make("section", {}, make("h2", {}, say("household.which")),
        make("ul", { class: "choice-of-one" }, all.map((group) => make("li", {},
          make("a", { class: "button", href: pathOf(group, "list") },
            make("bdi", {}, group.name)))))),
    ],
  };
}

function nothing() {
  return {
    body: [
      make("h1", {}, say("page.nothing")),
      make("p", {}, make("a", { href: "/household" }, say("household.toYours"))),
    ],
    isNarrow: true,
  };
}

const others = (all, group, part, go) => chips(
  say("household.which"), all.map((one) => [one.id, one.name]), {
    chosen: group.id, line: true,
    onChange: (id) => go(pathOf(all.find((one) => one.id === id), part)),
  });
