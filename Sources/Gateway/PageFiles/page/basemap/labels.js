// The labels of the base map: all of a window in one go, so that none is cut off at the border of a
// tile, and none stands over another.

import { fontOf, sizeAt, styleOf } from "./label-styles.js";
import { Polyline } from "./polyline.js";

/** Pixels between two labels of the same name. */
const apart = 260;
/** A label on a line turns by this at most from letter to letter, in radians. */
const sharpest = 0.45;
const mostLabels = 400;

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
  const line = new Polyline(points);
  if (name.length > 8 || line.length < 40) return;
  const [width, height] = [widthOf(context, name) + 8, size + 5];
  const count = Math.max(1, Math.floor(line.length / 420));
  for (let index = 0; index < count; index += 1) {
    const { x, y } = line.at(((index + 0.5) * line.length) / count);
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

function drawAlong(canvas, { name }, points, size) {
  const { context } = canvas;
  const textWidth = widthOf(context, name);
  const line = new Polyline(points);
  const { length } = line;
  if (length < textWidth + size) return;
  const count = Math.max(1, Math.floor(length / Math.max(320, 2.5 * textWidth)));
  for (let index = 0; index < count; index += 1) {
    const step = length / count;
    // In the middle, else a little aside of it: perhaps it is straight there.
    for (const aside of [0, 0.2, -0.2, 0.35, -0.35]) {
      const middle = (index + 0.5 + aside) * step;
      const from = middle - textWidth / 2;
      if (from < 2 || from + textWidth > length - 2) continue;
      if (place(canvas, name, { line, from, textWidth, size })) break;
    }
  }
}

/** Draws a label along a line if there is room and the line is not too crooked; says if it did. */
function place(canvas, name, { line, from, textWidth, size }) {
  const start = line.at(from);
  const end = line.at(from + textWidth);
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
    const point = line.at(from + (textWidth * index) / steps);
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
  else if (isPlain.test(name)) drawLetters(canvas, name, { line, from, textWidth, isBackward });
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

function drawLetters({ context }, name, { line, from, textWidth, isBackward }) {
  const letters = [];
  let sum = 0;
  for (const { segment } of new Intl.Segmenter().segment(name)) {
    const width = widthOf(context, segment);
    letters.push({ segment, width, middle: sum + width / 2 });
    sum += width;
  }
  // Single letters are wider than the text, or narrower, by their kerning.
  const stretch = textWidth / sum;
  context.lineWidth = 3;
  for (const draw of ["strokeText", "fillText"]) {
    for (const { segment, width, middle } of letters) {
      const along = from + (isBackward ? textWidth - middle * stretch : middle * stretch);
      // The direction over the whole letter, not at its middle: corners are rounded off.
      const a = line.at(along - width / 2);
      const b = line.at(along + width / 2);
      const point = line.at(along);
      context.save();
      context.translate(point.x, point.y);
      context.rotate(Math.atan2(b.y - a.y, b.x - a.x) + (isBackward ? Math.PI : 0));
      context[draw](segment, -width / 2, 0);
      context.restore();
    }
  }
}
