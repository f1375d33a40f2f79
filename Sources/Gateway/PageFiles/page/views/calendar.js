// What a group plans: a month, a day of it with its events, and a link for other calendars. It is
// /household/GROUP/calendar, and the roster of an organisation.

import { ask, newKey } from "../base/api.js";
import { clock, localTime, moment } from "../base/dates.js";
import { dayAfter, dayOf, dayWords, isDay, startOf, today } from "../base/days.js";
import { announce, button, make } from "../base/elements.js";
import { area, checkbox, chips, field, select } from "../base/forms.js";
import { copyable, isOnlyHere, qrCode } from "../base/link.js";
import { askToRemove, edit, showList, who } from "../base/lists.js";
import { isAbout, soon, upToDate } from "../base/live.js";
import { geoLink } from "../base/places.js";
import { submit } from "../base/queue.js";
import { locale, say } from "../base/words.js";

/**
 * What differs from group to group:
 * - `mayWrite`: whether one may add events, and `mayChange(event)`: change and remove this one;
 * - `hasMine`: whether one can see those for oneself alone, as who only reads does at first;
 * - `spots(group)`: where events usually are: `name`, `where` as /api has it, and `isAt(where)`;
 * - `isAnywhere`: whether they may be elsewhere, or nowhere;
 * - `you`: the words for who looks at it.
 */
const household = {
  mayWrite: true, mayChange: () => true, hasMine: false, isAnywhere: true, you: "household.you",
  spots: ({ places = [] }) => places.map(({ name, lat, lon, radius }) => ({
    name, where: { text: name, lat, lon, radius },
    isAt: (where) => where.lat === lat && where.lon === lon,
  })),
};

