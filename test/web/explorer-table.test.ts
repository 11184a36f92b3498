import { describe, expect, test } from 'vitest';
import { otherOf } from '../../web/src/features/costs/group-series.js';
import { binColumns, figureColumns } from '../../web/src/features/explorer/table/columns.js';
import {
  type ComparedColumns,
  comparedColumns,
  describeColumns,
} from '../../web/src/features/explorer/table/compared-columns.js';
import { csvColumns, csvHeader, csvRows } from '../../web/src/features/explorer/table/csv.js';
import { dailyAverage } from '../../web/src/features/costs/daily-average.js';
import { rowFilters } from '../../web/src/features/explorer/table/row-filters.js';
import {
  type SeriesAnswer,
  groupingsOf,
  listRows,
  nameInGrouping,
  restRow,
  rowsOf,
} from '../../web/src/features/explorer/table/table-row.js';
import { summaryOf } from '../../web/src/features/explorer/table/TableView.js';
import { csvLine } from '../../web/src/lib/csv.js';
import { percentOf, quotient } from '../../web/src/lib/decimal.js';
import { rowWindow } from '../../web/src/parts/use-row-window.js';

/** Intl separates with thin spaces. */
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f\u2009]/g, ' ');

const names = (grouping: string, value: string) =>
  grouping === 'account_id' && value === '42' ? 'Shop' : value;

const change = (current: string, previous: string) => ({
  current,
  previous,
  amount: '0.0',
  percent: '1.00',
});

const answerOf = (count: number): SeriesAnswer =>
  ({
    group_count: count,
    matching: { group_count: 2, amount: '3.5' },
    total: { amount: '100.0', amounts: ['60.0', '40.0'], change: change('100.0', '50.0') },
    groups: Array.from({ length: Math.min(count, 12) }, (_, index) => ({
      group: { service: `s${index}` },
      amount: '2.5',
      amounts: ['1.5', '1.0'],
      change: change('2.5', '1.0'),
    })),
  }) as unknown as SeriesAnswer;

describe('rows of the table', () => {
  test('have the ids of named accounts and the names of resources beside them', () => {
    const group = { account_id: '42', resource_id: 'i-1' };
    const answer = { groups: [{ group, resource_name: 'web', amount: '1', amounts: [] }] };
    const row = rowsOf(answer as unknown as SeriesAnswer, ['account_id', 'resource_id'], names)[0]!;
    expect(row.name).toBe('Shop · web (i-1)');
    expect(nameInGrouping(row, 'account_id', names)).toEqual({ name: 'Shop', id: '42' });
    expect(nameInGrouping(row, 'resource_id', names)).toEqual({ name: 'web', id: 'i-1' });
    const unnamed = { ...row, group: { resource_id: 'i-2', region: null }, resourceName: null };
    expect(nameInGrouping(unnamed, 'resource_id', names)).toEqual({ name: 'i-2' });
    expect(nameInGrouping(unnamed, 'region', names)).toEqual({ name: '(no region)' });
  });

  test('of usage are told apart by unit as well', () => {
    const groupings = ['service'];
    expect(groupingsOf({ measure: 'cost', groupings })).toEqual(['service']);
    expect(groupingsOf({ measure: 'usage', groupings })).toEqual(['service', 'usage_unit']);
    expect(groupingsOf({ measure: 'count', groupings })).toEqual([]);
  });

  test('with the rest of the chart and of a search are exactly the total', () => {
    expect(otherOf(answerOf(10))).toBeUndefined();
    const answer = answerOf(131_204);
    // A value may be called "Other".
    expect(otherOf(answer)?.name).toBe('All others');
    expect(otherOf(answer)).toMatchObject({ total: '77.5', amounts: ['46.5', '31.0'] });
    expect(restRow(answerOf(12))).toMatchObject({ total: '96.5', detail: '10 groups' });
  });

  test('of the console itself are searched and sorted as those of the API', () => {
    const rows = ['b', 'Ab', 'c'].map((name, index) => ({ key: name, name, total: `${index}` }));
    const list = { search: 'B', order: 'cost', isDescending: true } as const;
    expect(listRows(rows, list).map(({ name }) => name)).toEqual(['Ab', 'b']);
    expect(
      listRows(rows, { search: '', order: 'name', isDescending: false }).map(({ name }) => name),
    ).toEqual(['Ab', 'b', 'c']);
  });

  test.each([
    [{ first: 0, last: 28 }, 131_204, '', '1–28 of 131,204 groups'],
    [{ first: 0, last: 30 }, 3, '', '3 groups'],
    [{ first: 0, last: 30 }, 1, '', '1 group'],
    [{ first: 40, last: 80 }, 70, 'x', '41–70 of 70 matching groups'],
    [{ first: 0, last: 0 }, 0, 'x', '0 matching groups'],
  ])('%j of %i are summarized', (visible, count, search, text) => {
    expect(summaryOf(visible, count, search)).toBe(text);
  });
});

