// What a group plans: a month, a day of it with its events, and a link for other calendars. It is
// /household/GROUP/calendar, and the roster of an organisation.

import { ask } from "../../base/api.js";
import { dayAfter, dayOf, dayWords, isDay, startOf, today } from "../../base/days.js";
import { button, make } from "../../base/elements.js";
import { chips } from "../../base/forms.js";
import { askToRemove, showList, who } from "../../base/lists.js";
import { isAbout, soon, upToDate } from "../../base/live.js";
import { routeLink } from "../../base/places.js";
import { submit } from "../../base/queue.js";
import { locale, say } from "../../base/words.js";
import { daysAround, daysOf, whenWords } from "./event-days.js";
import { writeEvent } from "./event-form.js";
import { feedSection } from "./feed.js";

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
  const { mayWrite, hasMine, you } = kind;
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
        event.where?.lat === undefined ? null : routeLink(event.where, where || event.what),
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

  const write = (event) => writeEvent(event, {
    day, of, kind, done: (first) => {
      choose(first);
      state.refresh();
    },
  });

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
