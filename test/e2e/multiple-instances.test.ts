import { allJobs } from '../../src/domain/jobs.js';
import { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import { newDatabase, serverUrl } from '../database-server.js';
import { call, timeoutMs, useProcesses } from './server-process.js';

const { newFolder, launchServer, start } = useProcesses();

const skipNotice = serverUrl ? '' : ' (skipped: TEST_DATABASE_URL is not set)';

async function queryRows(databaseUrl: string, query: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query(query)).rows;
  } finally {
    await client.end();
  }
}

// Each instance has its own data folder: the embedded cost store belongs to one process.
describe.skipIf(!serverUrl)(
  `instances on one PostgreSQL database${skipNotice}`,
  { timeout: timeoutMs },
  () => {
    test('that start together on an empty database set it up once, and all serve requests', async () => {
      const DATABASE_URL = await newDatabase(serverUrl!);
      const env = { DATABASE_URL, FARTHING_LOG_LEVEL: 'warn' };
      const instances = await Promise.all(
        [1, 2, 3].map(() => launchServer(newFolder(), env).ready()),
      );

      const migrations = await queryRows(
        DATABASE_URL,
        'select name from kysely_migration order by name',
      );
      expect(migrations.length).toBeGreaterThan(0);
      expect(new Set(migrations.map((row) => row['name'])).size).toBe(migrations.length);
      const counts = await queryRows(
        DATABASE_URL,
        `select (select count(*)::int from accounts) as accounts,
        (select count(*)::int from users where role = 'owner') as owners,
        (select count(*)::int from credentials) as credentials`,
      );
      expect(counts).toEqual([{ accounts: 1, owners: 1, credentials: 1 }]);
      const printed = instances.filter((instance) => instance.stdout().includes('password'));
      expect(printed).toHaveLength(1);

      const [one, two, three] = instances;
      const created = await call(one!.url, 'POST', '/v2/teams', { name: 'Visible to all' });
      expect(created.status).toBe(201);
      const path = `/v2/teams/${created.body.token}`;
      // Each instance caches permissions: a change on one takes effect on the others at once.
      expect((await call(two!.url, 'PUT', path, { name: 'Changed' })).body.name).toBe('Changed');
      expect((await call(three!.url, 'GET', path)).body.name).toBe('Changed');

      for (const instance of instances) {
        const exit = await instance.stop();
        expect([exit.status, exit.stderr]).toEqual([0, '']);
      }
    });

    test('a credential revoked on one instance is rejected by the other on the next request', async () => {
      const env = { DATABASE_URL: await newDatabase(serverUrl!) };
      const one = await start(newFolder(), env);
      const two = await start(newFolder(), env);
      const { body } = await call(one.url, 'POST', '/console/credentials', {
        description: 'Short-lived',
        scopes: ['read'],
      });
      const me = () => call(two.url, 'GET', '/v2/me', undefined, body.secret);
      expect((await me()).status).toBe(200);
      expect((await call(one.url, 'DELETE', `/console/credentials/${body.id}`)).status).toBe(204);
      expect((await me()).status).toBe(401);
      await Promise.all([one.kill(), two.kill()]);
    });

    test('the API and the worker run in separate processes', async () => {
      const DATABASE_URL = await newDatabase(serverUrl!);
      const env = { DATABASE_URL };
      const api = await start(newFolder(), env, ['--roles', 'api']);
      const worker = await start(newFolder(), env, ['--roles', 'worker']);
      expect((await call(api.url, 'GET', '/v2/me')).status).toBe(200);
      expect(worker.stdout()).toContain('no API in this process');
      expect(worker.url).toBe('');
      expect((await api.stop()).status).toBe(0);
      expect((await worker.stop()).status).toBe(0);
      // Only a worker creates schedules, and it does so before it exits.
      const schedules = await queryRows(
        DATABASE_URL,
        'select name from pgboss.schedule order by name',
      );
      const scheduled = allJobs.filter((job) => job.cron).map(({ name }) => ({ name }));
      expect(schedules).toEqual(scheduled.toSorted((a, b) => a.name.localeCompare(b.name)));
    });
  },
);
