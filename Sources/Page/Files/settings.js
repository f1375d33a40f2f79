// /settings: groups, other devices, sessions.

import { ask } from "./api.js";
import { button, field, form, make, moment, section, shownLink } from "./elements.js";
import { say } from "./words.js";

export default async function settingsView({ me, go }) {
  const sessions = await sessionsPart();
  const parts = [await groupsPart(), await requestsPart(), elsewherePart(sessions), sessions];
  if (me.person.admin) parts.push(await signupsPart());
  const refresh = () => Promise.all(parts.map((part) => part.refresh?.())).catch(() => {});
  const header = make("header", {},
    make("h1", {}, say("home.hello", { name: me.person.name })),
    button(say("home.signOut"), async () => {
      await ask("POST", "signout");
      go("/");
    }));
  return {
    body: [header, make("div", { class: "sections" }, parts.map((part) => part.element))],
    hears: { change: refresh, back: refresh },
  };
}

/**
 * A section with a list that is read again when something has changed. `read`: returns the items;
 * `row`: makes the `li` of one, with what reads the list again; `rest`: what stands below the list.
 */
async function listPart(title, none, read, row, ...rest) {
  const list = make("div");
  const refresh = async () => {
    const items = (await read()).map((one) => row(one, refresh));
    list.replaceChildren(
      items.length === 0 ? make("p", { class: "faint" }, none) : make("ul", {}, ...items));
  };
  await refresh();
  return { element: section(title, list, ...rest), refresh };
}

const item = (words, ...buttons) =>
  make("li", {}, make("div", {}, ...words), make("div", { class: "buttons" }, ...buttons));

/** Makes buttons that ask for something about an item of a list, which `refresh` then reads again. */
const answering = (refresh) => (title, method, path) => button(title, async () => {
  await ask(method, path, method === "POST" ? {} : undefined);
  await refresh();
});

async function groupsPart() {
  const shown = make("div");
  const part = await listPart(
    say("groups.title"), say("groups.none"), async () => (await ask("GET", "groups")).groups,
    (group) => item(
      [
        make("strong", {}, group.name),
        make("p", { class: "faint" }, [
          say(`groups.${group.kind}`), say("groups.members", { count: group.member_count }),
          group.role === "admin" ? say("groups.admin") : null,
        ].filter(Boolean).join(" · ")),
      ],
      ...(group.kind === "household" ? [
        button(say("groups.invite"), async () => {
          const link = await ask("POST", `groups/${encodeURIComponent(group.id)}/invitations`);
          shown.replaceChildren(
            make("h3", {}, say("groups.inviteTo", { name: group.name })),
            shownLink(link, "groups.inviteHow"));
        }),
      ] : [])),
    shown,
    form(field(say("groups.name")), say("groups.add"), async (name) => {
      await ask("POST", "groups", { kind: "household", name });
      await part.refresh();
    }, { main: false }));
  return part;
}

async function requestsPart() {
  return listPart(
    say("requests.title"), say("requests.none"),
    async () => (await ask("GET", "requests")).requests,
    (request, refresh) => {
      const answer = answering(refresh);
      const path = `requests/${request.id}`;
      return item(
        [make("p", {}, requestWords(request))],
        ...(request.mine_to_answer
          ? [
            answer(say("requests.accept"), "POST", `${path}/accept`),
            answer(say("requests.refuse"), "DELETE", path),
          ]
          : [answer(say("requests.withdraw"), "DELETE", path)]));
    });
}

function requestWords(request) {
  const values = { name: request.name, group: request.group_name, by: request.asked_by ?? "" };
  if (request.kind === "asks_group") {
    return say(request.mine_to_answer ? "requests.wantsIn" : "requests.iWantIn", values);
  }
  return say(request.mine_to_answer ? "requests.asksMe" : "requests.isAsked", values);
}

/** `sessions`: the part that shows it once the other device has taken the approval. */
function elsewherePart(sessions) {
  const shown = make("div");
  const approved = make("p", { role: "status" });
  const element = section(say("elsewhere.title"),
    button(say("elsewhere.link"), async () => {
      shown.replaceChildren(shownLink(await ask("POST", "links"), "elsewhere.how"));
    }),
    shown,
    form(
      field(say("elsewhere.code"), {
        autocomplete: "off", autocapitalize: "characters", spellcheck: "false", maxlength: 9,
        minlength: 8, placeholder: "BCDF-GHJK",
      }), say("elsewhere.approve"), async (code) => {
        approved.textContent = "";
        const { device } = await ask("POST", "codes/approve", { code });
        approved.textContent = say("elsewhere.approved", { device });
        // That device asks each 2 s.
        setTimeout(() => sessions.refresh().catch(() => {}), 3000);
      }, { main: false }),
    approved);
  return { element };
}

async function sessionsPart() {
  const others = button(say("sessions.endOthers"), async () => {
    await ask("DELETE", "sessions");
    await part.refresh();
  });
  const part = await listPart(
    say("sessions.title"), "",
    async () => {
      const { sessions } = await ask("GET", "sessions");
      others.hidden = sessions.length < 2;
      return sessions;
    },
    (session, refresh) => item(
      [
        make("strong", {}, session.device),
        make("p", { class: "faint" },
          session.current
            ? say("sessions.this") : say("sessions.used", { time: moment(session.last_used) })),
      ],
      ...(session.current ? [] : [answering(refresh)(
        say("sessions.end"), "DELETE", `sessions/${session.id}`)])),
    others);
  return part;
}

async function signupsPart() {
  return listPart(
    say("signups.title"), say("signups.none"), async () => (await ask("GET", "signups")).signups,
    (signup, refresh) => {
      const answer = answering(refresh);
      return item(
        [
          make("strong", {}, signup.name),
          make("p", { class: "faint" }, `${signup.device} · ${moment(signup.asked)}`),
        ],
        answer(say("signups.accept"), "POST", `signups/${signup.id}/accept`),
        answer(say("requests.refuse"), "DELETE", `signups/${signup.id}`));
    });
}
