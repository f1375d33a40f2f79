// /messages: what one was told.

import { ask } from "./api.js";
import { button, make, moment } from "./elements.js";
import { say } from "./words.js";

export default async function messagesView() {
  const none = make("p", { class: "faint" }, say("messages.none"));
  const list = make("ul", { "aria-live": "polite" });
  const add = (message) => {
    none.remove();
    list.prepend(messageItem(message));
  };
  const { messages } = await ask("GET", "messages?limit=20");
  messages.reverse().forEach(add);
  return {
    body: [make("h1", {}, say("messages.title")), make("section", {}, none, list)],
    hears: { message: add },
  };
}

function messageItem(message) {
  const text = make("div", { class: message.read ? null : "unread" },
    make("strong", {}, message.title),
    ...message.lines.map((line) => make("p", {}, line.text)),
    make("p", { class: "faint" },
      make("time", { datetime: message.time }, moment(message.time))));
  const read = button(say("messages.read"), async () => {
    await ask("POST", `messages/${message.id}/read`);
    text.removeAttribute("class");
    read.remove();
  });
  return make("li", {}, text, message.read ? null : read);
}
