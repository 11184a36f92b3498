import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  type CurrencyConversion,
  conversionFactors,
} from '../../src/domain/costs/query/currency-conversion.js';
import { costSource } from '../../src/domain/costs/query/cost-source.js';
import { type CostQuery } from '../../src/domain/costs/query/cost-query.js';
import {
  defaultCostSettings,
  type CostSettings,
} from '../../src/domain/costs/query/cost-settings.js';
import { parseGrouping } from '../../src/domain/costs/query/grouping.js';
import {
  buildCountsStatement,
  buildPageAfterTotal,
  buildPageStatement,
  buildTotalsStatement,
} from '../../src/domain/costs/query/build-statements.js';
import { planCosts, planTotals } from '../../src/domain/costs/query/plan-costs.js';
import { readCosts, type CostResult } from '../../src/domain/costs/query/read-costs.js';
import { customCsv } from '../../src/domain/intake/ingest/formats/index.js';
import { type Sql, bindValues, sql } from '../../src/platform/store/sql.js';
import { costStore } from './engine.js';
import { TestIntegration } from './test-integration.js';

interface QueryOptions extends Partial<Omit<CostQuery, 'groupings' | 'settings'>> {
  groupings?: string[];
  settings?: Partial<CostSettings>;
  where?: Sql;
  weight?: Sql;
  /** SQL of the segment row, from 1, in a report with the rows Help and Unallocated. */
  segment?: Sql;
}

function query(
  loadIds: number[],
  { groupings = [], settings, where, weight, segment, ...rest }: QueryOptions,
): CostQuery {
  const ofLoads = sql`load_id IN ${sql.bind('Array(UInt32)', loadIds)}`;
  return {
    condition: {
      sql: where === undefined ? ofLoads : sql`${ofLoads} AND ${where}`,
      weight: weight ?? null,
      rollup:
        where === undefined && weight === undefined && segment === undefined
          ? 'service_costs'
          : 'tag_costs',
      tagRollup: 'tag_costs',
      ...(segment !== undefined && {
        segment: {
          sql: segment,
          labels: ['Help', 'Unallocated'],
          labelsSql: sql`['Help', 'Unallocated']`,
        },
      }),
      virtualTags: [],
      namesProviders: false,
    },
    startDate: '2025-06-01',
    endDate: '2025-06-03',
    today: '2025-07-15',
    dateBin: 'day',
    groupings: groupings.map((text) => {
      const grouping = parseGrouping(text);
      if (grouping === undefined) throw new Error(`no grouping ${text}`);
      return grouping;
    }),
    conversion: unconverted([]),
    order: 'desc',
    limit: 1000,
    offset: 0,
    ...rest,
    settings: { ...defaultCostSettings, ...settings },
  };
}

/** Dollars without conversion; other currencies have rows of their own. */
function unconverted(unratedCurrencies: string[]): CurrencyConversion {
  return { to: 'USD', method: 'daily', factors: [], unratedCurrencies };
}

/** Imports a fixture, and returns a function that queries its costs. */
function costsOf(fixture: string): (options: QueryOptions) => Promise<CostResult> {
  const integration = new TestIntegration();
  beforeAll(() =>
    integration.import(
      join(import.meta.dirname, 'fixtures', fixture),
      {},
      { formats: [customCsv] },
    ),
  );
  return async (options) =>
    readCosts(await costStore(), query(integration.loadStore.activeIds(), options));
}

