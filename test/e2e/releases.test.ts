import { describe, expect, test } from 'vitest';
import type { HealthReport } from '../../src/platform/health/run-checks.js';
import { newCostDatabase } from '../cost-database.js';
import { newDatabase, serverUrl } from '../database-server.js';
import {
  type ReleaseFixture,
  type StoredInstallation,
  releaseFixtures,
  restoreDataFolder,
  restoreDumps,
} from './release-fixtures.js';
import { call, testsCopies, timeoutMs, useProcesses } from './server-process.js';
import { hasSharedStores, sharedStoresNotice } from './shared-stores.js';

const { newFolder, launchServer, run } = useProcesses();

/** Starts this release on what another one has stored, and compares answers, log-in and costs. */
async function expectSame(
  { token }: ReleaseFixture,
  { answers, email, password }: StoredInstallation,
  data: string,
  settings: Record<string, string> = {},
): Promise<void> {
  const server = await launchServer(data, settings).ready();
  for (const [path, answer] of Object.entries(answers)) {
    const { status, body } = await call(server.url, 'GET', path, undefined, token);
    expect([path, status]).toEqual([path, 200]);
    expect(body, path).toMatchObject(answer);
  }
  const login = await call(server.url, 'POST', '/console/session', { email, password });
  expect(login.status).toBe(201);
  const doctor = await run(data, ['doctor', '--json'], settings);
  const { checks } = JSON.parse(doctor.stdout) as HealthReport;
  const stateOf = (name: string) => checks.find((check) => check.name === name)?.state;
  for (const name of [
    'migrations',
    'loads',
    'rollups',
    'orphaned-lines',
    'orphaned-files',
    'jobs',
  ]) {
    expect([name, stateOf(name)]).toEqual([name, 'ok']);
  }
  // Its host does not exist, but its secret can be read.
  expect(doctor.stdout).not.toContain('another FARTHING_SECRET_KEY');
  expect((await server.stop()).status).toBe(0);
}

describe.each(releaseFixtures)('what release $version has stored', (release) => {
  // Once, in the project of the embedded engines.
  test.skipIf(testsCopies)(
    'in a data folder is opened, with equal costs, objects and log-in',
    { timeout: timeoutMs },
    async () => {
      const data = newFolder();
      restoreDataFolder(release, data);
      await expectSame(release, release.embedded, data);
    },
  );

  test.skipIf(!hasSharedStores)(
    `on servers is opened, with equal costs, objects and log-in${sharedStoresNotice}`,
    { timeout: timeoutMs },
    async () => {
      const data = newFolder();
      const databaseUrl = await newDatabase(serverUrl!);
      const clickhouseUrl = (await newCostDatabase())!;
      await restoreDumps(release, { databaseUrl, clickhouseUrl, data });
      await expectSame(release, release.servers, data, {
        DATABASE_URL: databaseUrl,
        CLICKHOUSE_URL: clickhouseUrl,
        FARTHING_SECRET_KEY: release.servers.key,
      });
    },
  );
});
