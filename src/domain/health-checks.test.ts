import { utimes } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { setTime } from '../../test/clock.js';
import { importCharges } from '../../test/cost-fixtures.js';
import { type Account, newAccount } from '../../test/harness.js';
import { startMailServer } from '../../test/mail-server.js';
import { openQueues } from '../../test/queued-jobs.js';
import { type Check, type Installation, ok } from '../platform/health/check.js';
import { memory } from '../platform/health/machine.js';
import { type CheckResult, runChecks } from '../platform/health/run-checks.js';
import { Vault } from '../platform/auth/vault.js';
import { selectRows, run as runStatement } from '../platform/store/clickhouse/cost-store.js';
import { disk } from '../platform/store/disk-space.js';
import { sql as costSql } from '../platform/store/sql.js';
import { healthChecks } from './health-checks.js';

let account: Account;
let installation: Installation;

beforeAll(async () => {
  account = await newAccount();
  const { services, clock } = account.app;
  installation = { ...services, clock, isServing: true, hasSchema: true };
});

/** What one check finds in an installation that differs in some parts. */
async function check(name: string, differences: Partial<Installation> = {}): Promise<CheckResult> {
  const one = healthChecks.find((each) => each.name === name)!;
  const report = await runChecks(
    [one],
    { ...installation, ...differences },
    { readingSeconds: 600 },
  );
  return report.checks[0]!;
}

const withSettings = (settings: Partial<Installation['config']>) => ({
  config: { ...installation.config, ...settings },
});

const checkNamed = (name: string, run: Check['run']): Check => ({ name, title: name, run });

test('a check that throws or never responds has failed, and the others are still run', async () => {
  const { state, checks } = await runChecks(
    [
      checkNamed('throws', async () => Promise.reject(new Error('connection lost.'))),
      checkNamed('hangs', () => new Promise(() => undefined)),
      checkNamed('works', async () => ok('Fine.')),
    ],
    installation,
    { readingSeconds: 1, responseSeconds: 0.05 },
  );
  expect(state).toBe('failed');
  expect(checks.map(({ name, state: each, found }) => [name, each, found])).toEqual([
    ['throws', 'failed', 'Could not be checked: connection lost.'],
    ['hangs', 'failed', 'No response within 0 seconds.'],
    ['works', 'ok', 'Fine.'],
  ]);
});

test('tables of another release are not read', async () => {
  expect(await check('loads', { hasSchema: false })).toMatchObject({
    state: 'warning',
    found: 'Not checked, because the databases do not have the schema of this release.',
  });
});

test('settings that are seldom meant are named with what to set', async () => {
  expect(await check('settings', withSettings({ host: '127.0.0.1' }))).toMatchObject({
    state: 'ok',
  });
  const open = withSettings({ host: '0.0.0.0', outboundNetworks: ['0.0.0.0/0'] });
  expect(await check('settings', open)).toMatchObject({
    state: 'warning',
    remedy: expect.stringMatching(/FARTHING_PUBLIC_URL.*FARTHING_OUTBOUND_NETWORKS/),
  });
});

describe('stores', () => {
  test('respond with their versions', async () => {
    expect((await check('database')).found).toMatch(/^PostgreSQL \d+\.\d+, .*responds\.$/);
    expect((await check('clickhouse')).found).toMatch(/^ClickHouse \d+\.\d+.*responds\.$/);
    expect(await check('files')).toMatchObject({
      state: 'ok',
      found: 'The folder of files can be written and read.',
    });
  });

  test('that cannot be read fail with the reason', async () => {
    const files = {
      ...installation.files,
      put: async () => Promise.reject(new Error('The file bucket returned 403 for PUT')),
      delete: async () => undefined,
    };
    expect(await check('files', { files })).toMatchObject({
      state: 'failed',
      found: 'Could not be checked: The file bucket returned 403 for PUT.',
    });
  });
});

test('a clock that differs from those of the databases fails', async () => {
  expect(await check('clocks', { clock: () => new Date() })).toMatchObject({ state: 'ok' });
  const late = () => new Date(Date.now() - 7_200_000);
  const { state, found } = await check('clocks', { clock: late });
  expect(state).toBe('failed');
  expect(found).toMatch(/^The clock of \w+ is 7,20\d s ahead of that of this server\.$/);
});

test('a disk that is full or nearly so is named', async () => {
  const free = vi.spyOn(disk, 'freeBytes');
  onTestFinished(() => free.mockRestore());
  free.mockResolvedValue(2 ** 40);
  expect((await check('disk')).found).toMatch(/^1024\.0 GiB are free/);
  free.mockResolvedValue(2 ** 30);
  expect(await check('disk')).toMatchObject({ state: 'warning' });
  free.mockResolvedValue(2 ** 20);
  expect(await check('disk')).toMatchObject({ state: 'failed' });
});