/** `of`: the group's path in /api; `kind`: as `household` here. */
export default async function calendarPart({ me, of, url, keep }, kind = household) {
  const { mayWrite, hasMine, isAnywhere, you } = kind;
  let events = null, isEnded = false;
  const asked = url.searchParams.get("day");
  let day = isDay(asked) ? asked : today();
  const wanted = url.searchParams.get("whose") ?? (mayWrite ? "all" : "mine");
  let whose = hasMine && wanted === "mine" ? "mine" : "all";
  const path = url.pathname;
  const state = upToDate(async () => {
    const days = daysAround(day);
    const [from, until] = [startOf(days[0], -1), startOf(days.at(-1), 2)];
    const query = new URLSearchParams({ from: from.toISOString(), until: until.toISOString() });
    const read = await ask("GET", `${of}/events?${query}`);
    events = read.events;
    draw();
  });

  const title = make("h2", { "aria-live": "polite" });
  const body = make("tbody");
  const chosen = make("h2");
  const list = make("ul", { class: "events" });
  const none = make("p", { class: "faint" });
  const filter = hasMine ? chips(say("calendar.whose"), [
    ["mine", say("calendar.mine")], ["all", say("calendar.all")],
  ], {
    chosen: whose, onChange: (chosen) => {
      whose = chosen;
      keepAddress();
      draw();
    },
  }) : "";
  const keepAddress = () =>
    keep(`${path}?${new URLSearchParams({ day, ...(hasMine ? { whose } : {}) })}`);
  /** Events that name nobody are for all. */
  const isShown = ({ people }) => whose !== "mine" || people.length === 0
    || people.some((one) => one.person === me.person.id);

  function choose(to, { focus = false } = {}) {
    const isOther = to.slice(0, 7) !== day.slice(0, 7);
    day = to;
    keepAddress();
    draw();
    if (focus) body.querySelector("[aria-current=true]")?.focus();
    if (isOther) state.refresh();
  }

  /** The same day of another month, or its last. */
  function turn(months) {
    const [year, month, date] = day.split("-").map(Number);
    const last = new Date(year, month + months, 0).getDate();
    choose(dayOf(new Date(year, month - 1 + months, Math.min(date, last))));
  }

  const keys = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
  body.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key in keys) choose(dayAfter(day, keys[event.key]), { focus: true });
    else if (event.key === "PageUp" || event.key === "PageDown") {
      turn(event.key === "PageUp" ? -1 : 1);
      body.querySelector("[aria-current=true]")?.focus();
    } else return;
    event.preventDefault();
  });

  function cell(date, of) {
    const isChosen = date === day;
    const names = of.slice(0, 3).map((one) =>
      make("span", { class: "event-name", dir: "auto" }, one.what));
    return make("td", {
      class: [
        date.slice(0, 7) === day.slice(0, 7) ? "" : "other-month",
        date === today() ? "today" : "",
      ].filter(Boolean).join(" ") || null,
    }, make("button", {
      type: "button", "aria-current": isChosen ? "true" : null, tabindex: isChosen ? 0 : -1,
      "aria-label": [
        dayWords(date), of.length === 0 ? null
          : of.length === 1 ? say("calendar.one") : say("calendar.count", { count: of.length }),
      ].filter(Boolean).join(", "),
      on: { click: () => choose(date) },
    },
      make("span", { class: "date", "aria-hidden": "true" }, `${Number(date.slice(8))}`),
      make("span", { class: "names", "aria-hidden": "true" }, ...names,
        of.length > 3 ? make("span", { class: "event-name more-names" }, `+${of.length - 3}`) : null)));
  }

  function row(event) {
    const { text, site_name } = event.where ?? {};
    const where = [...new Set([text, site_name])].filter(Boolean).join(", ");
    const people = event.people.length > 0
      ? event.people.map((one) => who(one, me.person.id, you)).join(", ")
      : hasMine ? say("calendar.everybody") : "";
    const label = (key) => ({ label: `${say(key)}: ${event.what}` });
    return make("li", {},
      make("div", {},
        make("strong", {}, make("bdi", {}, event.what)),
        make("p", { class: "faint" }, whenWords(event)),
        where ? make("p", { class: "faint" }, make("bdi", {}, where)) : null,
        people ? make("p", { class: "faint", dir: "auto" }, people) : null,
        event.note ? make("p", { class: "lines", dir: "auto" }, event.note) : null),
      make("div", { class: "buttons" },
        event.where?.lat === undefined ? null : geoLink(event.where, where || event.what),
        ...kind.mayChange(event) ? [
          button(say("rows.edit"), () => write(event), label("rows.edit")),
          button(say("rows.remove"), () => askToRemove(
            say("calendar.removeTitle", { what: event.what }), say("calendar.removeText"),
            say("rows.remove"), async () => {
              await submit({
                of, method: "DELETE", path: `${of}/events/${event.id}`,
                words: ["wish.remove", { what: event.what }],
              });
              state.refresh();
            }), { style: "danger", ...label("rows.remove") }),
        ] : []));
  }

  // MARK: Writing

  /** `event`: the one that is changed, or `null`. */
  async function write(event) {
    const known = await ask("GET", of);
    const spots = kind.spots(known);
    // Who has left stays in what was planned with them.
    const members = [
      ...known.members, ...(event?.people ?? []).filter((one) =>
        !known.members.some((member) => member.person === one.person)),
    ];
    const [whatLabel, what] = field(say("calendar.what"), {
      value: event?.what ?? "", maxlength: 200, autocomplete: "off",
    });
    const isWhole = checkbox(say("calendar.allDay"), {
      checked: event?.all_day ?? false, on: { change: () => show() },
    });
    const tick = isWhole.querySelector("input");
    const times = timesOf(event, day);
    const input = (type, key, value) => field(say(`calendar.${key}`), {
      type, value, on: { change: () => follow() },
    });
    const timed = [
      input("datetime-local", "start", times.start), input("datetime-local", "end", times.end),
    ];
    const whole = [
      input("date", "firstDay", times.firstDay), input("date", "lastDay", times.lastDay),
    ];
    // The end moves along with the start.
    const before = [timed, whole].map(([[, start]]) => start.value);
    const follow = () => [timed, whole].forEach(([[, start], [, end]], at) => {
      if (!start.value || start.value === before[at]) return;
      const far = new Date(`${end.value}Z`.replace(/^(.{10})Z$/, "$1T00:00Z"))
        - new Date(`${before[at]}Z`.replace(/^(.{10})Z$/, "$1T00:00Z"));
      const moved = new Date(
        new Date(`${start.value}Z`.replace(/^(.{10})Z$/, "$1T00:00Z")).getTime() + far);
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
    const was = event?.where ?? null;
    const spot = was ? spots.findIndex((one) => one.isAt(was)) : -1;
    const [whereLabel, where] = select(say("calendar.where"), [
      ...(isAnywhere ? [["", say("calendar.nowhere")]] : []),
      ...spots.map((one, at) => [`${at}`, one.name]),
      ...(isAnywhere
        ? [["else", say(spots.length > 0 ? "calendar.elsewhere" : "calendar.somewhere")]] : []),
    ], {
      value: !was ? "" : spot >= 0 ? `${spot}` : "else",
      on: { change: () => showWhere() },
    });
    const [elseLabel, elsewhere] = field(say("calendar.address"), {
      value: spot < 0 && was?.text || "", maxlength: 200, autocomplete: "off", required: false,
    });
    const elsePart = make("div", {}, elseLabel, elsewhere,
      make("p", { class: "hint" }, say("calendar.addressHow")));
    const showWhere = () => {
      elsePart.hidden = where.value !== "else";
      elsewhere.required = where.value === "else";
    };
    const people = members.map((member) => checkbox(member.nick_name ?? member.name, {
      checked: event?.people.some((one) => one.person === member.person) ?? false,
    }));
    const [noteLabel, note] = area(say("calendar.note"), {
      value: event?.note ?? "", maxlength: 1000,
    });

    /** What is said of where; `null` for nowhere. */
    function place() {
      if (where.value === "") return null;
      const { site_name, ...same } = was ?? {};
      if (where.value !== "else") {
        return where.value === `${spot}` ? same : spots[Number(where.value)].where;
      }
      const text = elsewhere.value.trim();
      if (was && spot < 0 && text === (was.text ?? "")) return same;
      // The gateway looks up where that is.
      return { text };
    }

    edit(say(event ? "calendar.change" : "calendar.add"), {
      item: event ?? {},
      fields: [
        whatLabel, what, isWhole, timedPart, wholePart, whereLabel, where, elsePart,
        make("fieldset", {}, make("legend", {}, say("calendar.people")),
          make("div", { class: "who" }, people)),
        make("p", { class: "hint" }, say("calendar.peopleHow")),
        noteLabel, note,
      ],
      save: async (_, version, isGone) => {
        const [start, end] = tick.checked ? whole.map(([, one]) => one.value)
          : timed.map(([, one]) => new Date(one.value).toISOString());
        if (end < start) throw new Error(say("calendar.endsBefore"));
        const when = { all_day: tick.checked, start, end, zone: zone() };
        const rest = {
          what: what.value.trim(), where: place(), note: note.value.trim(),
          people: members.filter((_, at) => people[at].querySelector("input").checked)
            .map((member) => member.person),
        };
        const key = newKey();
        const words = ["wish.event", { what: rest.what }];
        const fresh = {
          method: "POST", path: `${of}/events`, body: {
            ...when, ...rest, where: rest.where ?? undefined, note: rest.note || undefined, key,
            // Who has left takes part in nothing new.
            people: rest.people.filter((person) =>
              known.members.some((member) => member.person === person)),
          },
        };
        if (!event || isGone) await submit({ key, of, ...fresh, words });
        else {
          const isMoved = when.all_day !== event.all_day || times.isOther(start, end);
          await submit({
            key, of, method: "PATCH", path: `${of}/events/${event.id}`, version, words,
            body: { ...(isMoved ? when : {}), ...rest }, gone: "wish.gone.events",
            instead: { ...fresh, version: undefined, words: "wish.anew" },
          });
        }
        choose(tick.checked ? start : dayOf(new Date(start)));
        state.refresh();
      },
      wordsOf: (now) => [now.what, whenWords(now)].join(", "), gone: "wish.gone.events",
    });
    show();
    showWhere();
  }

  // MARK: All of it

  function draw() {
    if (isEnded) return;
    const byDay = new Map();
    for (const event of (events ?? []).filter(isShown)) {
      for (const date of daysOf(event)) byDay.set(date, [...byDay.get(date) ?? [], event]);
    }
    const [year, month] = day.split("-").map(Number);
    title.textContent = new Intl.DateTimeFormat(locale, { month: "long", year: "numeric" })
      .format(new Date(year, month - 1));
    const days = daysAround(day);
    const weeks = days.filter((_, at) => at % 7 === 0).map((_, week) => days.slice(7 * week, 7 * week + 7));
    const hadFocus = body.contains(document.activeElement);
    showList(body, weeks.map((week) => week.map((date) => ({
      date, events: (byDay.get(date) ?? []).map((one) => one.what), isChosen: date === day,
      month: day.slice(0, 7),
    }))), (week) => week[0].date, (week) =>
      make("tr", {}, week.map(({ date }) => cell(date, byDay.get(date) ?? []))));
    if (hadFocus) body.querySelector("[aria-current=true]")?.focus();
    chosen.textContent = dayWords(day);
    const those = byDay.get(day) ?? [];
    none.hidden = those.length > 0 || !events;
    none.textContent = say(whose === "mine" ? "calendar.noneMine" : "calendar.none");
    list.hidden = those.length === 0;
    showList(list, those, (one) => one.id, row);
  }

  const week = daysAround(day).slice(0, 7);
  const weekday = (date, length) =>
    new Intl.DateTimeFormat(locale, { weekday: length, timeZone: "UTC" }).format(new Date(`${date}T00:00Z`));
  const month = make("section", { class: "month-part" },
    make("header", {}, title, make("div", { class: "buttons" },
      button("‹", () => turn(-1), { label: say("calendar.before"), style: "only-icon" }),
      button(say("calendar.today"), () => choose(today())),
      button("›", () => turn(1), { label: say("calendar.after"), style: "only-icon" }))),
    filter,
    make("table", { class: "month" },
      make("thead", {}, make("tr", {}, week.map((date) => make("th", { scope: "col" },
        make("span", { "aria-hidden": "true" }, weekday(date, "short")),
        make("span", { class: "hidden" }, weekday(date, "long")))))),
      body));
  const feed = await feedSection(of);
  await soon(state.refresh());
  draw();
  return {
    body: [
      state.element,
      make("div", { class: "calendar" },
        make("div", { class: "month-and-day" }, month,
          make("div", { class: "stack" },
            make("section", {}, chosen, none, list,
              mayWrite ? button(say("calendar.add"), () => write(null), { main: true }) : null),
            feed))),
    ],
    hears: {
      // A site takes its events along.
      change: (change) => { if (isAbout(change, "events", "groups")) state.refresh(); },
      back: state.refresh,
    },
    end: () => {
      isEnded = true;
      state.end();
    },
  };
}

// MARK: - The link for other calendars

async function feedSection(of) {
  const path = `${of}/calendar`;
  const shown = make("div");
  const show = (link, made) => {
    shown.replaceChildren(...(made ? [
      make("p", {}, say("feed.made")),
      isOnlyHere(made.url) ? make("p", { class: "fault" }, say("link.here")) : null,
      made.qr ? qrCode(made.qr, say("link.qr")) : null,
      copyable(say("link.address"), made.url),
      make("p", {}, make("a", { class: "button", href: made.webcal }, say("feed.open"))),
    ].filter(Boolean) : link?.exists
      ? [make("p", {}, say("feed.exists", { time: moment(link.made) }))] : []));
    renew.textContent = say(link?.exists ? "feed.anew" : "feed.make");
    end.hidden = !link?.exists;
  };
  const renew = button("", async () => {
    const made = await ask("POST", path, {});
    show({ exists: true }, made);
  });
  const end = button(say("feed.end"), async () => {
    await ask("DELETE", path);
    show({ exists: false });
    announce(say("feed.ended"));
  }, { style: "danger" });
  const element = make("section", {}, make("h2", {}, say("feed.title")),
    make("p", { class: "faint" }, say("feed.how")), shown,
    make("div", { class: "buttons" }, renew, end));
  show(await ask("GET", path).catch(() => null));
  return element;
}

// MARK: - Days

/** 0: Sunday. */
function firstWeekday() {
  const known = new Intl.Locale(locale);
  return ((known.getWeekInfo?.() ?? known.weekInfo)?.firstDay ?? 1) % 7;
}

/** The days of the weeks that the month of `day` is in. */
function daysAround(day) {
  const [year, month] = day.split("-").map(Number);
  const first = new Date(year, month - 1, 1);
  const ahead = (first.getDay() - firstWeekday() + 7) % 7;
  const count = Math.ceil((ahead + new Date(year, month, 0).getDate()) / 7) * 7;
  return Array.from({ length: count }, (_, at) => dayOf(new Date(year, month - 1, 1 - ahead + at)));
}

/** The days on which an event is, 400 at most. */
function daysOf(event) {
  const first = event.all_day ? event.start : dayOf(new Date(event.start));
  // What ends at midnight is not on the next day.
  const last = event.all_day ? event.end
    : dayOf(new Date(Math.max(new Date(event.start), new Date(event.end) - 1)));
  const days = [first];
  while (days.at(-1) < last && days.length < 400) days.push(dayAfter(days.at(-1)));
  return days;
}

/** From when to when, in words. */
function whenWords(event) {
  const days = daysOf(event);
  if (event.all_day) {
    return days.length === 1 ? say("calendar.wholeDay")
      : say("calendar.days", { from: dayWords(event.start), until: dayWords(event.end) });
  }
  return days.length === 1
    ? say("calendar.times", { from: clock(event.start), until: clock(event.end) })
    : say("calendar.times", { from: moment(event.start), until: moment(event.end) });
}

const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone ?? "UTC";

/** What stands in the fields of an event, or of a new one on `day`. */
function timesOf(event, day) {
  const next = new Date();
  next.setHours(next.getHours() + 1, 0, 0, 0);
  const start = event && !event.all_day ? new Date(event.start)
    : new Date(`${event?.start ?? day}T${next.toTimeString().slice(0, 5)}`);
  const end = event && !event.all_day ? new Date(event.end) : new Date(start.getTime() + 3600_000);
  const times = {
    start: localTime(start), end: localTime(end),
    firstDay: event?.all_day ? event.start : dayOf(start),
    lastDay: event?.all_day ? event.end : dayOf(end),
  };
  return {
    ...times,
    // Seconds, and a time that a clock shows twice a year, stay as they are where nobody moves them.
    isOther: (from, until) => event.all_day ? from !== event.start || until !== event.end
      : from !== new Date(times.start).toISOString() || until !== new Date(times.end).toISOString(),
  };
}
