// Leaflet, which is loaded when the first map is made.

import { make } from "../base/elements.js";
import { say } from "../base/words.js";

/** Where Debian's libraries are. */
const library = "/lib";
let leaflet = null;
/** Leaflet's first: ours say more. */
const styles = Promise.all([style(`${library}/leaflet/leaflet.css`), style("/map/map.css")]);

function style(address) {
  const link = make("link", { rel: "stylesheet", href: address });
  document.head.append(link);
  return new Promise((done) => {
    for (const event of ["load", "error"]) link.addEventListener(event, done);
  });
}

/** Leaflet, once, with clusters. */
export function loadLeaflet() {
  leaflet ??= (async () => {
    await styles;
    await script("leaflet/leaflet.js");
    await script("leaflet.markercluster/leaflet.markercluster.js");
    return window.L;
  })().catch((error) => {
    leaflet = null;
    throw error;
  });
  return leaflet;
}

function script(name) {
  return new Promise((done, failed) => {
    document.head.append(make("script", {
      src: `${library}/${name}`,
      on: { load: done, error: () => failed(new Error(say("fault.away"))) },
    }));
  });
}
