import { readStored, writeStored } from './stored.js';

/**
 * Ten colours of similar weight on light and dark backgrounds. Neighbours in hue differ in lightness, so
 * that colour-blind users can distinguish them.
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
] as const;

export const otherColour = '#8d939d';
/** What a chart has no series of its own for. Bills have services, categories and tags that are called "Other". */
export const otherName = 'All others';

/** Whether a series is that of costs without a value, such as `(no team)`, which is grey and hatched. */
export const isMissing = (name: string): boolean => name.startsWith('(') || name === 'Untagged';

/** The index of the colour that each value was first drawn with. */
export type ColourMemory = Map<string, number>;

/** More values than anyone looks at; the oldest are forgotten. */
const maxRemembered = 1000;

/**
 * A colour for each name, the largest first. A name that was drawn before keeps its colour; a new one
 * gets one that is free in its chart, from its hash on, and is remembered. Of two remembered names with the same
 * colour, the larger one keeps it, and the other gets a free one in this chart alone.
 */
export function assignColours(names: readonly string[], memory: ColourMemory): Map<string, string> {
  const found = new Map<string, number>();
  const used = new Set<number>();
  const values = names.filter((name) => name !== otherName && !isMissing(name));
  const take = (name: string, index: number) => {
    found.set(name, index);
    used.add(index);
  };
  for (const name of values) {
    const index = memory.get(name);
    if (index !== undefined && !used.has(index)) take(name, index);
  }
  for (const name of values) {
    if (found.has(name)) continue;
    if (used.size === palette.length) used.clear();
    take(name, freeIndex(name, used));
    if (!memory.has(name)) memory.set(name, found.get(name)!);
  }
  for (const oldest of [...memory.keys()].slice(0, Math.max(0, memory.size - maxRemembered))) {
    memory.delete(oldest);
  }
  return new Map(
    names.map((name) => {
      const index = found.get(name);
      return [name, index === undefined ? otherColour : palette[index]!];
    }),
  );
}

/** The first free colour from that of a name's hash on. */
function freeIndex(name: string, used: ReadonlySet<number>): number {
  const hash = hashOf(name);
  // Steps of another length for each name, so that one collision does not cause the next.
  const step = steps[Math.floor(hash / palette.length) % steps.length]!;
  let index = hash % palette.length;
  while (used.has(index)) index = (index + step) % palette.length;
  return index;
}

/** Numbers without a common divisor with the size of the palette, so that every colour is reached. */
const steps = [1, 3, 7, 9] as const;

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

const storedAs = 'series colors';
let memory: ColourMemory | undefined;

/** The colours of names in this browser: the same on every page, for every range, and after a reload. */
export function coloursOf(names: readonly string[]): Map<string, string> {
  memory ??= readMemory(readStored(storedAs));
  const known = memory.size;
  const colours = assignColours(names, memory);
  if (memory.size !== known) writeStored(storedAs, [...memory]);
  return colours;
}

/** What is stored may be anything. */
export function readMemory(stored: unknown): ColourMemory {
  const entries = Array.isArray(stored) ? (stored as unknown[]) : [];
  return new Map(
    entries.flatMap((entry): [string, number][] => {
      const [name, index] = Array.isArray(entry) ? (entry as unknown[]) : [];
      return typeof name === 'string' && typeof index === 'number' && palette[index] !== undefined
        ? [[name, index]]
        : [];
    }),
  );
}
