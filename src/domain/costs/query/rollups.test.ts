import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { importCharges } from '../../../../test/cost-fixtures.js';
import { type Account, newAccount } from '../../../../test/harness.js';
import { storeVirtualTag } from '../../../../test/store-virtual-tag.js';
import { selectRows } from '../../../platform/store/clickhouse/cost-store.js';
import { sql } from '../../../platform/store/sql.js';
import { checkFilter } from '../vql/index.js';
import { planCosts } from './plan-costs.js';
import { readScope } from './cost-scope.js';
import { defaultCostSettings } from './cost-settings.js';
import { parseGroupings } from './grouping-names.js';
import { type CostQueryRequest, prepareQuery } from './prepare-query.js';
import { readCosts } from './read-costs.js';
import { rollupColumns, rollups } from './rollups.js';
import { propertyRuns } from '../../../../test/property-runs.js';

const resources = 12_000;
const monthDays = ['2026-01-01', '2026-01-17', '2026-01-31', '2026-02-01', '2026-02-28'];

let account: Account;

// Most resources have a name of their own, so the rollup by tags leaves that key out.
beforeAll(async () => {
  account = await newAccount();
  const charges = Array.from({ length: resources * 2 }, (_, index) => {
    const resource = index % resources;
    return {
      day: monthDays[(resource + Math.floor(index / resources)) % monthDays.length]!,
      cost: `${resource % 97}.${(index * 7919) % 1_000_000}`,
      effective: `${index % 89}.${(index * 104_729) % 1_000_000}`,
      resource: `r-${resource}`,
      resourceName: `Resource ${resource}`,
      service: `Service ${resource % 5}`,
      region: ['eu', 'us', ''][resource % 3]!,
      account: `${resource % 4}`,
      category: index % 11 === 0 ? ('Tax' as const) : ('Usage' as const),
      usage: index % 4 === 0 ? '' : String(index % 6),
      unit: ['Hours', 'GB'][resource % 2]!,
      tags:
        resource % 7 === 0
          ? {}
          : { team: `t${resource % 6}`, ...(resource % 9 > 0 && { Name: `own-${resource}` }) },
    };
  });
  await importCharges(account, charges);
  await storeVirtualTag(account, {
    key: 'Owner',
    values: [
      {
        filter: "costs.provider = 'aws' AND tags.name = 'team' AND tags.value = 't1'",
        name: 'one',
      },
      {
        filter: "costs.provider = 'aws' AND costs.service = 'Service 2'",
        name: 'two',
        dates: [['2026-01-15', '2026-02-10']],
      },
    ],
  });
  await storeVirtualTag(account, {
    key: 'Named',
    values: [
      {
        filter: "costs.provider = 'aws' AND tags.name = 'Name' AND tags.value LIKE '%7'",
        name: 'seven',
      },
    ],
  });
  await storeVirtualTag(account, {
    key: 'Shared',
    values: [
      {
        filter: "costs.provider = 'aws' AND costs.region = 'eu'",
        percentages: { a: 33.33, b: 66.67 },
      },
    ],
  });
});

const groupings = [
  'service',
  'account_id',
  'region',
  'charge_type',
  'cost_subcategory',
  'usage_unit',
  'resource_id',
  'tagged',
  'tag:team',
  'tag:Name',
  'tag:Owner',
  'tag:Named',
  'tag:Shared',
];
const filters = [
  "costs.provider = 'aws'",
  "costs.provider = 'aws' AND costs.service = 'Service 1'",
  "costs.provider = 'aws' AND costs.service = 'Service 4' AND costs.resource_id LIKE '%9'",
  "costs.provider = 'aws' AND tags.name = 'team' AND tags.value != 't2'",
  "costs.provider = 'aws' AND tags.name = 'Name' AND tags.value LIKE 'own-1%'",
  "costs.provider = 'aws' AND tags.name IS NULL",
  "costs.provider = 'aws' AND tags.name = 'Owner' AND tags.value = 'two'",
  "costs.provider = 'aws' AND tags.name = 'Shared' AND tags.value = 'a'",
  "(costs.provider = 'aws' AND costs.region = 'eu') OR (costs.provider = 'aws' AND tags.name = 'team' AND tags.value = 't3')",
];

