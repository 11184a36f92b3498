import { allJobs } from '../../src/domain/jobs.js';
import { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import { call, timeoutMs, useProcesses } from './server-process.js';
import { hasSharedStores, sharedStoresNotice } from './shared-stores.js';

const { newFolder, launchServer, stores } = useProcesses();

async function queryRows(databaseUrl: string, query: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query(query)).rows;
  } finally {
    await client.end();
  }
}

describe.skipIf(!hasSharedStores)(
  `instances on one PostgreSQL database${sharedStoresNotice}`,
  { timeout: timeoutMs },
  () => {
    test('that start together on an empty database set it up once, and all serve requests', async () => {
      const settings = await stores.settings(newFolder());
      const env = { ...settings, FARTHING_LOG_LEVEL: 'warn' };
      const DATABASE_URL = settings['DATABASE_URL']!;
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
      const env = await stores.settings(newFolder());
      const one = await launchServer(newFolder(), env).ready();
      const two = await launchServer(newFolder(), env).ready();
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
      const env = await stores.settings(newFolder());
      const api = await launchServer(newFolder(), env, ['--roles', 'api']).ready();
      const worker = await launchServer(newFolder(), env, ['--roles', 'worker']).ready();
      expect((await call(api.url, 'GET', '/v2/me')).status).toBe(200);
      expect(worker.stdout()).toContain('no API in this process');
      expect(worker.url).toBe('');
      expect((await api.stop()).status).toBe(0);
      expect((await worker.stop()).status).toBe(0);
      // Only a worker creates schedules, and it does so before it exits.
      const schedules = await queryRows(
        env['DATABASE_URL']!,
        'select name from pgboss.schedule order by name',
      );
      const scheduled = allJobs.filter((job) => job.cron).map(({ name }) => ({ name }));
      expect(schedules).toEqual(scheduled.toSorted((a, b) => a.name.localeCompare(b.name)));
    });
  },
);
