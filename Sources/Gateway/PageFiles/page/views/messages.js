// /messages: what one was told; /messages/ID: the same, and that one at once.

import { ask } from "../base/api.js";
import { clock, day } from "../base/dates.js";
import { badge, button, empty, fault, icon, make } from "../base/elements.js";
import { showList } from "../base/lists.js";
import {
  allowNotifications, lineAddress, markAllRead, markRead, mute, notifications, routeOf, whyOf,
} from "../base/notices.js";
import { placePath } from "../base/places.js";
import { say } from "../base/words.js";

/** So many are fetched at a time. */
const page = 50;
const bell = "M6 9a6 6 0 0 1 12 0c0 6 2.5 7.5 2.5 7.5h-17S6 15 6 9Zm3.8 10.5a2.5 2.5 0 0 0 4.4 0";
const arrow = "M5 21v-6a4 4 0 0 1 4-4h10m-5-5 5 5-5 5";
const why =
  "M9.2 9a3 3 0 1 1 4.3 2.7c-.9.5-1.5 1.2-1.5 2.3m0 3.5v.01M12 21.5a9.5 9.5 0 1 0 0-19 9.5 9.5 0 0 0 0 19Z";
const never = "M5 5l14 14M12 21.5a9.5 9.5 0 1 0 0-19 9.5 9.5 0 0 0 0 19Z";

export default async function messagesView({ path, me }) {
  const list = make("div");
  const older = button(say("messages.older"), () => fetchOlder(), { style: "quiet" });
  const readAll = button(say("messages.readAll"), () => markAll());
  /** The newest first. */
  let messages = [];
  /** Those that were not read when the view was opened, or came since: they keep their place. */
  const fresh = new Set();
  let isAll = false;

  const draw = () => {
    const unread = messages.filter((message) => fresh.has(message.id));
    const rest = messages.filter((message) => !fresh.has(message.id));
    const groups = [
      ...(unread.length > 0 ? [{ title: say("messages.unread"), messages: unread }] : []),
      ...byDay(rest),
    ];
    showList(list, groups.map(({ title }) => title), (title) => title, (title) =>
      make("section", { class: "stacked" }, make("h2", { class: "day" }, title), make("ul")));
    groups.forEach(({ messages }, index) => showList(
      list.children[index].querySelector("ul"), messages, (message) => message.id, item));
    none.hidden = messages.length > 0;
    older.hidden = isAll || messages.length === 0;
    readAll.hidden = !messages.some((message) => !message.read);
  };
  const item = (message) => messageItem(message, { read, withDay: fresh.has(message.id), me });
  const take = (answer) => {
    for (const message of answer) {
      if (!message.read) fresh.add(message.id);
    }
    const known = new Map(messages.map((message) => [message.id, message]));
    for (const message of answer) known.set(message.id, message);
    messages = [...known.values()].sort((one, other) => other.id - one.id);
    draw();
  };
  const fetchNew = async () => {
    const { messages: newest } = await ask("GET", `messages?limit=${page}`);
    if (newest.length < page) isAll = true;
    take(newest);
  };
  const fetchOlder = async () => {
    const { messages: older } = await ask(
      "GET", `messages?limit=${page}&before=${messages.at(-1).id}`);
    isAll = older.length < page;
    take(older);
  };
  const read = async (message) => {
    if (message.read) return;
    await markRead(message);
    messages = messages.map((one) => one.id === message.id ? { ...one, read: true } : one);
    draw();
  };
  const markAll = async () => {
    await markAllRead(messages[0].id);
    messages = messages.map((message) => ({ ...message, read: true }));
    draw();
  };
  const none = empty(bell, make("h2", {}, say("messages.none")), say("messages.noneHow"),
    make("p", {}, make("a", { class: "button", href: "/nearby" }, say("messages.noneNearby"))));
  const observer = new IntersectionObserver((entries) => {
    if (entries.some((entry) => entry.isIntersecting) && !older.hidden) older.click();
  }, { rootMargin: "400px" });

  await fetchNew();
  const again = () => fetchNew().catch(() => {});
  return {
    body: [
      make("header", {}, make("h1", {}, say("messages.title")), readAll),
      notificationsPart(), none, list, make("p", { class: "more" }, older),
    ],
    hears: {
      message: (message) => take([message]), back: again,
      change: ({ of } = {}) => (!of || of.includes("messages")) && again(),
    },
    drawn: async () => {
      observer.observe(older);
      const one = messages.find((message) => `${message.id}` === path[0]);
      if (!one) return;
      const element = document.getElementById(`message-${one.id}`);
      element.scrollIntoView({ block: "center" });
      element.querySelector("h3").focus({ preventScroll: true });
      await read(one).catch(() => {});
    },
    end: () => observer.disconnect(),
  };
}

/** `[{ title, messages }]`, a day each. */
function byDay(messages) {
  const days = new Map();
  for (const message of messages) {
    const title = day(message.time);
    if (!days.has(title)) days.set(title, []);
    days.get(title).push(message);
  }
  return [...days].map(([title, messages]) => ({ title, messages }));
}

/** `read`: marks it as read; `withDay`: it does not stand below its day. */
function messageItem(message, { read, withDay }) {
  const way = routeOf(message);
  // Without a place, the first line is what it is called after.
  const subject = message.place?.id ? null : lineAddress(message.lines[0]);
  const explanation = whyOf(message);
  const label = (word) => `${say(word)}: ${message.title}`;
  const action = (href, path, word) => make("a", {
    class: "button quiet", href, "aria-label": label(word),
    on: { click: () => read(message).catch(() => {}) },
  }, icon(path), say(word));
  const title = message.place?.id
    ? make("a", { href: placePath(message.place.id) }, message.title)
    : subject ? make("a", { href: subject }, message.title) : message.title;
  return make("li", {
    class: `message${message.read ? "" : " unread"}`, id: `message-${message.id}`,
  },
    make("div", {},
      make("h3", { dir: "auto", tabindex: -1 }, title),
      ...message.lines.map((line) => make("p", { dir: "auto" }, lineWords(line, subject))),
      make("p", { class: "faint small" },
        make("time", { datetime: message.time },
          withDay ? `${day(message.time)}, ${clock(message.time)}` : clock(message.time)),
        message.is_late ? " " : null,
        message.is_late ? badge(say("messages.late"), "warn") : null)),
    make("div", { class: "buttons" },
      way ? action(way, arrow, "messages.route") : null,
      explanation ? action(explanation, why, "messages.why") : null,
      button([icon(never), say("messages.mute")], async () => {
        await mute(message);
        await read(message);
      }, { style: "quiet", label: label("messages.mute") }),
      message.read ? null : button(say("messages.read"), () => read(message), {
        label: label("messages.read"),
      })));
}

/** A line, which leads to what it is about, unless the title does; `titled`: where that leads. */
function lineWords(line, titled) {
  const address = lineAddress(line);
  return address && address !== titled ? make("a", { href: address }, line.text) : line.text;
}

/** Asks whether this browser may show notifications, as long as it has not been answered. */
function notificationsPart() {
  const part = make("section", { class: "ask" });
  const draw = () => {
    part.hidden = notifications() !== "off";
    part.replaceChildren(
      make("p", {}, say("messages.notifyHow")),
      button(say("messages.notify"), async () => {
        const answer = await allowNotifications();
        if (answer === "refused") part.replaceChildren(fault(new Error(say("messages.refused"))));
        else draw();
      }, { main: true }));
  };
  draw();
  return part;
}
