// The labels of the base map: all of a window in one go, so that none is cut off at the border of a
// tile, and none stands over another.

/**
 * How names look, by what they are of. `from`, `to`: zooms at which they are shown; `sizes`: pixels at
 * these; `rank`: who is placed first. A colour is a CSS variable's, without `--map-`.
 */
const places = {
  country: { from: 2, to: 8, sizes: [13, 18], rank: 0, colour: "place", weight: 600, isSpaced: true },
  state: { from: 5, to: 9, sizes: [11, 15], rank: 4, colour: "area-name", weight: 600, isSpaced: true },
  region: { from: 6, to: 9, sizes: [11, 14], rank: 5, colour: "area-name", weight: 600, isSpaced: true },
  island: { from: 10, to: 16, sizes: [11, 15], rank: 6, colour: "area-name", weight: 500 },
  city: { from: 4, to: 15, sizes: [12, 22], rank: 1, colour: "place", weight: 600 },
  town: { from: 7, to: 15, sizes: [11, 19], rank: 2, colour: "place", weight: 600 },
  village: { from: 10, to: 16, sizes: [11, 17], rank: 3, colour: "place", weight: 500 },
  borough: { from: 11, to: 15, sizes: [10.5, 14], rank: 5, colour: "area-name", weight: 600, isSpaced: true },
  suburb: { from: 12, to: 16, sizes: [10.5, 14], rank: 6, colour: "area-name", weight: 600, isSpaced: true },
  hamlet: { from: 13, to: 17, sizes: [11, 14], rank: 7, colour: "place", weight: 500 },
  quarter: { from: 13, to: 17, sizes: [10, 13], rank: 7, colour: "area-name", weight: 600, isSpaced: true },
  neighbourhood: { from: 14, to: 18, sizes: [10, 12], rank: 12, colour: "area-name", weight: 600, isSpaced: true },
  islet: { from: 14, to: 18, sizes: [10.5, 13], rank: 14, colour: "area-name", weight: 400 },
  isolated_dwelling: { from: 15, to: 18, sizes: [10.5, 13], rank: 15, colour: "area-name", weight: 400 },
  locality: { from: 14, to: 18, sizes: [10.5, 13], rank: 14, colour: "area-name", weight: 400 },
};
const water = { from: 9, to: 19, sizes: [11, 14], rank: 9, colour: "water-name", weight: 400, isItalic: true };
const green = { from: 12, to: 19, sizes: [10.5, 13], rank: 11, colour: "green-name", weight: 500 };
const house = { from: 15, to: 19, sizes: [10.5, 12.5], rank: 13, colour: "area-name", weight: 500 };
const names = {
  water, marina: water, park: green, wood: green, wetland: green, cemetery: green,
  glacier: { ...water, rank: 10 }, beach: { ...green, colour: "peak-name" },
  peak: { from: 12, to: 19, sizes: [10.5, 12.5], rank: 10, colour: "peak-name", weight: 500, sign: "▲" },
  square: { from: 15, to: 19, sizes: [10.5, 13], rank: 8, colour: "road-name", weight: 500 },
  station: { from: 13, to: 19, sizes: [10.5, 13], rank: 8, colour: "road-name", weight: 600, sign: "●" },
  airport: { from: 11, to: 17, sizes: [11, 14], rank: 7, colour: "area-name", weight: 600 },
  island: places.island, hospital: house, school: { ...house, from: 16, rank: 16 },
};
const street = { to: 19, sizes: [10.5, 14], colour: "road-name", weight: 500 };
const stream = { from: 15, to: 19, sizes: [10.5, 12], rank: 28, colour: "water-name", weight: 400, isItalic: true };
const lines = {
  motorway: { ...street, from: 13, rank: 20 },
  trunk: { ...street, from: 13, rank: 21 },
  primary: { ...street, from: 13, rank: 22 },
  secondary: { ...street, from: 14, rank: 23 },
  tertiary: { ...street, from: 14, rank: 24 },
  minor: { ...street, from: 15, sizes: [10, 14], rank: 25 },
  pedestrian: { ...street, from: 15, sizes: [10, 14], rank: 25 },
  service: { ...street, from: 17, sizes: [10, 12], rank: 26, weight: 400 },
  path: { ...street, from: 17, sizes: [10, 12], rank: 27, weight: 400 },
  river: { from: 10, to: 19, sizes: [11, 14], rank: 15, colour: "water-name", weight: 400, isItalic: true },
  canal: { from: 12, to: 19, sizes: [11, 14], rank: 15, colour: "water-name", weight: 400, isItalic: true },
  stream, ditch: { ...stream, from: 17 }, drain: { ...stream, from: 17 },
};
/** Numbers of roads, in frames of their own. */
const shield = { to: 19, sizes: [9, 11], weight: 600, isShield: true };
const shields = {
  motorway: { ...shield, from: 7, rank: 17, colour: "motorway" },
  trunk: { ...shield, from: 8, rank: 18, colour: "trunk" },
  primary: { ...shield, from: 10, rank: 19, colour: "primary" },
  secondary: { ...shield, from: 12, rank: 19, colour: "secondary" },
};

