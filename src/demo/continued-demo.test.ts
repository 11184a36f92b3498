import { beforeAll, expect, test } from 'vitest';
import { setTime } from '../../test/clock.js';
import { type Account, newAccount } from '../../test/harness.js';
import { operatorContext } from '../platform/kernel/operator-context.js';
import {
  type DemoOptions,
  buildDemo,
  buildEarlierMonths,
  buildRecentMonths,
} from './build-demo.js';

let account: Account;
beforeAll(async () => {
  setTime('2026-03-10T09:00:00Z');
  account = await newAccount();
});

async function options(of = account): Promise<DemoOptions> {
  const ctx = await operatorContext(of.app, of.account.token);
  return { ctx, operations: of.app.operations, scale: 0.01 };
}

async function loadsOf({ app, account }: Account) {
  return app.services.db
    .selectFrom('loads as l')
    .innerJoin('integrations as i', 'i.token', 'l.integration_token')
    .select(['i.provider', 'l.load_id', 'l.partition', 'l.lines', 'l.totals', 'l.rows_rejected'])
    .where('l.account_token', '=', account.token)
    .where('l.status', '=', 'active')
    .orderBy('i.provider')
    .orderBy('l.partition')
    .execute();
}

type Loads = Awaited<ReturnType<typeof loadsOf>>;

const ofRecentMonths = (loads: Loads) => loads.filter(({ partition }) => /2026/.test(partition));
const withoutIds = (loads: Loads) => loads.map(({ load_id: _, ...load }) => load);

const statuses = async (): Promise<string[]> =>
  (await account.as.get('/v2/integrations')).body.integrations
    .filter((each: { provider: string }) => each.provider !== 'kubernetes')
    .map((each: { status: string }) => each.status);

let recentLoads: Loads;

test('the recent months are whole, and the integrations are importing', async () => {
  const recent = await buildRecentMonths(await options());
  expect(recent).toMatchObject({ from: '2026-01-01', to: '2026-03-09', isUnfinished: true });
  recentLoads = await loadsOf(account);
  expect(recentLoads.length).toBeGreaterThan(3 * 3);
  expect(recentLoads).toEqual(ofRecentMonths(recentLoads));
  expect(await statuses()).toEqual(Array(4).fill('importing'));
  const [canvas] = (await account.as.get('/v2/canvases')).body.canvases;
  expect(canvas.data.table.rows.length).toBeGreaterThan(10);
});

test('a build that stops in the middle is continued by the next one', async () => {
  const progress: number[] = [];
  const stopped = buildEarlierMonths({
    ...(await options()),
    onProgress: ({ months, totalMonths }) => {
      expect(totalMonths).toBe(13);
      if (progress.at(-1) !== months) progress.push(months);
      if (months === 8) throw new Error('stopped');
    },
  });
  await expect(stopped).rejects.toThrow('stopped');
  expect(progress).toEqual([3, 8]);
  expect(await buildDemo(await options())).toMatchObject({
    from: '2025-03-01',
    isUnfinished: false,
  });
  expect(ofRecentMonths(await loadsOf(account))).toEqual(recentLoads);
  expect(await statuses()).toEqual(Array(4).fill('imported'));
});

test('the continued build has the bills of an uninterrupted one', async () => {
  const uninterrupted = await newAccount();
  await buildDemo(await options(uninterrupted));
  expect(withoutIds(await loadsOf(account))).toEqual(withoutIds(await loadsOf(uninterrupted)));
});
