// The panel beside the map, or below it, where there is no room for both.

import { button, make } from "../../base/elements.js";
import { say } from "../../base/words.js";
import { cut } from "./contents.js";

/** Whether the panel stands beside the map. */
export function isWide() {
  return matchMedia("(min-width: 48rem)").matches;
}

export class Panel {
  /** `place`: of the map, which gets the focus when it is closed; `toList`, `close`: what its buttons do. */
  constructor(place, { toList, close }) {
    this.place = place;
    this.title = make("h2", { tabindex: "-1" });
    this.content = make("div", { class: "map-panel-content" });
    this.back = tool("is-back", say("map.toList"), toList);
    this.element = make("section", { class: "map-panel", "aria-label": say("map.panel") },
      make("header", {}, this.back, this.title, tool("is-close", say("map.close"), close)),
      this.content);
    this.element.addEventListener("keydown", (event) => {
      if (event.key === "Escape") toList();
    });
  }

  get isClosed() {
    return this.element.hidden;
  }

  /** `isDetail`: it is about one thing, and there is a way back to all. */
  open({ isDetail }) {
    const wasFocused = this.element.contains(document.activeElement) || this.place.contains(document.activeElement);
    this.element.hidden = false;
    this.back.hidden = !isDetail;
    this.content.scrollTop = 0;
    if (wasFocused || isDetail) requestAnimationFrame(() => this.title.focus({ preventScroll: true }));
  }

  close() {
    const wasFocused = this.element.contains(document.activeElement);
    this.element.hidden = true;
    if (wasFocused) this.place.focus({ preventScroll: true });
  }

  /** Whether somebody is in the middle of it. */
  get isInUse() {
    return this.element.contains(document.activeElement) && document.activeElement !== this.title;
  }

  fill({ title, parts }) {
    this.title.replaceChildren(make("bdi", {}, cut(title)));
    this.content.replaceChildren(...parts.filter(Boolean));
  }

  /** Where the panel is not, as `fit` has it. */
  get room() {
    if (this.isClosed) return {};
    return isWide()
      ? { left: this.element.offsetWidth + 40, right: 80 }
      : { bottom: Math.min(this.element.offsetHeight, this.place.offsetHeight / 2) + 24, right: 64 };
  }
}

function tool(style, label, action) {
  const made = button("", action, { label });
  made.className = `map-tool ${style}`;
  return made;
}
