import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Charge, importCharges } from '../../../../test/cost-fixtures.js';
import { newAccount, testApp } from '../../../../test/harness.js';
import { Decimal } from '../../../platform/lib/decimal.js';
import { bindValues } from '../../../platform/store/sql.js';
import { buildPageStatement } from './build-statements.js';
import { planCosts } from './plan-costs.js';
import { compileFilters } from './compile-filters.js';
import { defaultCostSettings } from './cost-settings.js';
import { buildSegmentRules } from './segment-rules.js';
import { propertyRuns } from '../../../../test/property-runs.js';

const node = (token: string, parent: string | null, priority: number, filter: string | null) => ({
  token,
  parent_segment_token: parent,
  title: token.toUpperCase(),
  priority,
  filter,
});

test('rules cover the whole tree by priority, then depth, then age', () => {
  const tree = [
    node('root', null, 100, 'f1'),
    node('a', 'root', 100, 'f2'),
    node('b', 'root', 5, null),
    node('c', 'b', 100, 'f3'),
    node('d', 'root', 0, 'f4'),
    node('e', 'root', 100, 'f5'),
  ];
  expect(buildSegmentRules(tree, 'root', false)).toEqual({
    rules: [
      { token: 'd', filter: 'f4', label: 'D' },
      { token: 'c', filter: 'f3', label: 'B' },
      { token: 'a', filter: 'f2', label: 'A' },
      { token: 'e', filter: 'f5', label: 'E' },
      { token: 'root', filter: 'f1', label: 'ROOT' },
    ],
    unmatchedLabel: null,
  });
  const labels = (token: string, unallocated: boolean) =>
    buildSegmentRules(tree, token, unallocated).rules.map(({ label }) => label);
  expect(labels('root', true).at(-1)).toBe('Unallocated');
  expect(labels('b', true)).toEqual([null, 'C', null, null, null]);
  expect(labels('e', true)).toEqual([null, null, null, 'E', null]);
});

test('the report of a segment is one statement', async () => {
  const { services } = await testApp();
  const rules = [
    { token: 'rnd', filter: "costs.provider = 'aws' AND costs.account_id = '42'", label: 'R&D' },
    { token: 'opex', filter: "costs.provider = 'aws'", label: 'OPEX' },
    { token: 'other', filter: "costs.provider = 'gcp'", label: null },
  ];
  const scope = { integrationTokens: ['accss_crdntl_1'], loadIds: [1], leftOutTagKeys: [] };
  const filters = { combined: [], segments: { rules, unmatchedLabel: 'Unallocated' } };
  const { condition } = await compileFilters(services.costs, scope, filters, 'amortized');
  const plan = planCosts({
    condition,
    startDate: '2025-06-01',
    endDate: '2025-06-30',
    today: '2025-07-15',
    dateBin: 'month',
    groupings: [{ kind: 'segment' }],
    settings: defaultCostSettings,
    conversion: { to: 'USD', method: 'daily', factors: [], unratedCurrencies: [] },
    order: 'desc',
    limit: 1000,
    offset: 0,
  });
  const { query, params } = bindValues(buildPageStatement(plan));
  await expect(`${query}\n`).toMatchFileSnapshot('golden/segments.sql');
  expect(Object.values(params)).toContainEqual(['R&D', 'OPEX', 'Unallocated']);
});

const charges: (Charge & { account: string; provider: 'AWS' | 'Google Cloud' })[] = [
  { day: '2026-03-01', cost: '1.01', provider: 'AWS', account: '1' },
  { day: '2026-03-02', cost: '20.002', provider: 'AWS', account: '2' },
  { day: '2026-03-03', cost: '300.3', provider: 'AWS', account: '3', tags: { team: 'web' } },
  { day: '2026-03-03', cost: '4000', provider: 'Google Cloud', account: '1' },
  { day: '2026-03-04', cost: '-50.5', provider: 'Google Cloud', account: '2' },
];
type Line = (typeof charges)[number];