/** Names of colours that labels have, without `--map-`. */
export const labelColours = [
  "place", "area-name", "water-name", "green-name", "peak-name", "road-name", "halo", "motorway", "trunk", "primary",
  "secondary",
];

const fontFamily = "system-ui, sans-serif";
/** Pixels between two labels of the same name. */
const apart = 260;
/** A label on a line turns by this at most from letter to letter, in radians. */
const sharpest = 0.45;
const mostLabels = 400;

function styleOf({ layer, kind }) {
  if (layer === "place") return places[kind] ?? places.locality;
  if (layer === "name") return names[kind] ?? house;
  if (layer === "ref") return shields[kind];
  return lines[kind];
}

function sizeAt(style, zoom) {
  const way = Math.min(1, Math.max(0, (zoom - style.from) / (style.to - style.from)));
  return Math.round(2 * (style.sizes[0] + (style.sizes[1] - style.sizes[0]) * way)) / 2;
}

function fontOf(style, size) {
  return `${style.isItalic ? "italic " : ""}${style.weight} ${size}px ${fontFamily}`;
}

/** Widths of texts: a canvas takes its time to measure. */
const widths = new Map();

function widthOf(context, text) {
  const key = `${context.font}${context.letterSpacing ?? ""} ${text}`;
  let width = widths.get(key);
  if (width === undefined) {
    if (widths.size > 20_000) widths.clear();
    width = context.measureText(text).width;
    widths.set(key, width);
  }
  return width;
}

/** Where labels stand: boxes `[left, top, right, bottom]`, found by squares. */
class Taken {
  constructor() {
    this.squares = new Map();
  }

  * keys([left, top, right, bottom]) {
    for (let x = Math.floor(left / 64); x <= right / 64; x += 1) {
      for (let y = Math.floor(top / 64); y <= bottom / 64; y += 1) yield x * 100_003 + y;
    }
  }

  isFree(box) {
    for (const key of this.keys(box)) {
      for (const other of this.squares.get(key) ?? []) {
        if (box[0] < other[2] && other[0] < box[2] && box[1] < other[3] && other[1] < box[3]) return false;
      }
    }
    return true;
  }

  take(box) {
    for (const key of this.keys(box)) {
      if (this.squares.has(key)) this.squares.get(key).push(box);
      else this.squares.set(key, [box]);
    }
  }
}

/**
 * Draws the labels of `tiles`, arrays of names as names.js has them, on a canvas of `width` and
 * `height` pixels. `zoom`: of the map; `left`, `top`: where the canvas begins, in pixels of the world
 * at that zoom. Returns what stands where: `{ name, box }` each.
 */
export function drawLabels(context, tiles, { zoom, left, top, width, height, palette }) {
  const scale = 256 * 2 ** zoom;
  const shown = [];
  for (const tile of tiles) {
    for (const one of tile) {
      const style = styleOf(one);
      if (!style || zoom < style.from || zoom > style.to) continue;
      shown.push({ ...one, style });
    }
  }
  shown.sort((a, b) => a.style.rank - b.style.rank || (b.population ?? 0) - (a.population ?? 0)
    || b.points.length - a.points.length || (a.name < b.name ? -1 : 1));
  const canvas = {
    context, palette, zoom, width, height, taken: new Taken(), placed: [], named: new Map(),
  };
  context.textAlign = "left";
  context.textBaseline = "middle";
  context.lineJoin = "round";
  context.strokeStyle = palette.halo;
  for (const one of shown) {
    if (canvas.placed.length >= mostLabels) break;
    const points = new Float64Array(one.points.length);
    for (let index = 0; index < points.length; index += 2) {
      points[index] = one.points[index] * scale - left;
      points[index + 1] = one.points[index + 1] * scale - top;
    }
    const size = sizeAt(one.style, zoom);
    context.font = fontOf(one.style, size);
    context.letterSpacing = one.style.isSpaced ? "0.08em" : "0px";
    context.fillStyle = palette[one.style.colour];
    if (one.style.isShield) drawShields(canvas, one, points, size);
    else if (points.length === 2) drawPoint(canvas, one, points, size);
    else drawAlong(canvas, one, points, size);
  }
  return canvas.placed;
}

