/** A dashboard is a grid of this many columns and any number of rows. */
export const gridColumns = 12;
export const maxItemHeight = 40;

/** Columns and rows that an item covers. */
export interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
}

export type Size = Pick<Place, 'width' | 'height'>;

const sharesColumns = (one: Place, other: Place): boolean =>
  one.x < other.x + other.width && other.x < one.x + one.width;

const sharesRows = (one: Place, other: Place): boolean =>
  one.y < other.y + other.height && other.y < one.y + one.height;

export const overlaps = (one: Place, other: Place): boolean =>
  sharesColumns(one, other) && sharesRows(one, other);

/** The first free row of each column, below everything in it. */
class Skyline {
  readonly #rows = Array.from({ length: gridColumns }, () => 0);

  rowAt(x: number, width: number): number {
    return Math.max(...this.#rows.slice(x, x + width));
  }

  add({ x, y, width, height }: Place): void {
    this.#rows.fill(y + height, x, x + width);
  }
}

/** A place for a new item: as far up as nothing is below it, then as far left. */
export function freePlace(placed: readonly Place[], { width, height }: Size): Place {
  const skyline = new Skyline();
  for (const each of placed.toSorted((one, other) => one.y - other.y)) skyline.add(each);
  const starts = Array.from({ length: gridColumns - width + 1 }, (_, x) => x);
  const rows = starts.map((x) => skyline.rowAt(x, width));
  const y = Math.min(...rows);
  return { x: rows.indexOf(y), y, width, height };
}

/** Moves all items up as far as they go, in the order of `rank`; items that share columns keep that order. */
function settle<Item extends Place>(
  items: readonly Item[],
  rank: (item: Item) => number = middleOf,
): Item[] {
  const skyline = new Skyline();
  const settled = new Map<Item, Item>();
  for (const item of items.toSorted((one, other) => rank(one) - rank(other))) {
    const next = { ...item, y: skyline.rowAt(item.x, item.width) };
    skyline.add(next);
    settled.set(item, next);
  }
  return items.map((item) => settled.get(item)!);
}

const middleOf = ({ y, height }: Place): number => y + height / 2;

/** Closes the gaps between items. */
export const closeGaps = <Item extends Place>(items: readonly Item[]): Item[] => settle(items);

const clamp = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max);

/** Puts an item at another place; items in its way make room below or above it. */
export function place<Item extends Place>(
  items: readonly Item[],
  index: number,
  target: Partial<Place>,
): Item[] {
  const before = items[index]!;
  const width = clamp(target.width ?? before.width, 1, gridColumns);
  const height = clamp(target.height ?? before.height, 1, maxItemHeight);
  const x = clamp(target.x ?? before.x, 0, gridColumns - width);
  const y = Math.max(target.y ?? before.y, 0);
  const moved = { ...before, x, y, width, height };
  // Passing the middle of another item is enough to change places with it.
  const rank = y > before.y ? y + height : y;
  const next = items.map((item, at) => (at === index ? moved : item));
  return settle(next, (item) => (item === moved ? rank : middleOf(item)));
}

export type Direction = 'left' | 'right' | 'up' | 'down';

/** Moves an item by one column, or past the item that is in its way; undefined where it cannot move. */
export function step<Item extends Place>(
  items: readonly Item[],
  index: number,
  direction: Direction,
): Item[] | undefined {
  if (direction === 'up' || direction === 'down') return stepVertically(items, index, direction);
  const item = items[index]!;
  const sign = direction === 'left' ? -1 : 1;
  const x = item.x + sign;
  if (x < 0 || x + item.width > gridColumns) return undefined;
  const at = items.findIndex((other) => other !== item && overlaps(other, { ...item, x }));
  const other = items[at];
  if (!other) return place(items, index, { x });
  // They change places, so that none of them has to leave its row.
  const [itemX, otherX] =
    sign < 0 ? [other.x, other.x + item.width] : [item.x + other.width, item.x];
  const swapped = items.with(at, {
    ...other,
    x: clamp(otherX, 0, gridColumns - other.width),
  });
  return place(swapped, index, { x: itemX });
}

function stepVertically<Item extends Place>(
  items: readonly Item[],
  index: number,
  direction: 'up' | 'down',
): Item[] | undefined {
  const item = items[index]!;
  const inColumns = items.filter((other) => other !== item && sharesColumns(item, other));
  if (direction === 'up') {
    const above = inColumns.filter(({ y }) => y < item.y);
    const y = Math.max(...above.map((other) => other.y));
    return above.length === 0 ? undefined : place(items, index, { y });
  }
  const below = inColumns.filter(({ y }) => y > item.y);
  const bottom = Math.min(...below.map((other) => other.y + other.height));
  // Its own bottom passes that of one item, not of those further below.
  return below.length === 0 ? undefined : place(items, index, { y: bottom - item.height });
}

/** The items in reading order, as a narrow screen shows them below each other. */
export const inReadingOrder = <Item extends Place>(items: readonly Item[]): Item[] =>
  items.toSorted((one, other) => one.y - other.y || one.x - other.x);
