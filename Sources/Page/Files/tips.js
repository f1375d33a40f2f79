// What people say of a place: tips and ratings, and one's own.

import { ask } from "./api.js";
import { button, make, moment, section } from "./elements.js";
import { ifSame, lines, toast } from "./places.js";
import { say } from "./words.js";

const stars = (rating) => "★".repeat(rating) + "☆".repeat(5 - rating);

/** `{ element, read }`: the tips of the place `id`; `read` reads them again. */
export function tipsPart(id, me) {
  let tips = null, mine = null, isTyped = false, hasReplaced = false;
  const path = `tips?place=${encodeURIComponent(id)}`;
  const list = make("ul", { class: "tips" });
  const summary = make("p", { class: "summary" });

  const text = make("textarea", {
    id: "tip-text", rows: 3, maxlength: 2000, dir: "auto", on: { input: () => { isTyped = true; } },
  });
  const ratings = [0, 1, 2, 3, 4, 5].map((rating) => make("input", {
    type: "radio", name: "rating", value: rating, id: `rating-${rating}`, checked: rating === 0,
    on: { change: () => { isTyped = true; } },
  }));
  const problem = make("div", { role: "alert" });
  const submit = make("button", { type: "submit", class: "main" }, say("place.save"));
  const erase = button(say("place.deleteTip"), async () => {
    await ask("DELETE", path);
    [mine, isTyped] = [null, false];
    text.value = "";
    ratings[0].checked = true;
    toast(say("place.tipDeleted"));
    await read();
  });
  const form = make("form", {
    on: {
      submit: async (event) => {
        event.preventDefault();
        if (submit.disabled) return;
        submit.disabled = true;
        problem.replaceChildren();
        const rating = Number(ratings.find((one) => one.checked).value);
        try {
          await ask("PUT", path, { text: text.value.trim() || null, rating: rating || null },
            mine && !hasReplaced ? ifSame(mine) : {});
          isTyped = hasReplaced = false;
          toast(say("place.saved"));
          await read();
        } catch (error) {
          hasReplaced = error.status === 412;
          problem.append(make("p", { class: "fault" }, error.status === 412 ? say("place.tipChanged") : error.message));
        } finally {
          submit.disabled = false;
        }
      },
    },
  },
  make("fieldset", { class: "rating" }, make("legend", {}, say("place.rating")),
    ratings.map((input, rating) => make("span", {}, input,
      make("label", { for: input.id }, rating === 0 ? say("place.noRating") : String(rating))))),
  make("label", { for: text.id }, say("place.tipText")), text, problem,
  make("div", { class: "buttons" }, submit, erase));

  async function read() {
    const answer = await ask("GET", path).catch((error) => {
      if (error.status === 404) return null;
      throw error;
    });
    part.hidden = !answer;
    if (!answer) return;
    tips = answer.tips;
    mine = tips.find((tip) => tip.mine) ?? null;
    draw();
  }

  function draw() {
    const rated = tips.filter((tip) => tip.rating);
    const average = rated.reduce((sum, tip) => sum + tip.rating, 0) / rated.length;
    summary.textContent = tips.length === 0 ? say("place.noTips")
      : rated.length === 0 ? "" : `${say("place.average", { rating: average.toFixed(1) })} · ${say("place.votes", { count: rated.length })}`;
    list.replaceChildren(...tips.map((tip) => make("li", {}, make("div", {},
      make("p", { class: "faint" }, make("bdi", {}, tip.mine ? say("place.you") : tip.name), ` · ${moment(tip.changed)}`,
        tip.rating ? make("span", { class: "stars", role: "img", "aria-label": say("place.average", { rating: tip.rating }) }, ` ${stars(tip.rating)}`) : ""),
      tip.text ? lines(tip.text) : ""))));
    erase.hidden = !mine;
    // What somebody types stays.
    if (isTyped) return;
    text.value = mine?.text ?? "";
    ratings[mine?.rating ?? 0].checked = true;
  }

  const part = section(say("place.tips"), summary, list, make("h3", {}, say("place.yourTip")), form);
  return { element: part, read };
}
