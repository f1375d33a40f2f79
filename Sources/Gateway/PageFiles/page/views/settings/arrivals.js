// "Tell me when Ben gets home": who has asked for whose arrivals, who is told, and the end of it.

import { ask } from "../../base/api.js";
import { moment } from "../../base/dates.js";
import { announce, badge, button, make } from "../../base/elements.js";
import { field, form, select } from "../../base/forms.js";
import { edit, listSection, row } from "../../base/lists.js";
import { say } from "../../base/words.js";

const pathOf = (arrival) => `arrivals/${arrival.id}`;
/** A name apart from the words around it, as `bdi` has it: in a first strong isolate. */
const apart = (text) => `\u2068${text}\u2069`;
const valuesOf = (arrival) => ({
  person: apart(arrival.person_name), asker: apart(arrival.asker_name),
  place: apart(arrival.place_name),
});

/**
 * Those of which `me` is the person or who asked, in `group` or in all; with a form to ask for one
 * in a group.
 */
export async function arrivalsSection(me, group = null) {
  const isMine = (arrival) => arrival.person === me.person.id;
  const asking = group ? askingForm(me, group, () => part.refresh()) : null;
  const part = await listSection(say("arrivals.title"), {
    none: say(group ? "arrivals.noneHere" : "arrivals.none"),
    read: async () => {
      const { arrivals } = await ask("GET", "arrivals");
      // First what waits for one's own answer.
      const order = (arrival) => arrival.state === "waits" && isMine(arrival) ? 0 : 1;
      return arrivals.filter((arrival) => !group || arrival.group === group.id)
        .sort((one, other) => order(one) - order(other));
    },
    words: (arrival) => `${arrival.person_name} ${arrival.asker_name} ${arrival.place_name}`,
    row: (arrival) => row(
      [
        make("p", {}, say(
          `arrivals.${isMine(arrival) ? "aboutMe" : "byMe"}.${arrival.transition}`,
          valuesOf(arrival)), " ", stateBadge(arrival)),
      ],
      [
        say("arrivals.asked", { time: moment(arrival.asked) }),
        arrival.state === "active" ? null
          : say(`arrivals.${arrival.state}${isMine(arrival) ? "Me" : ""}`, valuesOf(arrival)),
      ],
      ...answers(arrival, isMine(arrival), () => part.refresh())),
  }, asking?.element);
  part.element.querySelector("h2").after(
    make("p", { class: "faint" }, say(group ? "arrivals.how" : "arrivals.howMine")));
  if (!asking) return part;
  return {
    ...part, refresh: async () => { await Promise.all([part.refresh(), asking.refresh()]); },
  };
}

const stateBadge = ({ state }) => badge(say(`arrivals.state.${state}`),
  { active: "good", waits: "warn" }[state] ?? "off");

function answers(arrival, isMine, refresh) {
  const label = (words) => `${words}: ${
    say(`arrivals.${isMine ? "aboutMe" : "byMe"}.${arrival.transition}`, valuesOf(arrival))}`;
  const end = (key, style) => button(say(key), async () => {
    await ask("DELETE", pathOf(arrival));
    await refresh();
  }, { style, label: label(say(key)) });
  if (!isMine) {
    return [arrival.state === "waits" ? end("arrivals.withdraw", "") : end("arrivals.end", "danger")];
  }
  if (arrival.state !== "waits") return [end("arrivals.end", "danger")];
  return [
    button(say("arrivals.allow"), () => allow(arrival, refresh), {
      main: true, label: label(say("arrivals.allow")),
    }),
    end("arrivals.refuse", ""),
  ];
}

// MARK: - Allowing

/** Asks which phone says it, if none is shown to the household yet. */
async function allow(arrival, refresh) {
  const { phones } = await ask("GET", "phones");
  const mine = phones.filter((phone) => phone.visibility === "owner");
  const sharings = await Promise.all(mine.map((phone) =>
    ask("GET", `phones/${encodeURIComponent(phone.id)}/sharing`)));
  const isShared = sharings.some(({ sharing }) =>
    sharing.some((one) => one.group === arrival.group));
  if (isShared) return allowed(arrival, {}, refresh);
  if (mine.length === 0) throw new Error(say("arrivals.noPhone"));
  edit(say("arrivals.allowTitle", valuesOf(arrival)), {
    fields: [
      make("p", {}, say("arrivals.allowText")),
      ...select(say("arrivals.phone"), mine.map((phone) => [phone.id, phone.name])),
      ...field(say("phones.shareUntil"), { type: "datetime-local", required: false }),
    ],
    action: say("arrivals.allow"),
    save: ([phone, until]) => allowed(arrival, {
      phone, level: "arrivals", ...(until ? { until: new Date(until).toISOString() } : {}),
    }, refresh),
  });
}

async function allowed(arrival, body, refresh) {
  await ask("POST", `${pathOf(arrival)}/allow`, body);
  await refresh();
  announce(say("arrivals.allowed", valuesOf(arrival)));
}

// MARK: - Asking

/** Who, which place, coming or going; what one has chosen stays when the group changes. */
function askingForm(me, group, refresh) {
  const place = make("div");
  let shown = null;
  const show = async () => {
    const path = `groups/${encodeURIComponent(group.id)}`;
    const [{ members }, { places }] = await Promise.all([
      ask("GET", path), ask("GET", `${path}/places`),
    ]);
    const people = members.filter((member) => member.person !== me.person.id)
      .map((member) => [member.person, member.nick_name ?? member.name]);
    const circles = places.map((one) => [`${one.id}`, one.name]);
    const now = JSON.stringify([people, circles]);
    if (now === shown || place.contains(document.activeElement)) return;
    shown = now;
    if (people.length === 0 || circles.length === 0) {
      place.replaceChildren(make("p", { class: "faint" },
        say(people.length === 0 ? "arrivals.nobody" : "arrivals.noPlace")));
      return;
    }
    place.replaceChildren(make("h3", {}, say("arrivals.new")), form([
      ...select(say("arrivals.who"), people),
      ...select(say("arrivals.transition"), ["enter", "exit"].map((one) =>
        [one, say(`arrivals.${one}`)])),
      ...select(say("arrivals.place"), circles),
    ], say("arrivals.ask"), async (person, transition, chosen) => {
      await ask("POST", "arrivals", {
        group: group.id, place: Number(chosen), person, transition,
      });
      await refresh();
      announce(say("arrivals.isAsked"));
    }, { main: false }));
  };
  show().catch(() => {});
  return { element: place, refresh: show };
}
