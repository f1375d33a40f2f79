// /settings/phones: one's own phones, who sees what of them, and what one sees of others'.

import { ask } from "../../base/api.js";
import { localTime, moment } from "../../base/dates.js";
import { button, make, section, timeAgo } from "../../base/elements.js";
import { checkbox, field, form, select } from "../../base/forms.js";
import {
  askToRemove, change as patch, edit, listSection, name, row, showList,
} from "../../base/lists.js";
import { isAbout, refreshing } from "../../base/live.js";
import { number } from "../../base/numbers.js";
import { knows, say } from "../../base/words.js";
import { arrivalsSection } from "./arrivals.js";
import { machinePart } from "./machine.js";
import { showSetup } from "./setup.js";

export default async function phonesPart({ me }) {
  const own = await ownPhones(me);
  const arrivals = await arrivalsSection(me);
  const others = await othersPhones();
  const machine = await machinePart(me);
  const parts = [own, arrivals, others, machine].filter(Boolean);
  const refresh = refreshing(...parts);
  return {
    body: parts.map((part) => part.element),
    hears: {
      change: (change) => {
        if (isAbout(change, "phones", "arrivals", "devices", "groups", "people", "own")) refresh();
      },
      device: (device) => own.take(device),
      back: refresh,
    },
  };
}

const pathOf = (phone) => `phones/${encodeURIComponent(phone.id)}`;

// MARK: - One's own

async function ownPhones(me) {
  const list = make("ul", { class: "phones" });
  const none = make("p", { class: "faint" }, say("phones.none"));
  /** By id: where the last fix stands, which changes all the time. */
  const fixes = new Map();
  /** By id of the way: when a phone last sent anything, also that it is only alive. */
  let heard = new Map();
  let phones = [];
  const refresh = async () => {
    const [all, { devices }, { groups }, { ways }] = await Promise.all([
      ask("GET", "phones"), ask("GET", "devices"), ask("GET", "groups"), ask("GET", "status"),
    ]);
    heard = new Map((ways ?? []).map((way) => [way.id, way.heard]));
    const mine = all.phones.filter((phone) => phone.visibility === "owner");
    const households = groups.filter((group) => group.kind === "household");
    phones = await Promise.all(mine.map(async (phone) => ({
      ...phone, households: households.map(({ id, name }) => ({ id, name })),
      sharing: (await ask("GET", `${pathOf(phone)}/sharing`)).sharing,
    })));
    none.hidden = phones.length > 0;
    showList(list, phones, (phone) => phone.id, item);
    for (const device of devices) take(device);
  };
  const item = (phone) => {
    const fix = make("p", { class: "faint" }, ...seenWords(phone.id, null), say("phones.noFix"));
    fixes.set(phone.id, fix);
    const label = (words) => `${words}: ${phone.name}`;
    const action = (key, act, style = {}) =>
      button(say(key), () => act(phone, refresh, me), { label: label(say(key)), ...style });
    return make("li", {},
      make("div", {}, name(phone.name),
        make("p", { class: "faint" }, idWords(phone)), fix,
        ...sharingWords(phone).map((words) => make("p", {}, words))),
      make("div", { class: "buttons" },
        action("phones.setUp", setUp), action("phones.share", share),
        make("a", {
          class: "button", href: `/history?${new URLSearchParams({ device: phone.id })}`,
          "aria-label": label(say("view.history")),
        }, say("view.history")),
        action("rows.edit", change), action("rows.remove", remove, { style: "danger" })));
  };
  const seenWords = (id, fix) => {
    const last = [fix?.time, heard.get(`phones/${id}`)].filter(Boolean)
      .sort((one, other) => new Date(one) - new Date(other)).at(-1);
    return last ? [say("phones.seen"), " ", timeAgo(last), fix ? "" : " · "] : [];
  };
  const take = (device) => {
    const shown = fixes.get(device.id);
    if (!shown || !device.fix) return;
    shown.replaceChildren(...seenWords(device.id, device.fix), dropsWords(device));
  };
  await refresh();
  const add = form(field(say("phones.name"), { autocomplete: "off" }), say("phones.add"),
    async (name) => {
      const phone = await ask("POST", "phones", { name });
      add.reset();
      await refresh();
      showSetup(phone, phone.setup);
    }, { main: false });
  return {
    element: section(say("phones.title"), none, list, add,
      make("p", { class: "faint" }, say("phones.apps"))),
    refresh, take,
  };
}

function idWords(phone) {
  return [
    say("phones.id", { id: phone.id }),
    phone.has_token || phone.topic ? null : say("phones.noApp"),
    phone.topic ? say("phones.topicIs", { topic: phone.topic }) : null,
  ].filter(Boolean).join(" · ");
}

/** How many positions there were, which share of them was not used, and why most of those were not. */
function dropsWords({ dropped = {}, accepted = 0 }) {
  const reasons = Object.entries(dropped).filter(([, count]) => count > 0)
    .sort(([, one], [, other]) => other - one);
  const unused = reasons.reduce((sum, [, count]) => sum + count, 0);
  const all = unused + accepted;
  if (all === 0) return "";
  const words = [say("phones.positions", { count: number(all) })];
  if (unused > 0) {
    const [reason] = reasons[0];
    words.push(say("phones.dropped", {
      share: number(unused / all, { style: "percent" }),
      reason: knows(`dropped.${reason}`) ? say(`dropped.${reason}`) : reason,
    }));
  }
  return ` · ${words.join(" · ")}`;
}

