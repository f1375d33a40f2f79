// The members of a group.

import { ask } from "../../base/api.js";
import { moment } from "../../base/dates.js";
import { badge, button, make } from "../../base/elements.js";
import { checkbox, field, select } from "../../base/forms.js";
import { askToRemove, change as patch, edit, listSection, name, row } from "../../base/lists.js";
import { say } from "../../base/words.js";

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
