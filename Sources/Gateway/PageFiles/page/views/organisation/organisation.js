// /organisation: one's organisations; /organisation/GROUP: one, and its parts: news, the roster,
// deals, reviews, forms, people, requests.

import { ask } from "../../base/api.js";
import { badge, empty, make, section } from "../../base/elements.js";
import { name, row } from "../../base/lists.js";
import { isAbout } from "../../base/live.js";
import { waitingSection } from "../../base/queue-section.js";
import { startWaiting } from "../../base/queue.js";
import { say } from "../../base/words.js";
import { addForm, findPart } from "../settings/group-forms.js";
import { requestsSection } from "../settings/requests.js";
import { addressOf, bulletinsOf, placeIn } from "./organisations.js";

/**
 * The parts. The default export of each is a function from what `organisationView` hands it, and from
 * what stands behind its own part of the address, to what a view is; perhaps with `title`, if it is
 * about one of several.
 */
const parts = [
  { name: "news", load: () => import("./news.js") },
  { name: "calendar", load: () => import("./calendar.js") },
  { name: "deals", load: () => import("./deals.js") },
  { name: "reviews", load: () => import("./reviews.js") },
  { name: "forms", isForAdmins: true, load: () => import("./forms.js") },
  { name: "people", load: () => import("./people.js") },
  { name: "requests", isForAdmins: true, load: () => import("./requests.js") },
];
const house = "M4 21V4.5L13 3v18M13 9h7v12M2.5 21h19M7.5 8h2m-2 4.5h2m-2 4.5h2m7-4.5h.5m-.5 4.5h.5";

export default async function organisationView(state) {
  startWaiting(state.me);
  const [id, partName = "news", ...path] = state.path;
  const mine = state.me.groups.filter((group) => group.kind === "organisation");
  if (!id && mine.length !== 1) return listView(state, mine);
  if (!id) state.keep(addressOf(mine[0].id));
  const at = await placeIn(id ?? mine[0].id, state);
  const shown = parts.filter((part) => at.isAdmin || !part.isForAdmins);
  const part = shown.find((one) => one.name === partName) ?? shown[0];
  const { default: show } = await part.load();
  const ways = waysTo(at, shown, part);
  const [made] = await Promise.all([
    show(at, part.name === partName ? path : []), ways.refresh(),
  ]);
  const wishes = waitingSection(at.path);
  const refresh = async () => {
    try {
      const now = await ask("GET", at.path);
      // What an admin may do is other than what a member may.
      if (now.role !== at.group.role) return await state.again();
    } catch (error) {
      // One is no longer in it, or it is gone.
      if (error.status === 404) return await state.go("/organisation", { replaces: true });
    }
    return ways.refresh();
  };
  return {
    body: [
      make("header", { class: made.title ? "deep" : null },
        made.title
          ? make("a", { class: "back", href: `${at.address}/${part.name}` },
            `‹ ${say(`organisation.${part.name}`)}`)
          : mine.length > 1 ? make("a", { class: "back", href: "/organisation?all" },
            `‹ ${say("organisation.all")}`) : null,
        make("h1", {}, make("bdi", {}, made.title ?? at.group.name),
          made.title ? "" : make("span", { class: "hidden" },
            `: ${say(`organisation.${part.name}`)}`))),
      make("div", { class: `settings organisation${made.title ? " at-one" : ""}` },
        ways.element, make("div", { class: "part" }, wishes.element, made.body)),
    ],
    group: at.group.id,
    hears: {
      ...made.hears,
      change: (change) => {
        if (isAbout(change, "groups", "requests", "bulletins", "people")) refresh();
        made.hears?.change?.(change);
      },
      back: () => {
        refresh();
        made.hears?.back?.();
      },
    },
    drawn: () => {
      ways.element.querySelector("[aria-current]").scrollIntoView({
        block: "nearest", inline: "nearest",
      });
      return made.drawn?.();
    },
    end: () => {
      wishes.end();
      made.end?.();
    },
  };
}

/** The list of parts, with how much is new in each. */
function waysTo({ me, group, path, address, isAdmin }, shown, part) {
  const counts = new Map(shown.map((one) => [one.name, make("span")]));
  const element = make("nav", { class: "parts", "aria-label": say("organisation.parts") },
    make("ul", {}, shown.map((one) => make("li", {}, make("a", {
      href: `${address}/${one.name}`, "aria-current": one === part ? "page" : null,
    },
      make("span", { class: "words" }, make("strong", {}, say(`organisation.${one.name}`)),
        make("small", { class: "faint" }, say(`organisation.${one.name}What`))),
      counts.get(one.name))))));
  const count = async (name, words, read) => {
    try {
      const number = await read();
      counts.get(name).replaceChildren(
        ...(number > 0 ? [badge(say(words, { count: number }), "warn")] : []));
    } catch {
      // It is counted again with the next change.
    }
  };
  const refresh = () => Promise.all([
    count("news", "organisation.unread", async () => (await bulletinsOf({ me, path }))
      .filter((bulletin) => bulletin.isNew).length),
    ...(isAdmin ? [count("requests", "settings.waiting", async () => (await ask("GET", "requests"))
      .requests.filter((request) => request.group === group.id && request.mine_to_answer).length)]
      : []),
  ]);
  return { element, refresh };
}

/** Several, or none: then how to come into one. */
async function listView({ me, go }, mine) {
  const requests = await requestsSection();
  const body = [make("h1", {}, say("view.organisation"))];
  if (mine.length === 0) {
    body.push(empty(house, say("organisation.none")));
  } else {
    body.push(section(say("organisation.mine"), make("ul", {}, mine.map((group) => row(
      [
        make("a", { href: addressOf(group.id) }, name(group.name)), " ",
        group.role === "admin" ? badge(say("groups.admin")) : "",
      ], [])))));
  }
  const refresh = () => requests.refresh().catch(() => {});
  return {
    isNarrow: true,
    body: [
      ...body, requests.element,
      section(say("groups.find"), findPart(me, requests)),
      section(say("groups.newOrganisation"),
        make("p", { class: "faint" }, say("groups.organisationHow")),
        addForm({ go }, "organisation", addressOf)),
    ],
    hears: {
      change: (change) => {
        // Somebody has let one in.
        if (isAbout(change, "groups")) whoIsIn(me, mine, go);
        if (isAbout(change, "groups", "requests", "people")) refresh();
      },
      back: refresh,
    },
  };
}

async function whoIsIn(me, mine, go) {
  try {
    const { groups } = await ask("GET", "groups");
    const now = groups.filter((group) => group.kind === "organisation");
    if (String(now.map((group) => group.id)) !== String(mine.map((group) => group.id))) {
      await go("/organisation", { replaces: true });
    }
  } catch {
    // With the next change.
  }
}
