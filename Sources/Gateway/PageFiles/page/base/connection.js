// The line that says when what one sees may be old: no connection, or the daemon is away. It comes
// and goes by itself.

import { ask } from "./api.js";
import { clock } from "./dates.js";
import { hear, tell } from "./events.js";
import { say } from "./words.js";

/** Milliseconds: a gateway that starts again is back before anybody has read a line. */
const patience = 2000;
/** Milliseconds between two questions whether the daemon is back. */
const betweenQuestions = 5000;

/** Since when, in milliseconds since 1970; `null`: it is there. */
const since = { stream: null, daemon: null };
/** Of when the oldest answer is that one sees without a connection; `null`: there is none. */
let asOf = null;
let timer = null;
let asking = null;

/** Begins to watch, once for all views. */
export function watchConnection() {
  hear("away", (time) => {
    since.stream = time;
    if (time === null) asOf = null;
    show();
    // What the daemon has done meanwhile, the stream does not say.
    if (time === null) askForDaemon();
  });
  hear("change", ({ of } = {}) => {
    if (of?.includes("status")) askForDaemon();
  });
  addEventListener("asof", ({ detail }) => {
    asOf = Math.min(asOf ?? detail, detail);
    show();
  });
  // What /api has refused with 503.
  addEventListener("daemonaway", askForDaemon);
}

/** Forgets all of it, as nobody has signed in. */
export function endConnection() {
  clearTimeout(asking);
  asking = null;
  since.stream = since.daemon = asOf = null;
  show();
}

async function askForDaemon() {
  clearTimeout(asking);
  try {
    const { daemon } = await ask("GET", "status");
    if (daemon === "works") {
      const wasAway = since.daemon !== null;
      since.daemon = null;
      show();
      if (wasAway) tell("back");
      return;
    }
    since.daemon ??= Date.now();
    show();
  } catch (error) {
    if (error.status === 401) return;
  }
  if (since.daemon !== null) asking = setTimeout(askForDaemon, betweenQuestions);
}

function show() {
  clearTimeout(timer);
  const time = since.stream ?? since.daemon;
  if (time === null) return put("");
  const wait = time + patience - Date.now();
  if (wait > 0) {
    timer = setTimeout(show, wait);
    return;
  }
  if (since.stream === null) return put(say("page.daemonAway", { time: clock(time) }));
  put(asOf === null ? say("page.away", { time: clock(time) })
    : say("page.asOf", { time: clock(asOf) }));
}

function put(words) {
  const line = document.getElementById("away");
  if (line.textContent === words) return;
  line.textContent = words;
  line.hidden = words === "";
  document.body.classList.toggle("is-away", words !== "");
}
