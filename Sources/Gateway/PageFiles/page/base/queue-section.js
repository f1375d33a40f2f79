// What waits to be sent, or was refused, as a view shows it.

import { badge, button, make } from "./elements.js";
import { showList } from "./lists.js";
import { drop, hearWaiting, isLate, send, sendAgain, waiting } from "./queue.js";
import { say } from "./words.js";

/** What was changed here and nobody has answered, or was refused since. */
export function waitingSection(of) {
  const list = make("ul");
  const element = make("section", { class: "stacked waits", hidden: true },
    make("h2", {}, say("waiting.title")),
    make("p", { class: "faint" }, say("waiting.how")), list);
  const show = () => {
    const late = waiting(of).filter((wish) => isLate(wish) && !wish.isQuiet);
    element.hidden = late.length === 0;
    showList(list, late, (wish) => wish.key, waitingRow);
  };
  show();
  return { element, end: hearWaiting(show) };
}

function waitingRow(wish) {
  const words = wishWords(wish);
  const labelled = (key) => ({ label: `${say(key)}: ${words}` });
  const again = (key, changes) => button(say(key), () => sendAgain(wish.key, changes), labelled(key));
  const { instead } = wish;
  return make("li", {},
    make("div", {}, make("p", { dir: "auto" }, words),
      make("p", { class: wish.why ? "fault" : "faint" }, wish.why ? whyWords(wish) : say("waiting.waits"))),
    make("div", { class: "buttons" },
      !wish.why ? button(say("waiting.now"), send, labelled("waiting.now"))
        : wish.status === 412 ? again("waiting.mine", { version: wish.now?.version })
          : wish.status !== 404 ? again("waiting.again", {})
            : instead ? again(instead.words, {
              instead: undefined, gone: undefined, ...instead, words: wish.words,
            })
              : null,
      button(say("waiting.drop"), () => drop(wish.key), labelled("waiting.drop"))));
}

/** What somebody has wanted to change. */
const wishWords = ({ words: [key, values] }) => say(key, values);

/** Why a change was refused: what others have done meanwhile. */
export function whyWords({ status, why, now, gone }) {
  if (status === 404 && gone) return say(gone);
  if (status === 412) {
    return say("waiting.changed", {
      now: [now?.text ?? now?.what, now?.amount && now.text ? now.amount : null]
        .filter(Boolean).join(", "),
    });
  }
  return say("waiting.refused", { why });
}

/** That a line is not sent yet. */
export const waitingBadge = (item) =>
  item.waits ? [" ", badge(say("waiting.badge"), "warn")] : [];
