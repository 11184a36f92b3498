import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, firstOfMonth } from '../../src/platform/lib/days.js';
import { createCostDatabase, newCostDatabaseUrl } from '../cost-database.js';
import { type Front, startFront } from '../clickhouse-front/start-front.js';
import { newDatabase } from '../database-server.js';
import { answersOf, filesIn } from './installation-answers.js';
import { type Minio, findMinio, startMinio } from './minio.js';
import { type PostgresServer, createPostgres, findPostgres } from './postgres-server.js';
import { RecordingWriter, createReferences } from './recording-writer.js';
import { seededRandom } from './seeded-random.js';
import { call, timeoutMs, useProcesses, waitFor } from './server-process.js';

const { newFolder, run, start } = useProcesses();

const [postgres, minio] = [findPostgres(), findMinio()];
const missing = [postgres ? [] : ['PostgreSQL'], minio ? [] : ['MinIO (minio in the PATH)']].flat();
const notice = missing.length > 0 ? ` (skipped: no ${missing.join(', no ')})` : '';

const succeeded = { status: 0, stderr: '' };
const secretKey = 'k'.repeat(40);

describe.skipIf(missing.length > 0)(
  `backup, restore and move with servers${notice}`,
  { timeout: timeoutMs },
  () => {
    let database: PostgresServer;
    let costs: Front;
    let bucket: Minio;
    /** A folder for the settings of installations. */
    const settingsFolder = newFolder();
    const key = { FARTHING_SECRET_KEY: secretKey };

    beforeAll(async () => {
      database = await createPostgres(postgres!);
      costs = await startFront(newFolder());
      bucket = await startMinio(minio!, newFolder());
    }, timeoutMs);
    afterAll(async () => {
      bucket.stop();
      await costs.kill();
      await database.remove();
    });

    /** Settings of an installation on empty servers. */
    const emptyServers = async (name: string): Promise<Record<string, string>> => {
      const costUrl = newCostDatabaseUrl(costs.url);
      await createCostDatabase(costUrl);
      return {
        DATABASE_URL: await newDatabase(database.url),
        CLICKHOUSE_URL: costUrl,
        FILES_URL: bucket.url(name),
        ...bucket.keys,
        ...key,
      };
    };

    const settingsFile = (name: string, settings: Record<string, string>) => {
      const path = join(settingsFolder, name);
      const lines = Object.entries(settings).map(([variable, value]) => `${variable}=${value}`);
      writeFileSync(path, ['# settings of a test', ...lines, ''].join('\n'));
      return path;
    };

    const today = new Date().toISOString().slice(0, 10);
    const range = { start_date: firstOfMonth(today, -13), end_date: addDays(today, -1) };

    /** Starts a server, reads its answers and stops it. */
    const readAnswers = async (data: string, env: Record<string, string>) => {
      const server = await start(data, env);
      const answers = await answersOf(server.url, range);
      expect((await server.stop()).status).toBe(0);
      return answers;
    };

    test('the demo moves to PostgreSQL, ClickHouse and a bucket and back, with every total and object', async () => {
      const embedded = newFolder();
      const demo = await start(embedded, key, ['--demo=small']);
      await waitFor('the demo is built', async () => {
        const { body } = await call(demo.url, 'GET', '/v2/integrations');
        const isImported = ({ status }: { status: string }) => status === 'imported';
        return body.integrations.every(isImported) ? true : undefined;
      });
      await demo.stop();
      const answers = await readAnswers(embedded, key);
      const costsByService = Object.entries(answers).find(([path]) => path.includes('=service'))!;
      expect(JSON.stringify(costsByService[1]).length).toBeGreaterThan(1_000);

      const servers = await emptyServers('moved');
      const to = settingsFile('servers.env', servers);
      const moved = await run(embedded, ['move', '--to', to], key);
      expect(moved).toMatchObject(succeeded);
      expect(moved.stdout).toMatch(
        /^Moved [\d,]+ rows of objects and \d+ loads; all totals are equal\.$/m,
      );
      expect(await readAnswers(newFolder(), servers)).toEqual(answers);
      // The source is as it was, and nothing is moved to where something is.
      expect(await run(embedded, ['move', '--to', to], key)).toMatchObject({
        status: 1,
        stdout: expect.stringMatching(/has an installation; use an empty one\.\n$/),
      });

      const back = newFolder();
      const backFile = settingsFile('folder.env', { FARTHING_DATA: back, ...key });
      const source = newFolder();
      expect(await run(source, ['move', '--to', backFile], servers)).toMatchObject(succeeded);
      expect(await readAnswers(back, key)).toEqual(answers);
    });

    test('a backup of servers in a bucket is restored to other servers and to a folder', async () => {
      const first = await emptyServers('first');
      const server = await start(newFolder(), first);
      const references = await createReferences(server.url);
      const writer = new RecordingWriter('ada', seededRandom(1), references);
      for (let write = 0; write < 20; write += 1) expect(await writer.write(server.url)).toBe(true);
      const stopped = new AbortController();
      const writing = (async () => {
        while (!stopped.signal.aborted && (await writer.write(server.url)));
      })();
      const target = bucket.url('backups');
      const env = { ...first, FARTHING_BACKUP_PASSPHRASE: 'a passphrase of the tests' };
      // In a process of its own, beside the server: both use the same servers.
      expect(await run(newFolder(), ['backup', target], env)).toMatchObject(succeeded);
      stopped.abort();
      await writing;
      expect(await run(newFolder(), ['backup', target], env)).toMatchObject(succeeded);
      const answers = await answersOf(server.url, range);
      await server.kill();

      const second = { ...env, ...(await emptyServers('second')) };
      expect(await run(newFolder(), ['restore', target], second)).toMatchObject(succeeded);
      const copy = await start(newFolder(), second);
      expect(await answersOf(copy.url, range)).toEqual(answers);
      await writer.verifyAll(copy.url);
      expect(await writer.write(copy.url)).toBe(true);
      await copy.stop();
      expect(await run(newFolder(), ['restore', target], second)).toMatchObject({
        status: 1,
        stdout: expect.stringMatching(/The database \(DATABASE_URL\) has an installation/),
      });

      const { FARTHING_BACKUP_PASSPHRASE } = env;
      const embedded = { ...key, ...bucket.keys, FARTHING_BACKUP_PASSPHRASE };
      const folder = newFolder();
      expect(
        await run(folder, ['restore', target], {
          ...embedded,
          FARTHING_SECRET_KEY: 'x'.repeat(40),
        }),
      ).toMatchObject({ status: 1, stderr: expect.stringMatching(/^FARTHING_SECRET_KEY is not/) });
      expect(filesIn(folder)).toEqual([]);
      expect(await run(folder, ['restore', target], embedded)).toMatchObject(succeeded);
      expect(await readAnswers(folder, embedded)).toEqual(answers);
    });
  },
);
