// /settings/told: what one is told, how, and when not.

import { ask } from "../../base/api.js";
import { announce, button, fault, make, section } from "../../base/elements.js";
import { checkbox, field, form, select } from "../../base/forms.js";
import { listSection, name, removeWithUndo, row } from "../../base/lists.js";
import { isAbout, refreshing } from "../../base/live.js";
import { allowNotifications, notifications, stopNotifications } from "../../base/notices.js";
import { say } from "../../base/words.js";

const transitions = ["enter", "dwell", "exit"];
/** Those that the page has a word for; there may be others, as of files of regions. */
const kinds = ["favourite", "deal", "errand", "event", "bulletin", "watch", "region"];

export default async function toldPart({ me }) {
  let settings = await ask("GET", "settings");
  /** What shows the settings anew. */
  const shows = [];
  const show = () => shows.forEach((show) => show(settings));
  const patch = async (change) => {
    settings = await ask("PATCH", "settings", change);
    show();
  };
  const mutes = await mutesPart();
  const refresh = async () => {
    settings = await ask("GET", "settings");
    show();
  };
  const again = refreshing({ refresh }, mutes);
  const body = [
    waysPart(me, patch, shows), quietPart(patch, shows), whatPart(patch, shows, () => settings),
    mutes.element,
  ];
  show();
  return {
    body,
    hears: {
      change: (change) => { if (isAbout(change, "settings", "mutes")) again(); },
      back: again,
    },
  };
}

/** A box that is saved as soon as it is ticked; it springs back if that did not work. */
function savedBox(title, save) {
  const label = checkbox(title, {
    on: {
      change: async () => {
        label.nextElementSibling?.matches(".fault") && label.nextElementSibling.remove();
        box.disabled = true;
        try {
          await save(box.checked);
        } catch (error) {
          box.checked = !box.checked;
          label.after(fault(error));
        } finally {
          box.disabled = false;
          box.focus();
        }
      },
    },
  });
  const box = label.querySelector("input");
  return { label, box };
}

/**
 * A form whose fields follow the settings until one types in them; then they stay, and a line says
 * if they have changed elsewhere. `valuesOf`: what the settings have in the order of `inputs`.
 */
function followingForm(inputs, valuesOf, shows, save) {
  const fields = inputs.filter((input) => input.matches("input, select"));
  const elsewhere = make("p", { class: "fault", role: "status", hidden: true },
    say("told.elsewhere"));
  let last = null;
  shows.push((settings) => {
    const values = valuesOf(settings);
    const isTyped = last !== null && fields.some((field, index) => field.value !== last[index]);
    elsewhere.hidden = !isTyped || values.join("\n") === last.join("\n");
    if (isTyped) return;
    fields.forEach((field, index) => { field.value = values[index]; });
    last = fields.map((field) => field.value);
  });
  const made = form(inputs, say("rows.save"), async (...values) => {
    last = values;
    elsewhere.hidden = true;
    await save(...values);
    announce(say("rows.saved"));
  }, { main: false });
  made.append(elsewhere);
  return made;
}

function waysPart(me, patch, shows) {
  const rings = savedBox(say("told.rings"), (page) => patch({ ways: { page } }));
  shows.push(({ ways }) => { rings.box.checked = ways.page; });
  return section(say("told.ways"), rings.label, make("p", { class: "hint" }, say("told.ringsHow")),
    browserPart(), ...ntfyPart(me, patch, shows), ...mqttPart(me, patch, shows));
}

/** Notifications of this browser; each decides for itself. */
function browserPart() {
  const place = make("div");
  const show = (state = notifications()) => {
    const action = state === "on"
      ? button(say("told.browserStop"), () => {
        stopNotifications();
        show();
        place.querySelector("button")?.focus();
      })
      : state === "off"
        ? button(say("told.browserAllow"), async () => {
          show(await allowNotifications());
          place.querySelector("button")?.focus();
        })
        : null;
    place.replaceChildren(...[
      make("h3", {}, say("told.browser")), make("p", {}, say(`told.browser.${state}`)), action,
    ].filter(Boolean));
  };
  show();
  return place;
}

function ntfyPart(me, patch, shows) {
  const title = make("h3", {}, "ntfy");
  if (me.ntfy_servers.length === 0) {
    return [title, make("p", { class: "faint" }, say("told.ntfyNone"))];
  }
  const inputs = [
    ...select(say("told.ntfyServer"), me.ntfy_servers.map((server) => [server, server])),
    ...field(say("told.ntfyTopic"), {
      required: false, autocomplete: "off", spellcheck: "false", maxlength: 64,
      pattern: "[A-Za-z0-9_\\-]{1,64}", title: say("told.ntfyTopicHow"),
    }),
  ];
  return [title, make("p", {}, say("told.ntfyHow")),
    followingForm(inputs, ({ ways }) => [
      ways.ntfy?.server ?? me.ntfy_servers[0], ways.ntfy?.topic ?? "",
    ], shows, (server, topic) => patch({ ways: { ntfy: topic ? { server, topic } : null } }))];
}