/** Whether a label of the same name is near already. */
function isRepeated({ named }, name, x, y) {
  return (named.get(name) ?? []).some((other) => Math.hypot(other[0] - x, other[1] - y) < apart);
}

function note(canvas, name, x, y, boxes) {
  for (const box of boxes) canvas.taken.take(box);
  if (canvas.named.has(name)) canvas.named.get(name).push([x, y]);
  else canvas.named.set(name, [[x, y]]);
  canvas.placed.push({ name, box: boxes[0], boxes });
}

// MARK: - At a point

/** Text in lines of about the same length, at spaces. */
function wrapped(context, text, widest) {
  const whole = widthOf(context, text);
  const words = text.split(/\s+/);
  if (whole <= widest || words.length === 1) return [text];
  const wanted = whole / Math.min(3, Math.ceil(whole / widest));
  const rows = [words[0]];
  for (const word of words.slice(1)) {
    const longer = `${rows.at(-1)} ${word}`;
    if (widthOf(context, longer) <= wanted * 1.15) rows[rows.length - 1] = longer;
    else rows.push(word);
  }
  return rows;
}

function drawPoint(canvas, { name, style }, [x, y], size) {
  if (x < 0 || y < 0 || x > canvas.width || y > canvas.height) return;
  const { context } = canvas;
  const text = style.isSpaced ? name.toLocaleUpperCase() : name;
  const rows = wrapped(context, text, 9 * size);
  if (style.sign) rows.unshift(style.sign);
  const rowHeight = size * 1.15;
  const half = Math.max(...rows.map((row) => widthOf(context, row))) / 2;
  const above = style.sign ? rowHeight / 2 : (rows.length * rowHeight) / 2;
  const box = [x - half - 4, y - above - 2, x + half + 4, y - above + rows.length * rowHeight + 2];
  if (!canvas.taken.isFree(box) || isRepeated(canvas, name, x, y)) return;
  note(canvas, name, x, y, [box]);
  context.lineWidth = 3;
  rows.forEach((row, index) => {
    const at = [x - widthOf(context, row) / 2, y - above + (index + 0.5) * rowHeight];
    context.strokeText(row, ...at);
    context.fillText(row, ...at);
  });
}

// MARK: - Numbers of roads

/** The number of a road, every now and then along it. */
function drawShields(canvas, { name, style }, points, size) {
  const { context, palette } = canvas;
  const lengths = lengthsOf(points);
  const length = lengths.at(-1);
  if (name.length > 8 || length < 40) return;
  const [width, height] = [widthOf(context, name) + 8, size + 5];
  const count = Math.max(1, Math.floor(length / 420));
  for (let index = 0; index < count; index += 1) {
    const { x, y } = pointAt({ points, lengths }, ((index + 0.5) * length) / count);
    const box = [x - width / 2, y - height / 2, x + width / 2, y + height / 2];
    const isInside = box[0] > 2 && box[1] > 2 && box[2] < canvas.width - 2 && box[3] < canvas.height - 2;
    if (!isInside || !canvas.taken.isFree(box) || isRepeated(canvas, name, x, y)) continue;
    note(canvas, name, x, y, [box]);
    context.beginPath();
    context.roundRect(box[0], box[1], width, height, 3);
    context.fillStyle = palette[style.colour];
    context.fill();
    context.lineWidth = 1;
    context.strokeStyle = palette.place;
    context.globalAlpha = 0.5;
    context.stroke();
    context.globalAlpha = 1;
    context.fillStyle = palette.place;
    context.fillText(name, box[0] + 4, y + 0.5);
    context.strokeStyle = palette.halo;
  }
}

// MARK: - Along a line

/** Letters that stand alone: others, as Arabic's, change with their neighbours. */
const isPlain = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}]*$/u;

function drawAlong(canvas, { name, layer }, points, size) {
  const { context } = canvas;
  const textWidth = widthOf(context, name);
  const lengths = lengthsOf(points);
  const length = lengths.at(-1);
  if (length < textWidth + size) return;
  const count = Math.max(1, Math.floor(length / Math.max(320, 2.5 * textWidth)));
  for (let index = 0; index < count; index += 1) {
    const step = length / count;
    // In the middle, else a little aside of it: perhaps it is straight there.
    for (const aside of [0, 0.2, -0.2, 0.35, -0.35]) {
      const middle = (index + 0.5 + aside) * step;
      const from = middle - textWidth / 2;
      if (from < 2 || from + textWidth > length - 2) continue;
      if (place(canvas, name, { points, lengths, from, textWidth, size, isWater: layer === "waterway" })) break;
    }
  }
}