test('too little memory is a warning', async () => {
  const total = vi.spyOn(memory, 'totalBytes').mockReturnValue(16 * 2 ** 30);
  const available = vi.spyOn(memory, 'availableBytes').mockReturnValue(8 * 2 ** 30);
  onTestFinished(() => [total, available].forEach((each) => each.mockRestore()));
  expect(await check('memory')).toMatchObject({
    state: 'ok',
    found: '8.0 GiB of 16.0 GiB of memory are available.',
  });
  available.mockReturnValue(2 ** 28);
  expect(await check('memory')).toMatchObject({ state: 'warning' });
  total.mockReturnValue(2 ** 29);
  expect((await check('memory')).remedy).toContain('at least');
});

describe('migrations', () => {
  test('of a newer release are a warning', async () => {
    const { db } = installation;
    await sql`insert into kysely_migration (name, timestamp) values ('9001_next', '')`.execute(db);
    onTestFinished(async () => {
      await sql`delete from kysely_migration where name = '9001_next'`.execute(db);
    });
    expect(await check('migrations')).toMatchObject({
      state: 'warning',
      found: 'A newer release has upgraded PostgreSQL (9001_next).',
    });
  });

  test('that are pending are counted', async () => {
    expect(await check('migrations')).toMatchObject({ state: 'ok' });
    const { db } = installation;
    const { rows } = await sql<{ name: string; timestamp: string }>`
      delete from kysely_migration where name >= '0057' returning name, timestamp`.execute(db);
    onTestFinished(async () => {
      for (const { name, timestamp } of rows)
        await sql`insert into kysely_migration values (${name}, ${timestamp})`.execute(db);
    });
    expect((await check('migrations')).found).toBe(
      `Pending: ${rows.length} migrations of PostgreSQL from 0057_anomaly_events on.`,
    );
  });
});

describe('jobs', () => {
  const plant = async (name: string, values: Record<string, string>) => {
    const { db } = installation;
    const columns = sql.join(Object.keys(values).map((each) => sql.ref(each)));
    const rows = sql.join(Object.values(values).map((each) => sql`${each}`));
    await sql`insert into pgboss.job (name, ${columns}) values (${name}, ${rows})`.execute(db);
    onTestFinished(async () => {
      await sql`delete from pgboss.job where name = ${name}`.execute(db);
    });
  };

  beforeAll(openQueues);

  test('that run past their time are stuck, while a server runs', async () => {
    await plant('make-data-export', { state: 'active', started_on: '2020-01-01' });
    expect(await check('jobs')).toMatchObject({
      state: 'warning',
      found: expect.stringContaining('make-data-export past its time limit'),
    });
    expect((await check('jobs', { isServing: false })).found).not.toContain('make-data-export');
  });

  test('that no worker takes are stuck', async () => {
    await plant('make-data-export', { state: 'created', start_after: '2020-01-01' });
    expect((await check('jobs')).found).toContain(
      'make-data-export waiting for more than 60 minutes',
    );
  });

  test('that failed for good are named with their reason', async () => {
    await plant('make-data-export', {
      state: 'failed',
      completed_on: new Date().toISOString(),
      output: '{"message":"No rates."}',
    });
    expect(await check('jobs', { isServing: false })).toMatchObject({
      state: 'warning',
      found: expect.stringContaining('make-data-export (No rates)'),
    });
  });
});

describe('mail', () => {
  test('of a server that responds is fine', async () => {
    const { smtp } = await startMailServer();
    onTestFinished(() => smtp.close());
    const { port } = smtp.server.address() as AddressInfo;
    const settings = withSettings({ smtpUrl: `smtp://127.0.0.1:${port}` });
    expect(await check('mail', settings)).toMatchObject({ state: 'ok' });
  });

  test('of a server that does not is a failure', async () => {
    const settings = withSettings({ smtpUrl: `smtp://127.0.0.1:${await closedPort()}` });
    const { state, found } = await check('mail', settings);
    expect(state).toBe('failed');
    expect(found).toMatch(/^The mail server 127\.0\.0\.1:\d+ cannot be used: .*ECONNREFUSED/);
  });
});

describe('channels', () => {
  const addChannel = async (name: string, url: string) => {
    const { status } = await account.as.post('/v2/channels', {
      name,
      kind: 'webhook',
      settings: { url },
      secret: 'a secret of some length',
      workspace_token: account.workspace.token,
    });
    expect(status).toBe(201);
  };

  test('are named when their host does not respond, and nothing but their host is asked', async () => {
    const asked: string[] = [];
    const server = await listen((url) => asked.push(url));
    await addChannel('Answers', `${server}/hook/path`);
    expect((await check('channels')).found).not.toContain('Answers');
    expect(asked).toEqual(['/']);
    await addChannel('Silent', `http://127.0.0.1:${await closedPort()}/hook`);
    expect(await check('channels')).toMatchObject({
      state: 'failed',
      found: expect.stringMatching(/: Silent: the request to 127\.0\.0\.1:\d+ failed/),
    });
    expect(
      (await check('channels', { vault: new Vault('another key of the same installation') })).found,
    ).toContain('Silent: its secret was encrypted with another FARTHING_SECRET_KEY');
  });
});