/** Nothing where there is no broker: few people have one. */
function mqttPart(me, patch, shows) {
  if (!me.mqtt) return [];
  const sends = savedBox(say("told.mqtt"), (mqtt) => patch({ ways: { mqtt } }));
  shows.push(({ ways }) => { sends.box.checked = ways.mqtt; });
  return [make("h3", {}, "MQTT"), sends.label,
    make("p", { class: "hint" }, say("told.mqttHow", { topic: `geofenced/messages/${me.person.id}` }))];
}

function quietPart(patch, shows) {
  const zones = Intl.supportedValuesOf?.("timeZone") ?? [];
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const list = make("datalist", { id: "time-zones" },
    zones.map((zone) => make("option", { value: zone })));
  const inputs = [
    ...field(say("told.quietFrom"), { type: "time" }),
    ...field(say("told.quietTo"), { type: "time" }),
    ...field(say("told.quietZone"), {
      list: "time-zones", autocomplete: "off", spellcheck: "false",
    }),
  ];
  const state = make("p", {});
  const none = button(say("told.quietNone"), async () => {
    await patch({ quiet: null });
    announce(say("rows.saved"));
  });
  shows.push(({ quiet }) => {
    state.textContent = quiet
      ? say("told.quietIs", { from: quiet.from, to: quiet.to, zone: quiet.time_zone })
      : say("told.quietOff");
    none.hidden = !quiet;
  });
  return section(say("told.quiet"), make("p", { class: "faint" }, say("told.quietHow")), state,
    followingForm(inputs, ({ quiet }) => [
      quiet?.from ?? "22:00", quiet?.to ?? "07:00", quiet?.time_zone ?? here,
    ], shows, (from, to, zone) => patch({ quiet: { from, to, time_zone: zone } })),
    none, list);
}

function whatPart(patch, shows, settings) {
  const moments = transitions.map((transition) => {
    const made = savedBox(say(`told.${transition}`), (isOn) => {
      const others = settings().transitions.filter((one) => one !== transition);
      return patch({ transitions: isOn ? [...others, transition] : others });
    });
    shows.push((settings) => { made.box.checked = settings.transitions.includes(transition); });
    return made.label;
  });
  const things = make("fieldset", {}, make("legend", {}, say("told.kinds")));
  const boxes = new Map();
  const boxOf = (kind) => {
    if (boxes.has(kind)) return;
    const title = kinds.includes(kind) ? say(`told.${kind}`) : say("told.otherKind", { kind });
    const made = savedBox(title, (isOn) => {
      const all = [...boxes.keys()];
      const now = (settings().kinds ?? all).filter((one) => one !== kind);
      const wanted = isOn ? [...now, kind] : now;
      // All of them means those as well that come later.
      return patch({ kinds: all.every((one) => wanted.includes(one)) ? null : wanted });
    });
    boxes.set(kind, made.box);
    things.append(made.label);
  };
  kinds.forEach(boxOf);
  shows.push((settings) => {
    settings.kinds?.forEach(boxOf);
    for (const [kind, box] of boxes) box.checked = settings.kinds?.includes(kind) ?? true;
  });
  return section(say("told.what"),
    make("fieldset", {}, make("legend", {}, say("told.when")), moments), things,
    make("p", { class: "faint" }, say("told.arrivals")));
}

async function mutesPart() {
  const part = await listSection(say("mutes.title"), {
    none: say("mutes.none"),
    read: async () => (await ask("GET", "mutes")).mutes,
    words: (mute) => mute.title,
    row: (mute) => {
      const subject = ["region", "place", "target"].find((one) => mute[one] !== undefined);
      const what = say(`mutes.${subject ?? "other"}`, { of: mute[subject] ?? "" });
      return row(name(mute.title), [what],
        button(say("mutes.remove"), () => removeWithUndo(
          say("mutes.removed", { title: mute.title }),
          () => ask("DELETE", `mutes/${mute.id}`),
          () => ask("POST", "mutes", { [subject]: mute[subject], title: mute.title }),
          part.refresh,
        ), { label: `${say("mutes.remove")}: ${mute.title}` }));
    },
  });
  return part;
}
