import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Charge, importCharges } from '../../../test/cost-fixtures.js';
import { type Account, newAccount } from '../../../test/harness.js';
import { Decimal, formatDecimal } from '../../platform/lib/decimal.js';

let account: Account;
let report: string;
let tokens: Record<string, string>;

const charges: Charge[] = [
  { day: '2025-06-03', cost: '600', tags: { app: 'search' }, region: 'eu' },
  { day: '2025-06-04', cost: '300', tags: { app: 'shop' }, region: 'eu' },
  { day: '2025-06-05', cost: '90', region: 'us' },
  { day: '2025-07-01', cost: '50', tags: { app: 'shop' }, region: 'us' },
];
const values = [
  { date: '2025-06-01', amount: 400, label: 'search' },
  { date: '2025-06-02', amount: 200, label: 'shop' },
  { date: '2025-06-30', amount: 30 },
  { date: '2025-07-09', amount: 100, label: 'shop' },
  { date: '2025-07-09', amount: 10, label: 'retired' },
];

beforeAll(async () => {
  account = await newAccount();
  await importCharges(account, charges);
  const kinds = { unit: 'unit_cost', margin: 'gross_margin', raw: 'raw_business_metric' };
  tokens = {};
  for (const title of Object.keys(kinds)) {
    tokens[title] = (await account.as.post('/v2/business_metrics', { title, values })).body.token;
  }
  const { body } = await account.as.post('/v2/cost_reports', {
    title: 'Report',
    workspace_token: account.workspace.token,
    start_date: '2025-06-01',
    end_date: '2025-07-31',
    date_bin: 'month',
    business_metric_tokens_with_metadata: Object.entries(kinds).map(
      ([title, calculation_type]) => ({
        business_metric_token: tokens[title],
        unit_scale: 'per_hundred',
        calculation_type,
      }),
    ),
  });
  report = body.token;
});

const read = async (more = '', metric = 'unit') => {
  const path = `/v2/unit_costs/labels?cost_report_token=${report}&business_metric_token=${tokens[metric]}${more}`;
  const { status, body } = await account.as.get(path);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};

interface Label {
  label: string;
  unit_costs: { date: string; unit_cost_amount: string; business_metric_amount: string }[];
}
const shortened = ({ labels }: { labels: Label[] }) =>
  labels.flatMap(({ label, unit_costs: costs }) =>
    costs.map(({ date, unit_cost_amount: amount }) => [label, date.slice(0, 7), amount]),
  );

describe('unit costs by label', () => {
  test('divide the costs of the group that has the name of the label', async () => {
    const body = await read('&groupings=tag:app');
    expect(body).toMatchObject({
      business_metric_token: tokens['unit'],
      business_metric_title: 'unit',
      calculation_type: 'unit_cost',
      scale: 100,
      costs_of: 'group',
      label_count: 4,
    });
    expect(shortened(body)).toEqual([
      ['search', '2025-06', '150.0'],
      ['shop', '2025-06', '150.0'],
      ['shop', '2025-07', '50.0'],
      // Values without a label belong to costs without a tag.
      ['', '2025-06', '300.0'],
      ['retired', '2025-07', '0.0'],
    ]);
    expect(shortened(await read('&groupings=tag:app', 'margin'))[0]).toEqual([
      'search',
      '2025-06',
      '-50.0',
    ]);
  });

  test.each(['', '&groupings=region', '&groupings=tag:app,region'])(
    'divide all costs where no group has the name of a label: %s',
    async (groupings) => {
      const body = await read(groupings);
      expect(body.costs_of).toBe('report');
      expect(shortened(body)).toEqual([
        ['search', '2025-06', '247.5'],
        ['shop', '2025-06', '495.0'],
        ['shop', '2025-07', '50.0'],
        ['', '2025-06', '3300.0'],
        ['retired', '2025-07', '500.0'],
      ]);
    },
  );

  test('are those of the labels with the largest values, of all dates and filters asked for', async () => {
    const inJune = '&groupings=tag:app&end_date=2025-06-30&limit=1';
    const narrowed = `${inJune}&report_filter=${encodeURIComponent("costs.provider = 'gcp'")}`;
    expect(await read(inJune)).toMatchObject({ label_count: 3, labels: [{ label: 'search' }] });
    expect(shortened(await read(narrowed))).toEqual([['search', '2025-06', '0.0']]);
    expect(shortened(await read('&limit=1', 'raw'))).toEqual([['search', '2025-06', '400.0']]);
  });

  test('times their values add up to the costs of the groups, for any date bin', async () => {
    const bins = fc.constantFrom('day', 'week', 'month', 'quarter');
    await fc.assert(
      fc.asyncProperty(bins, fc.boolean(), async (bin, byGroup) => {
        const { labels } = await read(`&date_bin=${bin}${byGroup ? '&groupings=tag:app' : ''}`);
        const { body } = await account.as.get(
          `/v2/costs/series?cost_report_token=${report}&groupings=tag:app&date_bin=${bin}`,
        );
        const amountOf = (label: string, date: string): string => {
          const row = byGroup
            ? body.groups.find(
                ({ group }: { group: Record<string, string | null> }) =>
                  (group['tag:app'] ?? '') === label,
              )
            : body.total;
          return row?.amounts[body.bins.indexOf(date)] ?? '0.0';
        };
        for (const { label, unit_costs: costs } of labels as Label[]) {
          for (const cost of costs) {
            const { unit_cost_amount: perUnit, business_metric_amount: units } = cost;
            const product = new Decimal(perUnit).times(units).dividedBy(100).toDecimalPlaces(6);
            expect(formatDecimal(product.toFixed())).toBe(amountOf(label, cost.date));
          }
        }
      }),
      { seed: 20_260_310, numRuns: 8 },
    );
  });

  test('exist for metrics of the report only', async () => {
    const { body } = await account.as.post('/v2/business_metrics', { title: 'Other' });
    const path = `/v2/unit_costs/labels?cost_report_token=${report}&business_metric_token=${body.token}`;
    expect(await account.as.get(path)).toMatchObject({
      status: 404,
      body: { errors: ['Business Metric not found'] },
    });
  });
});

test('unit costs follow a filter and settings that are not saved', async () => {
  const filter = encodeURIComponent("costs.provider = 'aws' AND costs.region = 'us'");
  const path = `/v2/unit_costs?cost_report_token=${report}&report_filter=${filter}&order=asc`;
  const { body } = await account.as.get(path);
  expect(body.unit_costs[0]).toMatchObject({ unit_cost_amount: '14.285714285714' });
});
