import { beforeAll, describe, expect, test } from 'vitest';
import { costsPath } from './cost-requests.js';
import { importCharges, newIntegration } from './cost-fixtures.js';
import { importFlows } from './flow-logs.js';
import { flowRecord } from './flow-records.js';
import { type Account, newAccount } from './harness.js';
import { awsOffer, priceFile } from './price-lists.js';
import { importPrices } from '../src/domain/optimise/prices/import-prices.js';
import { awsOfferJson } from '../src/domain/optimise/prices/formats/aws-offer-json.js';
import { openCostCsv } from '../src/domain/optimise/kubernetes/opencost-csv.js';
import { efficiency, storeDataFile } from './kubernetes.js';
import { seenWhile } from './while-changing.js';

// Whatever changes a figure: who reads it meanwhile gets the old figures or the new ones, never some of each. Billing
// rules and inventories have tests of their own, beside their code.

let account: Account;
const months = ['2025-12', '2026-01', '2026-02'];

beforeAll(async () => {
  account = await newAccount();
  await uploadRates('2');
  await importCharges(
    account,
    months.flatMap((month) => [
      { day: `${month}-03`, cost: '10', account: '1', tags: { team: 'web' } },
      { day: `${month}-04`, cost: '20', account: '2', service: 'Storage', tags: { team: 'data' } },
      { day: `${month}-05`, cost: '40', provider: 'Google Cloud' as const, currency: 'EUR' },
      { day: `${month}-06`, cost: '80', provider: 'Microsoft' as const, currency: 'GBP' },
    ]),
  );
});

