// /settings/sessions: where one is signed in, and further devices.

import { ask } from "../../base/api.js";
import { moment } from "../../base/dates.js";
import { badge, button, make, section } from "../../base/elements.js";
import { field, form } from "../../base/forms.js";
import { shownLink } from "../../base/link.js";
import { listSection, name, row } from "../../base/lists.js";
import { isAbout, refreshing } from "../../base/live.js";
import { say } from "../../base/words.js";

export default async function sessionsPart() {
  const [sessions, links] = await Promise.all([
    sessionsOf("", say("sessions.title")), linksOf("", say("links.title")),
  ]);
  const refresh = refreshing(sessions, links);
  return {
    body: [elsewhere(), sessions.element, links.element],
    hears: {
      change: (change) => { if (isAbout(change, "sessions")) refresh(); }, back: refresh,
    },
  };
}

/** The sessions of a person; `owner`: as in `people/anna/`, empty for one's own. */
export async function sessionsOf(owner, title) {
  const ended = make("p", { role: "status" });
  const all = button(say(owner ? "sessions.endAll" : "sessions.endOthers"), async () => {
    await ask("DELETE", `${owner}sessions`);
    // What signs in by itself goes on: it is theirs to say whether somebody else has that as well.
    ended.replaceChildren(
      say("sessions.allEnded"), " ",
      ...owner ? [] : [make("a", { href: "/settings/phones" }, say("sessions.renew"))]);
    await part.refresh();
  }, { style: "danger" });
  const part = await listSection(title, {
    none: say("sessions.none"),
    read: async () => {
      const { sessions } = await ask("GET", `${owner}sessions`);
      all.hidden = sessions.length < (owner ? 1 : 2);
      return sessions;
    },
    words: (session) => session.device,
    row: (session) => row(
      [name(session.device), session.current ? badge(say("sessions.this"), "good") : ""],
      [
        say("sessions.began", { time: moment(session.began) }),
        say("sessions.used", { time: moment(session.last_used) }),
        say("sessions.ends", { time: moment(session.ends) }),
      ],
      session.current ? null : button(say("sessions.end"), async () => {
        await ask("DELETE", `${owner}sessions/${session.id}`);
        await part.refresh();
      }, { label: `${say("sessions.end")}: ${session.device}` })),
  }, all, ended);
  return part;
}

/** The links of a person that are not used yet, and their open invitations; `owner`: as above. */
export async function linksOf(owner, title) {
  const part = await listSection(title, {
    none: say("links.none"),
    read: async () => (await ask("GET", `${owner}links`)).links,
    words: linkName,
    row: (link) => row(
      [name(linkName(link))],
      [
        say("links.made", { time: moment(link.created) }),
        say("sessions.ends", { time: moment(link.expires) }),
      ],
      button(say("sessions.end"), async () => {
        await ask("DELETE", `${owner}links/${link.id}`);
        await part.refresh();
      }, { label: `${say("sessions.end")}: ${linkName(link)}` })),
  });
  return part;
}

function linkName(link) {
  return link.kind === "person"
    ? say("links.person") : say("links.invitation", { group: link.group_name ?? "…" });
}

function elsewhere() {
  const shown = make("div");
  const approved = make("p", { role: "status" });
  return section(say("elsewhere.title"),
    make("p", {}, say("elsewhere.linkHow")),
    button(say("elsewhere.link"), async () => {
      shown.replaceChildren(shownLink(await ask("POST", "links"), "elsewhere.how"));
    }),
    shown,
    make("p", {}, say("elsewhere.codeHow")),
    form(
      field(say("elsewhere.code"), {
        autocomplete: "off", autocapitalize: "characters", spellcheck: "false", maxlength: 9,
        minlength: 8, placeholder: "BCDF-GHJK",
      }), say("elsewhere.approve"), async (code) => {
        approved.textContent = "";
        const { device } = await ask("POST", "codes/approve", { code });
        approved.textContent = say("elsewhere.approved", { device });
      }, { main: false }),
    approved);
}
