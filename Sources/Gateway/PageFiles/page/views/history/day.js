// What is shown of one day: visits and notices, and on a map the way.

import { ask } from "../../base/api.js";
import { clock } from "../../base/dates.js";
import { startOf } from "../../base/days.js";
import { button, fault, make, section } from "../../base/elements.js";
import { distance, duration, number } from "../../base/numbers.js";
import { noticesAround, noticesOf, positionsOf } from "../../base/past.js";
import { locale, say } from "../../base/words.js";
import { DayMap } from "./day-map.js";
import { exportSection } from "./export.js";
import { metresBetween, movement, visitsOf } from "./visits.js";

/** Lines of the list that are shown at once. */
const mostLines = 100;
/** As positions are kept: one each 10 m or 5 min. */
const kept = { metres: 10, ms: 300000 };

/** What is shown of one day, and how it goes on. */
export class Day {
  constructor(shown) {
    this.shown = shown;
    this.heading = make("h2", {});
    this.facts = make("p", {});
    this.state = make("div", { role: "status" });
    this.visits = make("ul", { class: "visits" });
    this.notices = make("ul", {});
    this.noticesTitle = make("summary", {});
    this.noticesPart = make("details", {}, this.noticesTitle, this.notices);
    this.map = new DayMap((ms) => this.clockOf(ms));
    this.kept = make("p", { class: "faint" });
    this.body = [make("div", { class: "history" },
      this.map.element,
      make("div", { class: "history-what" },
        make("section", {}, this.heading, this.facts, this.state, this.visits, this.noticesPart),
        exportSection(shown),
        section(say("history.keptTitle"), make("p", { class: "faint" }, say("history.kept")),
          this.kept)))];
  }

  end() {
    this.reading = null;
    clearTimeout(this.retry);
    clearTimeout(this.redraw);
    this.map.end();
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
      this.map.point.textContent = "";
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
        this.map.add(position);
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
    this.map.draw(positions, visits, { isNew, isWayDrawn });
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
          type: "button", class: "as-text", on: { click: () => this.map.choose(visit) },
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

  /** With the day, if it is another. */
  clockOf(ms) {
    const isOfDay = ms >= this.start.getTime() && ms < this.until.getTime();
    return isOfDay ? clock(ms) : new Intl.DateTimeFormat(locale, {
      day: "numeric", month: "short", hour: "numeric", minute: "2-digit",
    }).format(ms);
  }
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