const sent = async (method: string, path: string, body?: object) => {
  const answer = await account.as.send(method, path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body;
};
const post = (path: string, body: object) => sent('POST', path, body);
const put = (path: string, body: object) => sent('PUT', path, body);
const remove = (path: string) => sent('DELETE', path);

const dates = { start_date: '2025-12-01', end_date: '2026-02-28', date_bin: 'month' };
/** Rows and total of a question, without what names the request. */
async function costs(parameters: Record<string, string>): Promise<string> {
  const { status, body } = await account.as.get(costsPath({ ...dates, ...parameters }));
  expect(status, JSON.stringify(body)).toBe(200);
  return JSON.stringify([body.total_cost, body.costs]);
}
const ofReport = (token: string) => () => {
  const query = new URLSearchParams({ ...dates, cost_report_token: token });
  return answerTo(`/v2/costs?${query.toString()}`, ({ total_cost, costs: rows }) => [
    total_cost,
    rows,
  ]);
};
// Answers have every shape.
// oxlint-disable-next-line typescript/no-explicit-any
async function answerTo(path: string, figures: (body: any) => unknown): Promise<string> {
  const { status, body } = await account.as.get(path);
  expect(status, JSON.stringify(body)).toBe(200);
  return JSON.stringify(figures(body));
}

/** Makes changes one after the other, with readers at the same time: they must see two states. */
async function expectSwitches(
  changes: readonly (() => Promise<unknown>)[],
  read: () => Promise<string>,
): Promise<void> {
  for (const [index, change] of changes.entries()) {
    const seen = await seenWhile(change, read);
    expect(seen, `states seen during change ${index + 1}`).toHaveLength(2);
  }
}

const aws = "costs.provider = 'aws'";
const rates = (rate: string) =>
  ['EUR', 'GBP']
    .flatMap((base) =>
      months.flatMap((month) => [
        `${base},USD,${rate},${month}-01`,
        `${base},USD,${rate},${month}-05`,
      ]),
    )
    .join('\n');
const uploadRates = (rate: string) =>
  account.as.send(
    'POST',
    '/v2/exchange_rates/csv',
    new URLSearchParams({
      csv: `base_currency_code,currency_code,rate,date\n${rates(rate)}`,
    }).toString(),
    { 'content-type': 'application/x-www-form-urlencoded' },
  );

describe('a virtual tag', () => {
  const path = '/v2/virtual_tag_configs';
  const byTag = () => costs({ groupings: 'tag:Team' });
  const named = (first: string, second: string) => [
    { filter: `${aws} AND costs.account_id = '1'`, name: first },
    { filter: `${aws} AND costs.account_id = '2'`, name: second },
  ];
  const split = (first: number) => [
    {
      filter: aws,
      percentages: [
        { value: 'a', pct: first },
        { value: 'b', pct: 100 - first },
      ],
    },
  ];

  test('is created, changed, backfilled, split, made of others and deleted at once', async () => {
    let own = path;
    const set = (fields: object) => () => put(own, fields);
    await expectSwitches(
      [
        async () => {
          const fields = { key: 'Team', overridable: true, values: named('a', 'b') };
          own = `${path}/${(await post(path, { ...fields, backfill_until: '2026-01-01' })).token}`;
        },
        set({ values: named('c', 'd') }),
        set({ backfill_until: '2025-12-01' }),
        set({ values: split(30) }),
        set({ values: split(80) }),
        set({ values: named('a', 'a') }),
        () => remove(own),
      ],
      byTag,
    );
  });

  test('that others are made of changes with them', async () => {
    const fields = { overridable: true, backfill_until: '2025-12-01' };
    const { token } = await post(path, { key: 'Inner', values: named('x', 'y'), ...fields });
    const both = ['x', 'y'].map((value) => `tags.name = 'Inner' AND tags.value = '${value}'`);
    const values = both.map((each, index) => ({ filter: `${aws} AND ${each}`, name: `o${index}` }));
    await post(path, { key: 'Outer', values, ...fields });
    await expectSwitches(
      [named('y', 'x'), named('x', 'x')].map(
        (each) => () => put(`${path}/${token}`, { values: each }),
      ),
      () => costs({ groupings: 'tag:Outer' }),
    );
  });
});

test('an upload of a custom provider is stored, replaced and deleted at once', async () => {
  const { token } = await post('/v2/integrations/custom_provider', { name: 'Own' });
  const path = `/v2/integrations/${token}`;
  await put(path, { workspace_tokens: [account.workspace.token] });
  const upload = (cost: number) => {
    const rows = months.map((month) => `${cost},USD,${month}-02,${month}-02,Usage,r,Disks`);
    const header =
      'BilledCost,BillingCurrency,ChargePeriodStart,ChargePeriodEnd,ChargeCategory,ResourceId,ServiceName';
    const csv = [header, ...rows].join('\n');
    const form = `--X\r\nContent-Disposition: form-data; name="csv"; filename="own.csv"\r\n\r\n${csv}\r\n--X--\r\n`;
    const type = { 'content-type': 'multipart/form-data; boundary=X' };
    return account.as.send('POST', `${path}/costs.csv`, form, type);
  };
  await expectSwitches(
    [
      () => upload(5),
      () => upload(7),
      async () => {
        const { user_costs_uploads: uploads } = (await account.as.get(`${path}/costs`)).body;
        await remove(`${path}/costs/${uploads[0].token}`);
      },
    ],
    () => costs({ groupings: 'service' }),
  );
});

describe('currencies', () => {
  const read = () => costs({ groupings: 'provider' });

  test('rates of several currencies and months count at once', async () => {
    await expectSwitches(
      ['3', '2'].map((rate) => () => uploadRates(rate)),
      read,
    );
  });

  test('the currency of a workspace changes in all rows', async () => {
    const path = `/v2/workspaces/${account.workspace.token}`;
    await expectSwitches(
      ['EUR', 'USD'].map(
        (currency) => () => put(path, { enable_currency_conversion: true, currency }),
      ),
      read,
    );
  });
});

test('an integration is taken from a workspace and given back at once', async () => {
  const other = await post('/v2/workspaces', { name: 'Other' });
  const token = await importCharges(
    account,
    months.map((month) => ({ day: `${month}-07`, cost: '160', provider: 'Oracle' as const })),
    { provider: 'oracle' },
  );
  const assign = (workspace: string) => () =>
    put(`/v2/integrations/${token}`, { workspace_tokens: [workspace] });
  await expectSwitches([assign(other.token), assign(account.workspace.token)], () =>
    costs({ groupings: 'provider', workspace_token: account.workspace.token }),
  );
});

describe('reports', () => {
  test('saved filters, report filters and settings change all rows', async () => {
    const workspace_token = account.workspace.token;
    const filters = await Promise.all(
      ["costs.service = 'Compute'", "costs.service = 'Storage'"].map((each, index) =>
        post('/v2/saved_filters', {
          title: `F${index}`,
          filter: `${aws} AND ${each}`,
          workspace_token,
        }),
      ),
    );
    const report = await post('/v2/cost_reports', {
      title: 'Report',
      workspace_token,
      saved_filter_tokens: [filters[0].token],
    });
    const own = `/v2/cost_reports/${report.token}`;
    const saved = `/v2/saved_filters/${filters[0].token}`;
    await expectSwitches(
      [
        () => put(saved, { title: 'F0', filter: `${aws} OR costs.provider = 'gcp'` }),
        () => put(own, { saved_filter_tokens: [filters[1].token] }),
        () => put(own, { saved_filter_tokens: [], filter: `${aws} AND costs.account_id = '1'` }),
        () => put(own, { filter: `${aws} OR costs.provider = 'azure'` }),
      ],
      ofReport(report.token),
    );
  });

  test('segments exchange costs at once', async () => {
    const workspace_token = account.workspace.token;
    const root = await post('/v2/segments', {
      title: 'Company',
      workspace_token,
      track_unallocated: true,
    });
    const child = (title: string, priority: number, filter: string) =>
      post('/v2/segments', { title, priority, filter, parent_segment_token: root.token });
    const cloud = await child('Cloud', 10, aws);
    await child('One', 5, `${aws} AND costs.account_id = '1'`);
    const own = `/v2/segments/${cloud.token}`;
    await expectSwitches(
      [
        () => put(own, { priority: 1 }),
        () => put(own, { filter: `${aws} AND costs.account_id = '2'` }),
        () => remove(own),
      ],
      ofReport(root.report_token),
    );
  });

  test('values of a business metric are replaced in all months', async () => {
    const values = (amount: number) =>
      months.map((month) => ({ date: `${month}-01`, amount, label: 'app' }));
    const metric = await post('/v2/business_metrics', { title: 'Orders', values: values(2) });
    const report = await post('/v2/cost_reports', {
      title: 'Orders',
      workspace_token: account.workspace.token,
      filter: aws,
      ...dates,
      business_metric_tokens_with_metadata: [{ business_metric_token: metric.token }],
    });
    await expectSwitches(
      [5, 10].map(
        (amount) => () => put(`/v2/business_metrics/${metric.token}`, { values: values(amount) }),
      ),
      () =>
        answerTo(
          `/v2/unit_costs?cost_report_token=${report.token}`,
          ({ unit_costs }) => unit_costs,
        ),
    );
  });
});

test('a price list is replaced as a whole', async () => {
  const region = 'readers-1';
  const store = (price: string, publicationDate: string) => () =>
    importPrices(
      account.app.services,
      awsOfferJson,
      [priceFile('ec2.json', awsOffer(region, { price, publicationDate }))],
      { now: account.app.clock() },
    );
  await store('1.5', '2026-02-01T10:00:00Z')();
  await expectSwitches(
    [store('2.5', '2026-02-02T10:00:00Z'), store('3.5', '2026-02-03T10:00:00Z')],
    () =>
      answerTo('/v2/products/aws-ec2-m5d_16xlarge/prices', ({ prices }) =>
        prices
          .filter((price: { region: string }) => price.region === region)
          .map(({ id, amount }: { id: string; amount: number }) => [id, amount]),
      ),
  );
});

test('flow logs of several days are replaced at once', async () => {
  const integration = await newIntegration(account, { provider: 'aws', name: 'Flows' });
  // 8 and 9 March.
  const days = ['1772928000', '1773014400'];
  const store = (bytes: string) => () =>
    importFlows(
      account,
      days.map((start) => flowRecord({ start, bytes, dstaddr: '8.8.8.8' })),
      { integration },
    );
  await store('1000')();
  const query = new URLSearchParams({
    filter: "network_flow_logs.traffic_category = 'public'",
    workspace_token: account.workspace.token,
    flow_weight: 'bytes',
    start_date: '2026-03-08',
    end_date: '2026-03-09',
  });
  await expectSwitches([store('2000'), store('5000')], () =>
    answerTo(`/v2/network_flow_logs?${query.toString()}`, ({ links: _, ...figures }) => figures),
  );
});

test('the allocation of a cluster is replaced in all months at once', async () => {
  const header =
    'Date,Namespace,Pod,CPUCoreUsageAverage,CPUCoreRequestAverage,CPUCost,RAMCost,TotalCost';
  const store = (cost: number, integration?: string) => {
    const rows = months.map((month) => `${month}-05,web,api-1,0.75,1,${cost},0,${cost}`);
    const csv = `${[header, ...rows].join('\n')}\n`;
    return storeDataFile(account, openCostCsv, csv, integration ? { integration } : {});
  };
  const { integration } = await store(100);
  const { start_date, end_date } = dates;
  await expectSwitches(
    [200, 500].map((cost) => () => store(cost, integration)),
    async () => JSON.stringify(await efficiency(account, { start_date, end_date })),
  );
});
