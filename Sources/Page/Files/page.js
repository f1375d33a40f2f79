// Shows the view of the address.

import { ask } from "./api.js";
import { button, fault, make } from "./elements.js";
import { homeView } from "./home.js";
import { joinView } from "./join.js";
import { signInView } from "./signin.js";
import { say } from "./words.js";

const view = document.getElementById("view");
let shown = 0;

async function go() {
  const number = (shown += 1);
  const [children, isNarrow] = await content();
  // Another address was opened meanwhile.
  if (number !== shown) return;
  view.classList.toggle("narrow", isNarrow);
  view.replaceChildren(...children);
  const title = view.querySelector("h1");
  document.title = `${title.textContent} · geofenced`;
  // A screen reader says where one is now.
  title.tabIndex = -1;
  if (number > 1) title.focus();
}

/** The elements of the view, and whether they are few. */
async function content() {
  try {
    const me = await whoIsHere();
    if (location.pathname === "/join") return [await joinView(me, go), true];
    return me ? [await homeView(me, go), false] : [signInView(go), true];
  } catch (error) {
    return [[make("h1", {}, say("fault.title")), fault(error), button(say("fault.again"), go)], true];
  }
}

/** `null` if nobody has signed in. */
async function whoIsHere() {
  try {
    return await ask("GET", "me");
  } catch (error) {
    if (error.status === 401) return null;
    throw error;
  }
}

// A link may be opened where another one is shown.
addEventListener("hashchange", go);
go();