describe('the daily average', () => {
  const march = { start: '2026-03-01', end: '2026-03-31', bin: 'day' };
  const bins = Array.from(
    { length: 10 },
    (_, day) => `2026-03-${String(day + 1).padStart(2, '0')}`,
  );
  const amounts = bins.map((_, index) => (index === 9 ? '0.1' : '3.0'));
  const row = { key: '', name: '', total: '27.1', amounts };

  test('is that of complete days', () => {
    expect(dailyAverage({ ...march, bins, completeThrough: '2026-03-09' })!.of(row)).toBe('3.0');
    const whole = { ...march, end: '2026-03-10' };
    expect(dailyAverage({ ...whole, bins, completeThrough: '2026-03-12' })!.of(row)).toBe('2.71');
  });

  test('is unknown where complete days share a bin with others', () => {
    const byMonth = { ...march, bin: 'month', bins: ['2026-03-01'] };
    expect(dailyAverage({ ...byMonth, completeThrough: '2026-03-09' })).toBeUndefined();
    expect(dailyAverage({ ...march, bins, completeThrough: null })).toBeUndefined();
  });
});

describe('filters of a row', () => {
  const providers = ['aws', 'gcp'];
  const row = (group: Record<string, string | null>) => ({ key: '', name: '', total: '1', group });

  test('narrow to its values, or exclude its value beside those excluded before', () => {
    const filter = "costs.provider = 'aws' AND costs.service != 'S3'";
    const { filterTo, exclude } = rowFilters({ filter, groupings: ['service'] }, providers);
    expect(filterTo(row({ service: 'EC2' }))).toBe(
      "costs.provider = 'aws' AND costs.service != 'S3' AND costs.service = 'EC2'",
    );
    expect(exclude(row({ service: "It's" }))).toBe(
      "costs.provider = 'aws' AND costs.service NOT IN ('S3', 'It''s')",
    );
  });

  test('do not exist where chips cannot express them', () => {
    const two = rowFilters({ filter: '', groupings: ['service', 'region'] }, providers);
    expect(two.exclude(row({ service: 'S3', region: 'eu' }))).toBeUndefined();
    const provider = rowFilters({ filter: '', groupings: ['provider'] }, providers);
    expect(provider.exclude(row({ provider: 'aws' }))).toBeUndefined();
    expect(two.filterTo({ key: 'total', name: 'Total', total: '1' })).toBeUndefined();
  });
});

const comparison = {
  start_date: '2026-03-01',
  end_date: '2026-03-09',
  previous_start_date: '2026-02-01',
  previous_end_date: '2026-02-09',
  current_days: 9,
  days: 9,
  days_with_data: 9,
};

describe('the columns of changes', () => {
  const context = {
    currency: 'USD',
    whole: '1',
    average: undefined,
    colours: new Map<string, string>(),
    inTrend: [],
  };
  const headersOf = (compared: ComparedColumns | undefined) =>
    figureColumns({ ...context, compared }).map(({ header }) => header);

  test('have the compared days beside the total where these are not all of its days', () => {
    const partial = comparedColumns(comparison, { start: '2026-03-01', end: '2026-03-10' });
    expect(headersOf(partial).slice(-4)).toEqual([
      'Compared days',
      'Previous period',
      'Change',
      'Change in %',
    ]);
    expect(plain(describeColumns(partial))).toBe(
      'Change is the compared days (Mar 1 – 9, 2026) minus the previous period (Feb 1 – 9, 2026). The total (Mar 1 – 10, 2026) includes days that are not compared.',
    );
  });

  test('follow the total where all of its days are compared', () => {
    const whole = comparedColumns(comparison, { start: '2026-03-01', end: '2026-03-09' });
    expect(headersOf(whole)).not.toContain('Compared days');
    expect(plain(describeColumns(whole))).toBe(
      'Change is the total (Mar 1 – 9, 2026) minus the previous period (Feb 1 – 9, 2026).',
    );
    expect(headersOf(undefined)).not.toContain('Previous period');
  });

  test('of a month that the range cuts are marked and named by its days', () => {
    const bins = ['2026-02-01', '2026-03-01'];
    const range = { start: '2026-02-01', end: '2026-03-10', bin: 'month' };
    const columns = binColumns(bins, range, 'USD');
    expect(
      columns.map(({ header, help, isPart }) => [plain(header), help, isPart ?? false]),
    ).toEqual([
      ['Feb 2026', undefined, false],
      ['Mar 1 – 10, 2026', 'Part of a month', true],
    ]);
  });
});