/** Filters, and which charges they match. */
const filters: Record<string, (line: Line) => boolean> = {
  "costs.provider = 'aws'": (line) => line.provider === 'AWS',
  "costs.provider = 'gcp'": (line) => line.provider === 'Google Cloud',
  "costs.provider = 'aws' AND costs.account_id = '1'": (line) =>
    line.provider === 'AWS' && line.account === '1',
  "(costs.provider = 'aws' AND costs.account_id IN ('2', '3')) OR (costs.provider = 'gcp' AND costs.account_id = '2')":
    (line) => line.account === '2' || (line.provider === 'AWS' && line.account === '3'),
  "costs.provider = 'aws' AND tags.name = 'team'": (line) => line.tags !== undefined,
};

interface SegmentPlan {
  /** Index of the parent among the segments before it; the first is the top-level segment. */
  parent: number;
  priority: number;
  filter: string | undefined;
}

const trees = fc.record({
  unallocated: fc.boolean(),
  segments: fc.array(
    fc.record({
      parent: fc.nat(9),
      priority: fc.constantFrom(0, 5, 100),
      filter: fc.option(fc.constantFrom(...Object.keys(filters)), { nil: undefined }),
    }),
    { minLength: 1, maxLength: 6 },
  ),
});

const sum = (lines: readonly Line[]) =>
  lines.reduce((total, line) => total.plus(line.cost), new Decimal(0));

test('every cost counts once in a tree, and a segment is the sum of its parts', async () => {
  const account = await newAccount();
  await importCharges(account, charges);
  const total = async (token: string, more: string) => {
    const path = `/v2/costs?cost_report_token=${token}&date_bin=month${more}`;
    const { status, body } = await account.as.get(path);
    expect(status, JSON.stringify(body)).toBe(200);
    const rows = body.costs as { segment: string; amount: string }[];
    const sumOfRows = rows.reduce((all, row) => all.plus(row.amount), new Decimal(0));
    expect(sumOfRows.eq(body.total_cost.amount)).toBe(true);
    return { total: sumOfRows, rows: new Map(rows.map((row) => [row.segment, row.amount])) };
  };
  await fc.assert(
    fc.asyncProperty(trees, async ({ segments, unallocated }) => {
      const tokens: string[] = [];
      for (const [at, { filter, priority }] of segments.entries()) {
        const parent = parentOf(segments, at);
        const { body } = await account.as.post('/v2/segments', {
          title: `S${at}`,
          filter,
          priority,
          ...(parent === undefined ? {} : { parent_segment_token: tokens[parent] }),
        });
        tokens.push(body.token);
      }
      const owners = charges.map((line) => ownerOf(segments, line));
      const assignedTo = (at: number): Decimal =>
        sum(charges.filter((_, line) => owners[line] === at));
      const rolledUp = (at: number): Decimal =>
        segments.reduce(
          (all, _, below) => (parentOf(segments, below) === at ? all.plus(rolledUp(below)) : all),
          assignedTo(at),
        );
      for (const at of segments.keys()) {
        const parameters = at === 0 ? `&settings[unallocated]=${unallocated}` : '';
        const report = await total(tokens[at]!, parameters);
        const unmatched =
          at === 0 && unallocated && !segments[0]!.filter
            ? sum(charges.filter((_, line) => owners[line] === undefined))
            : new Decimal(0);
        expect(report.total.toFixed()).toBe(rolledUp(at).plus(unmatched).toFixed());
      }
      await account.as.delete(`/v2/segments/${tokens[0]}`);
    }),
    { numRuns: propertyRuns(10) },
  );
});

const parentOf = (segments: readonly SegmentPlan[], at: number): number | undefined =>
  at === 0 ? undefined : segments[at]!.parent % at;

function depthOf(segments: readonly SegmentPlan[], at: number): number {
  const parent = parentOf(segments, at);
  return parent === undefined ? 0 : 1 + depthOf(segments, parent);
}

/** The segment that a line belongs to, computed line by line. */
function ownerOf(segments: readonly SegmentPlan[], line: Line): number | undefined {
  const matching = [...segments.keys()].filter((at) => {
    const { filter } = segments[at]!;
    return filter !== undefined && filters[filter]!(line);
  });
  return matching.toSorted(
    (a, b) =>
      segments[a]!.priority - segments[b]!.priority ||
      depthOf(segments, b) - depthOf(segments, a) ||
      a - b,
  )[0];
}
