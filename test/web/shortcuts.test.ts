import { expect, test } from 'vitest';
import { createShortcutReader, pageKeys } from '../../web/src/frame/shortcuts.js';
import { withRecent } from '../../web/src/lib/recent.js';

test('g and a letter open a page, if the second key follows soon', () => {
  const read = createShortcutReader();
  expect(read('g', 0)).toBeUndefined();
  expect(read('r', 400)).toEqual({ to: '/cost-reports' });
  expect(read('r', 500)).toBeUndefined();
  read('g', 1000);
  expect(read('r', 9000)).toBeUndefined();
  read('g', 10_000);
  expect(read('x', 10_100)).toBeUndefined();
  expect(read('r', 10_200)).toBeUndefined();
});

test('single keys open the palette and the list of shortcuts', () => {
  const read = createShortcutReader();
  expect(read('/', 0)).toEqual({ open: 'palette' });
  expect(read('?', 0)).toEqual({ open: 'shortcuts' });
  expect(read('constructor', 0)).toBeUndefined();
  expect(new Set(Object.values(pageKeys)).size).toBe(Object.keys(pageKeys).length);
});

test('recent objects are listed once, latest first, and only a few', () => {
  const items = Array.from({ length: 8 }, (_, index) => ({ title: `${index}`, to: `/${index}` }));
  const again = withRecent(items, { title: 'renamed', to: '/3' });
  expect(again.map(({ to }) => to)).toEqual(['/3', '/0', '/1', '/2', '/4', '/5', '/6', '/7']);
  expect(again[0]?.title).toBe('renamed');
  expect(withRecent(items, { title: 'new', to: '/new' })).toHaveLength(8);
});
