// The link by which other calendars read what a group plans.

import { ask } from "../../base/api.js";
import { moment } from "../../base/dates.js";
import { announce, button, make } from "../../base/elements.js";
import { copyable, isOnlyHere, qrCode } from "../../base/link.js";
import { say } from "../../base/words.js";

/** `of`: the group's path in /api. */
export async function feedSection(of) {
  const path = `${of}/calendar`;
  const shown = make("div");
  const show = (link, made) => {
    shown.replaceChildren(...(made ? [
      make("p", {}, say("feed.made")),
      isOnlyHere(made.url) ? make("p", { class: "fault" }, say("link.here")) : null,
      made.qr ? qrCode(made.qr, say("link.qr")) : null,
      copyable(say("link.address"), made.url),
      make("p", {}, make("a", { class: "button", href: made.webcal }, say("feed.open"))),
    ].filter(Boolean) : link?.exists
      ? [make("p", {}, say("feed.exists", { time: moment(link.made) }))] : []));
    renew.textContent = say(link?.exists ? "feed.anew" : "feed.make");
    end.hidden = !link?.exists;
  };
  const renew = button("", async () => {
    const made = await ask("POST", path, {});
    show({ exists: true }, made);
  });
  const end = button(say("feed.end"), async () => {
    await ask("DELETE", path);
    show({ exists: false });
    announce(say("feed.ended"));
  }, { style: "danger" });
  const element = make("section", {}, make("h2", {}, say("feed.title")),
    make("p", { class: "faint" }, say("feed.how")), shown,
    make("div", { class: "buttons" }, renew, end));
  show(await ask("GET", path).catch(() => null));
  return element;
}
