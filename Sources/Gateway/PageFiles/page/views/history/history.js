// /history?device=ID&day=YYYY-MM-DD: where one was on a day. Days are those of the browser's zone.

import { ask } from "../../base/api.js";
import { clock } from "../../base/dates.js";
import { dayAfter, isDay, startOf, today } from "../../base/days.js";
import { button, fault, make, section } from "../../base/elements.js";
import { field, form } from "../../base/forms.js";
import { gpxOf, save } from "../../base/gpx.js";
import { distance, duration, number } from "../../base/numbers.js";
import { noticesAround, noticesOf, positionsOf } from "../../base/past.js";
import { locale, say } from "../../base/words.js";
import { circles, fit, makeMap, trail } from "../../map/canvas.js";
import { metresBetween, movement, parts, simplified, visitsOf } from "./visits.js";

/** Lines of the list that are shown at once. */
const mostLines = 100;
/** Metres that a drawn trail may be off: less than is seen at the closest. */
const tolerance = 2;
/** As positions are kept: one each 10 m or 5 min. */
const kept = { metres: 10, ms: 300000 };

export default async function historyView(state) {
  const { devices } = await ask("GET", "devices");
  // That of this machine first, as one searches around it.
  const own = devices.filter((device) => device.visibility === "owner")
    .sort((one, other) => other.own - one.own || (one.id < other.id ? -1 : 1));
  const title = make("h1", {}, say("history.title"));
  if (own.length === 0) {
    return {
      body: [title, section(say("history.noDevice"),
        make("p", {}, say("history.noDeviceHow"), " ",
          make("a", { href: "/settings/phones" }, say("settings.phones"))))],
    };
  }
  const wanted = state.url.searchParams;
  const shown = {
    device: own.find((device) => device.id === wanted.get("device")) ?? own[0],
    day: isDay(wanted.get("day")) ? wanted.get("day") : today(),
  };
  const day = new Day(shown);
  const pick = (change) => {
    Object.assign(shown, change);
    const address = new URLSearchParams({ device: shown.device.id, day: shown.day });
    history.pushState(null, "", `/history?${address}`);
    day.show();
  };
  day.show();
  return {
    body: [title, choices(own, shown, pick), ...day.body],
    hears: {
      device: (device) => day.take(device),
      change: ({ of } = {}) => { if (!of || of.includes("messages")) day.readNotices(); },
      back: () => day.show({ isAgain: true }),
    },
    end: () => day.end(),
  };
}

/** Which device, and which day. */
function choices(own, shown, pick) {
  const input = make("input", {
    type: "date", value: shown.day, max: today(), required: true,
    "aria-label": say("history.day"), on: {
      // Nothing, or a day that is half typed.
      change: () => { if (isDay(input.value)) to(input.value); },
    },
  });
  const to = (day) => {
    input.value = day;
    input.max = today();
    pick({ day });
    later.disabled = day >= input.max;
  };
  const way = (words, label, action) => make("button", {
    type: "button", "aria-label": label, title: label, on: { click: action },
  }, words);
  const later = way("›", say("history.nextDay"), () => to(dayAfter(shown.day)));
  later.disabled = shown.day >= input.max;
  const list = own.length < 2 ? null : make("select", {
    "aria-label": say("history.device"), on: {
      change: () => pick({ device: own.find((device) => device.id === list.value) }),
    },
  }, own.map((device) => make("option", {
    value: device.id, selected: device.id === shown.device.id,
  }, device.name ?? device.id)));
  return make("div", { class: "choices" }, list,
    make("div", { class: "day-choice" },
      way("‹", say("history.previousDay"), () => to(dayAfter(shown.day, -1))), input, later),
    button(say("history.today"), () => to(today())));
}