/** Who sees what of a phone, a line each. */
function sharingWords({ sharing, households }) {
  const lines = sharing.map(({ group, level, until }) => {
    const household = households.find((one) => one.id === group)?.name ?? group;
    return [make("bdi", {}, household), `: ${say(`phones.${level}`)}`,
      until ? ` ${say("phones.until", { time: moment(until) })}` : ""];
  });
  return lines.length > 0 ? lines : [[say("phones.onlyMe")]];
}

/** Admins alone say what a phone publishes to: the broker says who may. */
function change(phone, refresh, me) {
  const topicField = () => [
    ...field(say("phones.topic"), {
      value: phone.topic ?? "", required: false, maxlength: 200, autocomplete: "off",
      spellcheck: "false", placeholder: "owntracks/anna/phone",
    }),
    make("p", { class: "hint" }, say("phones.topicHow")),
  ];
  const servers = me.providers.map((one) => one.name).join(", ");
  const asks = checkbox(say("phones.asksServers", { servers }), { checked: phone.asks_servers });
  edit(say("phones.changeTitle"), {
    item: phone,
    fields: [
      ...field(say("phones.name"), { value: phone.name }),
      ...(me.person.admin ? topicField() : []),
      ...(servers ? [asks, make("p", { class: "hint" }, say("phones.asksServersHow"))] : []),
    ],
    save: async ([name, topic], version) => {
      const isOther = typeof topic === "string" && topic !== (phone.topic ?? "");
      await patch(pathOf(phone), {
        name, ...(isOther ? { topic: topic || null } : {}),
        ...(servers ? { asks_servers: asks.querySelector("input").checked } : {}),
      }, version);
      await refresh();
    },
    wordsOf: (now) => [now.name, now.topic].filter(Boolean).join(", "),
  });
}

/** A token of its own, with what to type and to scan; asks first if an app has one already. */
function setUp(phone, refresh) {
  const renew = async () => {
    const { setup } = await ask("POST", `${pathOf(phone)}/token`, {});
    await refresh();
    return setup;
  };
  if (!phone.has_token) return renew().then((setup) => showSetup(phone, setup));
  let setup = null;
  const opened = edit(say("phones.setUpTitle", { name: phone.name }), {
    fields: [make("p", {}, say("phones.setUpText"))], action: say("phones.setUpNow"),
    save: async () => { setup = await renew(); },
  });
  opened.addEventListener("close", () => { if (setup) showSetup(phone, setup); });
  return opened;
}

function remove(phone, refresh) {
  askToRemove(say("phones.removeTitle", { name: phone.name }), say("phones.removeText"),
    say("rows.remove"), async (forgets) => {
      await ask("DELETE", `${pathOf(phone)}${forgets ? "?history=forget" : ""}`);
      await refresh();
    }, { options: [checkbox(say("phones.forget"))] });
}

/** What each household sees of a phone. Only what one has changed is sent. */
function share(phone, refresh) {
  const households = phone.households.map((household) => {
    const now = phone.sharing.find((one) => one.group === household.id);
    const level = now?.level ?? "nothing";
    const until = now?.until ? localTime(now.until) : "";
    const levels = ["nothing", "arrivals", "position"];
    const [untilLabel, untilInput] = field(say("phones.shareUntil"), {
      type: "datetime-local", required: false, value: until,
    });
    const untilPart = make("div", { hidden: level === "nothing" }, untilLabel, untilInput);
    const [levelLabel, levelInput] = select(say("phones.sees"),
      levels.map((one) => [one, say(`phones.level.${one}`)]), {
        value: level, on: { change: () => { untilPart.hidden = levelInput.value === "nothing"; } },
      });
    return {
      id: household.id, was: [level, until], levelInput, untilInput,
      element: make("fieldset", { class: "household" },
        make("legend", {}, make("bdi", {}, household.name)), levelLabel, levelInput, untilPart),
    };
  });
  if (households.length === 0) {
    return edit(say("phones.shareTitle", { name: phone.name }), {
      fields: [make("p", {}, say("phones.noHousehold"))], action: say("page.close"),
      save: async () => {},
    });
  }
  return edit(say("phones.shareTitle", { name: phone.name }), {
    item: phone,
    fields: [make("p", {}, say("phones.shareText")), ...households.map((one) => one.element)],
    save: async () => {
      for (const { id, was, levelInput, untilInput } of households) {
        if (levelInput.value === was[0] && untilInput.value === was[1]) continue;
        const path = `${pathOf(phone)}/sharing/${encodeURIComponent(id)}`;
        if (levelInput.value === "nothing") await ask("DELETE", path);
        else {
          await ask("PUT", path, {
            level: levelInput.value,
            ...(untilInput.value ? { until: new Date(untilInput.value).toISOString() } : {}),
          });
        }
        was.splice(0, 2, levelInput.value, untilInput.value);
      }
      await refresh();
    },
  });
}

// MARK: - Those of others

async function othersPhones() {
  let people = new Map();
  return listSection(say("phones.others"), {
    none: say("phones.othersNone"),
    read: async () => {
      const [{ phones }, list] = await Promise.all([ask("GET", "phones"), ask("GET", "people")]);
      people = new Map(list.people.map((person) => [person.id, person.name]));
      return phones.filter((phone) => phone.visibility !== "owner")
        .map((phone) => ({ ...phone, ownerName: people.get(phone.owner) ?? phone.owner }));
    },
    words: (phone) => `${phone.name} ${phone.ownerName}`,
    row: (phone) => row(
      name(phone.name),
      [
        say("phones.of", { name: phone.ownerName }),
        phone.visibility ? say(`phones.shows.${phone.visibility}`) : null,
      ],
      phone.visibility === "position"
        ? make("a", {
          class: "button", href: "/map", "aria-label": `${say("view.map")}: ${phone.name}`,
        }, say("view.map")) : null),
  });
}
