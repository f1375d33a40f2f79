// Requests to be let into groups: those to answer, and one's own.

import { ask } from "../../base/api.js";
import { moment } from "../../base/dates.js";
import { button, make } from "../../base/elements.js";
import { tell } from "../../base/events.js";
import { field, select } from "../../base/forms.js";
import { edit, listSection, row } from "../../base/lists.js";
import { say } from "../../base/words.js";

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