describe('settings', () => {
  const read = costsOf('settings.csv');

  test.each<[string, Partial<CostSettings>, string]>([
    ['defaults', {}, '101'],
    ['billed costs', { amortize: false }, '463'],
    ['without discounts', { includeDiscounts: false }, '111'],
    ['credits and refunds', { includeCredits: true, includeRefunds: true }, '71'],
    ['billed costs without tax', { includeTax: false, amortize: false }, '455'],
    ['without discounts and tax', { includeDiscounts: false, includeTax: false }, '103'],
  ])('%s', async (_, settings, total) => {
    expect((await read({ settings })).total).toEqual({ amount: total, currency: 'USD' });
  });

  test('rows by service and day, newest first, largest first', async () => {
    const { rows } = await read({ groupings: ['service'] });
    expect(rows.map((row) => [row.accrued_at, row.amount, row.g0])).toEqual([
      ['2025-06-03', '8', 'Compute'],
      ['2025-06-03', '1', 'Support'],
      ['2025-06-02', '1', 'Support'],
      ['2025-06-02', '-10', 'Compute'],
      ['2025-06-01', '100', 'Compute'],
      ['2025-06-01', '1', 'Support'],
    ]);
  });

  test('pages neither overlap nor leave gaps', async () => {
    const all = (await read({ groupings: ['service'] })).rows;
    const pages = await Promise.all(
      [0, 2, 4].map(
        async (offset) => (await read({ groupings: ['service'], limit: 2, offset })).rows,
      ),
    );
    expect(pages.flat()).toEqual(all);
  });

  test('the future days of an amortized fee do not count yet', async () => {
    const halfYear = {
      startDate: '2025-06-01',
      endDate: '2025-12-31',
      where: sql`service = 'Support'`,
    };
    expect((await read({ ...halfYear, today: '2025-06-10' })).total.amount).toBe('10');
    expect((await read({ ...halfYear, today: '2026-06-10' })).total.amount).toBe('214');
  });

  test.each(['day', 'month'] as const)(
    'groups by tags that are set, empty or missing, by %s',
    async (dateBin) => {
      const { rows } = await read({ groupings: ['tag:team', 'tag:env'], dateBin, order: 'asc' });
      const byTag = rows.map((row) => [row.g0, row.g1, row.amount]);
      expect(byTag).toEqual(
        expect.arrayContaining([
          ['blue', '', '100'],
          ['red', null, '-10'],
        ]),
      );
      expect(byTag.filter(([team]) => team === null).length).toBe(dateBin === 'day' ? 3 : 1);
    },
  );

  test('the first bin can start before the range', async () => {
    const range = {
      startDate: '2025-06-01',
      endDate: '2025-06-03',
      where: sql`service = 'Support'`,
    };
    const starts = async (dateBin: CostQuery['dateBin']) =>
      (await read({ ...range, dateBin })).rows.map((row) => row.accrued_at);
    expect(await starts('week')).toEqual(['2025-06-02', '2025-05-26']);
    expect(await starts('month')).toEqual(['2025-06-01']);
    expect(await starts('quarter')).toEqual(['2025-04-01']);
    expect((await starts('hour')).at(-1)).toBe('2025-06-01T00:00:00Z');
  });

  test('resources are read from the lines', async () => {
    const { rows } = await read({ groupings: ['resource'], dateBin: 'month' });
    expect(rows.map((row) => [row.g0, row.amount])).toEqual([
      ['i-1', '90'],
      [null, '11'],
    ]);
  });

  test('usage is split by unit', async () => {
    const { rows, usageTotals } = await read({
      settings: { aggregateBy: 'usage' },
      dateBin: 'month',
    });
    expect(rows.map((row) => [row.unit, row.usage, row.amount])).toEqual([
      ['Hours', '10', '100'],
      [null, null, '1'],
    ]);
    expect(usageTotals).toEqual([{ unit: 'Hours', amount: '10' }]);
  });

  test('counts of combinations with a cost', async () => {
    const { counts } = await read({
      settings: { aggregateBy: 'count' },
      groupings: ['service', 'region'],
    });
    expect(counts).toEqual([
      { accrued_at: '2025-06-03', count: 2 },
      { accrued_at: '2025-06-02', count: 2 },
      { accrued_at: '2025-06-01', count: 2 },
    ]);
  });

  test('tagged, charge type and the provider of a custom integration', async () => {
    const { rows } = await read({
      groupings: ['tagged', 'charge_type', 'provider'],
      dateBin: 'month',
    });
    expect(rows.map((row) => [row.g0, row.g1])).toEqual([
      [true, 'Usage'],
      [false, 'Tax'],
      [false, 'Fee'],
      [true, 'Discount'],
    ]);
    expect(String(rows[0]?.g2)).toMatch(/^custom_provider:accss_crdntl_/);
  });

  test('the weight of a filter multiplies amounts', async () => {
    const { total } = await read({ weight: sql`toDecimal256('0.25', 36)` });
    expect(total.amount).toBe('25.25');
  });

  test('segments, with and without unallocated costs', async () => {
    const bySegment = { groupings: ['segment'], dateBin: 'month' as const };
    const only = await read({ ...bySegment, segment: sql`if(service = 'Support', 1, 0)` });
    expect(only.rows.map((row) => [row.g0, row.amount])).toEqual([['Help', '3']]);
    const all = await read({
      ...bySegment,
      segment: sql`if(service = 'Support', 1, 2)`,
    });
    expect(all.rows.map((row) => [row.g0, row.amount])).toEqual([
      ['Unallocated', '98'],
      ['Help', '3'],
    ]);
  });

  test('conditions on tags, over the rollup and the lines', async () => {
    const { tags } = costSource('amortized');
    const where = tags.hasTag(sql`'team'`, (value) => sql`${value} = 'blue'`);
    for (const dateBin of ['day', 'hour'] as const) {
      expect((await read({ where, dateBin })).total.amount).toBe('100');
      expect((await read({ where: sql`NOT ${where}`, dateBin })).total.amount).toBe('1');
    }
  });
});