describe('costs', () => {
  /** Imports one day, and returns the load and the partition of its rows. */
  const importOne = async () => {
    await importCharges(account, [{ day: '2026-02-05', cost: '12.5' }]);
    const { load_id: load } = await installation.db
      .selectFrom('loads')
      .select('load_id')
      .where('account_token', '=', account.account.token)
      .where('status', '=', 'active')
      .orderBy('load_id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    return load;
  };
  const remove = async (table: string, load: number) => {
    const { client, bulk } = installation.costs;
    const [row] = await selectRows<{ partition: string }>(
      client,
      costSql`SELECT DISTINCT partition FROM system.parts WHERE active
        AND database = currentDatabase() AND table = ${costSql.literal(table)}
        AND endsWith(partition, ${costSql.literal(`,${load})`)})`,
    );
    await runStatement(
      bulk,
      costSql`ALTER TABLE ${costSql.ref(table)} DROP PARTITION ${costSql.raw(row!.partition)}`,
    );
  };

  test('whose lines were removed are named by their load', async () => {
    const load = await importOne();
    expect((await check('loads')).found).not.toContain(`load ${load} of`);
    await remove('lines', load);
    expect(await check('loads')).toMatchObject({
      state: 'failed',
      found: expect.stringMatching(new RegExp(`: load ${load} of .*: 0 of 1 line are stored`)),
    });
    expect((await check('rollups')).found).not.toContain(`load ${load} of`);
  });

  test('whose recorded totals differ are named with both amounts', async () => {
    const load = await importOne();
    await sql`update loads set totals = jsonb_set(totals, '{0,billed}', '"99"') where load_id = ${load}`.execute(
      installation.db,
    );
    expect((await check('loads')).found).toContain('the billed cost is 12.5 USD instead of 99');
  });

  test('whose rollup lacks rows are named with the rollup', async () => {
    const load = await importOne();
    await remove('tag_costs', load);
    expect(await check('rollups')).toMatchObject({
      state: 'failed',
      found: expect.stringMatching(
        new RegExp(`load ${load} of .*: in tag_costs, the billed cost is 0 USD instead of 12.5`),
      ),
    });
  });

  test('of loads that the database does not know are orphaned', async () => {
    const load = await importOne();
    await installation.db.deleteFrom('loads').where('load_id', '=', load).execute();
    expect(await check('orphaned-lines')).toMatchObject({
      state: 'warning',
      found: expect.stringContaining(`load ${load} in `),
    });
  });
});

describe('files', () => {
  test('that nothing refers to are named, unless they are being stored', async () => {
    setTime('2026-03-10T09:00:00Z');
    const { files, config } = installation;
    const key = 'exports/dt_xprt_gone-1.csv';
    await files.put(key, Readable.from(['day,cost\n']));
    onTestFinished(() => files.delete(key));
    expect((await check('orphaned-files')).found).not.toContain(key);
    const old = new Date('2026-03-10T07:00:00Z');
    await utimes(join(config.data, 'files', key), old, old);
    expect(await check('orphaned-files')).toMatchObject({
      state: 'warning',
      found: expect.stringContaining(key),
    });
  });

  test('of exports that can still be downloaded must exist', async () => {
    const { db } = installation;
    const key = 'exports/dt_xprt_missing-1.csv';
    await db
      .insertInto('data_exports')
      .values({
        token: 'dt_xprt_missing',
        account_token: account.account.token,
        workspace_token: account.workspace.token,
        export_type: 'costs',
        status: 'completed',
        attributes: '{}',
        request: '{}',
        files: JSON.stringify([{ key }]),
        valid_until: new Date('2026-03-11T00:00:00Z'),
        created_at: new Date('2026-03-10T00:00:00Z'),
      })
      .execute();
    onTestFinished(async () => {
      await db.deleteFrom('data_exports').where('token', '=', 'dt_xprt_missing').execute();
    });
    expect(await check('orphaned-files')).toMatchObject({
      state: 'failed',
      found: expect.stringContaining(key),
    });
  });
});

test('a backup that is missing or old is a warning', async () => {
  const { db } = installation;
  onTestFinished(async () => {
    await db.deleteFrom('backups').execute();
  });
  expect(await check('last-backup')).toMatchObject({
    state: 'warning',
    found: 'There is no backup yet.',
  });
  const backUpAt = (moment: string) =>
    db
      .insertInto('backups')
      .values({
        moment: new Date(moment),
        target: '/backups',
        bytes_written: 1,
        finished_at: new Date(moment),
      })
      .execute();
  await backUpAt('2026-03-01T01:30:00Z');
  expect((await check('last-backup')).state).toBe('warning');
  await backUpAt('2026-03-10T01:30:00Z');
  expect(await check('last-backup')).toMatchObject({
    state: 'ok',
    found: 'The last backup is of 2026-03-10T01:30:00Z, in /backups.',
  });
});

/** A server that answers every request, and its address. */
async function listen(onRequest: (url: string) => void): Promise<string> {
  const server = createServer((request, response) => {
    onRequest(request.url!);
    response.writeHead(405).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${portOf(server)}`;
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

/** A port that nothing listens on. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const port = portOf(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}
