import { beforeAll, describe, expect, test } from 'vitest';
import { runInServer } from '../../src/cli/control-socket.js';
import type { HealthReport } from '../../src/platform/health/run-checks.js';
import { costsPath } from '../cost-requests.js';
import { newDatabase, serverUrl } from '../database-server.js';
import { focusBill } from '../focus-bill.js';
import { compilePreviousRelease, noPreviousRelease } from './previous-release.js';
import { type RunningServer, call, importBill, timeoutMs, useProcesses } from './server-process.js';
import { hasSharedStores, sharedStoresNotice } from './shared-stores.js';

const { newFolder, launchServer, stores } = useProcesses();

const notice = noPreviousRelease ? ` (skipped: ${noPreviousRelease})` : sharedStoresNotice;

const year = { start_date: '2024-01-01', end_date: '2024-12-31', date_bin: 'month' };
const lists = [
  'workspaces',
  'teams',
  'users',
  'saved_filters',
  'cost_reports',
  'virtual_tag_configs',
  'integrations',
].map((name) => `/v2/${name}`);
const costs = ['service', 'account_id', 'resource_id', 'tag:owner'].map((groupings) =>
  costsPath({ ...year, groupings }),
);

describe.skipIf(!hasSharedStores || noPreviousRelease !== undefined)(
  `the last release and this one on the same stores${notice}`,
  { timeout: timeoutMs },
  () => {
    let settings: Record<string, string>;
    let previousProgram: string;
    const olds: RunningServer[] = [];
    let old: RunningServer;
    let current: RunningServer;

    const oldData = newFolder();
    const startOld = (data = newFolder()) => launchServer(data, settings, [], previousProgram);

    beforeAll(async () => {
      previousProgram = compilePreviousRelease(newFolder());
      settings = {
        ...(await stores.settings(newFolder())),
        // Empty: the release creates its own tables.
        DATABASE_URL: await newDatabase(serverUrl!),
      };
      olds.push(await startOld(oldData).ready(), await startOld().ready());
      old = olds[0]!;
      await create(old, '/v2/teams', { name: 'Before the upgrade' });
      expect((await importBill(old.url, focusBill('payer', '2024-01', 1.5, 2))).status).toBe(
        'committed',
      );
    }, timeoutMs);

    /** Both answer the same; a later release may answer more about an object. */
    const expectSameAnswers = async (): Promise<void> => {
      for (const path of [...lists, ...costs]) {
        const [before, after] = await Promise.all(
          [old, current].map(({ url }) => call(url, 'GET', path)),
        );
        expect([path, before!.status, after!.status]).toEqual([path, 200, 200]);
        expect(after!.body, path).toMatchObject(withoutLinks(before!.body));
      }
    };

    const total = async ({ url }: RunningServer): Promise<string> =>
      (await call(url, 'GET', costsPath(year))).body.total_cost.amount;

    test('this release upgrades the stores while both copies of the last one go on', async () => {
      current = await launchServer(newFolder(), settings).ready();
      for (const { url } of [...olds, current]) {
        expect((await call(url, 'GET', '/readyz')).status).toBe(200);
        expect((await call(url, 'GET', '/v2/teams')).body.teams.at(-1).name).toBe(
          'Before the upgrade',
        );
      }
      await expectSameAnswers();
      expect(await total(current)).toBe('3.5');
      expect((await olds.pop()!.stop()).status).toBe(0);
    });

    test('what one of them writes, the other answers', async () => {
      const byOld = await create(old, '/v2/saved_filters', { title: 'By the last release' });
      const byCurrent = await create(current, '/v2/saved_filters', { title: 'By this release' });
      const path = (filter: { token: string }) => `/v2/saved_filters/${filter.token}`;
      const update = (server: RunningServer, filter: { token: string }) =>
        call(server.url, 'PUT', path(filter), { title: 'Changed' });
      expect((await update(current, byOld)).status).toBe(200);
      expect((await update(old, byCurrent)).status).toBe(200);
      expect((await call(old.url, 'GET', path(byOld))).body.title).toBe('Changed');
      expect((await call(current.url, 'GET', path(byCurrent))).body.title).toBe('Changed');
      await expectSameAnswers();
    });

    test('bills that either of them imports, and virtual tags, give the same costs on both', async () => {
      for (const [server, month, cost] of [
        [old, '2024-02', 10],
        [current, '2024-03', 100],
      ] as const) {
        const run = await importBill(server.url, focusBill('payer', month, cost));
        expect([run.status, run.errors]).toEqual(['committed', []]);
      }
      await create(current, '/v2/virtual_tag_configs', {
        key: 'owner',
        overridable: true,
        backfill_until: '2024-01-01',
        values: [{ filter: "costs.provider = 'aws'", name: 'platform' }],
      });
      await expectSameAnswers();
      expect([await total(old), await total(current)]).toEqual(['113.5', '113.5']);
    });

    test('jobs of the last release still run on the upgraded stores', async () => {
      const list = await runOn(oldData, 'jobs', 'list');
      const scheduled = list.flatMap((line) => /^(\S+) +[\d*]\S* /.exec(line)?.[1] ?? []);
      expect(scheduled.length).toBeGreaterThan(10);
      for (const name of scheduled) await runOn(oldData, 'jobs', 'run', name);
      await expectSameAnswers();
    });

    test('a log-in on one of them is valid on the other', async () => {
      const password = /password\s+(\S+)/.exec(
        [old, ...olds].map((server) => server.stdout()).join(''),
      )?.[1];
      const login = await call(old.url, 'POST', '/console/session', {
        email: 'owner@farthing.local',
        password,
      });
      expect(login.status).toBe(201);
      const cookie = login.headers.get('set-cookie')!.split(';')[0]!;
      for (const { url } of [old, current]) {
        expect((await fetch(`${url}/v2/me`, { headers: { cookie } })).status).toBe(200);
      }
    });

    test('the last release stops without errors, cannot start again, and nothing is lost', async () => {
      const before = await total(old);
      const exit = await old.stop();
      expect(exit.status).toBe(0);
      const isError = (line: string) => /"level":[56]0/.test(line);
      expect(exit.stderr.split('\n').filter(isError)).toEqual([]);
      const again = await startOld().exited;
      expect(again.status).toBe(1);
      expect(again.stderr).toContain('was upgraded by a newer release of Farthing');
      const second = await launchServer(newFolder(), settings).ready();
      expect([await total(current), await total(second)]).toEqual([before, before]);
      const { checks } = (await call(current.url, 'GET', '/console/health')).body as HealthReport;
      const states = Object.fromEntries(checks.map(({ name, state }) => [name, state]));
      expect(states).toMatchObject({ migrations: 'ok', loads: 'ok', rollups: 'ok', jobs: 'ok' });
    });
  },
);

/** Sends a command to the server of a data folder, without the process that the command line would be. */
async function runOn(data: string, ...args: string[]): Promise<string[]> {
  const printed: string[] = [];
  const print = (line: string) => void printed.push(line);
  const status = await runInServer(data, args, { print, showProgress: () => undefined }, print);
  expect([args, status, printed]).toEqual([args, 0, expect.anything()]);
  return printed;
}

async function create(server: RunningServer, path: string, body: object) {
  const response = await call(server.url, 'POST', path, body);
  expect([path, response.status, response.body]).toEqual([path, 201, expect.anything()]);
  return response.body as { token: string };
}

/** A body without addresses, which name the server that was asked. */
function withoutLinks(value: unknown): object {
  return JSON.parse(
    JSON.stringify(value, (key, each: unknown) => (key === 'links' ? undefined : each)),
  ) as object;
}
