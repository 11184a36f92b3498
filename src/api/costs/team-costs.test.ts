import { beforeAll, expect, test } from 'vitest';
import { costsPath } from '../../../test/cost-requests.js';
import { importCharges } from '../../../test/cost-fixtures.js';
import { type Account, newAccount } from '../../../test/harness.js';
import { Decimal } from '../../platform/lib/decimal.js';

// Today is 2026-03-10.
let account: Account;
const dates = { start_date: '2026-03-01', end_date: '2026-03-10' };

beforeAll(async () => {
  account = await newAccount();
  await importCharges(
    account,
    ['web', 'data', 'shop', undefined].map((team, index) => ({
      day: '2026-03-05',
      cost: `${index + 1}.000000000001`,
      tags: { app: 'x', Squad: 'one', ...(team && { team }) },
    })),
  );
});

const read = async (as: Account['as'], limit = 10) =>
  (
    await as.get(
      `/console/costs/teams?start_date=${dates.start_date}&end_date=${dates.end_date}&limit=${limit}`,
    )
  ).body;

test('groups all costs by the likely tag, so that groups and the others are the total', async () => {
  const body = await read(account.as, 2);
  expect(body).toMatchObject({
    tag_key: 'team',
    groups: [{ group: { 'tag:team': null } }, { group: { 'tag:team': 'shop' } }],
    other: { group_count: 2 },
  });
  const parts = [...body.groups, body.other].map(({ amount }: { amount: string }) => amount);
  expect(Decimal.sum(...parts).toFixed()).toBe(body.total.amount);
  const { body: series } = await account.as.get(
    costsPath({ ...dates, groupings: 'tag:team' }, '/v2/costs/series'),
  );
  expect(body.total.amount).toBe(series.total.amount);
  // People who may not list tags get the same.
  const { as } = await account.newUser('viewer');
  expect((await read(as, 2)).total).toEqual(body.total);
});

test('hidden keys are passed over, preferred ones come first', async () => {
  const owner = await newAccount();
  const tags = { team: 'a', department: 'b', env: 'c', app: 'd' };
  await importCharges(owner, [{ day: '2026-03-05', cost: '1', tags }]);
  const hide = (key: string) => owner.as.put('/v2/tags', { tag_key: key, hidden: true });
  await hide('team');
  expect((await read(owner.as)).tag_key).toBe('department');
  await hide('department');
  expect((await read(owner.as)).tag_key).toBe('app');
  await owner.as.put('/v2/tags', { tag_key: 'env', preferred: true });
  expect((await read(owner.as)).tag_key).toBe('env');
});