describe('currencies', () => {
  const read = costsOf('currencies.csv');
  const march = { startDate: '2024-03-01', endDate: '2024-03-31', today: '2024-05-01' };
  const rates = [
    { base: 'USD', currency: 'EUR', date: '2024-03-10', rate: '0.92' },
    { base: 'USD', currency: 'EUR', date: '2024-03-31', rate: '0.5' },
  ];

  test('without rates every currency has its own rows', async () => {
    const {
      total,
      unconverted: separate,
      rows,
    } = await read({ ...march, conversion: unconverted(['EUR', 'JPY']) });
    expect(total).toEqual({ amount: '100', currency: 'USD' });
    expect(separate).toEqual([
      { amount: '46', currency: 'EUR' },
      { amount: '7', currency: 'JPY' },
    ]);
    expect(rows.map((row) => row.currency)).toEqual(['JPY', 'USD', 'EUR']);
  });

  test.each([
    ['daily', '150'],
    ['end_of_billing_period', '192'],
  ] as const)('%s rate', async (method, total) => {
    const dates = ['2024-03-10', '2024-03-11', '2024-03-31'];
    const factors = conversionFactors(rates, 'USD', ['USD', 'EUR', 'JPY'], dates);
    const result = await read({
      ...march,
      conversion: { to: 'USD', method, factors, unratedCurrencies: ['JPY'] },
      groupings: ['service'],
    });
    expect(result.total).toEqual({ amount: total, currency: 'USD' });
    expect(result.unconverted).toEqual([{ amount: '7', currency: 'JPY' }]);
    expect(result.rows.map((row) => [row.amount, row.currency])).toEqual([
      ['7', 'JPY'],
      [total, 'USD'],
    ]);
  });

  test('direct rates come first, then inverse ones, then those over the dollar; the earliest applies before it', () => {
    const factor = (currency: string, to: string, date: string): string | undefined =>
      conversionFactors(
        [...rates, { base: 'GBP', currency: 'USD', date: '2024-01-01', rate: '1.25' }],
        to,
        [currency],
        [date],
      )[0]?.factor;
    expect(factor('USD', 'EUR', '2024-03-15')).toBe('0.92');
    expect(factor('EUR', 'USD', '2024-04-01')).toBe('2');
    expect(factor('GBP', 'EUR', '2024-03-10')).toBe('1.15');
    expect(factor('USD', 'EUR', '2023-01-01')).toBe('0.92');
    expect(factor('JPY', 'USD', '2024-03-10')).toBeUndefined();
  });
});