const request = fc.record({
  groupings: fc.subarray(groupings, { maxLength: 2 }).map((names) => parseGroupings(names)),
  filter: fc.constantFrom(...filters),
  dateBin: fc.constantFrom('day' as const, 'week' as const, 'month' as const, 'quarter' as const),
  range: fc
    .tuple(fc.constantFrom(...monthDays), fc.constantFrom(...monthDays))
    .map(([a, b]) => (a < b ? { start: a, end: b } : { start: b, end: a })),
  amortize: fc.boolean(),
  aggregateBy: fc.constantFrom('cost' as const, 'usage' as const),
});

async function read({ filter, amortize, aggregateBy, ...rest }: RequestCase, explained: boolean) {
  const { db, costs } = account.app.services;
  const { query } = await prepareQuery({ db, costs }, {
    ...rest,
    workspace: account.workspace.token,
    filters: { combined: [checkFilter('cost_report', filter)!] },
    explained,
    today: '2026-03-10',
    settings: { ...defaultCostSettings, amortize, aggregateBy },
    order: 'asc',
    limit: 50_000,
    offset: 0,
  } satisfies CostQueryRequest<'day' | 'week' | 'month' | 'quarter'>);
  if (!explained) return { query, result: await readCosts(costs, query) };
  const overLines = { ...query, condition: { ...query.condition, needsLines: true as const } };
  return { query: overLines, result: await readCosts(costs, overLines) };
}

type RequestCase = typeof request extends fc.Arbitrary<infer Case> ? Case : never;

/** A whole month by one grouping: one of these for each rollup, whatever else is generated. */
const byGrouping = ['account_id', 'service', 'usage_unit', 'resource_id', 'tag:team'].map(
  (grouping): [RequestCase] => [
    {
      groupings: parseGroupings([grouping]),
      filter: filters[0]!,
      dateBin: 'month',
      range: { start: monthDays[0]!, end: monthDays.at(-1)! },
      amortize: false,
      aggregateBy: 'cost',
    },
  ],
);

test('every rollup answers as the lines do', async () => {
  const used = new Set<string>();
  await fc.assert(
    fc.asyncProperty(request, async (each) => {
      const { query, result } = await read(each, false);
      for (const { table } of planCosts(query).scans) used.add(table);
      const fromLines = await read(each, true);
      expect(planCosts(fromLines.query).scans).toEqual([{ table: 'lines' }]);
      expect(result).toEqual(fromLines.result);
    }),
    { seed: 20_260_310, examples: byGrouping, numRuns: propertyRuns(20) },
  );
  expect([...used].toSorted()).toEqual([...rollups].toSorted());
});

test('a key with a value of its own on most resources is left out of the rollup by tags', async () => {
  const { db, costs } = account.app.services;
  const { leftOutTagKeys, loadIds } = await readScope(db, [account.workspace.token]);
  expect(leftOutTagKeys).toEqual(['Name']);
  const counts = await Promise.all(
    rollups.map(async (table) => {
      const [row] = await selectRows<{ rows: string }>(
        costs.client,
        sql`
          SELECT count() AS rows FROM ${sql.ref(table)}
          WHERE load_id IN ${sql.bind('Array(UInt32)', loadIds)}
        `,
      );
      return Number(row!.rows);
    }),
  );
  expect(counts).toEqual(counts.toSorted((a, b) => a - b));
  expect(counts[3]! * 10).toBeLessThan(counts[4]!);
});

test('each rollup has the columns that its rows are summed by', async () => {
  const { costs } = account.app.services;
  for (const rollup of rollups) {
    const columns = await selectRows<{ name: string }>(
      costs.client,
      sql`
        SELECT name FROM system.columns
        WHERE database = currentDatabase() AND table = ${sql.literal(rollup)}
      `,
    );
    const names = columns.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining([...rollupColumns[rollup]]));
  }
});
