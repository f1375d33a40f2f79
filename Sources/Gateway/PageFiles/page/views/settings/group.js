// /settings/groups/ID: a household or an organisation.

import { ask } from "../../base/api.js";
import { moment } from "../../base/dates.js";
import { announce, badge, button, make, section } from "../../base/elements.js";
import { checkbox, field, form, select } from "../../base/forms.js";
import { shownLink } from "../../base/link.js";
import { askToRemove, change as patch, edit, listSection, name, row } from "../../base/lists.js";
import { isAbout } from "../../base/live.js";
import { distance } from "../../base/numbers.js";
import { say } from "../../base/words.js";
import { circleFields } from "../../map/circle-fields.js";
import { arrivalsSection } from "./arrivals.js";
import { currencyField } from "./group-forms.js";
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

// MARK: - Members

/** `actions`: of each member, what else one can do. */
export async function membersPart({ me, path, group, isAdmin, actions = () => [] }) {
  const isOrganisation = group.kind === "organisation";
  const memberPath = (member) => `${path}/members/${encodeURIComponent(member.person)}`;
  let sites = [];
  let members = [];
  const part = await listSection(say("members.title"), {
    none: say("members.none"), key: (member) => member.person,
    read: async () => {
      const now = await ask("GET", path);
      sites = now.sites ?? [];
      const names = now.members.map((member) => member.name.toLocaleLowerCase());
      members = now.members.map((member, at) => ({
        ...member, siteNames: sites.filter((site) => member.sites.includes(site.id))
          .map((site) => site.name).join(", "),
        isShared: names.indexOf(names[at]) !== names.lastIndexOf(names[at]),
      }));
      return members;
    },
    words: (member) => [
      member.name, member.person, member.number, member.siteNames,
    ].filter(Boolean).join(" "),
    row: memberRow,
  });
  function memberRow(member) {
    const isMe = member.person === me.person.id;
    const label = (words) =>
      `${words}: ${member.name}${member.isShared ? ` (${member.person})` : ""}`;
    return row(
      [
        name(member.name), " ",
        // The name in a group can be another than a person's own, and two can have the same.
        ...(member.nick_name || member.isShared
          ? [make("span", { class: "faint" }, `(${member.person})`), " "] : []),
        member.role === "admin" ? badge(say("members.admin")) : "",
        isMe ? badge(say("members.you"), "good") : "",
      ],
      [
        member.number ? say("members.numberIs", { number: member.number }) : null,
        member.siteNames || null, say("members.since", { time: moment(member.joined) }),
      ],
      ...actions(member),
      isAdmin || (isMe && !isOrganisation)
        ? button(say("rows.edit"), () => editMember(member), { label: label(say("rows.edit")) })
        : null,
      isAdmin && !isMe
        ? button(say("rows.remove"), () => askToRemove(
          say("members.removeTitle", { name: member.name }), say("members.removeText"),
          say("rows.remove"), async () => {
            await ask("DELETE", memberPath(member));
            await part.refresh();
          }), { style: "danger", label: label(say("rows.remove")) })
        : null);
  }
  function editMember(member) {
    const nick = field(say("members.nickName"), {
      value: member.nick_name ?? "", required: false, autocomplete: "off",
    });
    const fields = [...nick];
    if (isAdmin) {
      fields.push(...select(say("members.role"), [
        ["member", say("members.member")], ["admin", say("members.admin")],
      ], { value: member.role }));
    }
    if (isAdmin && isOrganisation) {
      fields.push(...field(say("members.number"), {
        value: member.number ?? "", required: false, maxlength: 40, autocomplete: "off",
      }));
      if (sites.length > 0) {
        fields.push(make("fieldset", {}, make("legend", {}, say("members.sites")),
          sites.map((site) => checkbox(site.name, { checked: member.sites.includes(site.id) }))));
      }
    }
    edit(say("members.editTitle", { name: member.name }), {
      item: member, fields,
      save: async ([nickName, role, number, ...ticked], version) => {
        const body = { nick_name: nickName };
        if (isAdmin && role !== member.role) body.role = role;
        if (isAdmin && isOrganisation) {
          body.number = number;
          const chosen = sites.filter((_, at) => ticked[at]);
          if (sites.length > 0) body.sites = chosen.map((site) => site.id);
        }
        await patch(memberPath(member), body, version);
        await part.refresh();
      },
      wordsOf: (now) => [now.nick_name ?? now.name, now.role && say(`members.${now.role}`)]
        .filter(Boolean).join(", "),
    });
  }
  return part;
}

// MARK: - Sites and places

/** A list of circles, which one adds, changes and removes. */
async function circlesPart({ title, how, none, path, list, canEdit, hasAddress, words }) {
  const part = await listSection(title, {
    none,
    read: async () => (await ask("GET", `${path}/${list}`))[list],
    words: (one) => `${one.name} ${one.address ?? ""}`,
    row: (one) => row(
      name(one.name),
      [one.address, say("circle.is", { radius: distance(one.radius) })],
      ...(canEdit ? [
        button(say("rows.edit"), () => change(one), { label: `${say("rows.edit")}: ${one.name}` }),
        button(say("rows.remove"), () => askToRemove(
          say(words.removeTitle, { name: one.name }), say(words.removeText), say("rows.remove"),
          async () => {
            await ask("DELETE", `${path}/${list}/${one.id}`);
            await part.refresh();
          }), { style: "danger", label: `${say("rows.remove")}: ${one.name}` }),
      ] : [])),
  }, canEdit ? button(say(words.add), () => change(null)) : null);
  part.element.querySelector("h2").after(make("p", { class: "faint" }, how));
  const change = (one) => {
    const circle = circleFields(one);
    const opened = edit(say(one ? words.edit : words.add), {
      item: one ?? {},
      fields: [...field(say(words.name), { value: one?.name ?? "", autocomplete: "off" }),
        ...circle.elements],
      save: async ([name], version, isGone) => {
        const { lat, lon, radius, address } = await circle.read();
        const body = { name, lat, lon, radius, ...(hasAddress ? { address: address ?? "" } : {}) };
        if (one && !isGone) await patch(`${path}/${list}/${one.id}`, body, version);
        else await ask("POST", `${path}/${list}`, body);
        await part.refresh();
      },
      wordsOf: (now) => [now.name, now.address].filter(Boolean).join(", "), gone: "rows.gone",
    });
    circle.drawn();
    opened.addEventListener("close", () => circle.end());
  };
  return part;
}

export const sitesPart = ({ path, isAdmin }) => circlesPart({
  title: say("sites.title"), how: say("sites.how"), none: say("sites.none"), path, list: "sites",
  canEdit: isAdmin, hasAddress: true,
  words: {
    add: "sites.add", edit: "sites.edit", name: "sites.name", removeTitle: "sites.removeTitle",
    removeText: "sites.removeText",
  },
});

const placesPart = ({ path }) => circlesPart({
  title: say("homes.title"), how: say("homes.how"), none: say("homes.none"), path, list: "places",
  canEdit: true, hasAddress: false,
  words: {
    add: "homes.add", edit: "homes.edit", name: "homes.name", removeTitle: "homes.removeTitle",
    removeText: "homes.removeText",
  },
});

// MARK: - Leaving

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
