import { APIV2Client } from '@vantage-sh/vantage-client';
import { beforeAll, expect, test } from 'vitest';
import { type Account, newAccount, testOrigin } from '../harness.js';

// The published TypeScript client, unmodified, over a listening socket.
let account: Account;
let client: APIV2Client;

beforeAll(async () => {
  account = await newAccount();
  client = new APIV2Client(account.secret, false, await testOrigin());
});

const filter = "costs.provider = 'aws'";

test('drives virtual tags and their values', async () => {
  const { virtualTagConfigs } = client;
  const made = await virtualTagConfigs.create({
    key: 'Team',
    overridable: true,
    backfill_until: '2026-01-01',
    collapsed_tag_keys: [{ key: 'team', providers: ['aws'] }],
    values: [{ filter, name: 'web' }],
  });
  expect(await virtualTagConfigs.get(made.token)).toEqual(made);
  const listed = await virtualTagConfigs.list({ q: 'tea' });
  expect(listed.virtual_tag_configs).toEqual([made]);

  const value = await virtualTagConfigs.createValue(made.token, {
    filter,
    percentages: [
      { value: 'a', pct: 60 },
      { value: 'b', pct: 40 },
    ],
    date_ranges: [{ start_date: '2026-02-01', end_date: null }],
  });
  expect(await virtualTagConfigs.getValue(made.token, value.token)).toEqual(value);
  const renamed = await virtualTagConfigs.updateValue(made.token, value.token, { name: 'shared' });
  expect(renamed).toMatchObject({ token: value.token, name: 'shared', percentages: [] });
  expect((await virtualTagConfigs.get(made.token)).values).toEqual([made.values[0], renamed]);
  await virtualTagConfigs.deleteValue(made.token, value.token);

  const changed = await virtualTagConfigs.update(made.token, { overridable: false });
  expect(changed).toEqual({ ...made, overridable: false });
  expect(await virtualTagConfigs.getStatus(made.token)).toEqual({
    token: made.token,
    processing: false,
    providers: [{ provider: 'aws', status: 'complete' }],
  });
  await virtualTagConfigs.delete(made.token);
  await expect(virtualTagConfigs.get(made.token)).rejects.toMatchObject({ status: 404 });
});

test('changes asynchronously and reads the check as finished or not', async () => {
  const { virtualTagConfigs } = client;
  const made = await virtualTagConfigs.create({ key: 'Env', overridable: true });
  const { request_id } = await virtualTagConfigs.updateAsyncVirtualTagConfig(made.token, {
    values: [{ filter, name: 'prod' }],
  });
  expect(await virtualTagConfigs.getAsyncVirtualTagConfigStatus(request_id)).toBe(true);
  expect(await virtualTagConfigs.getAsyncVirtualTagConfigStatus('unknown')).toBe(false);
  expect((await virtualTagConfigs.get(made.token)).values).toHaveLength(1);
});
