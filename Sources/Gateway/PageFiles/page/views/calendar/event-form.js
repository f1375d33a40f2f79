// The dialog in which an event is written, or changed.

import { ask, newKey } from "../../base/api.js";
import { localTime } from "../../base/dates.js";
import { dayOf } from "../../base/days.js";
import { make } from "../../base/elements.js";
import { area, checkbox, field, select } from "../../base/forms.js";
import { edit } from "../../base/lists.js";
import { submit } from "../../base/queue.js";
import { say } from "../../base/words.js";
import { whenWords } from "./event-days.js";

/**
 * `event`: the one that is changed, or `null` for a new one on `day`; `of`: the group's path in /api;
 * `kind`: as of the calendar. `done` is called with its first day once it is saved.
 */
export async function writeEvent(event, { day, of, kind, done }) {
  const known = await ask("GET", of);
  // Who has left stays in what was planned with them.
  const members = [
    ...known.members, ...(event?.people ?? []).filter((one) =>
      !known.members.some((member) => member.person === one.person)),
  ];
  const [whatLabel, what] = field(say("calendar.what"), {
    value: event?.what ?? "", maxlength: 200, autocomplete: "off",
  });
  const when = timeFields(event, day);
  const where = placeFields(event?.where ?? null, kind.spots(known), kind.isAnywhere);
  const people = members.map((member) => checkbox(member.nick_name ?? member.name, {
    checked: event?.people.some((one) => one.person === member.person) ?? false,
  }));
  const [noteLabel, note] = area(say("calendar.note"), {
    value: event?.note ?? "", maxlength: 1000,
  });
  edit(say(event ? "calendar.change" : "calendar.add"), {
    item: event ?? {},
    fields: [
      whatLabel, what, ...when.elements, ...where.elements,
      make("fieldset", {}, make("legend", {}, say("calendar.people")),
        make("div", { class: "who" }, people)),
      make("p", { class: "hint" }, say("calendar.peopleHow")),
      noteLabel, note,
    ],
    save: async (_, version, isGone) => {
      const times = when.read();
      const rest = {
        what: what.value.trim(), where: where.read(), note: note.value.trim(),
        people: members.filter((_, at) => people[at].querySelector("input").checked)
          .map((member) => member.person),
      };
      const key = newKey();
      const words = ["wish.event", { what: rest.what }];
      const fresh = {
        method: "POST", path: `${of}/events`, body: {
          ...times, ...rest, where: rest.where ?? undefined, note: rest.note || undefined, key,
          // Who has left takes part in nothing new.
          people: rest.people.filter((person) =>
            known.members.some((member) => member.person === person)),
        },
      };
      if (!event || isGone) await submit({ key, of, ...fresh, words });
      else {
        await submit({
          key, of, method: "PATCH", path: `${of}/events/${event.id}`, version, words,
          body: { ...(when.isMoved(times) ? times : {}), ...rest }, gone: "wish.gone.events",
          instead: { ...fresh, version: undefined, words: "wish.anew" },
        });
      }
      done(times.all_day ? times.start : dayOf(new Date(times.start)));
    },
    wordsOf: (now) => [now.what, whenWords(now)].join(", "), gone: "wish.gone.events",
  });
}

// MARK: - When

