// Changes that were made in this browser and that nobody has answered yet: they are kept in it, and
// sent in their order as soon as somebody answers. That bridges a minute without a network, also
// where the page is loaded anew meanwhile.

import { Refusal, ask, newKey } from "./api.js";
import { hear } from "./events.js";
import { say } from "./words.js";

/** Milliseconds after which a request is taken for lost; it is sent again. */
const longest = 15_000;
/** Milliseconds that one who has changed something waits for the answer. */
const patience = 2000;
/** Of so many changes it is kept what they have made: `made`. */
const most = 200;

const told = new Set();
/** By key: what hears of the first answer to a change. */
const asked = new Map();
/** Who has signed in, and by which session; `null`: nobody. */
let person = null, session = null;
let timer = null, pause = 0, isSending = false, isStale = false;

const names = () => ({ waiting: `waiting/${person}`, made: `made/${person}` });

function read(name, none) {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "null") ?? none;
  } catch {
    return none;
  }
}

/**
 * What waits of the list `of`, or of all; each
 * - `key`: names it, and tells /api when it has got it already;
 * - `of`: the list that shows it;
 * - `method`, `path`, `body`, `version`: as of `ask`. `@KEY` and `@KEY.NAME` in a path stand for the
 *   id of what an earlier one makes, and of what its answer has as NAME;
 * - `makes`: what the answer has the thing as that is made, where it has several;
 * - `remove`: `{ list, id }`: what it takes from which of the group's lists, with a query or without
 *   one, as others may have done;
 * - `isQuiet`: nobody is told of it, also not that it was refused;
 * - `why`, `status`, `now`: why it was refused, and what somebody else has made of it;
 * - whatever else the list wants to know.
 */
export function waiting(of = null) {
  const all = read(names().waiting, []);
  return of === null ? all : all.filter((one) => one.of === of);
}

function set(wishes) {
  const { waiting } = names();
  if (wishes.length === 0) localStorage.removeItem(waiting);
  else localStorage.setItem(waiting, JSON.stringify(wishes));
}

const tellAll = (done) => told.forEach((tell) => tell(done));

/**
 * Keeps `wish`, and sends it, after whatever waits already. Returns the answer; `null` if there is
 * none within a moment, and it waits. Throws if it is refused at once, and then does not keep it.
 */
export function submit(wish) {
  const key = wish.key ?? newKey();
  return new Promise((done, refuse) => {
    const timer = setTimeout(() => settle(key, null) && tellAll(), patience);
    asked.set(key, { done, refuse, timer });
    set([...waiting(), { ...wish, key }]);
    tellAll();
    send();
  });
}

/** Ends the waiting of whoever has changed something; returns whether somebody has waited. */
function settle(key, answer, error = null) {
  const one = asked.get(key);
  if (!one) return false;
  clearTimeout(one.timer);
  asked.delete(key);
  if (error) one.refuse(error);
  else one.done(answer);
  return true;
}

/** Whether whoever has changed it has been told that it waits. */
export const isLate = (wish) => !asked.has(wish.key);

/** The id that `@KEY` stands for, once there is one; others as they are. */
export const idOf = (id) =>
  typeof id === "string" && id[0] === "@" ? read(names().made, {})[id.slice(1)]?.id ?? id : id;

export function drop(key) {
  set(waiting().filter((one) => one.key !== key));
  tellAll();
}

/** Keeps something that was refused, for whoever has changed it to say what is to become of it. */
export function keep(wish, { message, status, now }) {
  set([...waiting(), { ...wish, why: message, status, now }]);
  tellAll();
}

/** Sends something that was refused once more, with `changes` of it. */
export function sendAgain(key, changes = {}) {
  set(waiting().map(({ why, status, now, ...one }) =>
    one.key === key ? { ...one, ...changes } : { ...one, ...(why && { why, status, now }) }));
  tellAll();
  return send();
}

/** Whether the session goes on: another tab may have signed in as somebody else (page.js). */
const isHere = () => session !== null && localStorage.getItem("session") === session;

/** Sends all that waits and was not refused, from one tab at a time. */
export async function send() {
  isStale = true;
  if (isSending) return;
  isSending = true;
  clearTimeout(timer);
  try {
    while (isStale) {
      isStale = false;
      // Browsers have locks only behind HTTPS or on this machine.
      if (navigator.locks) await navigator.locks.request(names().waiting, sendAll);
      else await sendAll();
    }
  } finally {
    isSending = false;
  }
}

