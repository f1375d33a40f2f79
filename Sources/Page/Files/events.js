// The stream of what happens, /api/events: one for all tabs of a browser. It goes on by itself after
// the gateway was away, or the device has slept.

import { ask } from "./api.js";

const handlers = new Map();
let stream = null;

/**
 * `handle` is called with the data of each event that is called `name`: `message`, `device`,
 * `change`, … Of the page's own are
 * - `back`: something may have been missed, and is to be asked for;
 * - `away`: since when there is no stream, as a time in milliseconds, or `null` once it is back.
 * Returns a function that ends it.
 */
export function hear(name, handle) {
  if (!handlers.has(name)) handlers.set(name, new Set());
  handlers.get(name).add(handle);
  return () => handlers.get(name).delete(handle);
}

/** Tells all who hear `name` of this tab. */
export function tell(name, data) {
  for (const handle of [...handlers.get(name) ?? []]) handle(data);
}

export function startEvents() {
  if (stream) return;
  stream = new EventSource("/api/events");
  let isFirst = true;
  stream.addEventListener("open", () => {
    if (!isFirst) tell("back");
    isFirst = false;
  });
  for (const name of ["message", "device", "change"]) {
    stream.addEventListener(name, (event) => tell(name, JSON.parse(event.data)));
  }
  stream.addEventListener("error", async () => {
    // The browser tries again by itself, unless it was refused.
    if (stream?.readyState !== EventSource.CLOSED) return;
    stream = null;
    try {
      await ask("GET", "me");
      startEvents();
    } catch (error) {
      if (error.status === 401) dispatchEvent(new Event("signedout"));
      else setTimeout(startEvents, 5000);
    }
  });
}

export function stopEvents() {
  stream?.close();
  stream = null;
}