function lengthsOf(points) {
  const lengths = new Float64Array(points.length / 2);
  for (let index = 1; index < lengths.length; index += 1) {
    lengths[index] = lengths[index - 1] + Math.hypot(
      points[2 * index] - points[2 * index - 2], points[2 * index + 1] - points[2 * index - 1]);
  }
  return lengths;
}

/** The point at `distance` along a line, and the direction there. */
function pointAt({ points, lengths }, distance) {
  let [low, high] = [1, lengths.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (lengths[middle] < distance) low = middle + 1; else high = middle;
  }
  const [x0, y0, x1, y1] = points.subarray(2 * low - 2, 2 * low + 2);
  const part = lengths[low] > lengths[low - 1] ? (distance - lengths[low - 1]) / (lengths[low] - lengths[low - 1]) : 0;
  return { x: x0 + (x1 - x0) * part, y: y0 + (y1 - y0) * part, angle: Math.atan2(y1 - y0, x1 - x0) };
}

/** Draws a label along a line if there is room and the line is not too crooked; says if it did. */
function place(canvas, name, line) {
  const { from, textWidth, size } = line;
  const start = pointAt(line, from);
  const end = pointAt(line, from + textWidth);
  const isInside = [start, end].every(({ x, y }) =>
    x > size && y > size && x < canvas.width - size && y < canvas.height - size);
  if (!isInside || isRepeated(canvas, name, (start.x + end.x) / 2, (start.y + end.y) / 2)) return false;
  const isBackward = start.x > end.x;
  const chord = Math.hypot(end.x - start.x, end.y - start.y);
  const steps = Math.max(2, Math.ceil(textWidth / size));
  const boxes = [];
  let farthest = 0;
  let last = null;
  for (let index = 0; index <= steps; index += 1) {
    const point = pointAt(line, from + (textWidth * index) / steps);
    if (last !== null && Math.abs(turn(last, point.angle)) > sharpest) return false;
    last = point.angle;
    // How far the line strays from the straight way.
    const off = ((end.x - start.x) * (point.y - start.y) - (end.y - start.y) * (point.x - start.x)) / chord;
    farthest = Math.max(farthest, Math.abs(off));
    const half = size * 0.62;
    boxes.push([point.x - half, point.y - half, point.x + half, point.y + half]);
  }
  if (!boxes.every((box) => canvas.taken.isFree(box))) return false;
  if (farthest < size * 0.18) drawStraight(canvas, name, start, end, isBackward);
  else if (isPlain.test(name)) drawLetters(canvas, name, line, isBackward);
  else return false;
  note(canvas, name, (start.x + end.x) / 2, (start.y + end.y) / 2, boxes);
  return true;
}

/** The angle from one direction to another, from -π to π. */
function turn(from, to) {
  return Math.atan2(Math.sin(to - from), Math.cos(to - from));
}

function drawStraight({ context }, name, start, end, isBackward) {
  const [first, second] = isBackward ? [end, start] : [start, end];
  context.save();
  context.translate(first.x, first.y);
  context.rotate(Math.atan2(second.y - first.y, second.x - first.x));
  context.lineWidth = 3;
  context.strokeText(name, 0, 0);
  context.fillText(name, 0, 0);
  context.restore();
}

function drawLetters({ context }, name, line, isBackward) {
  const letters = [];
  let sum = 0;
  for (const { segment } of new Intl.Segmenter().segment(name)) {
    const width = widthOf(context, segment);
    letters.push({ segment, width, middle: sum + width / 2 });
    sum += width;
  }
  // Single letters are wider than the text, or narrower, by their kerning.
  const stretch = line.textWidth / sum;
  context.lineWidth = 3;
  for (const draw of ["strokeText", "fillText"]) {
    for (const { segment, width, middle } of letters) {
      const along = line.from + (isBackward ? line.textWidth - middle * stretch : middle * stretch);
      // The direction over the whole letter, not at its middle: corners are rounded off.
      const a = pointAt(line, along - width / 2);
      const b = pointAt(line, along + width / 2);
      const point = pointAt(line, along);
      context.save();
      context.translate(point.x, point.y);
      context.rotate(Math.atan2(b.y - a.y, b.x - a.x) + (isBackward ? Math.PI : 0));
      context[draw](segment, -width / 2, 0);
      context.restore();
    }
  }
}
