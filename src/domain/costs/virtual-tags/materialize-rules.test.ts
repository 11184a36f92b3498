import { beforeEach, expect, test } from 'vitest';
import { costRequests } from '../../../../test/cost-requests.js';
import { type Charge, importCharges } from '../../../../test/cost-fixtures.js';
import { type Account, newAccount } from '../../../../test/harness.js';
import { storeVirtualTag } from '../../../../test/store-virtual-tag.js';
import { run, selectRows } from '../../../platform/store/clickhouse/cost-store.js';
import { sql } from '../../../platform/store/sql.js';
import { dropOldRuleResults } from './materialize-rules.js';

// Today is 2026-03-10.
let account: Account;
beforeEach(async () => {
  account = await newAccount();
});
const { readCosts } = costRequests(() => account);

const charge = (cost: string, service: string, more: Partial<Charge> = {}): Charge => ({
  cost,
  service,
  day: '2026-01-09',
  ...more,
});

async function byTag(key: string): Promise<Record<string, string>> {
  const range = { start_date: '2026-01-01', end_date: '2026-01-31', date_bin: 'month' };
  const { costs } = await readCosts({ ...range, groupings: `tag:${key}` });
  return Object.fromEntries(
    costs.map(({ tag, amount }: { tag: string | null; amount: string }) => [tag ?? '', amount]),
  );
}

const stored = async (value: string) => {
  const { costs } = account.app.services;
  const rows = await selectRows<{ key_id: string }>(
    costs.client,
    sql`SELECT key_id FROM rule_results WHERE value = ${sql.bind('String', `=${value}`)}`,
  );
  return rows.length;
};

test('rules are materialized once, and again for later loads', async () => {
  const name = `Data of ${account.workspace.token}`;
  const filter = "costs.provider = 'aws' AND costs.service = 'S3'";
  await importCharges(account, [charge('1', 'S3'), charge('2', 'EC2')]);
  await storeVirtualTag(account, { key: 'Team', values: [{ filter, name }] });
  expect(await byTag('Team')).toEqual({ [name]: '1.0', '': '2.0' });
  expect(await stored(name)).toBe(1);
  expect(await byTag('Team')).toEqual({ [name]: '1.0', '': '2.0' });
  expect(await stored(name)).toBe(1);
  await importCharges(account, [charge('4', 'S3', { region: 'eu' })]);
  expect(await byTag('Team')).toEqual({ [name]: '5.0', '': '2.0' });
  expect(await stored(name)).toBe(2);
});

test('concurrent first reads materialize rules once', async () => {
  const name = `Shared by ${account.workspace.token}`;
  await importCharges(account, [charge('1', 'S3'), charge('2', 'EC2')]);
  const filter = "costs.provider = 'aws' AND costs.service = 'S3'";
  await storeVirtualTag(account, { key: 'Team', values: [{ filter, name }] });
  const results = await Promise.all(Array.from({ length: 5 }, () => byTag('Team')));
  expect(results).toEqual(results.map(() => ({ [name]: '1.0', '': '2.0' })));
  expect(await stored(name)).toBe(1);
});

test('a changed rule applies immediately', async () => {
  await importCharges(account, [charge('1', 'S3'), charge('2', 'EC2')]);
  const value = (service: string) => ({
    filter: `costs.provider = 'aws' AND costs.service = '${service}'`,
    name: 'mine',
  });
  const { body } = await account.as.post('/v2/virtual_tag_configs', {
    key: 'Owner',
    overridable: false,
    backfill_until: '2026-01-01',
    values: [value('S3')],
  });
  expect(await byTag('Owner')).toEqual({ mine: '1.0', '': '2.0' });
  await account.as.put(`/v2/virtual_tag_configs/${body.token}`, { values: [value('EC2')] });
  expect(await byTag('Owner')).toEqual({ mine: '2.0', '': '1.0' });
});

test('values that look like SQL are values', async () => {
  const name = "{p0:String}' OR '1' = '1";
  const tags = { odd: '{v0_p0:Array(String)}' };
  await importCharges(account, [charge('1', 'S3', { tags }), charge('2', 'EC2')]);
  const filter = `costs.provider = 'aws' AND tags.name = 'odd' AND tags.value = '${tags.odd}'`;
  await storeVirtualTag(account, { key: 'Odd', values: [{ filter, name }] });
  expect(await byTag('Odd')).toEqual({ [name]: '1.0', '': '2.0' });
});

test('old rule results are removed', async () => {
  const { costs } = account.app.services;
  const insert = (rules: string, daysAgo: number) =>
    run(
      costs.client,
      sql`
        INSERT INTO rule_results
        SELECT ${sql.literal(rules)}, 0, 1, 0, 1, ${sql.literal(`=${rules}`)}, today() - ${daysAgo}
      `,
    );
  const [old, young] = ['old', 'young'].map((age) => `${age}_${account.workspace.token}`);
  await insert(old!, 5);
  await insert(young!, 2);
  await dropOldRuleResults(costs);
  expect([await stored(old!), await stored(young!)]).toEqual([0, 1]);
});