describe('pages', () => {
  const read = costsOf('settings.csv');
  const bins = ['day', 'week', 'month', 'quarter'] as const;
  const cases = bins.flatMap((dateBin) =>
    ['asc' as const, 'desc' as const].flatMap((order) =>
      [['resource_id'], ['service', 'region', 'charge_type'], ['service']].map((groupings) => ({
        dateBin,
        order,
        groupings,
      })),
    ),
  );
  const twoMonths = { startDate: '2025-05-28', endDate: '2025-06-09' };
  const partOfMonth = { startDate: '2025-06-02', endDate: '2025-06-09' };

  test.each(cases)('of $groupings by $dateBin, $order, are the whole', async (options) => {
    for (const range of [twoMonths, partOfMonth]) {
      const whole = await read({ ...options, ...range });
      for (const limit of [1, 2, 3]) {
        const rows = [];
        for (let offset = 0; offset <= whole.rows.length; offset += limit) {
          const page = await read({ ...options, ...range, limit, offset });
          expect(page.total).toEqual(whole.total);
          rows.push(...page.rows);
        }
        expect(rows).toEqual(whole.rows);
      }
    }
  });

  test.each(bins)('of costs that do not exist, by resource and %s, are empty', async (dateBin) => {
    const where = sql`service = 'None'`;
    const result = await read({ ...partOfMonth, where, dateBin, groupings: ['resource_id'] });
    expect(result).toEqual({ rows: [], total: { amount: '0', currency: 'USD' }, unconverted: [] });
  });
});

describe('statements', () => {
  const conversion = {
    to: 'USD',
    method: 'end_of_billing_period',
    factors: [{ currency: 'EUR', date: '2025-06-30', factor: '1.1' }],
    unratedCurrencies: [],
  } as const;
  const cases: [string, Sql][] = [
    [
      'default-groupings',
      buildPageStatement(
        planCosts(query([1], { groupings: ['provider', 'service', 'account_id'] })),
      ),
    ],
    ['tag-by-day', buildPageStatement(planCosts(query([1], { groupings: ['tag:team'] })))],
    [
      'resource-by-month',
      buildPageAfterTotal(planCosts(query([1], { groupings: ['resource_id'], dateBin: 'month' })))!,
    ],
    [
      'tag-by-month',
      buildPageStatement(
        planCosts(query([1], { groupings: ['tag:team', 'service'], dateBin: 'month' })),
      ),
    ],
    ['resource-by-day', buildPageStatement(planCosts(query([1], { groupings: ['resource_id'] })))],
    [
      'whole-range',
      buildPageStatement(planCosts(query([1], { groupings: ['service'], dateBin: 'range' }))),
    ],
    ['hourly', buildPageStatement(planCosts(query([1], { dateBin: 'hour', order: 'asc' })))],
    [
      'converted',
      buildPageStatement(planCosts(query([1], { groupings: ['service'], conversion }))),
    ],
    [
      'converted-tag-by-month',
      buildPageStatement(
        planCosts(query([1], { groupings: ['tag:team'], dateBin: 'month', conversion })),
      ),
    ],
    [
      'usage-weighted',
      buildPageStatement(
        planCosts(query([1], { settings: { aggregateBy: 'usage' }, weight: sql`w` })),
      ),
    ],
    [
      'cash-without-tax',
      buildPageStatement(
        planCosts(query([1], { settings: { amortize: false, includeTax: false } })),
      ),
    ],
    ['totals', buildTotalsStatement(planTotals(query([1], { conversion })))],
    ['counts', buildCountsStatement(planCosts(query([1], { groupings: ['service', 'tag:team'] })))],
  ];

  test.each(cases)('%s', async (name, statement) => {
    await expect(`${bindValues(statement).query}\n`).toMatchFileSnapshot(`golden/${name}.sql`);
  });
});