/** What is shown of one day, and how it goes on. */
class Day {
  constructor(shown) {
    this.shown = shown;
    this.heading = make("h2", {});
    this.facts = make("p", {});
    this.state = make("div", { role: "status" });
    this.visits = make("ul", { class: "visits" });
    this.notices = make("ul", {});
    this.noticesTitle = make("summary", {});
    this.noticesPart = make("details", {}, this.noticesTitle, this.notices);
    this.map = make("div", { class: "history-map" });
    this.point = make("p", { class: "faint", role: "status" });
    this.kept = make("p", { class: "faint" });
    this.body = [make("div", { class: "history" },
      make("div", { class: "history-where" }, this.map, this.point),
      make("div", { class: "history-what" },
        make("section", {}, this.heading, this.facts, this.state, this.visits, this.noticesPart),
        section(say("history.export"), ...this.exportPart()),
        section(say("history.keptTitle"), make("p", { class: "faint" }, say("history.kept")),
          this.kept)))];
  }

  end() {
    this.reading = null;
    clearTimeout(this.retry);
    clearTimeout(this.redraw);
    this.canvas?.then((canvas) => canvas.map.end(), () => {});
  }

  /** Reads all of the day; `isAgain`: what is shown stays until that has come. */
  async show({ isAgain = false } = {}) {
    const reading = this.reading = Symbol("reading");
    clearTimeout(this.retry);
    const { device, day } = this.shown;
    this.start = startOf(day);
    this.until = startOf(day, 1);
    this.heading.textContent = fullWords(this.start);
    if (!isAgain) {
      this.facts.textContent = say("history.reading");
      this.state.replaceChildren();
      this.visits.replaceChildren();
      this.noticesPart.hidden = true;
      this.point.textContent = "";
    }
    try {
      const time = { since: this.start, until: this.until };
      const span = { start: this.start, end: this.until };
      const [positions, notices, around, devices, first] = await Promise.all([
        positionsOf(device.id, time), noticesOf(device.id, time),
        noticesAround(device.id, span), ask("GET", "devices"),
        positionsOf(device.id, { limit: 1 }),
      ]);
      if (this.reading !== reading) return;
      this.positions = positions;
      this.told = notices;
      this.around = around;
      this.inside = devices.devices.find((one) => one.id === device.id)?.inside ?? [];
      this.oldest = first[0]?.ms;
      this.state.replaceChildren();
      this.draw({ isNew: !isAgain });
    } catch (error) {
      if (this.reading !== reading) return;
      if (!isAgain) this.facts.textContent = "";
      this.state.replaceChildren(fault(error), button(say("fault.again"), () => this.show()));
      // The service or the daemon is away: they come back by themselves.
      if (error.isAway) this.retry = setTimeout(() => this.show({ isAgain }), 3000);
    }
  }

  /** A device that has moved. */
  take(device) {
    if (device.id !== this.shown.device.id || !this.positions) return;
    const { fix } = device;
    const ms = fix ? Date.parse(fix.time) : NaN;
    if (ms >= this.start.getTime() && ms < this.until.getTime()) {
      const last = this.positions.at(-1);
      const isKept = !last || ms - last.ms >= kept.ms
        || ms > last.ms && metresBetween(last, fix) >= kept.metres;
      if (isKept) {
        const position = { ...fix, ms };
        this.positions.push(position);
        if (this.way) this.way = [...this.way, position];
        this.canvas?.then((canvas) => canvas.trail.add(position), () => {});
        this.drawSoon();
      }
    }
    const inside = device.inside ?? [];
    if (inside.join() !== this.inside.join()) {
      this.inside = inside;
      this.readNotices();
    }
  }

  /** Those that were told since. */
  async readNotices() {
    if (!this.told) return;
    const reading = this.reading;
    const last = this.told.at(-1) ?? this.around.before.at(-1);
    try {
      const more = await noticesOf(this.shown.device.id, {
        since: this.start, until: this.until, after: last ? Number(last.sequence) : undefined,
      });
      if (this.reading !== reading) return;
      const known = new Set(this.told.map((notice) => notice.id));
      this.told.push(...more.filter((notice) => !known.has(notice.id)));
      this.draw();
    } catch {
      // `back` reads all of it again.
    }
  }

  /** At most twice a second: a device may move more often. */
  drawSoon() {
    this.redraw ??= setTimeout(() => {
      this.redraw = null;
      this.draw({ isWayDrawn: true });
    }, 500);
  }

