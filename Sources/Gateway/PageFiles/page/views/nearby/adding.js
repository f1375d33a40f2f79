// What one may want to add to one's favourites: brands of the catalogue, and what one types.

import { ask } from "../../base/api.js";
import { button, make } from "../../base/elements.js";
import { select } from "../../base/forms.js";
import { showList } from "../../base/lists.js";
import { kindWords, plain } from "../../base/places.js";
import { say } from "../../base/words.js";
import { wishesFor } from "./favourites.js";

const fewBrands = 24, manyBrands = 60;

/** The section, `element`, in which one adds to `favourites`; `audiences`: as of `audiencesOf`. */
export class Adding {
  constructor(favourites, audiences) {
    this.favourites = favourites;
    this.audience = audiences[0].value;
    /** What was found in the catalogue, `{ text, list }`; `null`: nothing was read yet. */
    this.brands = null;
    /** Ends the reading of what was typed before. */
    this.reading = null;
    this.search = make("input", {
      id: "find-favourite", type: "search", maxlength: 200, autocomplete: "off",
      enterkeyhint: "done", placeholder: say("nearby.findHint"), on: { input: () => this.typed() },
    });
    this.problem = make("div", { class: "fault", role: "alert" });
    this.wayToAdd = make("div", { class: "typed" });
    this.list = make("ul", { class: "brands" });
    this.element = make("section", {}, make("h2", {}, say("nearby.popular")),
      ...this.audienceField(audiences), this.searchForm(), this.problem, this.wayToAdd, this.list);
  }

  audienceField(audiences) {
    if (audiences.length < 2) return [];
    return select(say("nearby.for"), audiences.map(({ value, name }) => [value, name]), {
      value: this.audience,
      on: {
        change: ({ target }) => {
          this.audience = target.value;
          this.draw();
        },
      },
    });
  }

  searchForm() {
    const submit = (event) => {
      event.preventDefault();
      if (plain(this.search.value)) this.addTyped(plain(this.search.value));
    };
    return make("form", { role: "search", on: { submit } },
      make("label", { for: this.search.id }, say("nearby.find")), this.search);
  }

  // MARK: The catalogue

  typed() {
    this.problem.replaceChildren();
    this.read().then(() => this.draw(), () => {});
  }

  async read() {
    this.reading?.abort();
    this.reading = new AbortController();
    const { signal } = this.reading, text = plain(this.search.value);
    const query = new URLSearchParams({ limit: text ? manyBrands : fewBrands });
    if (text) query.set("text", text);
    try {
      const found = await ask("GET", `catalogue?${query}`, undefined, { signal });
      if (!signal.aborted) this.brands = { text, list: found.brands };
    } catch (error) {
      // What was typed since is asked for already.
      if (!signal.aborted) throw error;
    }
  }

  // MARK: What is shown

  draw() {
    const brands = (this.brands?.list ?? []).map((brand) => ({
      ...brand, isThere: this.favourites.hasBrand(brand, this.audience), waits: this.waits(brand),
    }));
    showList(this.list, brands, textOf, (brand) => this.row(brand));
    this.drawWayToAdd();
  }

  waits(brand) {
    return wishesFor({ text: textOf(brand), audience: this.audience }).some((wish) => !wish.why);
  }

  row(brand) {
    const near = brand.near ? say("nearby.near", { count: brand.near })
      : brand.places ? say("nearby.known", { count: brand.places }) : null;
    return make("li", {},
      make("div", {}, make("strong", {}, make("bdi", {}, brand.name)),
        make("p", { class: "faint small" },
          [kindWords([brand.category]), near].filter(Boolean).join(" · "))),
      this.addButton(brand));
  }

  addButton({ name, isThere, waits, ...brand }) {
    const add = make("button", {
      type: "button", "aria-disabled": isThere || waits ? "true" : null,
      "aria-label": isThere ? say("nearby.thereNamed", { name })
        : waits ? null : say("nearby.addNamed", { name }),
      on: {
        click: async () => {
          // `disabled` would take the focus away.
          if (add.getAttribute("aria-disabled")) return;
          add.setAttribute("aria-disabled", "true");
          await this.add(textOf({ name, ...brand }), name);
          add.removeAttribute("aria-disabled");
          this.draw();
        },
      },
    }, say(isThere ? "nearby.there" : waits ? "nearby.waiting" : "nearby.add"));
    return add;
  }

  /** Below what one types: how to add just that. */
  drawWayToAdd() {
    const text = this.brands?.text ?? "";
    if (this.wayToAdd.dataset.text === text) return;
    this.wayToAdd.dataset.text = text;
    this.wayToAdd.replaceChildren(...(text ? [
      this.brands.list.length === 0 ? make("p", { class: "faint" }, say("nearby.noBrand")) : "",
      button(say("nearby.typed", { text }), () => this.addTyped(text)),
      make("p", { class: "faint small" }, say("nearby.typedHow")),
    ] : []));
  }

  // MARK: Adding

  async addTyped(text) {
    if (!await this.add(text, text)) return;
    this.search.value = "";
    await this.read().catch(() => {});
    this.favourites.draw();
  }

  /** Returns whether it is kept, here or there. */
  async add(text, name) {
    this.problem.replaceChildren();
    try {
      await this.favourites.addAndSay({ text, name, audience: this.audience });
      return true;
    } catch (error) {
      this.problem.replaceChildren(...(error.status === 400
        ? this.notKnown(text, error.candidates) : [make("p", {}, error.message)]));
      return false;
    }
  }

  /** What to do when the daemon knows nothing of that name. */
  notKnown(text, candidates) {
    return [
      make("p", { dir: "auto" }, say("nearby.unknown", { text })),
      ...(candidates.length === 0 ? [] : [make("p", {}, say("search.didYouMean"))]),
      ...candidates.map(({ value, name }) => button(name, () => this.addTyped(value))),
    ];
  }
}

/** What a brand is added by. */
const textOf = (brand) => brand.wikidata ?? brand.name;