async function sendAll() {
  clearTimeout(timer);
  /** Lists to which nobody answers now; within each, the order stays. */
  const stuck = new Set();
  while (isHere()) {
    const wish = waiting().find((one) => !one.why && !stuck.has(one.of));
    if (!wish) break;
    if (!await sendOne(wish)) stuck.add(wish.of);
  }
  if (stuck.size === 0) pause = 0;
  else later();
  // These wait, or another tab has sent them.
  [...asked.keys()].forEach((key) => settle(key, null));
  if (stuck.size > 0) tellAll();
}

/** Returns whether there was an answer. */
async function sendOne(wish) {
  const path = wish.path.replace(/@(\w+)(?:\.(\w+))?/g, (all, key, part) => {
    const one = read(names().made, {})[key];
    return (part ? one?.[part] : one?.id) ?? all;
  });
  if (path.includes("@")) return refused(wish, { message: say("waiting.needs"), status: 0 });
  const timeout = AbortSignal.timeout(longest);
  try {
    const answer = await ask(wish.method, path, wish.body, {
      version: wish.version, signal: timeout,
    }).catch(async (error) => {
      const isTaking = error.status === 409 && wish.method === "POST" && wish.remove;
      if (isTaking && await isRemoved(wish, timeout)) throw new Refusal(404, say("fault.gone"));
      throw error;
    });
    return taken(wish, answer);
  } catch (error) {
    // Who signs in again as the same one, sends it then.
    if (timeout.aborted || error.isAway || error.status === 401) return false;
    if (!(error instanceof Refusal)) throw error;
    // Both are so when the first answer was lost, and also when somebody else wants the same.
    if (wish.method === "DELETE" && error.status === 404) return taken(wish, {});
    const isSame = wish.method === "PATCH" && error.status === 412 && error.now
      && Object.entries(wish.body).every(([name, value]) =>
        JSON.stringify(error.now[name] ?? "") === JSON.stringify(value));
    if (isSame) return taken(wish, error.now);
    return refused(wish, error);
  }
}

/** Whether what a wish takes away is not there any more: else its 409 is about something else. */
async function isRemoved({ of, remove: { list, id } }, signal) {
  const { [list.split("?")[0]]: now } = await ask("GET", `${of}/${list}`, undefined, { signal });
  return !now.some((one) => one.id === idOf(id));
}

function taken(wish, answer) {
  const parts = Object.entries(answer).filter(([, part]) => part?.id !== undefined);
  const id = (answer[wish.makes] ?? answer).id;
  const made = Object.entries(read(names().made, {})).slice(1 - most);
  made.push([wish.key, {
    id, ...Object.fromEntries(parts.map(([name, part]) => [name, part.id])),
  }]);
  localStorage.setItem(names().made, JSON.stringify(Object.fromEntries(made)));
  set(waiting().filter((one) => one.key !== wish.key).map((one) =>
    // It was changed again, on top of this change.
    wish.method === "PATCH" && one.path === wish.path && one.version === wish.version
      ? { ...one, version: answer.version } : one));
  settle(wish.key, answer);
  tellAll({ wish, answer });
  return true;
}

function refused(wish, error) {
  const { message, status, now } = error;
  const isHeard = settle(wish.key, null, error);
  set(isHeard || wish.isQuiet ? waiting().filter((one) => one.key !== wish.key)
    : waiting().map((one) => one.key === wish.key ? { ...one, why: message, status, now } : one));
  tellAll();
  return true;
}

function later() {
  clearTimeout(timer);
  pause = Math.min(pause * 2 || 1000, 30_000);
  timer = setTimeout(send, pause);
}

/** Begins for whoever has signed in, as `me` says; what others have not sent stays theirs. */
export function startWaiting(me) {
  if (session === `${me.session}`) return;
  [person, session] = [me.person.id, `${me.session}`];
  if (waiting().length > 0) send();
}

/** Whether this browser keeps under that name what waits or what was made, of whomever. */
export const isUnsent = (name) => /^(waiting|made)\//.test(name);

const allNames = () => Object.keys(localStorage).filter(isUnsent);

/** How many changes wait in this browser, whoever has made them. */
export const countWaiting = () => allNames().filter((name) => name.startsWith("waiting/"))
  .flatMap((name) => read(name, [])).filter((wish) => !wish.isQuiet).length;

/** Drops all that waits in this browser. */
export function forgetWaiting() {
  for (const name of allNames()) localStorage.removeItem(name);
}

/**
 * `tell` is called when something waits, or does not wait any more: then with `{ wish, answer }` if
 * it was taken. Returns what ends that.
 */
export function hearWaiting(tell) {
  told.add(tell);
  return () => told.delete(tell);
}

hear("back", () => { pause = 0; send(); });
addEventListener("online", () => { pause = 0; if (person !== null) send(); });
// Another tab has kept or sent something.
addEventListener("storage", (event) => {
  if (person !== null && event.key === names().waiting) tellAll();
});
