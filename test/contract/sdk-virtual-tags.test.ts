import { APIV2Client } from '@vantage-sh/vantage-client';
import { beforeAll, expect, test } from 'vitest';
import { type Account, newAccount, testOrigin } from '../harness.js';

// Uses the published TypeScript client, unmodified, over a socket.
let account: Account;
let client: APIV2Client;

beforeAll(async () => {
  account = await newAccount();
  client = new APIV2Client(account.secret, false, await testOrigin());
});

const filter = "costs.provider = 'aws'";

test('manages virtual tags and their values', async () => {
  const { virtualTagConfigs } = client;
  const created = await virtualTagConfigs.create({
    key: 'Team',
    overridable: true,
    backfill_until: '2026-01-01',
    collapsed_tag_keys: [{ key: 'team', providers: ['aws'] }],
    values: [{ filter, name: 'web' }],
  });
  expect(await virtualTagConfigs.get(created.token)).toEqual(created);
  const listed = await virtualTagConfigs.list({ q: 'tea' });
  expect(listed.virtual_tag_configs).toEqual([created]);

  const value = await virtualTagConfigs.createValue(created.token, {
    filter,
    percentages: [
      { value: 'a', pct: 60 },
      { value: 'b', pct: 40 },
    ],
    date_ranges: [{ start_date: '2026-02-01', end_date: null }],
  });
  expect(await virtualTagConfigs.getValue(created.token, value.token)).toEqual(value);
  const renamed = await virtualTagConfigs.updateValue(created.token, value.token, {
    name: 'shared',
  });
  expect(renamed).toMatchObject({ token: value.token, name: 'shared', percentages: [] });
  expect((await virtualTagConfigs.get(created.token)).values).toEqual([created.values[0], renamed]);
  await virtualTagConfigs.deleteValue(created.token, value.token);

  const changed = await virtualTagConfigs.update(created.token, { overridable: false });
  expect(changed).toEqual({ ...created, overridable: false });
  expect(await virtualTagConfigs.getStatus(created.token)).toEqual({
    token: created.token,
    processing: false,
    providers: [{ provider: 'aws', status: 'complete' }],
  });
  await virtualTagConfigs.delete(created.token);
  await expect(virtualTagConfigs.get(created.token)).rejects.toMatchObject({ status: 404 });
});

test('updates asynchronously and reads the status', async () => {
  const { virtualTagConfigs } = client;
  const created = await virtualTagConfigs.create({ key: 'Env', overridable: true });
  const { request_id } = await virtualTagConfigs.updateAsyncVirtualTagConfig(created.token, {
    values: [{ filter, name: 'prod' }],
  });
  expect(await virtualTagConfigs.getAsyncVirtualTagConfigStatus(request_id)).toBe(true);
  expect(await virtualTagConfigs.getAsyncVirtualTagConfigStatus('unknown')).toBe(false);
  expect((await virtualTagConfigs.get(created.token)).values).toHaveLength(1);
});
