import { describe, expect, test } from 'vitest';
import type { Address } from '../../web/src/features/explorer/address.js';
import { nextDimensions } from '../../web/src/features/explorer/drill-order.js';
import { hiddenOf, isolated, toggled } from '../../web/src/features/explorer/hidden-series.js';
import { narrowDates } from '../../web/src/features/explorer/narrow-dates.js';
import { otherName } from '../../web/src/lib/palette.js';
import { shownSeries } from '../../web/src/features/explorer/shown-series.js';
import {
  addressBefore,
  addressBeforeZoom,
  parseTrail,
  withStep,
} from '../../web/src/features/explorer/trail.js';

const names = ['a', 'b', 'c'];

describe('hidden series', () => {
  test('are hidden and shown one by one', () => {
    const one = toggled(new Set(), 'b', names);
    expect(hiddenOf(names, one)).toEqual(new Set(['b']));
    expect(toggled(new Set(['b']), 'b', names)).toEqual({ only: undefined, hide: undefined });
    expect(toggled(new Set(['a']), 'b', names)).toEqual({ only: 'c', hide: undefined });
  });

  test('one is isolated, and isolating it again shows all', () => {
    const state = isolated(new Set(), 'a', names);
    expect(hiddenOf(names, state)).toEqual(new Set(['b', 'c']));
    expect(isolated(new Set(['b', 'c']), 'a', names)).toEqual({ only: undefined, hide: undefined });
  });

  test.each([{ only: 'gone' }, { hide: '["a","b","c"]' }, { hide: 'not JSON' }, { hide: '{}' }])(
    '%j hides nothing',
    (state) => expect(hiddenOf(names, state)).toEqual(new Set()),
  );

  const of = (name: string, amount: string) => ({ name, amounts: [amount], total: amount });
  const all = [of('a', '5.0'), of('b', '3.0'), of('c', '2.0')];
  const top = [of('a', '5.0'), of(otherName, '5.0')];

  test('a part of the others is taken out of them', () => {
    expect(shownSeries({ top, all }, new Set(['c']))).toEqual([
      of('a', '5.0'),
      of(otherName, '3.0'),
    ]);
  });

  test('a part of the others can be shown alone', () => {
    expect(shownSeries({ top, all }, new Set(['a', 'b', otherName]))).toEqual([of('c', '2.0')]);
  });
});

describe('the trail', () => {
  test('leads back step by step, without what belonged to one view', () => {
    const start: Address = { group: 'service', explain: 'VM', hide: '["a"]' };
    const first: Address = { ...start, ...withStep(start, 'VM'), filter: "costs.service = 'VM'" };
    const second: Address = { ...first, ...withStep(first, '3 Mar', true), start: '2026-03-03' };
    const steps = parseTrail(second['trail']);
    expect(steps.map(({ label }) => label)).toEqual(['VM', '3 Mar']);
    expect(second['explain']).toBeUndefined();
    expect(addressBefore(steps, 0)).toEqual({ group: 'service', trail: undefined });
    const before = addressBeforeZoom(steps)!;
    expect(before['filter']).toBe("costs.service = 'VM'");
    expect(parseTrail(before['trail']).map(({ label }) => label)).toEqual(['VM']);
    expect(addressBeforeZoom(parseTrail(before['trail']))).toBeUndefined();
  });

  test.each([undefined, 'x', '{}', '[1]', '[["a"]]'])('%s has no steps', (text) => {
    expect(parseTrail(text)).toEqual([]);
  });
});

test.each([
  ['month', '2026-03-01', '2026-03-01', { start: '2026-03-01', end: '2026-03-31', bin: 'day' }],
  ['quarter', '2026-01-01', '2026-01-01', { start: '2026-01-10', end: '2026-03-31', bin: 'month' }],
  ['day', '2026-03-03', '2026-03-09', { start: '2026-03-03', end: '2026-03-09', bin: 'day' }],
  ['week', '2026-04-06', '2026-04-13', { start: '2026-04-06', end: '2026-04-15', bin: 'week' }],
] as const)('a range by %s is narrowed from %s to %s', (bin, first, last, expected) => {
  expect(narrowDates({ start: '2026-01-10', end: '2026-04-15', bin }, first, last)).toEqual(
    expected,
  );
});

test('a series is drilled into by finer dimensions first', () => {
  expect(nextDimensions([{ field: 'costs.service', operator: 'is', values: ['VM'] }])).toEqual([
    'cost_category',
    'account_id',
    'region',
    'resource_id',
    'provider',
  ]);
  expect(nextDimensions([])[0]).toBe('provider');
});
