// /settings/groups/ID: a household or an organisation.

import { ask } from "../../base/api.js";
import { moment } from "../../base/dates.js";
import { announce, badge, button, make, section } from "../../base/elements.js";
import { field, form } from "../../base/forms.js";
import { shownLink } from "../../base/link.js";
import { askToRemove, change as patch, edit, name } from "../../base/lists.js";
import { isAbout } from "../../base/live.js";
import { say } from "../../base/words.js";
import { arrivalsSection } from "./arrivals.js";
import { placesPart, sitesPart } from "./circles.js";
import { currencyField } from "./group-forms.js";
import { membersPart } from "./members.js";
import { requestsSection } from "./requests.js";

export default async function groupPart({ me, go }, id) {
  const path = `groups/${encodeURIComponent(id)}`;
  const left = () => go("/settings/groups", { replaces: true });
  const group = await ask("GET", path);
  const isOrganisation = group.kind === "organisation";
  const isAdmin = group.role === "admin";
  const at = { me, path, group, isAdmin, left };
  const facts = await factsPart(at);
  const parts = [
    facts, await membersPart(at), await requestsSection(id),
    ...isOrganisation
      ? [await sitesPart(at)] : [await placesPart(at), await arrivalsSection(me, group)],
  ];
  const refresh = async () => {
    try {
      const now = await ask("GET", path);
      // What an admin may do is other than what a member may.
      if (now.role !== group.role) return await go(`/settings/${path}`, { replaces: true });
      await Promise.all(parts.map((part) => part.refresh(now)));
    } catch (error) {
      // One is no longer in it, or it is gone.
      if (error.status === 404) left();
    }
  };
  return {
    title: group.name,
    body: [
      facts.element, ...isOrganisation ? [] : [inviteSection(at)],
      ...parts.slice(1).map((part) => part.element), leaveSection(at),
    ],
    hears: {
      change: (change) => { if (isAbout(change, "groups", "requests", "people", "arrivals", "phones")) refresh(); },
      back: refresh,
    },
  };
}

async function factsPart({ path, group, isAdmin }) {
  let now = group;
  const lines = make("div", {});
  const show = (read) => {
    now = read;
    // What one types to delete it is what it is called then.
    group.name = now.name;
    const words = [
      say(`groups.${now.kind}`), say("groups.members", { count: now.member_count }),
      now.currency ? say("groups.money", { currency: now.currency }) : null,
      say("groups.since", { time: moment(now.created) }),
    ];
    lines.replaceChildren(
      make("p", {}, name(now.name), " ", isAdmin ? badge(say("groups.admin")) : ""),
      make("p", { class: "faint" }, words.filter(Boolean).join(" · ")));
    const title = document.querySelector("header h1 bdi");
    if (title && title.textContent !== now.name && lines.isConnected) title.textContent = now.name;
  };
  show(group);
  const change = button(say("groups.change"), () => edit(say("groups.change"), {
    item: now,
    fields: [
      ...field(say("groups.nameOf"), { value: now.name }),
      ...(now.kind === "household" ? currencyField(now.currency ?? "") : []),
    ],
    save: async ([name, currency], version) => {
      try {
        await patch(path, {
          name, ...(currency === undefined ? {} : { currency: currency.toUpperCase() }),
        }, version);
      } catch (error) {
        throw error.status === 409 ? new Error(say("groups.taken", { name })) : error;
      }
      show(await ask("GET", path));
    },
    wordsOf: (now) => [now.name, now.currency].filter(Boolean).join(", "),
  }));
  return {
    element: section(say("groups.facts"), lines, isAdmin ? change : null),
    refresh: async (read) => show(read ?? await ask("GET", path)),
  };
}

/** A link, or a question to somebody who is known here already. */
function inviteSection({ path, group }) {
  const shown = make("div");
  const asked = make("p", { role: "status" });
  return section(say("groups.invite"),
    make("p", {}, say("groups.inviteLink")),
    button(say("groups.inviteButton"), async () => {
      const link = await ask("POST", `${path}/invitations`);
      shown.replaceChildren(
        make("h3", {}, say("groups.inviteTo", { name: group.name })),
        shownLink(link, "groups.inviteHow"));
    }),
    shown,
    make("p", {}, say("groups.askHow")),
    form(field(say("groups.askName"), { autocomplete: "off" }), say("groups.ask"),
      async (person) => {
        asked.textContent = "";
        await ask("POST", `${path}/requests`, { person });
        asked.textContent = say("groups.asked", { name: person });
      }, { main: false }),
    asked);
}

function leaveSection({ me, path, group, isAdmin, left }) {
  const leave = button(say("groups.leave"), () => askToRemove(
    say("groups.leaveTitle", { name: group.name }), say(`groups.leaveText.${group.kind}`),
    say("groups.leave"), async () => {
      try {
        await ask("DELETE", `${path}/members/${encodeURIComponent(me.person.id)}`);
      } catch (error) {
        throw error.status === 409 ? new Error(say("groups.lastAdmin")) : error;
      }
      left();
    }), { style: "danger" });
  const remove = button(say("groups.remove"), () => askToRemove(
    say("groups.removeTitle", { name: group.name }), say("groups.removeText"),
    say("groups.remove"), async () => {
      try {
        await ask("DELETE", path);
      } catch (error) {
        throw error.status === 409 ? new Error(say("groups.notAlone")) : error;
      }
      announce(say("groups.removed", { name: group.name }));
      left();
    }, { typed: group.name }), { style: "danger" });
  return section(say("groups.end"),
    make("div", { class: "buttons" }, leave, isAdmin ? remove : null));
}