/** `{ elements, read(), isMoved(times) }`: `read` gives what /api calls the times. */
function timeFields(event, day) {
  const isWhole = checkbox(say("calendar.allDay"), {
    checked: event?.all_day ?? false, on: { change: () => show() },
  });
  const tick = isWhole.querySelector("input");
  const was = timesOf(event, day);
  const input = (type, key) => field(say(`calendar.${key}`), {
    type, value: was[key], on: { change: () => follow() },
  });
  const timed = [input("datetime-local", "start"), input("datetime-local", "end")];
  const whole = [input("date", "firstDay"), input("date", "lastDay")];
  // The end moves along with the start.
  const before = [timed, whole].map(([[, start]]) => start.value);
  const follow = () => [timed, whole].forEach(([[, start], [, end]], at) => {
    if (!start.value || start.value === before[at]) return;
    const far = typedTime(end.value) - typedTime(before[at]);
    const moved = new Date(typedTime(start.value).getTime() + far);
    if (far >= 0 && !Number.isNaN(far)) end.value = moved.toISOString().slice(0, end.value.length);
    before[at] = start.value;
  });
  const pairs = (those) => make("div", { class: "side-by-side" },
    those.map((pair) => make("div", {}, pair)));
  const [timedPart, wholePart] = [pairs(timed), pairs(whole)];
  const show = () => {
    timedPart.hidden = tick.checked;
    wholePart.hidden = !tick.checked;
    timed.forEach(([, one]) => { one.disabled = tick.checked; });
    whole.forEach(([, one]) => { one.disabled = !tick.checked; });
  };
  show();
  return {
    elements: [isWhole, timedPart, wholePart],
    read() {
      const [start, end] = tick.checked ? whole.map(([, one]) => one.value)
        : timed.map(([, one]) => new Date(one.value).toISOString());
      if (end < start) throw new Error(say("calendar.endsBefore"));
      return { all_day: tick.checked, start, end, zone: zone() };
    },
    // Seconds, and a time that a clock shows twice a year, stay as they are where nobody moves them.
    isMoved: ({ all_day, start, end }) => all_day !== event.all_day || (all_day
      ? start !== event.start || end !== event.end
      : start !== new Date(was.start).toISOString() || end !== new Date(was.end).toISOString()),
  };
}

/** What stands in the fields of an event, or of a new one on `day`. */
function timesOf(event, day) {
  const next = new Date();
  next.setHours(next.getHours() + 1, 0, 0, 0);
  const start = event && !event.all_day ? new Date(event.start)
    : new Date(`${event?.start ?? day}T${next.toTimeString().slice(0, 5)}`);
  const end = event && !event.all_day ? new Date(event.end) : new Date(start.getTime() + 3600_000);
  return {
    start: localTime(start), end: localTime(end),
    firstDay: event?.all_day ? event.start : dayOf(start),
    lastDay: event?.all_day ? event.end : dayOf(end),
  };
}

/** A day or a time as a field has it, where days all have 24 hours. */
const typedTime = (text) => new Date(text.includes("T") ? `${text}Z` : text);

const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone ?? "UTC";

// MARK: - Where

/**
 * `was`: where it was so far, `null` for nowhere; `spots` and `isAnywhere`: as of the calendar's kind.
 * `{ elements, read() }`: `read` gives what is said of where, or `null`.
 */
function placeFields(was, spots, isAnywhere) {
  const spot = was ? spots.findIndex((one) => one.isAt(was)) : -1;
  const [label, where] = select(say("calendar.where"), [
    ...(isAnywhere ? [["", say("calendar.nowhere")]] : []),
    ...spots.map((one, at) => [`${at}`, one.name]),
    ...(isAnywhere
      ? [["else", say(spots.length > 0 ? "calendar.elsewhere" : "calendar.somewhere")]] : []),
  ], {
    value: !was ? "" : spot >= 0 ? `${spot}` : "else", on: { change: () => show() },
  });
  const [elseLabel, elsewhere] = field(say("calendar.address"), {
    value: spot < 0 && was?.text || "", maxlength: 200, autocomplete: "off", required: false,
  });
  const elsePart = make("div", {}, elseLabel, elsewhere,
    make("p", { class: "hint" }, say("calendar.addressHow")));
  const show = () => {
    elsePart.hidden = where.value !== "else";
    elsewhere.required = where.value === "else";
  };
  show();
  return {
    elements: [label, where, elsePart],
    read() {
      if (where.value === "") return null;
      const { site_name, ...same } = was ?? {};
      if (where.value !== "else") {
        return where.value === `${spot}` ? same : spots[Number(where.value)].where;
      }
      const text = elsewhere.value.trim();
      if (was && spot < 0 && text === (was.text ?? "")) return same;
      // The gateway looks up where that is.
      return { text };
    },
  };
}
