// /settings/groups: one's households and organisations, and requests; /settings/groups/ID: one.

import { ask } from "../../base/api.js";
import { badge, make, section } from "../../base/elements.js";
import { listSection, name, row } from "../../base/lists.js";
import { isAbout, refreshing } from "../../base/live.js";
import { say } from "../../base/words.js";
import { addForm, findPart, groupPath } from "./group-forms.js";
import { requestsSection } from "./requests.js";

export default async function groupsPart(state) {
  if (state.path.length > 0) {
    const { default: groupPart } = await import("./group.js");
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
