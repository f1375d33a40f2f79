// /settings/people: all people, for admins; /settings/people/ID: one of them.

import { ask } from "../../base/api.js";
import { moment } from "../../base/dates.js";
import { announce, badge, button, make, section } from "../../base/elements.js";
import { checkbox, field, form } from "../../base/forms.js";
import { shownLink } from "../../base/link.js";
import { askToRemove, change as patch, edit, listSection, name, row } from "../../base/lists.js";
import { isAbout, refreshing } from "../../base/live.js";
import { say } from "../../base/words.js";
import { linksOf, sessionsOf } from "./sessions.js";

export default async function peoplePart(state) {
  if (state.path.length > 0) return onePart(state, state.path[0]);
  const people = await listSection(say("people.title"), {
    none: say("people.none"),
    read: async () => (await ask("GET", "people")).people,
    words: (person) => `${person.name} ${person.id}`,
    row: (person) => row(
      [
        make("a", { href: personPath(person.id) }, name(person.name)), " ",
        person.id === state.me.person.id ? badge(say("members.you"), "good") : "",
        person.admin ? badge(say("members.admin")) : "",
      ],
      [[person.id, say("people.since", { time: moment(person.added) })].join(" · ")]),
  });
  const signups = await signupsSection();
  const refresh = refreshing(people, signups);
  return {
    body: [signups.element, addSection(people), people.element],
    hears: {
      change: (change) => { if (isAbout(change, "people", "signups")) refresh(); }, back: refresh,
    },
  };
}

const personPath = (id) => `/settings/people/${encodeURIComponent(id)}`;

function addSection(people) {
  const shown = make("div");
  const added = form(
    [...field(say("people.name"), { autocomplete: "off" }), checkbox(say("people.makeAdmin"))],
    say("people.add"), async (name, admin) => {
      const { person, link } = await ask("POST", "people", { name, admin });
      added.reset();
      shown.replaceChildren(make("h3", {}, say("people.linkOf", { name: person.name })),
        shownLink(link, "people.linkHow"));
      await people.refresh();
    }, { main: false });
  return section(say("people.addTitle"), make("p", { class: "faint" }, say("people.addHow")), added,
    shown);
}

async function signupsSection() {
  const part = await listSection(say("signups.title"), {
    read: async () => (await ask("GET", "signups")).signups,
    words: (signup) => signup.name,
    row: (signup) => row(name(signup.name), [`${signup.device} · ${moment(signup.asked)}`],
      button(say("signups.accept"), () => edit(say("signups.acceptTitle", { name: signup.name }), {
        fields: field(say("signups.as"), { value: signup.name, autocomplete: "off" }),
        action: say("signups.accept"),
        save: async ([name]) => {
          await ask("POST", `signups/${signup.id}/accept`, name === signup.name ? {} : { name });
          await part.refresh();
        },
      }), { main: true, label: `${say("signups.accept")}: ${signup.name}` }),
      button(say("requests.refuse"), async () => {
        await ask("DELETE", `signups/${signup.id}`);
        await part.refresh();
      }, { label: `${say("requests.refuse")}: ${signup.name}` })),
  });
  return part;
}

async function onePart({ me, go }, id) {
  const path = `people/${encodeURIComponent(id)}`;
  let person = await ask("GET", path);
  const isMe = id === me.person.id;
  const shown = make("div");
  const facts = make("div");
  const show = () => {
    facts.replaceChildren(
      make("p", {}, name(person.name), " ", person.admin ? badge(say("members.admin")) : ""),
      make("p", { class: "faint" }, [
        say("me.id", { id: person.id }), say("people.since", { time: moment(person.added) }),
        person.account ? say("people.account", { account: person.account }) : null,
      ].filter(Boolean).join(" · ")));
    const title = document.querySelector("header h1 bdi");
    if (title && facts.isConnected) title.textContent = person.name;
  };
  show();
  const [sessions, links] = await Promise.all([
    sessionsOf(`${path}/`, say("people.sessions")), linksOf(`${path}/`, say("links.title")),
  ]);
  const refresh = async () => {
    try {
      person = await ask("GET", path);
      show();
      await Promise.all([sessions.refresh(), links.refresh()]);
    } catch (error) {
      if (error.status === 404) go("/settings/people", { replaces: true });
    }
  };
  const change = () => edit(say("people.change"), {
    item: person,
    fields: [
      ...field(say("people.name"), { value: person.name, autocomplete: "off" }),
      checkbox(say("people.makeAdmin"), { checked: person.admin }),
    ],
    save: async ([name, admin], version) => {
      const body = {};
      if (name !== person.name) body.name = name;
      if (admin !== person.admin) body.admin = admin;
      try {
        if (Object.keys(body).length > 0) person = await patch(path, body, version);
      } catch (error) {
        throw error.status === 409 ? new Error(say("people.lastAdmin")) : error;
      }
      show();
      announce(say("rows.saved"));
    },
    wordsOf: (now) => now.name,
  });
  const remove = () => askToRemove(
    say("people.removeTitle", { name: person.name }), say("people.removeText"),
    say("people.remove"), async () => {
      try {
        await ask("DELETE", path);
      } catch (error) {
        throw error.status === 409 ? new Error(say("people.lastAdmin")) : error;
      }
      await go(isMe ? "/" : "/settings/people", { replaces: true });
    }, { typed: person.name });
  return {
    title: person.name,
    body: [
      section(say("people.facts"), facts, button(say("people.change"), change)),
      section(say("people.link"),
        make("p", { class: "faint" }, say("people.linkWhat")),
        button(say("people.newLink"), async () => {
          shown.replaceChildren(shownLink(await ask("POST", `${path}/links`), "people.linkHow"));
          await links.refresh();
        }), shown),
      sessions.element,
      links.element,
      section(say("people.end"), make("p", {}, say("people.export")),
        make("p", {}, make("code", {}, `geofencectl people export ${id}`)),
        button(say("people.remove"), remove, { style: "danger" })),
    ],
    hears: {
      change: (change) => { if (isAbout(change, "people", "sessions")) refresh(); }, back: refresh,
    },
  };
}
