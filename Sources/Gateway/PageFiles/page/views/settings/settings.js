// /settings, /settings/SECTION: a list of sections, and one of them.

import { ask } from "../../base/api.js";
import { badge, make } from "../../base/elements.js";
import { say } from "../../base/words.js";

/**
 * The sections. Each is a module whose default export is an async function from the state of the
 * view, with `path` as what stands behind the section's part of the address, to
 * `{ title, body, hears, drawn, end }`, as of a view; without `title`, it is the section's.
 */
const sections = [
  { name: "me", load: () => import("./me.js") },
  { name: "told", load: () => import("./told.js") },
  {
    name: "phones", load: () => import("./phones.js"), waits: "arrivals",
    isWaiting: (arrival, me) => arrival.state === "waits" && arrival.person === me.person.id,
  },
  { name: "groups", load: () => import("./groups.js"), waits: "requests" },
  { name: "sessions", load: () => import("./sessions.js") },
  { name: "places", load: () => import("./places.js") },
  {
    name: "people", load: () => import("./people.js"), isForAdmins: true, waits: "signups",
  },
  { name: "status", load: () => import("./status.js") },
];

export default async function settingsView(state) {
  const [name, ...path] = state.path;
  const mine = sections.filter((one) => !one.isForAdmins || state.me.person.admin);
  const isList = !name;
  const section = mine.find((one) => one.name === (name ?? "me"));
  const ways = await waysTo(mine, section, state.me);
  if (!section) {
    return {
      body: [
        make("header", {}, make("h1", {}, say("page.nothing"))),
        make("div", { class: "settings" }, ways.element, make("div", { class: "part" },
          make("p", {}, make("a", { href: "/settings" }, say("view.settings"))))),
      ],
    };
  }
  const { default: show } = await section.load();
  const made = await show({ ...state, path });
  const title = isList ? say("view.settings") : made.title ?? say(`settings.${section.name}`);
  const [above, aboveWords] = path.length > 0
    ? [`/settings/${section.name}`, say(`settings.${section.name}`)]
    : ["/settings", say("view.settings")];
  return {
    body: [
      make("header", { class: path.length > 0 ? "deep" : null },
        isList ? null : make("a", { class: "back", href: above }, `‹ ${aboveWords}`),
        make("h1", {}, make("bdi", {}, title))),
      make("div", { class: isList ? "settings at-list" : "settings" },
        ways.element, make("div", { class: "part" }, made.body)),
    ],
    hears: {
      ...made.hears,
      change: (change) => {
        ways.refresh();
        made.hears?.change?.(change);
      },
      back: () => {
        ways.refresh();
        made.hears?.back?.();
      },
    },
    drawn: made.drawn,
    end: made.end,
  };
}

/** The list of sections, with how much waits in each for an answer. */
async function waysTo(mine, shown, me) {
  const counts = new Map(mine.map((one) => [one.name, make("span")]));
  const element = make("nav", { class: "parts", "aria-label": say("settings.sections") },
    make("ul", {}, mine.map((one) => make("li", {},
      make("a", {
        href: `/settings/${one.name}`, "aria-current": one === shown ? "page" : null,
      },
        make("span", { class: "words" }, make("strong", {}, say(`settings.${one.name}`)),
          make("small", { class: "faint" }, say(`settings.${one.name}What`))),
        counts.get(one.name))))));
  const refresh = async () => {
    for (const one of mine.filter((one) => one.waits)) {
      try {
        const items = (await ask("GET", one.waits))[one.waits];
        const isWaiting = one.isWaiting ?? ((item) => item.mine_to_answer !== false);
        const waiting = items.filter((item) => isWaiting(item, me)).length;
        counts.get(one.name).replaceChildren(
          ...(waiting > 0 ? [badge(say("settings.waiting", { count: waiting }), "warn")] : []));
      } catch {
        // It is read again with the next change.
      }
    }
  };
  refresh();
  return { element, refresh };
}
