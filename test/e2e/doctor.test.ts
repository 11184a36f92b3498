import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { expect, test } from 'vitest';
import { openCostStore } from '../../src/platform/store/clickhouse/open-cost-store.js';
import { run as runStatement } from '../../src/platform/store/clickhouse/cost-store.js';
import { sql } from '../../src/platform/store/sql.js';
import type { HealthReport } from '../../src/platform/health/run-checks.js';
import { focusBill } from '../focus-bill.js';
import { importBill, timeoutMs, useProcesses } from './server-process.js';

const { newFolder, run, launchServer } = useProcesses();

const checksOf = (stdout: string) =>
  Object.fromEntries(
    (JSON.parse(stdout) as HealthReport).checks.map((check) => [check.name, check]),
  );

test(
  'farthing doctor checks the running server, then its folder, and names what was damaged',
  { timeout: timeoutMs },
  async () => {
    const data = newFolder();
    const server = await launchServer(data).ready();
    await importBill(server.url, focusBill('payer', '2024-01', 12));
    const running = await run(data, ['doctor']);
    expect(running.stdout).toMatch(/^ok +Loads +1 active load agrees with the recorded lines/m);
    expect(running.stdout).not.toMatch(/^failed/m);
    expect([running.status, running.stderr]).toEqual([0, '']);
    await server.stop();

    const stopped = await run(data, ['doctor', '--json']);
    expect(stopped.status).toBe(0);
    expect(checksOf(stopped.stdout)['loads']).toMatchObject({ state: 'ok' });

    const costs = await openCostStore({ folder: join(data, 'clickhouse') });
    await runStatement(costs.bulk, sql`TRUNCATE TABLE lines`);
    await costs.close();
    const damaged = await run(data, ['doctor', '--json']);
    expect([damaged.status, damaged.stderr]).toEqual([1, '1 check failed.\n']);
    expect(checksOf(damaged.stdout)['loads']).toMatchObject({
      state: 'failed',
      found: expect.stringContaining('0 of 1 line are stored'),
    });
  },
);

test('it upgrades nothing, and still checks what it can', { timeout: timeoutMs }, async () => {
  const data = newFolder();
  expect((await run(data, ['user', 'list'])).status).toBe(0);
  const change = async (statement: string) => {
    const postgres = await PGlite.create(join(data, 'postgres'));
    const { rows } = await postgres.query<{ name: string }>(statement);
    await postgres.close();
    return rows.map(({ name }) => name);
  };
  const last = '(select max(name) from kysely_migration)';
  await change(`delete from kysely_migration where name = ${last}`);
  const before = await change('select name from kysely_migration order by name');
  const { status, stdout } = await run(data, ['doctor', '--json']);
  expect(status).toBe(0);
  expect(checksOf(stdout)).toMatchObject({
    migrations: { state: 'warning', found: expect.stringMatching(/^Pending: 1 migration of /) },
    loads: { state: 'warning', found: expect.stringMatching(/^Not checked/) },
    database: { state: 'ok' },
    disk: expect.anything(),
  });
  expect(await change('select name from kysely_migration order by name')).toEqual(before);
});

test(
  'a store that does not respond fails alone, and without an installation nothing can be checked',
  { timeout: timeoutMs },
  async () => {
    const data = newFolder();
    const nothing = await run(data, ['doctor']);
    expect(nothing).toEqual({
      status: 2,
      stdout: '',
      stderr: `There is no installation in ${data}; name its folder with --data, or start one with "farthing serve".\n`,
    });
    expect((await run(data, ['user', 'list'])).status).toBe(0);
    const { status, stdout } = await run(data, ['doctor', '--json'], {
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    });
    expect(status).toBe(1);
    expect(checksOf(stdout)).toMatchObject({
      database: { state: 'failed', found: expect.stringContaining('ECONNREFUSED') },
      clickhouse: { state: 'ok' },
      files: { state: 'ok' },
      settings: { state: 'ok' },
    });
  },
);
