// Messages wherever one is: how many are unread, notifications of the browser, and what can be done
// with a message.

import { ask } from "./api.js";
import { announce } from "./elements.js";
import { hear, isLeading } from "./events.js";
import { placePath, routeAddress } from "./places.js";
import { isUnsent } from "./queue.js";
import { locale, say } from "./words.js";

/** Seconds; of what is older, nothing rings. The gateway says the same of what comes late. */
const latest = 600;
/** Where this browser keeps that it shall show none. */
const isOff = "notifications-off";

let ends = [];

/** `shell`: `go(address)`, and `showUnread(count)`. */
export function startNotices(shell) {
  if (ends.length > 0) return;
  const count = async () => {
    try {
      shell.showUnread(await unreadCount());
    } catch {
      // It is counted again with the next message, or when there is an answer again.
    }
  };
  const onMessage = ({ data }) => {
    if (data.kind === "go") shell.go(data.address);
    if (data.kind === "muted") saysMuted(data.words, data.mutes);
  };
  navigator.serviceWorker?.addEventListener("message", onMessage);
  ends = [
    hear("message", (message) => [count(), ring(message)]), hear("back", count),
    hear("change", ({ of } = {}) => (!of || of.includes("messages")) && count()),
    () => navigator.serviceWorker?.removeEventListener("message", onMessage),
    () => shell.showUnread(0),
  ];
  count();
  startWorker();
}

export function stopNotices() {
  ends.forEach((end) => end());
  ends = [];
}

async function unreadCount() {
  return (await ask("GET", "messages?limit=1")).unread;
}

// MARK: - The service worker

async function startWorker() {
  const { serviceWorker } = navigator;
  try {
    const registration = await serviceWorker?.register("/sw.js", { updateViaCache: "none" });
    if (!registration || serviceWorker.controller) return;
    // The page was reloaded past the worker, or came while that began.
    await serviceWorker.ready;
    // A new worker claims it by itself, and the one before has other files than the page has now.
    await registration.update();
    const { installing, waiting, active } = registration;
    if (!installing && !waiting && !serviceWorker.controller) active.postMessage({ kind: "claim" });
  } catch (error) {
    // Then there are no notifications, and nothing without a network.
    console.debug(error);
  }
}

/**
 * Closes all notifications, and forgets what was known last: somebody else may come. What waits to
 * be sent stays, under the id of whoever has made it: they may sign in again (queue.js).
 */
export async function forgetPerson() {
  sessionStorage.clear();
  for (const name of Object.keys(localStorage)) {
    if (!isUnsent(name)) localStorage.removeItem(name);
  }
  // Browsers have these only behind HTTPS or on this machine.
  await globalThis.caches?.delete("answers");
  await closeNotifications();
}

// MARK: - Notifications

/**
 * Whether this browser shows notifications: "on"; "off", and it may be asked; "refused", which only
 * its settings can change; "none": it has none, as where the page is neither behind HTTPS nor on
 * this machine.
 */
export function notifications() {
  if (!globalThis.Notification || !navigator.serviceWorker) return "none";
  if (Notification.permission === "denied") return "refused";
  return Notification.permission === "granted" && !localStorage.getItem(isOff) ? "on" : "off";
}

/** Asks the browser, as the answer to a click; returns as `notifications` does. */
export async function allowNotifications() {
  localStorage.removeItem(isOff);
  await Notification.requestPermission();
  return notifications();
}

/** Shows none in this browser any more. */
export function stopNotifications() {
  localStorage.setItem(isOff, "yes");
}

