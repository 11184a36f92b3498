import { beforeEach, expect, test } from 'vitest';
import { type Account, newAccount } from '../../../../test/harness.js';
import { openQueues, takeQueued } from '../../../../test/queued-jobs.js';

let account: Account;
beforeEach(async () => {
  await openQueues();
  account = await newAccount();
});

const create = async (kind: string, body: object): Promise<string> =>
  (await account.as.post(`/v2/${kind}`, { title: 'T', ...body })).body.token;
const put = async (kind: string, token: string, body: object) =>
  expect((await account.as.put(`/v2/${kind}/${token}`, body)).status).toBe(200);

/** Reports whose forecasts were queued since the last call. */
const queued = async () => {
  const jobs = await takeQueued<{ cost_report_token: string }>(account.app, 'forecast-report');
  return jobs.map((job) => job.cost_report_token).toSorted();
};

const aws = "costs.provider = 'aws'";
const gcp = "costs.provider = 'gcp'";

/** A saved filter on a report and on a folder, with a report in a subfolder. */
async function setUp() {
  const filter = await create('saved_filters', { filter: aws });
  const outer = await create('folders', { saved_filter_tokens: [filter] });
  const inner = await create('folders', { parent_folder_token: outer });
  const own = await create('cost_reports', { saved_filter_tokens: [filter] });
  const inside = await create('cost_reports', { folder_token: inner });
  await create('cost_reports', {});
  await queued();
  return { filter, outer, inner, own, inside };
}

test('changing or deleting a saved filter queues the forecasts of the reports it applies to', async () => {
  const { filter, own, inside } = await setUp();
  await put('saved_filters', filter, { filter: gcp });
  expect(await queued()).toEqual([own, inside].toSorted());
  await put('saved_filters', filter, { title: 'Renamed', filter: gcp });
  expect(await queued()).toEqual([]);
  await account.as.delete(`/v2/saved_filters/${filter}`);
  expect(await queued()).toEqual([own, inside].toSorted());
});

test('changing the filters or the parent of a folder queues the forecasts of its reports', async () => {
  const { filter, outer, inner, inside } = await setUp();
  await put('folders', outer, { saved_filter_tokens: [] });
  expect(await queued()).toEqual([inside]);
  await put('folders', outer, { title: 'Renamed', saved_filter_tokens: [] });
  expect(await queued()).toEqual([]);
  await put('folders', inner, { parent_folder_token: null });
  expect(await queued()).toEqual([inside]);
  await put('folders', inner, { saved_filter_tokens: [filter] });
  await queued();
  await account.as.delete(`/v2/folders/${inner}`);
  expect(await queued()).toEqual([inside]);
});

test('a rejected change queues nothing', async () => {
  const { filter } = await setUp();
  const { status } = await account.as.put(`/v2/saved_filters/${filter}`, { filter: 'nonsense' });
  expect(status).toBe(400);
  expect(await queued()).toEqual([]);
});

test('more than a hundred reports are left to the hourly job', async () => {
  const filter = await create('saved_filters', { filter: aws });
  const { db } = account.app.services;
  const folder = await create('folders', { saved_filter_tokens: [filter] });
  const addReports = (from: number, to: number) =>
    db
      .insertInto('cost_reports')
      .values(
        Array.from({ length: to - from }, (_, index) => ({
          token: `rprt_${account.account.token}_${from + index}`,
          account_token: account.account.token,
          workspace_token: account.workspace.token,
          folder_token: folder,
          title: 'T',
          created_at: new Date(0),
        })),
      )
      .execute();
  await addReports(0, 100);
  await put('saved_filters', filter, { filter: gcp });
  expect(await queued()).toHaveLength(100);
  await addReports(100, 101);
  await put('folders', folder, { saved_filter_tokens: [] });
  expect(await queued()).toEqual([]);
});
