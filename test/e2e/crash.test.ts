import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { newDatabase, serverUrl } from '../database-server.js';
import { call, testsCopies, timeoutMs, useProcesses, waitFor } from './server-process.js';
import { seededRandom } from './seeded-random.js';
import { RecordingWriter, createReferences } from './recording-writer.js';

const { newFolder, start } = useProcesses();

const crashes = 10;
const seed = Number(process.env['TEST_SEED'] ?? 20_260_310);

const engines = [
  {
    name: `PGlite${testsCopies ? ' (skipped: it belongs to one process)' : ''}`,
    isAvailable: !testsCopies,
    createSettings: async () => ({}),
  },
  {
    name: `PostgreSQL${serverUrl ? '' : ' (skipped: TEST_DATABASE_URL is not set)'}`,
    isAvailable: Boolean(serverUrl),
    createSettings: async () => ({ DATABASE_URL: await newDatabase(serverUrl!) }),
  },
];

describe.each(engines)('on $name', ({ isAvailable, createSettings }) => {
  test.skipIf(!isAvailable)(
    `${crashes} kills during concurrent writes lose no acknowledged write and leave none partial (seed ${seed})`,
    async () => {
      const random = seededRandom(seed);
      const data = newFolder();
      const env = { ...(await createSettings()), FARTHING_LOG_LEVEL: 'error' };
      let server = await start(data, env);
      const references = await createReferences(server.url);
      const writers = ['ada', 'bob', 'cyd', 'dan'].map(
        (name, index) => new RecordingWriter(name, seededRandom(seed + index + 1), references),
      );
      const acknowledged = () => writers.reduce((sum, writer) => sum + writer.acknowledged, 0);

      for (let crash = 0; crash < crashes; crash += 1) {
        const target = acknowledged() + 15 + Math.floor(random() * 30);
        const { url } = server;
        const writing = writers.map(async (writer) => {
          while (await writer.write(url));
        });
        await Promise.race([
          waitFor('enough writes are acknowledged', () =>
            acknowledged() >= target ? true : undefined,
          ),
          // Writing ends before the kill only if a response is wrong.
          Promise.all(writing),
        ]);
        // A random delay, so that kills hit statements, commits and responses alike.
        await delay(random() * 20);
        await server.kill();
        await Promise.all(writing);
        server = await start(data, env);
        for (const writer of writers) await writer.resolvePending(server.url);
        for (const writer of writers) await writer.verify(server.url);
      }

      for (const writer of writers) await writer.verifyAll(server.url);
      const unanswered = writers.reduce((sum, writer) => sum + writer.unanswered, 0);
      expect(unanswered).toBeGreaterThan(0);
      expect((await call(server.url, 'GET', '/v2/teams')).status).toBe(200);
      expect((await server.stop()).status).toBe(0);
    },
    timeoutMs,
  );
});
