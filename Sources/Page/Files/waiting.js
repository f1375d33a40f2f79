// Favourites that could not be added yet, as nobody answered: they are kept in the browser, and
// sent when somebody does.

import { ask } from "./api.js";
import { hear } from "./events.js";

const told = new Set();
let person = null, timer = null, pause = 0, isSending = false;

const name = () => `waiting/${person}`;

/** What waits, `{ id, text, name, audience, radius, why }` each; `why`: why it was refused. */
export function waiting() {
  try {
    return JSON.parse(localStorage.getItem(name()) ?? "[]");
  } catch {
    return [];
  }
}

function set(wishes) {
  if (wishes.length === 0) localStorage.removeItem(name());
  else localStorage.setItem(name(), JSON.stringify(wishes));
  told.forEach((tell) => tell());
}

/** Keeps `wish`, and sends it when it can be. */
export function keep(wish) {
  const isSame = (one) => one.text === wish.text && one.audience === wish.audience;
  const [id] = crypto.getRandomValues(new Uint32Array(1));
  set([...waiting().filter((one) => !isSame(one)), { ...wish, id }]);
  later();
}

export function drop(id) {
  set(waiting().filter((one) => one.id !== id));
}

/** Sends all that waits and was not refused. */
export async function send() {
  if (isSending) return;
  isSending = true;
  clearTimeout(timer);
  try {
    for (const wish of waiting().filter((one) => !one.why)) {
      const { text, audience, radius } = wish;
      try {
        await ask("POST", "favourites", { text, audience, ...(radius ? { radius } : {}) });
        drop(wish.id);
      } catch (error) {
        if (error.isAway || error.status === 401 || error.status === 429) return later();
        set(waiting().map((one) => one.id === wish.id ? { ...one, why: error.message } : one));
      }
    }
    pause = 0;
  } finally {
    isSending = false;
  }
}

function later() {
  clearTimeout(timer);
  pause = Math.min(pause * 2 || 1000, 30_000);
  timer = setTimeout(send, pause);
}

/** Begins for whoever has signed in, as `me` says. */
export function startWaiting(me) {
  if (person === me.person.id) return;
  person = me.person.id;
  if (waiting().length > 0) send();
}

/** `tell` is called when something waits, or does not wait any more. Returns what ends that. */
export function hearWaiting(tell) {
  told.add(tell);
  return () => told.delete(tell);
}

hear("back", () => { pause = 0; send(); });
// Another tab has kept or sent something.
addEventListener("storage", (event) => {
  if (event.key === name()) told.forEach((tell) => tell());
});
