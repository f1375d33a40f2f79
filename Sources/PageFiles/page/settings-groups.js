// /settings/groups: one's households and organisations, and requests; /settings/groups/ID: one.

import { ask } from "./api.js";
import { badge, button, field, form, make, moment, section, select } from "./elements.js";
import { tell } from "./events.js";
import { edit, isAbout, listSection, name, refreshing, row } from "./rows.js";
import { say } from "./words.js";

export default async function groupsPart(state) {
  if (state.path.length > 0) {
    const { default: groupPart } = await import("./settings-group.js");
    return groupPart(state, state.path[0]);
  }
  const groups = await listSection(say("groups.title"), {
    none: say("groups.none"),
    read: async () => (await ask("GET", "groups")).groups,
    words: (group) => group.name,
    row: (group) => row(
      [
        make("a", { href: groupPath(group.id) }, name(group.name)), " ",
        group.role === "admin" ? badge(say("groups.admin")) : "",
      ],
      [[
        say(`groups.${group.kind}`), say("groups.members", { count: group.member_count }),
      ].join(" · ")]),
  });
  const requests = await requestsSection();
  const refresh = refreshing(groups, requests);
  return {
    body: [
      requests.element, groups.element,
      section(say("groups.newHousehold"), make("p", { class: "faint" }, say("groups.householdHow")),
        addForm(state, "household")),
      section(say("groups.find"), findPart(state.me, requests)),
      section(say("groups.newOrganisation"),
        make("p", { class: "faint" }, say("groups.organisationHow")),
        addForm(state, "organisation")),
    ],
    hears: {
      change: (change) => { if (isAbout(change, "groups", "requests", "people")) refresh(); },
      back: refresh,
    },
  };
}

export const groupPath = (id) => `/settings/groups/${encodeURIComponent(id)}`;

/** Three letters, as ISO 4217 has them. */
export function currencyField(value = "") {
  return [
    ...field(say("groups.currency"), {
      required: false, value, maxlength: 3, minlength: 3, pattern: "[A-Za-z]{3}",
      list: "currencies", autocapitalize: "characters", autocomplete: "off",
      spellcheck: "false", placeholder: "EUR",
    }),
    make("datalist", { id: "currencies" }, ["EUR", "GBP", "USD", "CHF", "DKK", "NOK", "SEK", "PLN"]
      .map((currency) => make("option", { value: currency }))),
  ];
}

/** `after`: where one is then, of the group that was made. */
export function addForm({ go }, kind, after = groupPath) {
  const isHousehold = kind === "household";
  const fields = [
    ...field(say(isHousehold ? "groups.name" : "groups.organisationName"), { autocomplete: "off" }),
    ...(isHousehold ? currencyField() : []),
  ];
  const action = say(isHousehold ? "groups.add" : "groups.register");
  return form(fields, action, async (name, currency) => {
    try {
      const group = await ask("POST", "groups", {
        kind, name, ...(currency ? { currency: currency.toUpperCase() } : {}),
      });
      await go(after(group.id));
    } catch (error) {
      throw error.status === 409 ? new Error(say("groups.taken", { name })) : error;
    }
  }, { main: false });
}

/** Organisations by a part of the name, and a way to ask to join one. */
export function findPart(me, requests) {
  const list = make("ul", { "aria-live": "polite" });
  let number = 0;
  const search = async (text) => {
    const mine = number += 1;
    if (text === "") return list.replaceChildren();
    const query = new URLSearchParams({ name: text });
    const { organisations } = await ask("GET", `organisations?${query}`)
      .catch(() => ({ organisations: [] }));
    if (mine !== number) return;
    if (organisations.length === 0) {
      list.replaceChildren(make("li", { class: "faint" }, say("groups.foundNone")));
      return;
    }
    const known = new Set(me.groups.map((group) => group.id));
    list.replaceChildren(...organisations.map((organisation) => row(
      name(organisation.name),
      [organisation.sites.map((site) => site.name).join(", ")],
      known.has(organisation.id)
        ? badge(say("groups.isIn"), "good")
        : button(say("groups.join"), () => join(organisation, me, requests), {
          label: `${say("groups.join")}: ${organisation.name}`,
        }))));
  };
  let timer;
  return make("div", {}, field(say("groups.findName"), {
    type: "search", required: false, autocomplete: "off", on: {
      input: (event) => {
        const text = event.target.value.trim();
        clearTimeout(timer);
        timer = setTimeout(() => search(text), 200);
      },
    },
  }), list);
}

