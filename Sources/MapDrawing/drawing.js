// What maps have on them, drawn on a canvas: the map of a journey (replay --map) and the page.
//
// Nothing is imported, as the map of a journey is a single file.

/** A length that is round, in metres, of about `pixels` where one pixel is `metres`. */
export function roundLength(metres, pixels = 90) {
  const about = metres * pixels;
  const power = 10 ** Math.floor(Math.log10(about));
  return [5, 2, 1].map((n) => n * power).find((n) => n <= about * 1.0001);
}
