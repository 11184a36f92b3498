import { beforeAll, expect, test } from 'vitest';
import { costRequests } from '../../../test/cost-requests.js';
import { type Charge, importCharges } from '../../../test/cost-fixtures.js';
import { type Account, newAccount } from '../../../test/harness.js';
import { storeVirtualTag } from '../../../test/store-virtual-tag.js';
import { Decimal, formatDecimal } from '../../platform/lib/decimal.js';

// Today is 2026-03-10.
let account: Account;
const { readCosts } = costRequests(() => account);

/** Almost every one of these resources has its own name, so the rollup by tags leaves the key out. */
const resources = 5600;

beforeAll(async () => {
  account = await newAccount();
  const charges = Array.from({ length: resources }, (_, index): Charge => ({
    day: `2026-03-0${1 + (index % 9)}`,
    cost: `${index % 97}.${(index * 104_729) % 1_000_000}`,
    resource: `i-${index}`,
    tags: {
      Name: `name-${index}`,
      ...(index % 3 === 0 ? {} : { team: `t${index % 4}` }),
      ...(index % 5 === 0 ? { env: ['prod', 'test'][index % 2]! } : {}),
    },
  }));
  await importCharges(account, charges);
  // A second bill, whose rollup has all of its keys.
  await importCharges(account, [
    { day: '2026-03-02', cost: '1000.25', tags: { team: 'platform', Name: 'gateway' } },
    { day: '2026-03-03', cost: '70.5', provider: 'Google Cloud' },
  ]);
});

interface TagCosts {
  total: string;
  tagged: { amount: string; percent: string | null };
  key_count: number;
  tags: {
    tag_key: string;
    is_virtual: boolean;
    amount: string;
    percent: string;
    value_count: number | null;
    providers: string[];
  }[];
  links: { next: string | null };
}

async function read(query = '', as = account.as): Promise<TagCosts> {
  const { status, body } = await as.get(`/v2/costs/tags?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as TagCosts;
}

const month = { start_date: '2026-03-01', end_date: '2026-03-10', date_bin: 'month' };

/** The amount and the number of values of a key, from GET /costs. */
async function expected(key: string) {
  const rows: { tag: string | null; amount: string }[] = [];
  for (let page = 1; ; page += 1) {
    const { costs, links } = await readCosts({
      ...month,
      groupings: `tag:${key}`,
      limit: 5000,
      page,
    });
    rows.push(...costs);
    if (links.next === null) break;
  }
  const tagged = rows.filter(({ tag }) => tag !== null);
  const sum = tagged.reduce((total, { amount }) => total.plus(amount), new Decimal(0));
  return { amount: formatDecimal(sum.toFixed()), values: tagged.length };
}

test('each key has exactly the costs that GET /costs has for it, whichever rollup holds it', async () => {
  const { tags, total, tagged, key_count } = await read();
  expect(tags.map(({ tag_key: key }) => key)).toEqual(['Name', 'team', 'env']);
  expect(key_count).toBe(3);
  for (const { tag_key: key, amount, value_count: count, percent } of tags) {
    const { amount: exact, values } = await expected(key);
    expect([key, amount]).toEqual([key, exact]);
    // The values of a key that almost identifies resources are not counted.
    expect(count).toBe(key === 'Name' ? null : values);
    expect(tags.find((tag) => tag.tag_key === key)!.providers).toEqual(['aws']);
    expect(percent).toBe(new Decimal(exact).dividedBy(total).times(100).toFixed(2));
  }
  const { costs, total_cost } = await readCosts({ ...month, groupings: 'tagged' });
  expect(total).toBe(total_cost.amount);
  expect(tagged.amount).toBe(
    costs.find(({ tagged: isTagged }: { tagged: boolean }) => isTagged).amount,
  );
});

test('keys are paged, searched and filtered', async () => {
  const second = await read('limit=1&page=2');
  expect(second.tags.map(({ tag_key: key }) => key)).toEqual(['team']);
  expect(second.links.next).toContain('page=3');
  expect((await read('search_query=NAM')).tags.map(({ tag_key: key }) => key)).toEqual(['Name']);
  const filter = encodeURIComponent("costs.provider = 'gcp'");
  expect(await read(`filter=${filter}`)).toMatchObject({ total: '70.5', tags: [] });
  const future = await read('start_date=2026-04-01&end_date=2026-04-30');
  expect(future).toMatchObject({ total: '0.0', tagged: { percent: null }, tags: [] });
});

test('a virtual tag replaces the tags of its key', async () => {
  const created = await account.as.post('/v2/virtual_tag_configs', {
    key: 'team',
    overridable: true,
    backfill_until: '2026-01-01',
    values: [{ name: 'cloud', filter: "costs.provider = 'gcp'" }],
  });
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  const team = (await read()).tags.find(({ tag_key: key }) => key === 'team');
  const { amount, values } = await expected('team');
  expect(values).toBeGreaterThan(0);
  expect(team).toMatchObject({ is_virtual: true, amount, value_count: values });
  const path = `/v2/virtual_tag_configs/${created.body.token}`;
  expect((await account.as.delete(path)).status).toBe(204);
});

test.each(['2025-06', '2026-03'])('a virtual tag that allocates costs, in %s', async (month) => {
  const other = await newAccount();
  await importCharges(other, [{ day: '2026-03-02', cost: '10' }]);
  const filter = "costs.provider = 'aws'";
  await storeVirtualTag(other, {
    key: 'split',
    values: [{ filter, percentages: { a: 25, b: 75 } }],
  });
  const { total, tags } = await read(`start_date=${month}-01&end_date=${month}-28`, other.as);
  const amount = month === '2026-03' ? '10.0' : '0.0';
  expect(total).toBe(amount);
  expect(tags).toMatchObject([{ tag_key: 'split', amount }]);
});

test('a viewer reads costs by tag, another account does not', async () => {
  const viewer = await account.newUser('viewer');
  expect((await read('', viewer.as)).key_count).toBe(3);
  const other = await newAccount();
  const path = `/v2/costs/tags?workspace_token=${account.workspace.token}`;
  expect((await other.as.get(path)).status).toBe(404);
  expect((await read('', other.as)).tags).toEqual([]);
});

test('wrong filters and dates are refused', async () => {
  for (const query of ['filter=nothing', 'start_date=x', 'limit=-1']) {
    expect((await account.as.get(`/v2/costs/tags?${query}`)).status).toBe(400);
  }
});
