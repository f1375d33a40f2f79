// What maps have on them, drawn on a canvas: the map of a journey (replay --map) and the page. One
// look, for both.
//
// Nothing is imported, as the map of a journey is a single file. All lengths are in CSS pixels.

/** Colours of marks, for light ground and for dark; in CSS each is `--mark-NAME`. */
const marks = {
  // Pins and circles of brands and categories.
  0: ["#c62828", "#ff8a80"], 1: ["#1565c0", "#82b6ff"], 2: ["#2e7d32", "#81d488"],
  3: ["#7b1fa2", "#d59bf6"], 4: ["#b45309", "#ffb266"], 5: ["#00796b", "#5fd3c2"],
  6: ["#ad1457", "#ff8fc0"], 7: ["#5d4037", "#d0aa98"], 8: ["#686400", "#dcd46a"],
  9: ["#3949ab", "#a9b4ff"], 10: ["#00708a", "#6fd6f0"], 11: ["#4b6b00", "#b9dc5e"],
  // Text and rings, and what lies beneath them.
  ink: ["#1b1f24", "#e6e8ea"], paper: ["#fbfbf9", "#16191d"],
  // Ways: of a device, and the true one.
  line: ["#1565c0", "#64b5f6"], truth: ["#00796b", "#4db6ac"], unused: ["#c62828", "#ef9a9a"],
  // Regions without a brand or a category.
  region: ["#4a626e", "#9fb4be"], deal: ["#8a5200", "#ffb74d"],
  // What was told.
  enter: ["#1b661f", "#81c784"], exit: ["#5e4597", "#b39ddb"], dwell: ["#8a5200", "#ffb74d"],
};

/** How many colours there are for brands and categories: marks 0, 1, … */
export const colourCount = Object.keys(marks).filter((name) => /^\d+$/.test(name)).length;

/**
 * Gives CSS the colours, as `--mark-NAME`, for light and for dark. Returns a function from a name to the
 * colour of now; `onChange` is called when the browser's scheme has changed.
 */
