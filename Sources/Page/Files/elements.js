// Elements of the page. Texts become text nodes: nothing that people write is markup.

import { locale, say } from "./words.js";

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

export function section(title, ...children) {
  return make("section", {}, make("h2", {}, title), ...children);
}

/** A button that is off while `action`, which may be async, runs. */
export function button(title, action, { main = false } = {}) {
  return make("button", {
    type: "button", class: main ? "main" : null,
    on: { click: (event) => guarded(event.currentTarget, action) },
  }, title);
}

let fields = 0;

/** A text field with its label: `[label, input]`. */
export function field(title, attributes = {}) {
  const id = `field-${(fields += 1)}`;
  return [
    make("label", { for: id }, title),
    make("input", { id, type: "text", required: true, maxlength: 80, ...attributes }),
  ];
}

/** Fields, and a button that hands their values to `action`. */
export function form(inputs, title, action, { main = true } = {}) {
  const submit = make("button", { type: "submit", class: main ? "main" : null }, title);
  return make("form", {
    on: {
      submit: (event) => {
        event.preventDefault();
        const values = inputs.filter((input) => input.matches("input"))
          .map((input) => input.value.trim());
        guarded(submit, () => action(...values));
      },
    },
  }, ...inputs, submit);
}

/** Runs `action` with the button off, and says beneath it what went wrong. */
async function guarded(button, action) {
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

/** A link to be given on, as /api has it: its address, and its QR code. */
export function shownLink(link, purpose) {
  const address = make("input", {
    type: "text", readonly: true, value: link.url, "aria-label": say("link.address"),
    on: { focus: () => address.select() },
  });
  const copied = make("span", { role: "status" });
  const copy = button(say("link.copy"), async () => {
    // Browsers have the clipboard only behind HTTPS or on this machine.
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(link.url);
      copied.textContent = ` ${say("link.copied")}`;
    } else {
      address.focus();
    }
  });
  return make("div", {},
    make("p", {}, say(purpose, { until: moment(link.expires) })),
    new URL(link.url).hostname.endsWith(".localhost")
      ? make("p", { class: "fault" }, say("link.here")) : null,
    link.qr.length === 0 ? null : qrCode(link.qr), address, copy, copied);
}

/** `rows`: of modules, 1 is dark. */
function qrCode(rows) {
  const margin = 4;
  const size = rows.length + 2 * margin;
  const path = rows.flatMap((row, y) => [...row].map((module, x) =>
    module === "1" ? `M${x + margin} ${y + margin}h1v1h-1z` : "")).join("");
  const shape = (name, attributes) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  };
  const picture = shape("svg", {
    class: "qr", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": say("link.qr"),
    "shape-rendering": "crispEdges",
  });
  picture.append(
    shape("rect", { width: size, height: size, fill: "#fff" }),
    shape("path", { d: path, fill: "#000" }));
  return picture;
}

/** A time of /api, for people. */
export function moment(text) {
  const time = new Date(text);
  const isToday = time.toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat(
    locale,
    isToday ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" }).format(time);
}

/** What a browser is called among its person's sessions, as in `Firefox on Linux`. */
export function deviceName() {
  const agent = navigator.userAgent;
  const first = (pairs) => pairs.find(([pattern]) => pattern.test(agent))?.[1];
  const browser = first([
    [/Edg/, "Edge"], [/OPR/, "Opera"], [/Firefox|FxiOS/, "Firefox"],
    [/Chrome|CriOS/, "Chrome"], [/Safari/, "Safari"],
  ]) ?? say("device.browser");
  const system = first([
    [/iPhone/, "iPhone"], [/iPad/, "iPad"], [/Android/, "Android"], [/Windows/, "Windows"],
    [/Mac OS/, "Mac"], [/CrOS/, "ChromeOS"], [/Linux/, "Linux"],
  ]);
  return system ? say("device.on", { browser, system }) : browser;
}
