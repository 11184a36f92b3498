import { beforeAll, expect, test } from 'vitest';
import { exportedRows } from './cost-exports.js';
import { importCharges } from './cost-fixtures.js';
import { costRequests } from './cost-requests.js';
import { type Account, newAccount } from './harness.js';
import { storeVirtualTag } from './store-virtual-tag.js';

// Today is 2026-03-10.
let account: Account;
const { readCosts, total } = costRequests(() => account);
const range = { start_date: '2026-01-01', end_date: '2026-01-31' };
const aws = "costs.provider = 'aws'";

/** Each operator of each kind of field, and what it matches of the costs below. */
const matches: Readonly<Record<string, string>> = {
  "costs.region = 'eu'": '1',
  "costs.region != 'eu'": '30',
  "costs.account_id IN ('42', '7')": '2',
  "costs.account_id NOT IN ('42', '7')": '29',
  'costs.account_id IS NULL': '29',
  'costs.account_id != NULL': '2',
  'costs.marketplace = true': '0',
  "costs.charge_type LIKE 'Us%'": '31',
  "costs.charge_type NOT LIKE 'Us%'": '0',
  "costs.service IN ('Compute') AND costs.resource_id LIKE 'i-_'": '1',
  "costs.service != 'Compute'": '0',
  "tags.name = 'team'": '15',
  "tags.name NOT IN ('team', 'env')": '16',
  "tags.name LIKE 'te%' AND tags.value LIKE '%a'": '4',
  "tags.name = 'team' AND tags.value NOT LIKE '%shop'": '13',
  "tags.name = 'team' AND tags.value != 'data'": '11',
  "tags.name = 'team' AND tags.value = NULL": '16',
  "tags.name = 'team' AND tags.value ~* 'web-shop'": '3',
  "tags.name = 'team' AND tags.value !~* 'web-shop'": '12',
  "tags.name = 'team' AND tags.value ~* 'unknown'": '0',
  "tags.name LIKE 'te%' AND tags.value ~* 'web-shop'": '3',
  "tags.name IN ('env', 'team') AND (tags.value ~* 'PROD' OR tags.value !~* 'prod')": '15',
  "(tags.name, tags.value) IN (('team', 'data'), ('env', 'prod'))": '4',
  "(tags.name, tags.value) NOT IN (('team', 'data'), ('env', 'prod'))": '27',
};
const filters = Object.entries(matches).map(([condition, amount]) => ({
  filter: `${aws} AND ${condition}`,
  amount: `${amount}.0`,
}));

beforeAll(async () => {
  account = await newAccount();
  const day = '2026-01-09';
  await importCharges(account, [
    { cost: '1', day, tags: { team: 'Web Shop' }, resource: 'i-1', region: 'eu' },
    { cost: '2', day, tags: { team: 'web_shop' }, account: '42' },
    { cost: '4', day, tags: { team: 'data', env: 'prod' } },
    { cost: '8', day, tags: { team: 'other' } },
    { cost: '16', day },
  ]);
});

async function create(path: string, body: object) {
  const { status, body: created } = await account.as.post(path, body);
  expect(status, JSON.stringify(created)).toBe(201);
  return created;
}

const reportTotal = (cost_report_token: string) =>
  total({ cost_report_token, filter: undefined, ...range });

/** Compares the amount of every filter in one place. */
async function expectAmounts(amountOf: (filter: string, index: number) => Promise<string>) {
  const found: Record<string, string> = {};
  for (const [index, { filter }] of filters.entries())
    found[filter] = await amountOf(filter, index);
  expect(found).toEqual(Object.fromEntries(filters.map(({ filter, amount }) => [filter, amount])));
}

test('every operator matches in a query', async () => {
  await expectAmounts((filter) => total({ ...range, filter }));
});

test('every operator matches in a report, which has a forecast', async () => {
  await expectAmounts(async (filter) => {
    const { token } = await create('/v2/cost_reports', { title: 'R', filter, ...range });
    const forecast = await account.as.get(`/v2/cost_reports/${token}/forecasted_costs`);
    expect(forecast.status, JSON.stringify(forecast.body)).toBe(200);
    return reportTotal(token);
  });
});

