import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Direction,
  type Place,
  closeGaps,
  freePlace,
  gridColumns,
  overlaps,
  place,
  step,
} from './grid.js';

/** `name x y width height`, sorted by name. */
type Named = Place & { name: string };
const item = (name: string, x: number, y: number, width: number, height: number): Named => ({
  name,
  x,
  y,
  width,
  height,
});
const placesOf = (items: readonly Named[]) =>
  Object.fromEntries(items.map(({ name, x, y }) => [name, [x, y]]));

describe('a new item', () => {
  test('takes the highest place that nothing is below, then the leftmost', () => {
    const half = { width: 6, height: 4 };
    expect(freePlace([], half)).toEqual({ x: 0, y: 0, ...half });
    const first = item('a', 0, 0, 6, 7);
    expect(freePlace([first], half)).toEqual({ x: 6, y: 0, ...half });
    expect(freePlace([first, item('b', 6, 0, 6, 3)], half)).toEqual({ x: 6, y: 3, ...half });
    expect(freePlace([first], { width: 12, height: 1 })).toMatchObject({ x: 0, y: 7 });
  });
});

describe('a step', () => {
  const rows = [item('a', 0, 0, 6, 4), item('b', 6, 0, 6, 4), item('c', 0, 4, 12, 2)];
  const stepped = (index: number, direction: Direction) => {
    const next = step(rows, index, direction);
    return next && placesOf(next);
  };

  test('to the side changes places with the neighbour', () => {
    const swapped = { a: [6, 0], b: [0, 0], c: [0, 4] };
    expect(stepped(0, 'right')).toEqual(swapped);
    expect(stepped(1, 'left')).toEqual(swapped);
  });

  test('down passes the next item below, up the one above', () => {
    expect(stepped(0, 'down')).toEqual({ a: [0, 6], b: [6, 0], c: [0, 4] });
    expect(stepped(2, 'up')).toEqual({ c: [0, 0], a: [0, 2], b: [6, 2] });
  });

  test('passes one item at a time, however high the moved one is', () => {
    const column = [item('a', 0, 0, 6, 7), item('b', 0, 7, 6, 2), item('c', 0, 9, 6, 2)];
    expect(placesOf(step(column, 0, 'down')!)).toEqual({ b: [0, 0], a: [0, 2], c: [0, 9] });
  });

  test('is not possible at an edge', () => {
    expect(stepped(0, 'left')).toBeUndefined();
    expect(stepped(1, 'right')).toBeUndefined();
    expect(stepped(0, 'up')).toBeUndefined();
    expect(stepped(2, 'down')).toBeUndefined();
  });
});

test('an item that grows moves those below it down', () => {
  const items = [item('a', 0, 0, 6, 4), item('b', 0, 4, 6, 4), item('c', 6, 0, 6, 4)];
  expect(placesOf(place(items, 0, { height: 6 }))).toEqual({ a: [0, 0], b: [0, 6], c: [6, 0] });
  expect(placesOf(place(items, 0, { width: 12 }))).toEqual({ a: [0, 0], b: [0, 4], c: [6, 4] });
});

const anyItem = fc
  .record({
    x: fc.integer({ min: 0, max: 11 }),
    y: fc.integer({ min: 0, max: 30 }),
    width: fc.integer({ min: 1, max: 12 }),
    height: fc.integer({ min: 1, max: 9 }),
  })
  .map((each) => ({ ...each, x: Math.min(each.x, gridColumns - each.width) }));

const isSound = (items: readonly Place[]) =>
  items.every(
    (one, index) =>
      one.x >= 0 &&
      one.y >= 0 &&
      one.x + one.width <= gridColumns &&
      !items.some((other, at) => at < index && overlaps(one, other)),
  );

test('whatever is moved or resized, items stay in the grid and beside each other', () => {
  const directions = fc.constantFrom<Direction>('left', 'right', 'up', 'down');
  const changes = fc.array(fc.tuple(fc.nat(), fc.oneof(directions, anyItem)), { maxLength: 8 });
  fc.assert(
    fc.property(fc.array(anyItem, { minLength: 1, maxLength: 12 }), changes, (items, moves) => {
      let layout: Place[] = closeGaps(items);
      if (!isSound(layout)) return false;
      for (const [number, change] of moves) {
        const index = number % layout.length;
        const next: Place[] | undefined =
          typeof change === 'string' ? step(layout, index, change) : place(layout, index, change);
        layout = next ?? layout;
        if (!isSound(layout)) return false;
      }
      return isSound([...layout, freePlace(layout, { width: 5, height: 3 })]);
    }),
  );
});
