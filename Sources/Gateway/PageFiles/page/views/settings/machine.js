// The device of this machine: whose it is.

import { ask } from "../../base/api.js";
import { announce, badge, make, section } from "../../base/elements.js";
import { form, select } from "../../base/forms.js";
import { say } from "../../base/words.js";

export async function machinePart(me) {
  if (!me.person.admin && !me.own) return null;
  const state = make("p", {});
  const place = make("div");
  let owner;
  let people = [];
  let saved = null;
  const refresh = async () => {
    const { devices } = await ask("GET", "devices");
    const device = devices.find((one) => one.own);
    if (!me.person.admin) {
      state.replaceChildren(badge(say("machine.yours"), "good"), " ",
        device?.name ?? device?.id ?? "");
      return;
    }
    [{ owner }, { people }] = await Promise.all([ask("GET", "own"), ask("GET", "people")]);
    state.textContent = owner === me.person.id
      ? say("machine.isYours", { id: device?.id ?? "" })
      : say("machine.isOf", { name: people.find((one) => one.id === owner)?.name ?? owner ?? "–" });
    const shown = JSON.stringify([owner, people.map((one) => [one.id, one.name])]);
    const isTouched = place.contains(document.activeElement);
    if (shown === saved || isTouched) return;
    saved = shown;
    place.replaceChildren(form(
      select(say("machine.owner"), people.map((one) => [one.id, one.name]), { value: owner }),
      say("rows.save"), async (owner) => {
        saved = null;
        await ask("PATCH", "own", { owner });
        document.activeElement?.blur();
        await refresh();
        announce(say("rows.saved"));
      }, { main: false }));
  };
  await refresh();
  return {
    element: section(say("machine.title"),
      make("p", { class: "faint" }, say("machine.what")), state, place),
    refresh,
  };
}
