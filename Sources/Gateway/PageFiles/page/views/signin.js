// /, as long as nobody has signed in: the ways in.

import { ask, claimed } from "../base/api.js";
import { moment } from "../base/dates.js";
import { button, make, section } from "../base/elements.js";
import { field, form } from "../base/forms.js";
import { countWaiting } from "../base/queue.js";
import { say } from "../base/words.js";

/** Where the secret of a sign-up waits, as an admin may take days. */
const waiting = "signup";

/** `go`: shows the view of an address. */
export function signInView(go) {
  const count = countWaiting();
  return [
    make("h1", {}, say("signIn.title")),
    count === 0 ? "" : make("p", {}, say("signIn.unsent", { count })),
    section(say("signIn.link"),
      make("p", {}, say("signIn.linkHow")),
      make("p", { class: "faint" }, say("signIn.machine"), " ",
        make("code", {}, "geofencectl page"))),
    section(say("signIn.code"), codePart(go)),
    section(say("signIn.account"), accountPart(go)),
  ];
}

function codePart(go) {
  const part = make("div");
  const start = () => part.replaceChildren(
    make("p", {}, say("signIn.codeHow")),
    form(
      field(say("device.name"), { value: deviceName() }), say("signIn.codeShow"), show,
      { main: false }));
  const show = async (device) => {
    const { code, secret, expires } = await ask("POST", "codes", { device });
    const shown = make("div", {},
      make("output", { class: "code", "aria-label": say("signIn.codeIs") }, code),
      make("p", {}, say("signIn.codeType", { until: moment(expires) })));
    part.replaceChildren(shown);
    claimed(secret, 2, shown).then((isIn) => {
      if (isIn) return go();
      if (isIn === null) return;
      start();
      part.prepend(make("p", { class: "fault", role: "alert" }, say("signIn.codeOver")));
    });
  };
  start();
  return part;
}

function accountPart(go) {
  const part = make("div");
  const start = () => part.replaceChildren(
    make("p", {}, say("signIn.accountHow")),
    form(
      field(say("person.name"), { autocomplete: "name" }), say("signIn.accountAsk"), sendName,
      { main: false }));
  const sendName = async (name) => {
    try {
      const { secret } = await ask("POST", "signups", { name, device: deviceName() });
      localStorage.setItem(waiting, secret);
      wait(secret);
    } catch (error) {
      if (error.status !== 404) throw error;
      refuse();
    }
  };
  const refuse = () => part.replaceChildren(
    make("p", { role: "status" }, say("signIn.accountNo")));
  const wait = (secret) => {
    const shown = make("div", {},
      make("p", { role: "status" }, say("signIn.accountWait")),
      button(say("signIn.accountStop"), () => {
        localStorage.removeItem(waiting);
        start();
      }));
    part.replaceChildren(shown);
    claimed(secret, 5, shown).then((isIn) => {
      if (isIn === null) return;
      localStorage.removeItem(waiting);
      if (isIn) return go();
      start();
      part.prepend(make("p", { class: "fault", role: "alert" }, say("signIn.accountRefused")));
    });
  };
  const secret = localStorage.getItem(waiting);
  if (secret) wait(secret);
  else ask("GET", "signup").then(({ offered }) => offered ? start() : refuse(), start);
  return part;
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
