// /map

import { make } from "./elements.js";
import { makeMap } from "./canvas.js";
import { say } from "./words.js";

export default async function view(state) {
  const element = make("div", { id: "map" });
  let map = null;
  return {
    isFull: true,
    body: [make("h1", { class: "hidden" }, say("view.map")), element],
    async drawn() {
      const at = state.url.searchParams.get("at")?.split(",").map(Number);
      map = await makeMap(element, { label: say("view.map"), center: at, zoom: Number(state.url.searchParams.get("zoom")) });
      window.mapShown = map;
    },
    end: () => map?.end(),
  };
}
