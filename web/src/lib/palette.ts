/** Ten colours that colour-blind users can distinguish, on light and dark backgrounds. */
const palette = [
  '#3f72d2',
  '#e08b2c',
  '#2f9e87',
  '#c75089',
  '#8265cf',
  '#93a52f',
  '#56b2dc',
  '#c9573a',
  '#a07a4f',
  '#c9a72b',
] as const;

export const otherColour = '#8d939d';
export const otherName = 'Other';

/** Whether a series is that of costs without a value, such as `(no team)`, which is grey and hatched. */
export const isMissing = (name: string): boolean => name.startsWith('(');

/**
 * A colour for each name, derived from the name, so that it is the same on every page; where two names of a
 * chart collide, the later one gets the next free colour.
 */
export function coloursOf(names: readonly string[]): Map<string, string> {
  const used = new Set<number>();
  const colours = new Map<string, string>();
  for (const name of names) {
    if (name === otherName || isMissing(name)) {
      colours.set(name, otherColour);
      continue;
    }
    let index = hashOf(name) % palette.length;
    while (used.has(index) && used.size < palette.length) index = (index + 1) % palette.length;
    used.add(index);
    colours.set(name, palette[index]!);
  }
  return colours;
}

function hashOf(text: string): number {
  let hash = 7;
  for (const character of text) hash = (hash * 31 + character.codePointAt(0)!) % 1_000_003;
  return hash;
}