/** Calls attention to a message: one tab does. */
async function ring(message) {
  const isNew = Date.now() - new Date(message.made) < latest * 1000;
  if (!message.rings || !isNew) return;
  const worker = notifications() === "on" ? await navigator.serviceWorker.getRegistration() : null;
  if (!worker?.active) {
    if (document.visibilityState !== "visible" || location.pathname.startsWith("/messages")) return;
    return announce(`${message.title}: ${message.lines[0]?.text ?? ""}`, {
      link: [`/messages/${message.id}`, say("messages.open")],
    });
  }
  if (!isLeading()) return;
  await worker.showNotification(message.title, {
    body: message.lines.map((line) => line.text).join("\n"),
    tag: tagOf(message), icon: "/icon.svg", lang: locale, timestamp: +new Date(message.time),
    // Browsers show as many as they have room for, often two.
    actions: [
      { action: "route", title: say("messages.route") },
      { action: "mute", title: say("messages.mute") },
      { action: "explain", title: say("messages.why") },
    ],
    data: {
      address: `/messages/${message.id}`, route: routeOf(message) ?? `/messages/${message.id}`,
      why: whyOf(message) ?? `/messages/${message.id}`, mutes: subjectsOf(message),
      title: message.title.slice(0, 300),
      words: {
        muted: say("messages.muted", { title: message.title }), undo: say("page.undo"),
        failed: say("fault.title"),
      },
    },
  });
}

const tagOf = (message) => `message-${message.id}`;

// MARK: - What can be done with a message

/** The address of the way there; `null` if there is none. */
export function routeOf({ place, position, title }) {
  if (position) return routeAddress(position, place?.name ?? title);
  return place?.id ? placePath(place.id) : null;
}

/** The address of the deal that a region is of; `null` if it is of none. */
function dealAddress(region) {
  return /^deal\/\d+$/.test(region) ? `/${region.replace("deal", "deals")}` : null;
}

/** The address of what a line is about; `null` if it has none. */
export function lineAddress(line) {
  const { group, bulletin } = line?.subject ?? {};
  return bulletin ? `/organisation/${encodeURIComponent(group)}/news/${bulletin}`
    : dealAddress(line?.region);
}

/** The address where the map says why it was told; `null` if that is another's to know. */
export function whyOf(message) {
  const notice = message.notices?.[0];
  if (!message.device || !notice) return null;
  const sequence = Number(notice.slice(notice.lastIndexOf("-") + 1));
  return `/map?${new URLSearchParams({
    why: message.lines[0].region, device: message.device, sequence,
  })}`;
}

/** The kinds of lines that are about one thing, and not about all that is at the place. */
const ones = ["deal", "watch", "errand", "event", "bulletin"];

/** What *not this one again* is about: the deal or the watch; else whatever is at the place. */
function subjectsOf({ place, lines }) {
  const isOne = lines.every((line) => ones.includes(line.kind));
  if (place?.id && !isOne) return [{ place: place.id }];
  return [...new Set(lines.map((line) => line.region))].map((region) => ({ region }));
}

/** Marks it as read, and takes its notification away. */
export async function markRead(message) {
  await ask("POST", `messages/${message.id}/read`);
  await closeNotifications({ tag: tagOf(message) });
}

/** Marks all up to the message `id` as read. */
export async function markAllRead(id) {
  await ask("POST", "messages/read", { up_to: id });
  await closeNotifications();
}

/** `filter`: which, as by `{ tag }`. */
async function closeNotifications(filter = {}) {
  const worker = await navigator.serviceWorker?.getRegistration();
  for (const shown of await worker?.getNotifications(filter) ?? []) shown.close();
}

/** Not this one again: said, with a way back. */
export async function mute(message) {
  const mutes = [];
  for (const subject of subjectsOf(message)) {
    mutes.push((await ask("POST", "mutes", {
      ...subject, title: message.title.slice(0, 300),
    })).id);
  }
  saysMuted(say("messages.muted", { title: message.title }), mutes);
}

function saysMuted(words, mutes) {
  const undo = async () => {
    for (const mute of mutes) await ask("DELETE", `mutes/${mute}`);
  };
  announce(words, { undo: mutes.length > 0 ? undo : null });
}
