// What a view reads again, as things change.

import { make } from "./elements.js";
import { say } from "./words.js";

/** Whether an event `change` is about one of `things`; one that does not say may be. */
export const isAbout = (change, ...things) =>
  !change?.of || change.of.some((thing) => things.includes(thing));

/**
 * Reads again whenever `refresh()` is called, once at a time. While that fails, `element` says so;
 * if nobody answers, it is tried again by itself.
 */
export function upToDate(read) {
  const element = make("p", { class: "behind", role: "status", hidden: true });
  let running = null, isStale = false, isEnded = false, pause = 0, timer;
  const run = async () => {
    clearTimeout(timer);
    try {
      await read();
      pause = 0;
      element.hidden = true;
    } catch (error) {
      if (isEnded || error.name === "AbortError") return;
      element.textContent = say("places.behind", { why: error.message });
      element.hidden = false;
      if (!error.isAway) return;
      pause = Math.min(pause * 2 || 1000, 30_000);
      timer = setTimeout(refresh, pause);
    }
  };
  const refresh = () => {
    if (isEnded) return null;
    if (running) {
      isStale = true;
      return running;
    }
    running = run().finally(() => {
      running = null;
      if (!isStale) return null;
      isStale = false;
      return refresh();
    });
    return running;
  };
  const end = () => {
    isEnded = true;
    clearTimeout(timer);
  };
  return { element, refresh, end };
}

/** Waits for `work`, but no longer than one wants to wait for a view. */
export const soon = (work) => Promise.race([work, new Promise((done) => setTimeout(done, 400))]);

/** Reads several things again; what is away is read again with `back`. */
export const refreshing = (...parts) => () =>
  Promise.all(parts.map((part) => part.refresh())).catch(() => {});
