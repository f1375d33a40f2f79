// Elements of the page. Texts become text nodes: nothing that people write is markup.

import { ago, moment } from "./dates.js";
import { say } from "./words.js";

/** `attributes`: also `on`, an object of listeners by event. Children that are null are left out. */
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "on") {
      for (const [event, listener] of Object.entries(value)) {
        element.addEventListener(event, listener);
      }
    } else if (value !== null && value !== false) {
      element.setAttribute(key, value === true ? "" : value);
    }
  }
  element.append(...children.flat().filter((child) => child !== null));
  return element;
}

let made = 0;

/** An id that no other element has. */
export const newID = () => `element-${(made += 1)}`;

export function section(title, ...children) {
  return make("section", {}, make("h2", {}, title), ...children);
}

/**
 * A button that is off while `action`, which may be async, runs. `style`: other classes of page.css,
 * as "quiet" or "danger"; `label`: what a screen reader says instead of `title`, which it begins with.
 */
export function button(title, action, { main = false, style = "", label = null } = {}) {
  return make("button", {
    type: "button", class: [main ? "main" : "", style].filter(Boolean).join(" ") || null,
    "aria-label": label,
    on: { click: (event) => guarded(event.currentTarget, action) },
  }, title);
}

/** A word that stands out; `style`: "good", "warn", "off" or none. */
export function badge(text, style = "") {
  return make("span", { class: `badge ${style}`.trim() }, text);
}

/** Lines that stand where something will be. */
export function waiting(lines = 4) {
  return make("div", { class: "waiting", role: "img", "aria-label": say("page.waiting") },
    ...Array.from({ length: lines }, () => make("span")));
}

/** Where nothing is yet: a picture, and what one can do. */
export function empty(path, ...children) {
  return make("div", { class: "empty" }, icon(path),
    ...children.map((child) => typeof child === "string" ? make("p", {}, child) : child));
}

/** Paths of pictures that several views have. */
export const cross = "M6 6l12 12M18 6 6 18";
export const plus = "M12 5v14M5 12h14";

/** `path`: of an SVG of 24 by 24, drawn as a line. */
export function icon(path) {
  const picture = shape("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" });
  picture.append(shape("path", { d: path }));
  return picture;
}

/** An element of SVG. */
export function shape(name, attributes) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

/** Runs `action` with the button off, and says beneath it what went wrong. */
export async function guarded(button, action) {
  if (button.disabled) return;
  button.nextElementSibling?.matches(".fault") && button.nextElementSibling.remove();
  button.disabled = true;
  try {
    await action();
  } catch (error) {
    button.after(fault(error));
  } finally {
    button.disabled = false;
  }
}

export function fault(error) {
  return make("p", { class: "fault", role: "alert" }, error.message);
}

// MARK: - What is said, and asked

/** Milliseconds that a toast stays; as long as one is at it, it does not go. */
const toastStays = 10_000;

/**
 * Says `text` below the view for a while. `undo`: what its button takes back, perhaps later than the
 * view is left; `link`: `[address, text]`.
 */
export function announce(text, { undo = null, link = null } = {}) {
  const place = document.getElementById("said");
  let timer;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(end, toastStays);
  };
  const end = () => {
    clearTimeout(timer);
    toast.remove();
  };
  const close = button(icon(cross), end, {
    style: "only-icon", label: say("page.close"),
  });
  const toast = make("div", {
    class: "toast",
    on: {
      pointerenter: () => clearTimeout(timer), pointerleave: wait,
      focusin: () => clearTimeout(timer), focusout: wait,
      keydown: (event) => event.key === "Escape" && end(),
    },
  },
    make("p", { dir: "auto" }, text),
    undo ? button(say("page.undo"), async () => {
      try {
        await undo();
        end();
      } catch (error) {
        announce(error.message);
      }
    }) : null,
    link ? make("a", { class: "button", href: link[0], on: { click: end } }, link[1]) : null,
    close);
  place.replaceChildren(toast);
  wait();
}

/** Opens a dialog with `title` and `children`; returns it. It is gone once it is closed. */
export function dialog(title, ...children) {
  const id = newID();
  const opened = make("dialog", {
    "aria-labelledby": id,
    on: {
      close: () => opened.remove(),
      // Beside it.
      click: (event) => event.target === opened && isOutside(opened, event) && opened.close(),
    },
  },
    make("header", {}, make("h2", { id }, title),
      button(icon(cross), () => opened.close(), {
        style: "quiet only-icon", label: say("page.close"),
      })),
    ...children);
  document.body.append(opened);
  opened.showModal();
  return opened;
}

function isOutside(element, { clientX, clientY }) {
  const box = element.getBoundingClientRect();
  return clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom;
}

/** Asks before something is done that cannot be undone; `action`: the button that does it. */
export function confirmed(title, text, action) {
  return new Promise((done) => {
    const answer = (isSure) => () => {
      done(isSure);
      opened.close();
    };
    const opened = dialog(title, make("p", {}, text), make("div", { class: "buttons end" },
      button(say("page.cancel"), answer(false)),
      button(action, answer(true), { main: true })));
    opened.addEventListener("close", () => done(false));
  });
}

// MARK: - Words with looks

let keepingTrue = null;

/** How long ago, kept true as time goes by; the time itself is its title. */
export function timeAgo(text) {
  keepingTrue ??= setInterval(sayAgain, 15_000);
  return make("time", { datetime: text, title: moment(text), class: "ago" }, ago(text));
}

function sayAgain() {
  for (const time of document.querySelectorAll("time.ago")) {
    const words = ago(time.dateTime);
    if (time.textContent !== words) time.textContent = words;
  }
}

/** A spot of a colour, the name of a CSS variable, which says what is what on a map. */
export function swatch(colour) {
  const spot = make("span", { class: "swatch", "aria-hidden": "true" });
  spot.style.background = `var(${colour})`;
  return spot;
}

/** `text` with its own lines, and its own direction. */
export const lines = (text) => make("p", { class: "lines", dir: "auto" }, text);

/** A web address that people wrote, as a link; as text if it is none that a browser should open. */
export function websiteLink(text) {
  let url = null;
  try {
    url = new URL(/^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`);
  } catch {
    // It is shown as it is.
  }
  if (!url || !["http:", "https:"].includes(url.protocol)) return make("bdi", {}, text);
  return make("a", { href: url.href, target: "_blank", rel: "noopener noreferrer" },
    make("bdi", {}, text.replace(/^https?:\/\//i, "").replace(/\/$/, "")));
}

/** Rows of a term and what it is, without those that are null. */
export const facts = (...rows) => make("dl", {},
  rows.filter((row) => row && row[1] !== null).flatMap(([term, ...what]) =>
    [make("dt", {}, term), make("dd", {}, ...what)]));