  draw({ isNew = false, isWayDrawn = false } = {}) {
    const [start, end] = [this.start.getTime(), this.until.getTime()];
    const isToday = Date.now() < end;
    const { positions, told } = this;
    const visits = visitsOf([...this.around.before, ...told, ...this.around.after], {
      start, end, positions, inside: isToday ? this.inside : [],
    });
    this.facts.replaceChildren(...this.factsOf(positions, visits));
    this.drawVisits(visits);
    this.drawNotices(told);
    this.kept.textContent = this.oldest === undefined
      ? say("history.oldestNone") : say("history.oldest", { day: fullWords(new Date(this.oldest)) });
    this.drawMap(visits, { isNew, isWayDrawn });
  }

  factsOf(positions, visits) {
    if (positions.length === 0) {
      const isTold = visits.length > 0 || this.told.length > 0;
      return [say(isTold ? "history.noPositions" : "history.nothing")];
    }
    const { metres, seconds } = movement(positions);
    const fact = (value, words) => make("span", {}, make("strong", {}, value), ` ${words}`);
    return [
      fact(distance(metres), say("history.far")), " · ",
      fact(duration(seconds), say("history.moving")), " · ",
      say("history.positions", {
        count: number(positions.length), from: clock(positions[0].ms),
        until: clock(positions.at(-1).ms),
      }),
    ];
  }

  drawVisits(visits) {
    const item = (visit) => make("li", {},
      make("div", {},
        make("button", {
          type: "button", class: "as-text", on: { click: () => this.choose(visit) },
        }, make("bdi", {}, visit.name)),
        make("p", { class: "faint" }, visit.kinds.map(kindWords).join(", "))),
      make("div", { class: "when" }, this.whenOf(visit)));
    this.visits.replaceChildren(...shortened(visits, item));
  }

  whenOf(visit) {
    const from = this.clockOf(visit.entered);
    if (visit.isOn) {
      // A trace as of now may be ahead of the clock.
      const now = Math.max(Date.now(), this.positions.at(-1)?.ms ?? 0);
      const long = duration(Math.max(0, now - visit.entered) / 1000);
      return [
        say("history.since", { from }), make("p", { class: "going" }, say("history.on", { long })),
      ];
    }
    if (visit.left === null) return [say("history.from", { from })];
    const words = visit.isAbout ? "history.about" : "history.span";
    return [
      say(words, { from, until: this.clockOf(visit.left) }),
      make("p", { class: "faint" }, duration((visit.left - visit.entered) / 1000)),
    ];
  }

  drawNotices(told) {
    this.noticesPart.hidden = told.length === 0;
    this.noticesTitle.textContent = say("history.notices", { count: number(told.length) });
    const device = this.shown.device;
    const item = (notice) => {
      const transition = notice.type.split(".").at(-1);
      const address = new URLSearchParams({
        why: Number(notice.sequence), ...(device.own ? {} : { device: device.id }),
      });
      const name = notice.data.region.name ?? notice.data.region.id;
      return make("li", {},
        make("div", {}, make("bdi", {}, name),
          make("p", { class: "faint" }, `${transitionWords(transition)} · ${clock(notice.time)}`)),
        make("a", {
          class: "button", href: `/map?${address}`, "aria-label": say("history.whyOf", { name }),
        }, say("history.why")));
    };
    this.notices.replaceChildren(...shortened(told, item));
  }

  // MARK: - The map

  async drawMap(visits, { isNew, isWayDrawn }) {
    const points = this.positions.map((position) => [position.lat, position.lon]);
    const around = visits.map(({ at }) => [at.lat, at.lon]);
    this.map.parentElement.hidden = points.length + around.length === 0;
    if (this.map.parentElement.hidden) return;
    const isFirst = !this.canvas;
    this.canvas ??= this.makeCanvas();
    let canvas;
    try {
      canvas = await this.canvas;
    } catch (error) {
      // The list says it all as well.
      this.canvas = null;
      this.point.textContent = error.message;
      return;
    }
    if (this.reading === null) return;
    // It may have been hidden, without a size.
    canvas.map.invalidateSize({ animate: false });
    const features = new Map(visits.map((visit) => [visit.region, featureOf(visit)]));
    canvas.circles.set([...features.values()]);
    if (!isWayDrawn) {
      this.way = parts(this.positions).flatMap((part) => simplified(part, tolerance));
      canvas.trail.set(this.way);
    }
    if (isNew || isFirst) fit(canvas.map, points.length > 0 ? simple(points) : around);
  }

