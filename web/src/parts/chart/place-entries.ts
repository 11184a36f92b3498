export const swatchSize = 10;

/** Entries side by side, in as many rows as they need. */
export function placeEntries(
  names: readonly string[],
  width: number,
  widthOf: (name: string) => number,
): { name: string; x: number; row: number }[] {
  let [x, row] = [0, 0];
  return names.map((name) => {
    const needed = swatchSize + 6 + widthOf(name) + 18;
    if (x > 0 && x + needed > width) [x, row] = [0, row + 1];
    const entry = { name, x, row };
    x += needed;
    return entry;
  });
}
