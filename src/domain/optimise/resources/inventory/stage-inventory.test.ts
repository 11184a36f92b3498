import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { setTime } from '../../../../../test/clock.js';
import { newIntegration } from '../../../../../test/cost-fixtures.js';
import { serverUrl } from '../../../../../test/database-server.js';
import { type Account, newAccount } from '../../../../../test/harness.js';
import { endedRun } from '../../../../../test/import-runs.js';
import { seenWhile } from '../../../../../test/while-changing.js';
import { batchRows } from '../change-resources.js';
import { beginInventory, completeInventory, stageItems } from './stage-inventory.js';

afterEach(() => setTime('2026-03-10T09:00:00Z'));

let account: Account;
let token: string;
beforeEach(async () => {
  account = await newAccount();
  token = await newIntegration(account, { provider: 'aws' });
});

/** More than one batch. */
const count = batchRows + 100;
const disks = (label: string, first = 0) =>
  Array.from({ length: count }, (_, index) => ({
    uuid: `disk-${first + index}`,
    type: 'aws_ebs_volume',
    label,
  }));

async function upload(resources: readonly object[], end = '') {
  const path = `/v2/integrations/${token}/data_files`;
  const content = `${resources.map((each) => JSON.stringify(each)).join('\n')}${end}`;
  const type = { 'content-type': 'application/octet-stream' };
  const { body } = await account.as.send('POST', path, content, type);
  return endedRun(account, body.run_id);
}

/** How many resources an answer lists by label: `{"a":300}`. */
async function listed(): Promise<string> {
  const { body } = await account.as.get('/v2/resources?limit=1000');
  const counts: Record<string, number> = {};
  for (const { label } of body.resources) counts[label] = (counts[label] ?? 0) + 1;
  const labels = Object.keys(counts).toSorted();
  return JSON.stringify(Object.fromEntries(labels.map((label) => [label, counts[label]])));
}

/** How many resources have a label: a page of one of them says how many pages there are. */
async function labelled(label: string): Promise<string> {
  const filter = encodeURIComponent(`resources.provider = 'aws' AND resources.label = '${label}'`);
  const { body } = await account.as.get(`/v2/resources?limit=1&filter=${filter}`);
  if (body.resources.length === 0) return '0';
  return new URL(body.links.last).searchParams.get('page')!;
}

test('an inventory of several batches is listed whole, or not at all', async () => {
  const seenOf = (label: string, first: number) =>
    seenWhile(
      () => upload(disks(label, first)),
      () => labelled(label),
    );
  expect(await seenOf('a', 0)).toEqual(['0', '300']);
  // Five are not listed any more: the first time they stay.
  setTime('2026-03-11T09:00:00Z');
  expect([await seenOf('b', 5), await listed()]).toEqual([['0', '300'], '{"a":5,"b":300}']);
});

test.skipIf(serverUrl)('no transaction changes more than a batch of rows', async () => {
  const rowsByTransaction = async () => {
    const { rows } = await sql<{ changed: number }>`
      select count(*)::int as changed from resources where integration_token = ${token}
      group by xmin::text order by changed desc`.execute(account.app.services.db);
    return rows.map(({ changed }) => changed);
  };
  await upload(disks('a'));
  expect(await rowsByTransaction()).toEqual([batchRows, count - batchRows]);
  setTime('2026-03-11T09:00:00Z');
  await account.app.jobs.run('sync-resources', { integration_token: token });
  expect(await rowsByTransaction()).toEqual([batchRows, count - batchRows]);
});

describe('what a process leaves that ends', () => {
  /** Stages an inventory of one resource, as far as `stageItems`. */
  async function stage(uuid: string, label: string) {
    const { db } = account.app.services;
    const id = await beginInventory(db, token);
    const integration = { token, account_token: account.account.token };
    const inventory = { id, integration, format: 'resource_lines', now: account.app.clock() };
    const item = { uuid, label, provider: 'aws', type: 'aws_ebs_volume', metadata: {}, tags: {} };
    const place = { account_id: null, provider_account_id: null, region: null };
    await stageItems(db, inventory, [
      { ...item, ...place },
      { ...item, ...place, uuid: 'disk-new' },
    ]);
    return inventory;
  }
  const staged = () =>
    account.app.services.db
      .selectFrom('staged_inventories')
      .select('id')
      .where('integration_token', '=', token)
      .execute();

  test('before an inventory is complete is not shown, and removed by the next run', async () => {
    await upload(disks('a').slice(0, 2));
    await stage('disk-0', 'b');
    expect(await listed()).toBe('{"a":2}');
    await account.app.jobs.run('sync-resources', { integration_token: token });
    expect([await listed(), await staged()]).toEqual(['{"a":2}', []]);
  });

  test('afterwards is shown, and taken over by the next run', async () => {
    await upload(disks('a').slice(0, 2));
    await completeInventory(account.app.services.db, await stage('disk-0', 'b'), 'fingerprint');
    expect(await listed()).toBe('{"a":1,"b":2}');
    await upload(disks('c').slice(0, 1));
    expect([await listed(), await staged()]).toEqual(['{"a":1,"b":1,"c":1}', []]);
  });

  test('when a file is cut off is gone', async () => {
    const { status } = await upload(disks('a'), '\n{"uuid":');
    expect([status, await listed(), await staged()]).toEqual(['failed', '{}', []]);
  });
});
