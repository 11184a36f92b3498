import { allJobs } from '../../src/domain/jobs.js';
import { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import { newDatabase, serverUrl } from '../harness.js';
import { call, patienceMs, processes } from './process.js';

const { newFolder, launchServer, start } = processes();

const skipped = serverUrl ? '' : ' (skipped: TEST_DATABASE_URL names no server)';

async function rowsOf(databaseUrl: string, query: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query(query)).rows;
  } finally {
    await client.end();
  }
}

// Each copy has a data folder of its own: the embedded cost store belongs to one process.
describe.skipIf(!serverUrl)(
  `copies on one PostgreSQL database${skipped}`,
  { timeout: patienceMs },
  () => {
    test('that start together on an empty database set it up once, and both serve', async () => {
      const DATABASE_URL = await newDatabase(serverUrl!);
      const env = { DATABASE_URL, FARTHING_LOG_LEVEL: 'warn' };
      const copies = await Promise.all([1, 2, 3].map(() => launchServer(newFolder(), env).ready()));

      const migrations = await rowsOf(
        DATABASE_URL,
        'select name from kysely_migration order by name',
      );
      expect(migrations.length).toBeGreaterThan(0);
      expect(new Set(migrations.map((row) => row['name'])).size).toBe(migrations.length);
      const counts = await rowsOf(
        DATABASE_URL,
        `select (select count(*)::int from accounts) as accounts,
        (select count(*)::int from users where role = 'owner') as owners,
        (select count(*)::int from credentials) as credentials`,
      );
      expect(counts).toEqual([{ accounts: 1, owners: 1, credentials: 1 }]);
      const printed = copies.filter((copy) => copy.stdout().includes('password'));
      expect(printed).toHaveLength(1);

      const [one, two, three] = copies;
      const made = await call(one!.url, 'POST', '/v2/teams', { name: 'Seen by all' });
      expect(made.status).toBe(201);
      const path = `/v2/teams/${made.body.token}`;
      // Rights are kept in each copy: a change of them on one counts on the others at once.
      expect((await call(two!.url, 'PUT', path, { name: 'Changed' })).body.name).toBe('Changed');
      expect((await call(three!.url, 'GET', path)).body.name).toBe('Changed');

      for (const copy of copies) {
        const ended = await copy.stop();
        expect([ended.status, ended.stderr]).toEqual([0, '']);
      }
    });

    test('a credential revoked on one copy is refused by the other on the next request', async () => {
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

    test('the API and the worker run in processes of their own', async () => {
      const DATABASE_URL = await newDatabase(serverUrl!);
      const env = { DATABASE_URL };
      const api = await start(newFolder(), env, ['--roles', 'api']);
      const worker = await start(newFolder(), env, ['--roles', 'worker']);
      expect((await call(api.url, 'GET', '/v2/me')).status).toBe(200);
      expect(worker.stdout()).toContain('no API in this process');
      expect(worker.url).toBe('');
      expect((await api.stop()).status).toBe(0);
      expect((await worker.stop()).status).toBe(0);
      // Only a worker sets schedules, and it does so before it ends.
      const schedules = await rowsOf(
        DATABASE_URL,
        'select name from pgboss.schedule order by name',
      );
      const scheduled = allJobs.filter((job) => job.cron).map(({ name }) => ({ name }));
      expect(schedules).toEqual(scheduled.toSorted((a, b) => a.name.localeCompare(b.name)));
    });
  },
);
