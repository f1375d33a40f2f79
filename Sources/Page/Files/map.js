// /map

import { make } from "./elements.js";
import { say } from "./words.js";

export default async function view(state) {
  return { body: [make("h1", {}, say("view.map"))] };
}
