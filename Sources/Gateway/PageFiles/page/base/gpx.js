// Tracks as GPX 1.1 (https://www.topografix.com/GPX/1/1), made in the browser.

/** A track called `name`; `segments`: lists of positions with `lat`, `lon`, `ms`, `altitude`. */
export function gpxOf(name, segments) {
  const points = segments.map((positions) =>
    `<trkseg>\n${positions.map(point).join("")}</trkseg>\n`);
  return new Blob([
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    '<gpx version="1.1" creator="geofenced" xmlns="http://www.topografix.com/GPX/1/1">\n',
    `<trk>\n<name>${escaped(name)}</name>\n`, ...points, "</trk>\n</gpx>\n",
  ], { type: "application/gpx+xml" });
}

/** A route of /api called `name`, with what is done at its points. */
export function routeGPX(name, { line, steps }) {
  const points = line.coordinates.map(([lon, lat]) => {
    const texts = steps.filter(({ at }) => at[0] === lat && at[1] === lon).map(({ text }) => text);
    const desc = texts.length > 0 ? `<desc>${escaped(texts.join("; "))}</desc>` : "";
    return `<rtept lat="${lat}" lon="${lon}">${desc}</rtept>\n`;
  });
  return new Blob([
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    '<gpx version="1.1" creator="geofenced" xmlns="http://www.topografix.com/GPX/1/1">\n',
    `<rte>\n<name>${escaped(name)}</name>\n`, ...points, "</rte>\n</gpx>\n",
  ], { type: "application/gpx+xml" });
}

// The order of its members is that of the schema.
function point({ lat, lon, ms, altitude }) {
  const height = Number.isFinite(altitude) ? `<ele>${altitude}</ele>` : "";
  const moment = new Date(ms).toISOString();
  return `<trkpt lat="${lat}" lon="${lon}">${height}<time>${moment}</time></trkpt>\n`;
}

/** As XML 1.0 may have it: most control characters may not be in it at all. */
function escaped(text) {
  return text.toWellFormed().replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, "")
    .replace(/[&<>]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[sign]);
}

/** Hands `blob` to whoever looks, as a file. */
export function save(blob, fileName) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = fileName;
  link.click();
  // The browser has read it when the download has begun, which it does not say.
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}