export function useMarks(onChange = () => {}) {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const rule = (scheme) => `:root { ${Object.entries(marks)
    .map(([name, pair]) => `--mark-${name}: ${pair[scheme]};`).join(" ")} }`;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`${rule(0)} @media (prefers-color-scheme: dark) { ${rule(1)} }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  dark.addEventListener("change", onChange);
  return (name) => (marks[name] ?? marks.region)[dark.matches ? 1 : 0];
}

/** A length that is round, in metres, of about `pixels` where one pixel is `metres`. */
export function roundLength(metres, pixels = 90) {
  const about = metres * pixels;
  const power = 10 ** Math.floor(Math.log10(about));
  return [5, 2, 1].map((n) => n * power).find((n) => n <= about * 1.0001);
}

// MARK: - Circles, ways, dots

/**
 * Circles of one colour: `[x, y, radius]` each. What is filled is filled together: where many
 * overlap, what lies beneath is seen as well as under one.
 */
export function drawCircles(c, circles, colour, { isFilled = false, width = 1.25, opacity = 0.85 } = {}) {
  c.beginPath();
  for (const [x, y, radius] of circles) {
    const r = Math.max(radius, 1.5);
    c.moveTo(x + r, y);
    c.arc(x, y, r, 0, 2 * Math.PI);
  }
  c.fillStyle = c.strokeStyle = colour;
  c.lineWidth = width;
  if (isFilled) {
    c.globalAlpha = 0.14;
    c.fill();
  }
  c.globalAlpha = opacity;
  c.stroke();
  c.globalAlpha = 1;
}

/** A circle that was chosen. */
export function drawChosenCircle(c, circle, colour, paper) {
  drawCircles(c, [circle], paper, { width: 6, opacity: 0.9 });
  drawCircles(c, [circle], colour, { width: 3, opacity: 1, isFilled: true });
}

/** A way along `points`, `[x, y]` each; `isBreak(i)`: no line leads to it. */
export function drawWay(c, points, colour, { width = 2, opacity = 1, isBreak = () => false } = {}) {
  c.beginPath();
  points.forEach(([x, y], index) => {
    if (index === 0 || isBreak(index)) c.moveTo(x, y);
    else c.lineTo(x, y);
  });
  c.lineJoin = c.lineCap = "round";
  c.strokeStyle = colour;
  c.lineWidth = width;
  c.globalAlpha = opacity;
  c.stroke();
  c.globalAlpha = 1;
}

export function drawDot(c, [x, y], radius, colour) {
  c.beginPath();
  c.arc(x, y, radius, 0, 2 * Math.PI);
  c.fillStyle = colour;
  c.fill();
}

/** A dot with a ring around it, so that it is seen on any ground. */
export function drawRingedDot(c, point, radius, colour, paper, { width = 2 } = {}) {
  drawDot(c, point, radius, colour);
  c.strokeStyle = paper;
  c.lineWidth = width;
  c.stroke();
}

/** How sure a position is: within `radius` of it. */
export function drawAccuracy(c, point, radius, colour, { opacity = 0.06 } = {}) {
  c.globalAlpha = opacity;
  drawDot(c, point, radius, colour);
  c.globalAlpha = 1;
}

/** A position that was not used. */
export function drawCross(c, [x, y], colour, { size = 3 } = {}) {
  c.beginPath();
  c.moveTo(x - size, y - size);
  c.lineTo(x + size, y + size);
  c.moveTo(x - size, y + size);
  c.lineTo(x + size, y - size);
  c.strokeStyle = colour;
  c.lineWidth = 1.5;
  c.stroke();
}

/** Where a device is; `track`: where it goes, in degrees clockwise from north, or null. */
export function drawDevice(c, [x, y], { colour, paper, track = null, radius = 8, isFaint = false }) {
  c.globalAlpha = isFaint ? 0.6 : 1;
  if (track !== null) {
    c.save();
    c.translate(x, y);
    c.rotate((track * Math.PI) / 180);
    c.beginPath();
    c.moveTo(0, -radius * 2.1);
    c.lineTo(radius * 0.8, -radius * 0.9);
    c.lineTo(-radius * 0.8, -radius * 0.9);
    c.closePath();
    c.lineJoin = "round";
    c.strokeStyle = paper;
    c.lineWidth = 4;
    c.stroke();
    c.fillStyle = colour;
    c.fill();
    c.restore();
  }
  drawRingedDot(c, [x, y], radius, colour, paper, { width: 3 });
  c.globalAlpha = 1;
}

/** A scale of a round length, where one pixel is `metres`; returns its box. */
export function drawScale(c, width, height, metres, ink) {
  const length = roundLength(metres);
  const [right, foot] = [width - 12, height - 12];
  const left = right - length / metres;
  c.strokeStyle = c.fillStyle = ink;
  c.lineWidth = 2;
  c.textAlign = "right";
  c.textBaseline = "alphabetic";
  c.font = labelFont;
  c.beginPath();
  c.moveTo(left, foot);
  c.lineTo(right, foot);
  c.stroke();
  c.fillText(length >= 1000 ? `${length / 1000} km` : `${length} m`, right, foot - 6);
  return { left: Math.min(left, right - 60) - 4, right: width, top: foot - 22, bottom: height };
}

// MARK: - Labels

const labelFont = "12px system-ui, sans-serif";
const lineHeight = 16;
const widestLabel = 220;

const overlap = (a, b) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Labels of one drawing. Each has a box of its own within it, or is left out. */
export class Labels {
  /** `taken`: boxes where no label may stand, `{ left, top, right, bottom }`. */
  constructor(c, width, height, paper, taken = []) {
    Object.assign(this, { c, width, height, paper, taken });
    /** What was drawn: boxes with their `text`. */
    this.placed = [];
  }

  /** Writes `name` beside the circle around x and y. Returns whether there was room. */
  add(name, [x, y, r], colour, { weight = 400 } = {}) {
    const { c } = this;
    c.font = `${weight} ${labelFont}`;
    const text = shortened(c, name, Math.min(widestLabel, this.width - 16));
    const width = c.measureText(text).width + 6;
    for (const [wanted, top] of spots(x, y, r, width)) {
      const left = Math.max(3, Math.min(wanted, this.width - width - 3));
      const box = { left, top, right: left + width, bottom: top + lineHeight, text };
      const isFree = top >= 2 && box.bottom <= this.height - 2
        && !this.taken.some((other) => overlap(other, box))
        && !this.placed.some((other) => overlap(other, box));
      if (!isFree) continue;
      this.placed.push(box);
      c.textAlign = "center";
      c.textBaseline = "middle";
      c.lineJoin = "round";
      c.lineWidth = 4;
      c.strokeStyle = this.paper;
      c.fillStyle = colour;
      c.strokeText(text, left + width / 2, top + lineHeight / 2);
      c.fillText(text, left + width / 2, top + lineHeight / 2);
      return true;
    }
    return false;
  }
}

/** Where a label may stand, left and top, the best first. */
function spots(x, y, r, width) {
  const middle = y - lineHeight / 2;
  return [
    [x - width / 2, y - r - lineHeight - 2], [x - width / 2, y + r + 2],
    [x + r + 4, middle], [x - r - 4 - width, middle], [x - width / 2, middle],
    // Beside the dots of a way along which there is one after another.
    [x + r + 16, middle], [x - r - 16 - width, middle],
    [x - width / 2, y - r - lineHeight - 12], [x - width / 2, y + r + 12],
  ];
}

function shortened(c, text, widest) {
  // Nobody reads more, and a canvas takes its time to measure.
  const start = text.slice(0, 400);
  if (start.length === text.length && c.measureText(text).width <= widest) return text;
  const letters = [...new Intl.Segmenter().segment(start)].map(({ segment }) => segment);
  while (letters.length > 0 && c.measureText(`${letters.join("")}…`).width > widest) letters.pop();
  return `${letters.join("").trimEnd()}…`;
}

// MARK: - What is at a point

/** The index of the point within `reach` of `[x, y]` that is nearest; -1 for none. */
export function nearestOf(points, [x, y], reach = 12) {
  let [best, nearest] = [-1, reach];
  points.forEach((point, index) => {
    if (!point) return;
    const distance = Math.hypot(point[0] - x, point[1] - y);
    if (distance < nearest) [best, nearest] = [index, distance];
  });
  return best;
}

/** The indices of the circles, `[x, y, radius]` each, that `[x, y]` is in, the smallest first. */
export function circlesAt(circles, [x, y]) {
  return circles.map((circle, index) => [circle, index])
    .filter(([circle]) => Math.hypot(circle[0] - x, circle[1] - y) <= circle[2])
    .sort(([a], [b]) => a[2] - b[2])
    .map(([, index]) => index);
}

// MARK: - Why something was told

/**
 * Draws how it was decided whether something was told of a circle, `[x, y, radius]`: the fixes
 * around, `{ point, radius (how sure), isUsed, decided: null or "enter", "dwell", "exit", … }`, one
 * after the other; `decisive`: the index of the one that decided.
 */
export function drawWhy(c, circle, fixes, decisive, colourOf) {
  const paper = colourOf("paper");
  drawChosenCircle(c, circle, colourOf("region"), paper);
  // Its centre, from which all is measured.
  drawCross(c, circle, colourOf("region"), { size: 4 });
  const used = fixes.filter((fix) => fix.isUsed).map((fix) => fix.point);
  drawWay(c, used, paper, { width: 5, opacity: 0.8 });
  drawWay(c, used, colourOf("line"), { width: 2 });
  const one = fixes[decisive];
  if (one) {
    drawAccuracy(c, one.point, one.radius, colourOf("line"), { opacity: 0.18 });
    drawCircles(c, [[...one.point, one.radius]], colourOf("line"), { width: 1 });
    c.setLineDash([4, 4]);
    drawWay(c, [circle, one.point], colourOf("ink"), { width: 1.25 });
    c.setLineDash([]);
  }
  fixes.forEach((fix, index) => {
    if (!fix.isUsed) drawCross(c, fix.point, colourOf("unused"));
    else if (index !== decisive) drawRingedDot(c, fix.point, 3.5, colourOf("line"), paper, { width: 1.5 });
  });
  if (one) drawRingedDot(c, one.point, 8, colourOf(one.decided ?? "line"), paper, { width: 3 });
}
