import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { newMigratedDatabase, serverUrl } from '../database-server.js';
import { call, timeoutMs, useProcesses, waitFor } from './server-process.js';
import { seededRandom } from './seeded-random.js';
import { RecordingImporter } from './recording-importer.js';
import { RecordingWriter, createReferences } from './recording-writer.js';

const { newFolder, start } = useProcesses();

/** A release is tested with a hundred. */
const crashes = Number(process.env['TEST_CRASHES'] ?? 4);
const seed = Number(process.env['TEST_SEED'] ?? 20_260_310);

const database = serverUrl ? 'PostgreSQL' : 'PGlite';

describe(`on ${database}`, () => {
  test(
    `${crashes} kills during concurrent writes and imports lose none that was acknowledged and leave none partial (seed ${seed})`,
    async () => {
      const random = seededRandom(seed);
      const data = newFolder();
      const settings: Record<string, string> = serverUrl
        ? { DATABASE_URL: await newMigratedDatabase() }
        : {};
      const env = { ...settings, FARTHING_LOG_LEVEL: 'error' };
      let server = await start(data, env);
      const references = await createReferences(server.url);
      const writers = ['ada', 'bob', 'cyd', 'dan'].map(
        (name, index) => new RecordingWriter(name, seededRandom(seed + index + 1), references),
      );
      const importer = new RecordingImporter(references.defaultWorkspace);
      const acknowledged = () => writers.reduce((sum, writer) => sum + writer.acknowledged, 0);

      for (let crash = 0; crash < crashes; crash += 1) {
        const target = acknowledged() + 15 + Math.floor(random() * 30);
        const importTarget = importer.acknowledged + Math.floor(random() * 2);
        const { url } = server;
        importer.startPeriod();
        const importing = async () => {
          while (await importer.import(url));
        };
        const writing = [
          ...writers.map(async (writer) => {
            while (await writer.write(url));
          }),
          importing(),
        ];
        await Promise.race([
          waitFor('enough writes are acknowledged', () =>
            acknowledged() >= target && importer.acknowledged >= importTarget ? true : undefined,
          ),
          // Writing ends before the kill only if a response is wrong.
          Promise.all(writing),
        ]);
        // A random delay, so that kills hit statements, commits, responses and all steps of an import.
        await delay(random() * 200);
        await server.kill();
        await Promise.all(writing);
        server = await start(data, env);
        for (const writer of writers) await writer.resolvePending(server.url);
        for (const writer of writers) await writer.verify(server.url);
        await importer.resolvePending(server.url);
        await importer.verifyLast(server.url);
      }

      for (const writer of writers) await writer.verifyAll(server.url);
      await importer.verify(server.url);
      expect([importer.acknowledged > 0, importer.unanswered]).toEqual([true, crashes]);
      const unanswered = writers.reduce((sum, writer) => sum + writer.unanswered, 0);
      expect(unanswered).toBeGreaterThan(0);
      expect((await call(server.url, 'GET', '/v2/teams')).status).toBe(200);
      expect((await server.stop()).status).toBe(0);
    },
    // A kill takes nine seconds on a quiet machine.
    3 * timeoutMs * Math.ceil(crashes / 10),
  );
});
