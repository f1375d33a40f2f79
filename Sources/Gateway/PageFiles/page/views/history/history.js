// /history?device=ID&day=YYYY-MM-DD: where one was on a day. Days are those of the browser's zone.

import { ask } from "../../base/api.js";
import { dayAfter, isDay, today } from "../../base/days.js";
import { button, make, section } from "../../base/elements.js";
import { ownDevices } from "../../base/places.js";
import { say } from "../../base/words.js";
import { Day } from "./day.js";

export default async function historyView(state) {
  const { devices } = await ask("GET", "devices");
  const own = ownDevices(devices);
  const title = make("h1", {}, say("history.title"));
  if (own.length === 0) {
    return {
      body: [title, section(say("history.noDevice"),
        make("p", {}, say("history.noDeviceHow"), " ",
          make("a", { href: "/settings/phones" }, say("settings.phones"))))],
    };
  }
  const wanted = state.url.searchParams;
  const shown = {
    device: own.find((device) => device.id === wanted.get("device")) ?? own[0],
    day: isDay(wanted.get("day")) ? wanted.get("day") : today(),
  };
  const day = new Day(shown);
  const pick = (change) => {
    Object.assign(shown, change);
    const address = new URLSearchParams({ device: shown.device.id, day: shown.day });
    history.pushState(null, "", `/history?${address}`);
    day.show();
  };
  day.show();
  return {
    body: [title, choices(own, shown, pick), ...day.body],
    hears: {
      device: (device) => day.take(device),
      change: ({ of } = {}) => { if (!of || of.includes("messages")) day.readNotices(); },
      back: () => day.show({ isAgain: true }),
    },
    end: () => day.end(),
  };
}

/** Which device, and which day. */
function choices(own, shown, pick) {
  const input = make("input", {
    type: "date", value: shown.day, max: today(), required: true,
    "aria-label": say("history.day"), on: {
      // Nothing, or a day that is half typed.
      change: () => { if (isDay(input.value)) to(input.value); },
    },
  });
  const to = (day) => {
    input.value = day;
    input.max = today();
    pick({ day });
    later.disabled = day >= input.max;
  };
  const way = (words, label, action) => make("button", {
    type: "button", "aria-label": label, title: label, on: { click: action },
  }, words);
  const later = way("›", say("history.nextDay"), () => to(dayAfter(shown.day)));
  later.disabled = shown.day >= input.max;
  const list = own.length < 2 ? null : make("select", {
    "aria-label": say("history.device"), on: {
      change: () => pick({ device: own.find((device) => device.id === list.value) }),
    },
  }, own.map((device) => make("option", {
    value: device.id, selected: device.id === shown.device.id,
  }, device.name ?? device.id)));
  return make("div", { class: "choices" }, list,
    make("div", { class: "day-choice" },
      way("‹", say("history.previousDay"), () => to(dayAfter(shown.day, -1))), input, later),
    button(say("history.today"), () => to(today())));
}
