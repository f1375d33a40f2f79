// /join#SECRET: what a link is for, and a button that uses it up.

import { ask } from "../base/api.js";
import { fault, make, section } from "../base/elements.js";
import { field, form } from "../base/forms.js";
import { say } from "../base/words.js";
import { deviceName } from "./signin.js";

/** `me`: who has signed in here, or null. `go`: shows the view of an address. */
export async function joinView(me, go) {
  const secret = location.hash.slice(1);
  let purpose;
  try {
    purpose = await ask("POST", "join/look", { secret });
  } catch (error) {
    // An empty or mangled secret is refused as well.
    const isOver = error.status === 410 || error.status === 400;
    if (isOver) history.replaceState(null, "", "/join");
    return [
      make("h1", {}, say(isOver ? "join.over" : "join.failed")),
      section(say("join.what"),
        isOver ? make("p", {}, say("join.overWhat")) : fault(error),
        make("p", {}, make("a", { href: "/" }, say(me ? "join.home" : "join.otherWays")))),
    ];
  }
  const join = async (body) => {
    await ask("POST", "join", { secret, ...body });
    // The secret is used up: it leaves the address and the history.
    history.replaceState(null, "", "/");
    go();
  };
  const name = purpose.name;
  if (purpose.kind === "person") {
    return [
      make("h1", {}, say("join.signIn", { name })),
      make("section", {},
        me ? make("p", {}, say("join.instead", { name: me.person.name })) : null,
        form(
          field(say("device.name"), { value: deviceName() }), say("join.button"),
          (device) => join({ device })),
        make("p", { class: "faint" }, say("join.notYou"))),
    ];
  }
  const title = purpose.invited_by
    ? say("join.invitedBy", { name, by: purpose.invited_by }) : say("join.invited", { name });
  if (me) {
    return [
      make("h1", {}, title),
      make("section", {},
        form([], say("join.as", { name: me.person.name }), () => join({}))),
    ];
  }
  return [
    make("h1", {}, title),
    make("section", {},
      form(
        [
          ...field(say("person.name"), { autocomplete: "name" }),
          ...field(say("device.name"), { value: deviceName() }),
        ], say("join.member"), (name, device) => join({ name, device })),
      make("p", { class: "faint" }, say("join.haveAccount"))),
  ];
}