describe('the CSV file', () => {
  test('has values with their names and every digit, and the total last', () => {
    const columns = csvColumns({
      columns: ['name', 'trend', 'total', 'share', 'previous', 'change', 'percent'],
      groupings: ['account_id'],
      names,
      currency: 'USD',
      whole: '3.0',
      average: undefined,
      compared: undefined,
      bins: ['2026-03-01'],
    });
    expect(csvHeader(columns)).toBe(
      'Account,Account name,Total (USD),Share (%),Previous period (USD),Change (USD),Change (%),2026-03-01\r\n',
    );
    const group = {
      key: '',
      name: 'Shop',
      group: { account_id: '42' },
      total: '1.000000000000000001',
      amounts: ['1.000000000000000001'],
      change: change('1.0', '3.5'),
    };
    const total = { key: 'total', name: 'Total', total: '3.0', amounts: ['3.0'], change: null };
    expect(csvRows(columns, [group, total])).toBe(
      '42,Shop,1.000000000000000001,33.333333333333,3.5,-2.5,1.00,1.000000000000000001\r\n' +
        'Total,,3.0,100.0,,,,3.0\r\n',
    );
  });

  test('tells the days that are compared, whose amounts reconcile with the change', () => {
    const columns = csvColumns({
      columns: ['total', 'compared', 'previous', 'change'],
      groupings: [],
      names,
      currency: 'USD',
      whole: '100.0',
      average: undefined,
      compared: comparedColumns(comparison, { start: '2026-03-01', end: '2026-03-10' }),
      bins: [],
    });
    const row = { key: 'total', name: 'Total', total: '100.0', change: change('97.5', '90.0') };
    expect(csvHeader(columns) + csvRows(columns, [row])).toBe(
      'Series,Total (USD),Compared days 2026-03-01 to 2026-03-09 (USD),Previous period 2026-02-01 to 2026-02-09 (USD),Change (USD)\r\n' +
        'Total,100.0,97.5,90.0,7.5\r\n',
    );
  });

  test('has no cell that a spreadsheet runs', () => {
    expect(csvLine(['=1+1', '+1', '-2.5e3', '-x', '@a', '\tb', 'a"b', 'c,d'])).toBe(
      `'=1+1,+1,-2.5e3,'-x,'@a,'\tb,"a""b","c,d"\r\n`,
    );
  });
});

test.each([
  ['1', '3', '0.333333333333'],
  ['2', '3', '0.666666666667'],
  ['-2', '3', '-0.666666666667'],
  ['12345678901234567890.5', '0.5', '24691357802469135781.0'],
  ['1', '0', '0.0'],
])('%s divided by %s is %s', (amount, by, expected) => {
  expect(quotient(amount, by)).toBe(expected);
});

test.each([
  ['1.0', '8.0', '12.5'],
  ['1.0', '3.0', '33.333333333333'],
  ['-1.0', '8.0', '-12.5'],
  ['1.0', '0.0', '0.0'],
])('%s of %s is %s percent', (part, whole, expected) => {
  expect(percentOf(part, whole)).toBe(expected);
});

describe('the visible rows of a long list', () => {
  test('are rendered with some to spare, and the others have their height', () => {
    expect(rowWindow({ scrollTop: 0, height: 360 }, 36, 1500)).toEqual({
      first: 0,
      last: 18,
      visible: { first: 0, last: 10 },
      above: 0,
      below: 1482 * 36,
    });
    const end = rowWindow({ scrollTop: 1490 * 36, height: 360 }, 36, 1500);
    expect(end).toMatchObject({ first: 1482, last: 1500, above: 1482 * 36, below: 0 });
    expect(rowWindow({ scrollTop: 0, height: 360 }, 36, 0)).toMatchObject({ first: 0, last: 0 });
  });

  test('can be any of millions, although no element is that high', () => {
    const count = 3_000_000;
    const end = rowWindow({ scrollTop: 10_000_000 - 360, height: 360 }, 36, count);
    expect(end.last).toBe(count);
    expect(end.above + (end.last - end.first) * 36).toBeCloseTo(10_000_000, 3);
    const middle = rowWindow({ scrollTop: 5_000_000 - 180, height: 360 }, 36, count);
    expect(middle.first).toBeGreaterThan(1_499_900);
    expect(middle.last).toBeLessThan(1_500_100);
  });
});