function join(organisation, me, requests) {
  const sites = organisation.sites.length === 0 ? [] : select(say("groups.joinSite"), [
    ["", say("groups.joinAnySite")], ...organisation.sites.map((site) =>
      [site.id, site.address ? `${site.name}, ${site.address}` : site.name]),
  ]);
  edit(say("groups.joinTitle", { name: organisation.name }), {
    fields: [...field(say("groups.joinName"), { value: me.person.name }), ...sites],
    action: say("groups.join"),
    save: async ([name, site]) => {
      await ask("POST", `groups/${encodeURIComponent(organisation.id)}/requests`, {
        name, ...(site ? { site: Number(site) } : {}),
      });
      await requests.refresh();
    },
  });
}

// MARK: - Requests

/** Requests to answer, and one's own; `group`: only those of this group; `none`: as of a section. */
export async function requestsSection(group = null, none = null) {
  return listSection(say("requests.title"), {
    none,
    read: async () => withSites((await ask("GET", "requests")).requests
      .filter((request) => group === null || request.group === group)),
    words: (request) => [
      request.name, request.person, request.siteName, request.group_name, request.asked_by,
    ].filter(Boolean).join(" "),
    row: (request) => row(make("p", {}, requestWords(request)), [moment(request.asked)],
      ...answers(request)),
  });
}

/** With the names of the sites that those name who ask to join, for whoever may let them in. */
async function withSites(requests) {
  const isNamed = (request) => request.mine_to_answer && request.site !== undefined;
  const groups = [...new Set(requests.filter(isNamed).map((request) => request.group))];
  const sites = (await Promise.all(groups.map(async (group) => {
    try {
      return (await ask("GET", `groups/${encodeURIComponent(group)}/sites`)).sites;
    } catch {
      // Who asks is shown all the same.
      return [];
    }
  }))).flat();
  return requests.map((request) => isNamed(request)
    ? { ...request, siteName: sites.find((site) => site.id === request.site)?.name } : request);
}

function answers(request) {
  const path = `requests/${request.id}`;
  const withdraw = (title) => button(title, () => ask("DELETE", path).then(told), {
    label: `${title}: ${whoAsks(request)}`,
  });
  if (!request.mine_to_answer) return [withdraw(say("requests.withdraw"))];
  const accept = button(say("requests.accept"), async () => {
    if (request.kind === "asks_group") return acceptInto(request);
    await ask("POST", `${path}/accept`, {});
    return told();
  }, { main: true, label: `${say("requests.accept")}: ${whoAsks(request)}` });
  return [accept, withdraw(say("requests.refuse"))];
}

/** An organisation may mend name and site of whom it takes. */
async function acceptInto(request) {
  const { sites } = await ask("GET", `groups/${encodeURIComponent(request.group)}/sites`);
  edit(say("requests.acceptTitle", { name: whoAsks(request) }), {
    fields: [
      ...field(say("requests.as"), { value: request.name }),
      ...(sites.length === 0 ? [] : select(say("requests.site"), [
        ["", say("requests.noSite")], ...sites.map((site) => [site.id, site.name]),
      ], { value: request.site ?? "" })),
    ],
    action: say("requests.accept"),
    save: async ([name, site]) => {
      await ask("POST", `requests/${request.id}/accept`, {
        // `null`: at none, also where one was asked for.
        name, ...(sites.length === 0 ? {} : { site: site ? Number(site) : null }),
      });
      told();
    },
  });
}

/** Every list that a request is in is read again, as when somebody else had answered. */
const told = () => tell("change", { of: ["requests", "groups"] });

/** A name is what one has chosen; the id says who that is. Others than an organisation do not know it. */
const whoAsks = ({ kind, mine_to_answer, name, person }) =>
  kind === "asks_group" && mine_to_answer && person ? `\u2068${name}\u2069 (${person})` : name;

/** With the names apart from the words around them. */
function requestWords(request) {
  const isGroups = request.kind === "asks_group";
  const key = request.mine_to_answer
    ? isGroups ? request.siteName ? "requests.wantsInAt" : "requests.wantsIn" : "requests.asksMe"
    : isGroups ? "requests.iWantIn" : "requests.isAsked";
  const values = {
    name: whoAsks(request), site: request.siteName ?? "", group: request.group_name,
    by: request.asked_by ?? "",
  };
  return say(key, Object.fromEntries(
    // First strong isolates, as `bdi` has them.
    Object.entries(values).map(([name, text]) => [name, `\u2068${text}\u2069`])));
}
