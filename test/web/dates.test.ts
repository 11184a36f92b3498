import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '../../src/platform/lib/days.js';
import { presets, rangeNameOf, resolveRange } from '../../web/src/features/costs/intervals.js';
import { parseQuery, searchOf } from '../../web/src/features/explorer/query-address.js';
import { defaultQuery } from '../../web/src/features/explorer/explorer-query.js';
import { parseDay } from '../../web/src/lib/parse-day.js';

describe('typed dates', () => {
  test.each([
    ['2026-03-10', 'en-US', '2026-03-10'],
    ['2026-3-9', 'de', '2026-03-09'],
    ['3/10/2026', 'en-US', '2026-03-10'],
    ['10/3/2026', 'en-GB', '2026-03-10'],
    ['10.3.26', 'de', '2026-03-10'],
    [' 10. 3. 2026 ', 'cs', '2026-03-10'],
    ['2026/03/10', 'en-US', '2026-03-10'],
    ['31/2/2026', 'en-GB', undefined],
    ['13/13/2026', 'en-US', undefined],
    ['March', 'en-US', undefined],
    ['', 'en-US', undefined],
  ])('%j in %s is %s', (text, locale, day) => {
    expect(parseDay(text, locale)).toBe(day);
  });

  test('every day is read back in the order of its locale', () => {
    const day = fc.nat(20_000).map((days) => addDays('2000-01-01', days));
    fc.assert(
      fc.property(day, fc.constantFrom('en-US', 'en-GB', 'de', 'fr', 'ja'), (iso, locale) => {
        const format = new Intl.DateTimeFormat(locale, {
          year: 'numeric',
          month: 'numeric',
          day: 'numeric',
          timeZone: 'UTC',
        });
        expect(parseDay(format.format(new Date(iso)), locale)).toBe(iso);
      }),
    );
  });
});

test('presets are relative to a day', () => {
  const ranges = Object.fromEntries(
    presets('2026-05-20').map(({ name, start, end }) => [name, `${start} ${end}`]),
  );
  expect(ranges).toEqual({
    yesterday: '2026-05-19 2026-05-19',
    last_7_days: '2026-05-14 2026-05-20',
    last_30_days: '2026-04-21 2026-05-20',
    last_90_days: '2026-02-20 2026-05-20',
    this_month: '2026-05-01 2026-05-31',
    last_month: '2026-04-01 2026-04-30',
    this_quarter: '2026-04-01 2026-06-30',
    last_quarter: '2026-01-01 2026-03-31',
    year_to_date: '2026-01-01 2026-05-20',
    last_12_months: '2025-06-01 2026-05-31',
  });
  expect(rangeNameOf('custom')).toBeUndefined();
  expect(resolveRange(rangeNameOf('last_quarter')!, '2026-01-01').end).toBe('2025-12-31');
});

describe('the address of a query', () => {
  const base = defaultQuery();

  test('has a named range instead of dates', () => {
    const { start, end } = resolveRange('last_90_days', '2026-05-20');
    const search = searchOf({ ...base, start, end, range: 'last_90_days' }, base);
    expect(search).toMatchObject({ range: 'last_90_days', start: '', end: '' });
    expect(parseQuery({ range: 'last_90_days' }, base).range).toBe('last_90_days');
  });

  test.each([
    { start: '2026-01-01', end: '2026-01-31', range: undefined },
    { compare: 'custom', compareRange: { start: '2025-01-01', end: '2025-01-31' } },
    { compare: 'none', compareRange: undefined },
    { filter: '', groupings: [] },
  ] as const)('%j is read back', (change) => {
    const query = { ...base, ...change, groupings: [...(change.groupings ?? base.groupings)] };
    const search = Object.fromEntries(
      Object.entries(searchOf(query, base)).filter(([, text]) => text !== ''),
    );
    expect(parseQuery(search, base)).toEqual(query);
  });

  test('ignores invalid dates', () => {
    const query = parseQuery({ start: '2026-02-31', end: '2026-03-01', compare_start: 'x' }, base);
    expect(query).toEqual(base);
  });
});
