// What stands around each view: the ways to all of them.

import { dialog, icon, make } from "../base/elements.js";
import { say } from "../base/words.js";
import { views } from "./views.js";

let unread = 0;

/** The ways to all views; `name`: the one that is shown, `null` for none, and no ways. */
export function surround(name) {
  const top = document.getElementById("top");
  document.body.classList.toggle("has-ways", name !== null);
  if (name === null) return top.replaceChildren();
  if (!top.firstChild) {
    top.append(
      make("a", { class: "skip", href: "#view" }, say("page.skip")),
      make("p", { class: "brand", "aria-hidden": "true" },
        make("img", { src: "/icon.svg", alt: "" }), "geofenced"),
      ways("ways", say("page.views"), (one) => !one.isOwn),
      ways("own", say("page.own"), (one) => one.isOwn));
    countUnread(unread);
  }
  for (const link of top.querySelectorAll("nav a")) {
    if (link.pathname === `/${name || "map"}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  const rest = top.querySelector(".to-rest button");
  rest.toggleAttribute("aria-current", views.some((one) => one.isRest && one.name === name));
}

function ways(style, title, isIn) {
  const those = views.filter((one) => !one.of && isIn(one));
  return make("nav", { class: style, "aria-label": title },
    make("ul", {}, those.map((one) =>
      make("li", { class: one.isRest ? `to-${one.name} rest` : `to-${one.name}` }, wayTo(one))),
    those.some((one) => one.isRest) ? make("li", { class: "to-rest" }, make("button", {
      type: "button", "aria-haspopup": "dialog", on: { click: showRest },
    }, icon("M5 12h.01M12 12h.01M19 12h.01"), make("span", {}, say("page.more")))) : null));
}

const wayTo = (one) => make("a", { href: `/${one.name}` },
  icon(one.icon), make("span", {}, say(`view.${one.name}`)));

/** The ways that have no room below. */
function showRest() {
  const rest = views.filter((one) => one.isRest);
  const opened = dialog(say("page.more"), make("nav", { class: "rest", "aria-label": say("page.views") },
    make("ul", {}, rest.map((one) => make("li", {}, wayTo(one))))));
  opened.addEventListener("click", ({ target }) => target.closest("a") && opened.close());
}

/** How many messages are not read, at the bell. */
export function countUnread(count) {
  unread = count;
  const bell = document.querySelector(".to-messages a");
  bell?.querySelector(".count")?.remove();
  if (!bell || count <= 0) return;
  bell.append(make("span", { class: "count" },
    make("span", { "aria-hidden": "true" }, count > 99 ? "99+" : `${count}`),
    make("span", { class: "hidden" }, ` ${say("page.unread", { count })}`)));
}
