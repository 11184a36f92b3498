/**
 * Twenty colours of similar weight on light and dark backgrounds. Neighbours of the same hue differ in
 * lightness, so that colour-blind users can distinguish them.
 */
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
  '#7d9fe8',
  '#b5651d',
  '#5fbfa3',
  '#e27fae',
  '#a98fe6',
  '#6b8e23',
  '#2a86b5',
  '#e5836a',
  '#7b8fa6',
  '#4d9a4f',
] as const;

export const otherColour = '#8d939d';
/** What a chart has no series of its own for. Bills have services, categories and tags that are called "Other". */
export const otherName = 'All others';

/** Whether a series is that of costs without a value, such as `(no team)`, which is grey and hatched. */
export const isMissing = (name: string): boolean => name.startsWith('(');

/**
 * A colour for each name, derived from the name: it is the same on every page, for every range and in every
 * order. Where names of a chart collide, one of them keeps its colour and the others get the next free one,
 * in alphabetical order, so that sizes do not matter.
 */
export function coloursOf(names: readonly string[]): Map<string, string> {
  const used = new Set<number>();
  const found = new Map<string, string>();
  for (const name of names.toSorted()) {
    if (name === otherName || isMissing(name)) {
      found.set(name, otherColour);
      continue;
    }
    const hash = hashOf(name);
    let index = hash % palette.length;
    // Steps of another length for each name, so that one collision does not cause the next.
    const step = steps[hash % steps.length]!;
    while (used.has(index) && used.size < palette.length) index = (index + step) % palette.length;
    used.add(index);
    found.set(name, palette[index]!);
  }
  return new Map(names.map((name) => [name, found.get(name)!]));
}

/** Numbers without a common divisor with the size of the palette, so that every colour is reached. */
const steps = [1, 3, 7, 9, 11, 13, 17, 19] as const;

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
