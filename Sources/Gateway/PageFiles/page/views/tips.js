// What people say of a place: tips and ratings, and one's own.

import { ask } from "../base/api.js";
import { moment } from "../base/dates.js";
import { announce, button, lines, make, section } from "../base/elements.js";
import { showList } from "../base/lists.js";
import { number } from "../base/numbers.js";
import { say } from "../base/words.js";

/** A rating, 1 to 5, as stars. */
export const starsOf = (rating) => make("span", {
  class: "stars", role: "img", "aria-label": say("place.average", { rating }),
}, "★".repeat(rating) + "☆".repeat(5 - rating));

const ofPlace = () => ({
  title: say("place.tips"), none: say("place.noTips"), mine: say("place.yourTip"),
  erase: say("place.deleteTip"), erased: say("place.tipDeleted"), changed: say("place.tipChanged"),
});
const ofDeal = () => ({
  title: say("deals.ratings"), none: say("deals.noRatings"), mine: say("deals.yourRating"),
  erase: say("deals.deleteRating"), erased: say("deals.ratingDeleted"),
  changed: say("deals.ratingChanged"),
});

/**
 * The tips of the place `id`: `{ element, read, allow }`; `read` reads them again, `allow(false)`
 * takes away what one writes one's own with. `isOfDeal`: it is a deal, which nobody writes of without a
 * rating.
 */
export function tipsPart(id, { isOfDeal = false } = {}) {
  let mine = null, isTyped = false, version;
  const words = isOfDeal ? ofDeal() : ofPlace();
  const path = `tips/${id.split("/").map(encodeURIComponent).join("/")}`;
  const list = make("ul", { class: "tips" });
  const summary = make("p", { class: "summary" });

  const text = make("textarea", {
    id: "tip-text", rows: 3, maxlength: 2000, dir: "auto", on: { input: () => { isTyped = true; } },
  });
  const choices = [...(isOfDeal ? [] : [0]), 1, 2, 3, 4, 5].map((rating) => make("input", {
    type: "radio", name: "rating", value: rating, checked: rating === 0, required: isOfDeal,
    on: { change: () => { isTyped = true; } },
  }));
  const choose = (rating) =>
    choices.forEach((one) => { one.checked = Number(one.value) === rating; });
  const problem = make("div", { role: "alert" });
  const submit = make("button", { type: "submit", class: "main" }, say("place.save"));
  const erase = button(words.erase, async () => {
    await ask("DELETE", path);
    [mine, isTyped] = [null, false];
    text.value = "";
    choose(0);
    announce(words.erased);
    await read();
  });
  const form = make("form", {
    on: {
      submit: async (event) => {
        event.preventDefault();
        if (submit.disabled) return;
        problem.replaceChildren();
        // There was none when one began to type, or another one.
        if (mine?.version !== version) {
          version = mine?.version;
          problem.append(make("p", { class: "fault" }, words.changed));
          return;
        }
        submit.disabled = true;
        const rating = Number(choices.find((one) => one.checked).value);
        try {
          await ask("PUT", path, { text: text.value.trim() || null, rating: rating || null },
            { version });
          isTyped = false;
          announce(say("place.saved"));
          await read();
        } catch (error) {
          // What is saved next is meant to replace that, or is the first again.
          const isOther = error.status === 412 || error.now === null;
          if (isOther) version = error.now?.version;
          problem.append(make("p", { class: "fault" },
            isOther ? words.changed : error.message));
        } finally {
          submit.disabled = false;
        }
      },
    },
  },
  make("fieldset", { class: "rating" }, make("legend", {}, say("place.rating")),
    choices.map((input) => make("label", {}, input,
      make("span", {}, input.value === "0" ? say("place.noRating") : input.value)))),
  make("label", { for: text.id }, say("place.tipText")), text, problem,
  make("div", { class: "buttons" }, submit, erase));

  async function read() {
    const found = await ask("GET", `tips?place=${encodeURIComponent(id)}`);
    mine = found.tips.find((tip) => tip.mine) ?? null;
    draw(found);
  }

  const row = (tip) => make("li", {}, make("div", {},
    make("p", { class: "faint" },
      make("bdi", {}, tip.mine ? say("place.you") : tip.name), ` · ${moment(tip.written)}`,
      ...(tip.rating ? [" ", starsOf(tip.rating)] : [])),
    tip.text ? lines(tip.text) : ""));

  function draw({ tips, count, ratings, average }) {
    summary.textContent = count === 0 ? words.none
      : ratings === 0 ? "" : [
        say("place.average", { rating: number(average, { maximumFractionDigits: 1 }) }),
        say("place.votes", { count: ratings }),
      ].join(" · ");
    showList(list, tips, (tip) => `${tip.mine} ${tip.name} ${tip.written}`, row);
    erase.hidden = !mine;
    // What somebody types stays.
    if (isTyped) return;
    text.value = mine?.text ?? "";
    choose(mine?.rating ?? 0);
    version = mine?.version;
  }

  const own = make("div", {}, make("h3", {}, words.mine), form);
  const element = section(words.title, summary, list, own);
  return {
    element, read,
    allow(isAllowed) {
      if (!isAllowed) own.remove();
      else if (!element.contains(own)) element.append(own);
    },
  };
}
