import { beforeAll, expect, test } from 'vitest';
import { importCharges } from '../../../test/cost-fixtures.js';
import { costsPath } from '../../../test/cost-requests.js';
import { type Account, newAccount } from '../../../test/harness.js';

// Today is 2026-03-10.
let account: Account;
let report: string;
const saved: Record<string, string> = {};

const aws = "costs.provider = 'aws'";
const create = async (kind: string, body: object): Promise<string> =>
  (await account.as.post(`/v2/${kind}`, body)).body.token;

beforeAll(async () => {
  account = await newAccount();
  const charge = (provider: 'AWS' | 'Google Cloud' | 'Microsoft', service: string, cost: string) =>
    ({ day: '2026-03-01', provider, service, cost }) as const;
  await importCharges(account, [
    charge('AWS', 'S3', '10'),
    charge('AWS', 'EC2', '20'),
    charge('Google Cloud', 'BigQuery', '7'),
    charge('Microsoft', 'VM', '3'),
  ]);
  saved['own'] = await create('saved_filters', {
    title: 'Google',
    filter: "costs.provider = 'gcp'",
  });
  saved['folder'] = await create('saved_filters', {
    title: 'Storage',
    filter: `${aws} AND costs.service = 'S3'`,
  });
  saved['dashboard'] = await create('saved_filters', {
    title: 'Microsoft',
    filter: "costs.provider = 'azure'",
  });
  const parent = await create('folders', {
    title: 'Platform',
    saved_filter_tokens: [saved['folder']],
  });
  const folder_token = await create('folders', { title: 'Inner', parent_folder_token: parent });
  report = await create('cost_reports', {
    title: 'AWS',
    filter: aws,
    folder_token,
    saved_filter_tokens: [saved['own']],
  });
});

const readFilters = async (query = '', caller = account.as) =>
  caller.get(`/v2/cost_reports/${report}/applied_filters${query}`);

test('every filter that acts is listed with its origin', async () => {
  const { status, body } = await readFilters();
  expect(status).toBe(200);
  expect(body.applied_filters).toEqual([
    {
      origin: 'report',
      origin_token: report,
      origin_title: 'AWS',
      token: null,
      title: null,
      filter: aws,
    },
    {
      origin: 'saved_filter',
      origin_token: report,
      origin_title: 'AWS',
      token: saved['own'],
      title: 'Google',
      filter: "costs.provider = 'gcp'",
    },
    {
      origin: 'folder',
      origin_token: expect.stringMatching(/^fldr_/),
      origin_title: 'Platform',
      token: saved['folder'],
      title: 'Storage',
      filter: `${aws} AND costs.service = 'S3'`,
    },
  ]);
});

test('the filters of a dashboard are listed for that dashboard only', async () => {
  const dashboard = await create('dashboards', {
    title: 'Board',
    saved_filter_tokens: [saved['dashboard']],
    widgets: [{ widgetable_token: report }],
  });
  const { body } = await readFilters(`?dashboard_token=${dashboard}`);
  expect(body.applied_filters.at(-1)).toMatchObject({
    origin: 'dashboard',
    origin_token: dashboard,
    origin_title: 'Board',
    title: 'Microsoft',
  });
  expect(body.applied_filters).toHaveLength(4);
  const other = await create('dashboards', { title: 'Other' });
  expect((await readFilters(`?dashboard_token=${other}`)).status).toBe(400);
});

test('filters on one provider narrow each other, a filter on another provider adds its costs', async () => {
  const march = { start_date: '2026-03-01', end_date: '2026-03-31', cost_report_token: report };
  const total = async (more: object) =>
    (await account.as.get(costsPath({ filter: undefined, ...march, ...more }))).body.total_cost
      .amount;
  expect(await total({})).toBe('17.0');
  // As the report would be with another filter of its own, or with none.
  expect(await total({ report_filter: `${aws} AND costs.service = 'EC2'` })).toBe('7.0');
  expect(await total({ report_filter: "costs.provider = 'azure'" })).toBe('20.0');
  expect(await total({ report_filter: ' ' })).toBe('17.0');
});

test('a saved filter that the caller cannot see is listed without its text', async () => {
  const member = await account.newUser('editor');
  const team = account.everyone.token;
  await create('access_grants', {
    team_token: team,
    resource_token: saved['own'],
    access: 'denied',
  });
  const { status, body } = await readFilters('', member.as);
  expect(status).toBe(200);
  expect(body.applied_filters[1]).toMatchObject({ token: saved['own'], title: null, filter: null });
  await create('access_grants', { team_token: team, resource_token: report, access: 'denied' });
  expect((await readFilters('', member.as)).status).toBe(404);
});
