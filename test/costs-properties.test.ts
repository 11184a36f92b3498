import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { Decimal } from '../src/platform/lib/decimal.js';
import { type Charge, importCharges } from './cost-fixtures.js';
import { costsPath } from './cost-requests.js';
import { type Account, clientFor, newAccount } from './harness.js';
import { propertyRuns } from './property-runs.js';

// Today is 2026-03-10.
type Caller = ReturnType<typeof clientFor>;

const charges: Charge[] = (['AWS', 'Google Cloud', 'Microsoft'] as const).flatMap(
  (provider, index): Charge[] => [
    { provider, day: '2026-01-30', cost: '1.10', service: 'S3', region: 'eu', account: 'a-1' },
    { provider, day: `2026-02-0${index + 1}`, cost: '2.20', service: 'EC2', tags: { team: 'web' } },
    {
      provider,
      day: '2026-02-02',
      cost: '0',
      usage: '5',
      unit: 'Hrs',
      tags: { team: 'ml', env: '' },
    },
    { provider, day: '2026-03-05T06:00:00Z', cost: '-4.40', category: 'Credit', region: 'us' },
    { provider, day: '2026-03-05', cost: '8.80', effective: '3', resource: 'i-1', account: 'a-2' },
    { provider, day: '2026-03-06', cost: '0.07', category: 'Tax' },
  ],
);

/** The same kinds of costs, with names and amounts that the caller must never see. */
const secrets = charges.map((charge): Charge => ({
  ...charge,
  cost: `1000${charge.cost.replace('-', '')}`,
  service: `secret ${charge.service ?? ''}`,
  region: 'secret-region',
  account: 'secret-account',
  resource: 'secret-resource',
  unit: 'secret-unit',
  tags: { ...charge.tags, team: 'secret-team', 'secret-key': 'x' },
}));

let limited: Caller;
/** An account with the visible costs only. */
let twin: Account;
let workspace: string;
let hidden: string;

beforeAll(async () => {
  const account = await newAccount();
  twin = await newAccount();
  workspace = account.workspace.token;
  hidden = (await account.as.post('/v2/workspaces', { name: 'Hidden' })).body.token;
  await importCharges(account, charges);
  await importCharges(account, secrets, { workspaces: [hidden] });
  await importCharges(account, secrets, { workspaces: [] });
  await importCharges(await newAccount(), secrets);
  await importCharges(twin, charges);
  await account.setEveryoneAccess(hidden, null);
  limited = (await account.newUser('integration_owner')).as;
});

const conditions = [
  "costs.region = 'eu'",
  "costs.region != 'eu'",
  "costs.region != 'secret-region'",
  'costs.region = NULL',
  "costs.account_id NOT IN ('a-1')",
  "costs.account_id IN ('a-1', 'secret-account')",
  "costs.service != 'S3'",
  "costs.charge_type = 'Usage'",
  "tags.name = 'team'",
  "(tags.name = 'team' AND tags.value != 'web')",
  "(tags.name = 'team' AND tags.value ~* 'WEB')",
  "(tags.name = 'secret-key' AND tags.value = NULL)",
  'tags.name = NULL',
  "tags.name != 'env'",
  "tags.name LIKE '%e%'",
  'costs.allocation = 0.5',
];

const branch = fc
  .tuple(
    fc.constantFrom('aws', 'gcp', 'azure'),
    fc.uniqueArray(fc.constantFrom(...conditions), { maxLength: 2 }),
  )
  .map(([provider, tests]) => `(${[`costs.provider = '${provider}'`, ...tests].join(' AND ')})`);
const filter = fc.array(branch, { minLength: 1, maxLength: 3 }).map((all) => all.join(' OR '));

const groupings = fc.uniqueArray(
  fc.constantFrom(
    'provider',
    'service',
    'account_id',
    'billing_account_id',
    'region',
    'resource_id',
    'cost_category',
    'cost_subcategory',
    'charge_type',
    'tagged',
    'usage_unit',
    'tag:team',
    'tag:env',
    'tag:secret-key',
  ),
  { minLength: 1, maxLength: 4 },
);

const parameters = fc.record({
  filter,
  groupings: groupings.map((names) => names.join(',')),
  start_date: fc.constantFrom('2026-01-01', '2026-02-02', '2026-03-05'),
  date_bin: fc.constantFrom('hour', 'day', 'week', 'month', 'quarter'),
  order: fc.constantFrom('asc', 'desc'),
  'settings[include_credits]': fc.boolean(),
  'settings[include_refunds]': fc.boolean(),
  'settings[include_discounts]': fc.boolean(),
  'settings[include_tax]': fc.boolean(),
  'settings[amortize]': fc.boolean(),
  'settings[aggregate_by]': fc.constantFrom('cost', 'usage', 'count'),
});

const runs = { numRuns: propertyRuns(20) };

test('costs contain nothing of another workspace or account, whatever the query', async () => {
  await fc.assert(
    fc.asyncProperty(parameters, async (query) => {
      const response = await limited.get(costsPath({ ...query, workspace_token: workspace }));
      const { links: _, ...body } = response.body;
      expect(response.status, JSON.stringify(body)).toBe(200);
      const { links: __, ...expected } = (await twin.as.get(costsPath(query))).body;
      expect(body).toEqual(expected);
    }),
    runs,
  );
  const rejected = await limited.get(costsPath({ workspace_token: hidden }));
  expect(rejected.status).toBe(404);
});

test('lists contain nothing of another workspace or account', async () => {
  for (const path of [
    '/v2/cost_providers',
    '/v2/cost_provider_accounts',
    '/v2/cost_services',
    '/v2/tags',
    '/v2/tags/team/values',
  ]) {
    const { links: _, ...body } = (await limited.get(`${path}?workspace_token=${workspace}`)).body;
    const { links: __, ...expected } = (await twin.as.get(path)).body;
    expect(withoutTokens(body)).toEqual(withoutTokens(expected));
    const text = JSON.stringify((await limited.get(`${path}?workspace_token=${hidden}`)).body);
    expect(text.replaceAll(hidden, '')).not.toContain('secret');
  }
  expect((await limited.get('/v2/tags/secret-key/values')).status).toBe(404);
});

/** Integrations of the two accounts differ only in their tokens. */
const withoutTokens = (body: object) =>
  JSON.parse(JSON.stringify(body).replaceAll(/accss_crdntl_[0-9a-f]{16}/g, 'token'));

test('the rows of all pages sum to the total', async () => {
  await fc.assert(
    fc.asyncProperty(parameters, fc.integer({ min: 1, max: 7 }), async (query, limit) => {
      let sum = new Decimal(0);
      let path: string | null = costsPath({ ...query, limit });
      let total = '';
      for (let pages = 0; path !== null; pages += 1) {
        expect(pages).toBeLessThan(100);
        const { body } = await twin.as.get(path);
        total = body.total_cost.amount;
        for (const cost of body.costs) sum = sum.plus(cost.amount);
        path = body.links.next && new URL(body.links.next).href.replace(/^https?:\/\/[^/]+/, '');
      }
      expect(sum.eq(total), `${sum.toFixed()} ${total}`).toBe(true);
    }),
    { numRuns: propertyRuns(10) },
  );
});
