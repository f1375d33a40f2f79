// What people say of a place: tips and ratings, and one's own.

import { ask } from "./api.js";
import { announce, button, make, moment, number, section, showList } from "./elements.js";
import { lines } from "./places.js";
import { say } from "./words.js";

const stars = (rating) => "★".repeat(rating) + "☆".repeat(5 - rating);

/** `{ element, read }`: the tips of the place `id`; `read` reads them again. */
export function tipsPart(id) {
  let mine = null, isTyped = false, version;
  const path = `tips/${id.split("/").map(encodeURIComponent).join("/")}`;
  const list = make("ul", { class: "tips" });
  const summary = make("p", { class: "summary" });

  const text = make("textarea", {
    id: "tip-text", rows: 3, maxlength: 2000, dir: "auto", on: { input: () => { isTyped = true; } },
  });
  const choices = [0, 1, 2, 3, 4, 5].map((rating) => make("input", {
    type: "radio", name: "rating", value: rating, checked: rating === 0,
    on: { change: () => { isTyped = true; } },
  }));
  const problem = make("div", { role: "alert" });
  const submit = make("button", { type: "submit", class: "main" }, say("place.save"));
  const erase = button(say("place.deleteTip"), async () => {
    await ask("DELETE", path);
    [mine, isTyped] = [null, false];
    text.value = "";
    choices[0].checked = true;
    announce(say("place.tipDeleted"));
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
          problem.append(make("p", { class: "fault" }, say("place.tipChanged")));
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
          // What is saved next is meant to replace that.
          if (error.status === 412) version = error.now?.version;
          const isOther = error.status === 412;
          problem.append(make("p", { class: "fault" },
            isOther ? say("place.tipChanged") : error.message));
        } finally {
          submit.disabled = false;
        }
      },
    },
  },
  make("fieldset", { class: "rating" }, make("legend", {}, say("place.rating")),
    choices.map((input, rating) => make("label", {}, input,
      make("span", {}, rating === 0 ? say("place.noRating") : String(rating))))),
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
      tip.rating ? make("span", {
        class: "stars", role: "img", "aria-label": say("place.average", { rating: tip.rating }),
      }, ` ${stars(tip.rating)}`) : ""),
    tip.text ? lines(tip.text) : ""));

  function draw({ tips, count, ratings, average }) {
    summary.textContent = count === 0 ? say("place.noTips")
      : ratings === 0 ? "" : [
        say("place.average", { rating: number(average, { maximumFractionDigits: 1 }) }),
        say("place.votes", { count: ratings }),
      ].join(" · ");
    showList(list, tips, (tip) => `${tip.mine} ${tip.name} ${tip.written}`, row);
    erase.hidden = !mine;
    // What somebody types stays.
    if (isTyped) return;
    text.value = mine?.text ?? "";
    choices[mine?.rating ?? 0].checked = true;
    version = mine?.version;
  }

  return {
    element: section(
      say("place.tips"), summary, list, make("h3", {}, say("place.yourTip")), form),
    read,
  };
}