  async makeCanvas() {
    // As soon as it is in the page, and has a size.
    if (!this.map.isConnected) await new Promise((done) => requestAnimationFrame(done));
    const map = await makeMap(this.map, { label: say("history.map") });
    const onChoose = (index) => {
      const position = this.way?.[index];
      if (!position) return;
      this.point.textContent = say("history.at", { time: this.clockOf(position.ms) });
      canvas.trail.choose(index);
    };
    const canvas = { map, trail: trail(map, [], { onChoose }), circles: circles(map, []) };
    return canvas;
  }

  async choose(visit) {
    const canvas = await this.canvas;
    if (!canvas) return;
    canvas.circles.choose(visit.region);
    fit(canvas.map, [[visit.at.lat, visit.at.lon]], { metres: 3 * visit.radius, isSmooth: true });
    this.map.scrollIntoView({ block: "nearest", behavior: "smooth" });
  }

  // MARK: - Export

  exportPart() {
    const saved = make("p", { role: "status" });
    const write = async (from, to) => {
      saved.textContent = "";
      const { device } = this.shown;
      const positions = await positionsOf(device.id, {
        since: startOf(from), until: startOf(to, 1),
      });
      if (positions.length === 0) {
        saved.textContent = say("history.exportNothing");
        return;
      }
      const days = from === to ? from : `${from}--${to}`;
      const file = `${device.id}-${days}.gpx`;
      save(gpxOf(`${device.name ?? device.id} ${days}`, parts(positions)), file);
      saved.textContent = say("history.exported", { file, count: number(positions.length) });
    };
    const max = today();
    return [
      make("p", {}, say("history.exportHow")),
      button(say("history.exportDay"), () => write(this.shown.day, this.shown.day)),
      make("details", {}, make("summary", {}, say("history.exportRange")),
        form(
          [
            ...field(say("history.exportFrom"), { type: "date", max }),
            ...field(say("history.exportTo"), { type: "date", max }),
          ],
          say("history.exportSave"), (from, to) => write(...[from, to].sort()), { main: false })),
      saved,
    ];
  }

  /** With the day, if it is another. */
  clockOf(ms) {
    const isOfDay = ms >= this.start.getTime() && ms < this.until.getTime();
    return isOfDay ? clock(ms) : new Intl.DateTimeFormat(locale, {
      day: "numeric", month: "short", hour: "numeric", minute: "2-digit",
    }).format(ms);
  }
}

const featureOf = (visit) => ({
  type: "Feature", id: visit.region,
  geometry: { type: "Point", coordinates: [visit.at.lon, visit.at.lat] },
  properties: {
    name: visit.name, kind: visit.kinds[0], radius: visit.radius, inside: visit.isOn,
  },
});

/** Enough of `points` to know where they are. */
function simple(points) {
  const corners = [points[0], points[0], points[0], points[0]];
  for (const point of points) {
    if (point[0] < corners[0][0]) corners[0] = point;
    if (point[0] > corners[1][0]) corners[1] = point;
    if (point[1] < corners[2][1]) corners[2] = point;
    if (point[1] > corners[3][1]) corners[3] = point;
  }
  return corners;
}

/** The first items, and a button for more of them. */
function shortened(all, item, from = 0) {
  const items = all.slice(from, from + mostLines).map(item);
  const rest = all.length - from - mostLines;
  if (rest > 0) {
    const more = make("li", {}, button(say("history.more", { count: number(rest) }), () => {
      more.replaceWith(...shortened(all, item, from + mostLines));
    }));
    items.push(more);
  }
  return items;
}

// MARK: - Words

const fullWords = (date) => new Intl.DateTimeFormat(locale, { dateStyle: "full" }).format(date);

const known = {
  transitions: ["enter", "dwell", "exit"], kinds: ["favourite", "deal", "watch", "place", "region"],
};
const transitionWords = (name) =>
  known.transitions.includes(name) ? say(`transition.${name}`) : name;
const kindWords = (kind) => (known.kinds.includes(kind) ? say(`kind.${kind}`) : kind);
