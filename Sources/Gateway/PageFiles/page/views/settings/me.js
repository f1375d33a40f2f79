// /settings/me: who one is, and what is known of one.

import { ask } from "../../base/api.js";
import { moment } from "../../base/dates.js";
import { announce, button, confirmed, make, section } from "../../base/elements.js";
import { field, form } from "../../base/forms.js";
import { save } from "../../base/gpx.js";
import { askToRemove, change as patch } from "../../base/lists.js";
import { isAbout } from "../../base/live.js";
import { downloaded } from "../../base/past.js";
import { countWaiting, forgetWaiting } from "../../base/queue.js";
import { say } from "../../base/words.js";

export default async function mePart({ me, go }) {
  let person = me.person;
  const hello = make("p", {});
  const facts = make("p", { class: "faint" });
  const [label, input] = field(say("me.name"), { value: person.name, autocomplete: "name" });
  const show = () => {
    hello.replaceChildren(...filled("me.hello", { name: person.name }));
    facts.textContent = [
      say("me.id", { id: person.id }), say("me.since", { time: moment(person.added) }),
      person.admin ? say("me.admin") : null,
    ].filter(Boolean).join(" · ");
  };
  show();
  const refresh = async () => {
    const before = person;
    person = (await ask("GET", "me")).person;
    // What one types stays.
    if (input.value === before.name) input.value = person.name;
    show();
  };
  const again = () => refresh().catch(() => {});
  const rename = form([label, input], say("rows.save"), async (name) => {
    person = await patch("me", { name });
    input.value = person.name;
    show();
    announce(say("rows.saved"));
  }, { main: false });
  const leave = async (method, path, options) => {
    await ask(method, path);
    // Behind HTTPS and on this machine, the browser has done so by itself.
    forgetWaiting();
    go("/", options);
  };
  return {
    body: [
      section(say("me.title"), hello, facts, rename,
        button(say("home.signOut"), async () => {
          const lost = unsentWords();
          const isSure = !lost || await confirmed(say("me.signOutTitle"), lost, say("home.signOut"));
          if (isSure) await leave("POST", "signout");
        })),
      section(say("me.known"),
        make("p", {}, say("me.export")),
        button(say("me.exportButton"), async () => {
          save(await downloaded("me/export"), `${person.id}.zip`);
        }),
        make("p", {}, say("me.forget")),
        button(say("me.forgetButton"), () => {
          askToRemove(
            say("me.forgetTitle"), [say("me.forgetText"), unsentWords()].filter(Boolean).join(" "),
            say("me.forgetButton"), () => leave("DELETE", "me", { replaces: true }),
            { typed: person.name });
        }, { style: "danger" })),
      section(say("me.language"), make("p", {}, say("me.languageHow"))),
    ],
    hears: { change: (change) => { if (isAbout(change, "people")) again(); }, back: again },
  };
}

/** What is lost when one goes; `null`: nothing. */
function unsentWords() {
  const count = countWaiting();
  return count === 0 ? null : say("me.unsent", { count });
}

/** The words for `key`, in which a name stands for itself. */
function filled(key, values) {
  const mark = "\u0000";
  const [name] = Object.keys(values);
  const [before, after] = say(key, { [name]: mark }).split(mark);
  return [before, make("bdi", {}, values[name]), after];
}
