import fc from 'fast-check';
import { beforeAll, expect, test, vi } from 'vitest';
import { type Charge, importCharges } from '../../../test/cost-fixtures.js';
import { type Account, newAccount } from '../../../test/harness.js';
import { Decimal, formatDecimal } from '../../platform/lib/decimal.js';
import { clientOf } from '../../platform/store/clickhouse/connection.js';

// Today is 2026-03-10.
let account: Account;

beforeAll(async () => {
  account = await newAccount();
  const charges = Array.from({ length: 240 }, (_, index): Charge => ({
    day: `2026-0${1 + (index % 3)}-0${1 + (index % 9)}`,
    cost: `${(index * 7919) % 97}.${(index * 104_729) % 1_000_000}`,
    provider: (['AWS', 'Google Cloud'] as const)[index % 5 === 0 ? 1 : 0],
    service: ['Compute', 'Storage', 'Network'][index % 3]!,
    account: `${index % 4}`,
    tags: index % 3 === 0 ? {} : { team: `t${index % 4}` },
  }));
  await importCharges(account, charges);
});

interface SegmentCosts {
  segments: {
    segment_token: string;
    amount: string;
    children_amount: string;
    unallocated_amount: string;
    change: { current: string; previous: string; percent: string | null } | null;
  }[];
  comparison: Record<string, unknown> | null;
  complete_through: string;
}

async function read(query = '', as = account.as): Promise<SegmentCosts> {
  const { status, body } = await as.get(`/v2/costs/segments?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as SegmentCosts;
}

async function create(body: object): Promise<string> {
  const { status, body: created } = await account.as.post('/v2/segments', body);
  expect(status, JSON.stringify(created)).toBe(201);
  return created.token as string;
}

async function reportTotal(token: string, dates: string): Promise<string> {
  const path = `/v2/costs?cost_report_token=${token}&date_bin=month&${dates}`;
  const { status, body } = await account.as.get(path);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.total_cost.amount as string;
}

const add = (amounts: readonly string[]) =>
  formatDecimal(amounts.reduce((sum, each) => sum.plus(each), new Decimal(0)).toFixed());

const filters = [
  "costs.provider = 'aws'",
  "costs.provider = 'gcp'",
  "(costs.provider = 'aws' AND costs.account_id = '1')",
  "(costs.provider = 'aws' AND costs.service = 'Storage')",
  "(costs.provider = 'aws' AND tags.name = 'team' AND tags.value = 't2')",
  null,
];

const tree = fc.array(
  fc.record({
    parent: fc.nat(9),
    filter: fc.constantFrom(...filters),
    priority: fc.nat(3),
    isTracked: fc.boolean(),
  }),
  { minLength: 1, maxLength: 7 },
);

test('every amount equals that of the report of the segment, and children and rest are the whole', async () => {
  const dates = 'start_date=2026-01-02&end_date=2026-03-05';
  await fc.assert(
    fc.asyncProperty(tree, async (planned) => {
      const tokens: string[] = [];
      for (const [index, { parent, filter, priority, isTracked }] of planned.entries()) {
        const below = parent < index ? tokens[parent] : undefined;
        tokens.push(
          await create({
            title: `S${index % 2}`,
            priority,
            ...(filter && { filter }),
            ...(below ? { parent_segment_token: below } : { track_unallocated: isTracked }),
          }),
        );
      }
      const parents = new Map(
        (await account.as.get('/v2/segments')).body.segments.map(
          (each: Record<string, string | null>) => [each['token'], each['parent_segment_token']],
        ),
      );
      const { segments } = await read(dates);
      expect(segments.map(({ segment_token: token }) => token)).toEqual(tokens);
      for (const segment of segments) {
        expect(segment.amount).toBe(await reportTotal(segment.segment_token, dates));
        const children = segments.filter(
          ({ segment_token: token }) => parents.get(token) === segment.segment_token,
        );
        expect(segment.children_amount).toBe(add(children.map(({ amount }) => amount)));
        expect(add([segment.children_amount, segment.unallocated_amount])).toBe(segment.amount);
      }
      for (const token of tokens) await account.as.delete(`/v2/segments/${token}`);
    }),
    { numRuns: 6, seed: 20_260_310 },
  );
});

test('changes compare complete days only, and say how many days have data', async () => {
  const token = await create({ title: 'Company', track_unallocated: true });
  const month = await read('compare_to=previous_period');
  expect(month).toMatchObject({ complete_through: '2026-03-09' });
  expect(month.comparison).toMatchObject({
    start_date: '2026-03-01',
    end_date: '2026-03-09',
    previous_start_date: '2026-02-01',
    previous_end_date: '2026-02-09',
    days: 9,
    days_with_data: 9,
  });
  const { change } = month.segments[0]!;
  expect(change!.current).toBe(
    await reportTotal(token, 'start_date=2026-03-01&end_date=2026-03-09'),
  );
  expect(change!.previous).toBe(
    await reportTotal(token, 'start_date=2026-02-01&end_date=2026-02-09'),
  );
  const year = await read('compare_to=previous_year');
  expect(year.comparison).toMatchObject({ days: 9, days_with_data: 0 });
  expect(year.segments[0]!.change).toBeNull();
  expect((await read()).comparison).toBeNull();
  await account.as.delete(`/v2/segments/${token}`);
});

test('lists only segments that the caller sees; hidden ones still count in those above them', async () => {
  const root = await create({ title: 'Company' });
  const child = await create({
    title: 'Cloud',
    parent_segment_token: root,
    filter: "costs.provider = 'aws'",
  });
  const grant = { resource_token: child, team_token: account.everyone.token, access: 'denied' };
  expect((await account.as.post('/v2/access_grants', grant)).status).toBe(201);
  const editor = await account.newUser('editor');
  const seen = await read('', editor.as);
  expect(seen.segments.map(({ segment_token: token }) => token)).toEqual([root]);
  expect(seen.segments[0]!.children_amount).toBe(
    (await read()).segments.find(({ segment_token: token }) => token === child)!.amount,
  );
  await account.as.delete(`/v2/segments/${root}`);
});

test('a workspace of another account is not found, and its segments are never listed', async () => {
  const other = await newAccount();
  const path = `/v2/costs/segments?workspace_token=${account.workspace.token}`;
  expect((await other.as.get(path)).status).toBe(404);
  await create({ title: 'Mine' });
  expect((await read('', other.as)).segments).toEqual([]);
});

test('the engine runs as many statements for many segments as for one', async () => {
  const root = await create({ title: 'Company', track_unallocated: true });
  const statements = vi.spyOn(clientOf(account.app.services.costs.client), 'query');
  const countFor = async (day: string) => {
    statements.mockClear();
    await read(`compare_to=previous_period&start_date=2026-03-01&end_date=${day}`);
    return statements.mock.calls.length;
  };
  const filter = "costs.provider = 'aws'";
  await create({ title: 'One', parent_segment_token: root, filter });
  const ofOne = await countFor('2026-03-08');
  for (const title of ['Two', 'Three', 'Four', 'Five', 'Six']) {
    await create({ title, parent_segment_token: root, filter });
  }
  expect(await countFor('2026-03-07')).toBe(ofOne);
  statements.mockRestore();
  await account.as.delete(`/v2/segments/${root}`);
});

test('wrong dates and comparisons are refused', async () => {
  for (const query of [
    'start_date=x',
    'compare_to=ever',
    'start_date=2026-03-02&end_date=2026-03-01',
  ]) {
    expect((await account.as.get(`/v2/costs/segments?${query}`)).status).toBe(400);
  }
});