test('every operator matches in a saved filter of a report and of a folder', async () => {
  await expectAmounts(async (filter, index) => {
    const saved = await create('/v2/saved_filters', { title: `S${index}`, filter });
    const saved_filter_tokens = [saved.token];
    const folder = await create('/v2/folders', { title: `F${index}`, saved_filter_tokens });
    const inFolder = { title: 'R', folder_token: folder.token, ...range };
    const own = await create('/v2/cost_reports', { title: 'R', saved_filter_tokens, ...range });
    const inherited = await create('/v2/cost_reports', inFolder);
    const amount = await reportTotal(own.token);
    expect(await reportTotal(inherited.token), filter).toBe(amount);
    return amount;
  });
});

test('every operator matches in a segment', async () => {
  await expectAmounts(async (filter, index) => {
    const segment = await create('/v2/segments', { title: `Segment ${index}`, filter });
    return reportTotal(segment.report_token);
  });
});

test('every operator matches in an export', async () => {
  await expectAmounts(async (filter) => {
    const parameters = { ...range, filter, groupings: [], date_bin: 'month' };
    const [, row] = await exportedRows(account, parameters);
    return row?.[1] ?? '0.0';
  });
});

test('every operator matches in the rules of virtual tags', async () => {
  for (const [index, { filter }] of filters.entries()) {
    await storeVirtualTag(account, { key: `V${index}`, values: [{ filter, name: 'Yes' }] });
  }
  const { status, body } = await account.as.get('/v2/tags?limit=1000');
  expect(status, JSON.stringify(body)).toBe(200);
  await expectAmounts(async (_, index) => {
    const isYes = `${aws} AND tags.name = 'V${index}' AND tags.value ~* 'YES'`;
    return total({ ...range, filter: isYes });
  });
  const used = filters.flatMap(({ amount }, index) => (amount === '0.0' ? [] : [`V${index}`]));
  for (const key of used.slice(-8)) {
    const values = await account.as.get(`/v2/tags/${key}/values`);
    expect(values.body.tag_values).toMatchObject([{ tag_value: 'Yes' }]);
  }
});

test('collapsed keys and cost metrics of virtual tags take a flexible match', async () => {
  const filter = `${aws} AND tags.name = 'team' AND tags.value ~* 'web-shop'`;
  await storeVirtualTag(account, { key: 'C', values: [], collapsed: [{ key: 'team', filter }] });
  const costMetric = { filter, tag: 'team' };
  await storeVirtualTag(account, { key: 'M', values: [{ filter: aws, costMetric }] });
  const query = { ...range, filter: aws, date_bin: 'month', order: 'desc' };
  const byTag = async (key: string) =>
    (await readCosts({ ...query, groupings: `tag:${key}` })).costs.map(
      ({ tag, amount }: { tag: string; amount: string }) => `${tag} ${amount}`,
    );
  expect((await byTag('C')).toSorted()).toEqual(['Web Shop 1.0', 'null 28.0', 'web_shop 2.0']);
  expect((await byTag('M')).toSorted()).toEqual([
    'Web Shop 10.333333333333333333',
    'web_shop 20.666666666666666667',
  ]);
});

const repeated = (count: number, condition: (index: number) => string, word: string) =>
  Array.from({ length: count }, (_, index) => condition(index)).join(word);

test.each([
  ['plain fields', repeated(4_999, (index) => `costs.region='${index % 10}'`, 'OR ')],
  ['tag names', repeated(4_999, (index) => `tags.name='${index}'`, 'OR ')],
  ['negative tag names', repeated(4_700, (index) => `tags.name!='${index}'`, 'AND ')],
  ['the same condition', repeated(4_999, () => 'tags.name=NULL', ' OR ')],
])(
  'a report with the most conditions on %s is read, exported and forecast',
  async (_, conditions) => {
    const filter = `${aws} AND (${conditions})`;
    const { token } = await create('/v2/cost_reports', { title: 'R', filter, ...range });
    await reportTotal(token);
    const forecast = await account.as.get(`/v2/cost_reports/${token}/forecasted_costs`);
    expect(forecast.status, JSON.stringify(forecast.body)).toBe(200);
    const [header] = await exportedRows(account, { cost_report_token: token });
    expect(header).toContain('amount');
  },
);

test('a report that looks up too many tags one by one is rejected when it is stored', async () => {
  const filter = `${aws} AND ${repeated(501, (index) => `tags.name='${index}'`, ' AND ')}`;
  const { status, body } = await account.as.post('/v2/cost_reports', { title: 'R', filter });
  expect(status).toBe(400);
  expect(body.errors).toEqual([expect.stringContaining('tests 501 tags one by one, at most 500')]);
});
