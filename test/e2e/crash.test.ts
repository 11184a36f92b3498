import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { newDatabase, serverUrl } from '../harness.js';
import { call, patienceMs, processes, until } from './process.js';
import { seededRandom } from './random.js';
import { Writer, makeLinks } from './write-book.js';

const { newFolder, start } = processes();

const crashes = 10;
const seed = Number(process.env['TEST_SEED'] ?? 20_260_310);

const engines = [
  { name: 'PGlite', isThere: true, settingsOf: async () => ({}) },
  {
    name: `PostgreSQL${serverUrl ? '' : ' (skipped: TEST_DATABASE_URL names no server)'}`,
    isThere: Boolean(serverUrl),
    settingsOf: async () => ({ DATABASE_URL: await newDatabase(serverUrl!) }),
  },
];

describe.each(engines)('on $name', ({ isThere, settingsOf }) => {
  test.skipIf(!isThere)(
    `${crashes} kills under concurrent writes lose nothing and leave nothing half done (seed ${seed})`,
    async () => {
      const random = seededRandom(seed);
      const data = newFolder();
      const env = { ...(await settingsOf()), FARTHING_LOG_LEVEL: 'error' };
      let server = await start(data, env);
      const links = await makeLinks(server.url);
      const writers = ['ada', 'bob', 'cyd', 'dan'].map(
        (name, index) => new Writer(name, seededRandom(seed + index + 1), links),
      );
      const acknowledged = () => writers.reduce((sum, writer) => sum + writer.acknowledged, 0);

      for (let crash = 0; crash < crashes; crash += 1) {
        const enough = acknowledged() + 15 + Math.floor(random() * 30);
        const { url } = server;
        const writing = writers.map(async (writer) => {
          while (await writer.write(url));
        });
        await Promise.race([
          until('enough writes are acknowledged', () =>
            acknowledged() >= enough ? true : undefined,
          ),
          // Only a wrong answer ends the writing before the kill.
          Promise.all(writing),
        ]);
        // Not a wait: the kill shall hit statements, commits and answers alike.
        await pause(random() * 20);
        await server.kill();
        await Promise.all(writing);
        server = await start(data, env);
        for (const writer of writers) await writer.settle(server.url);
        for (const writer of writers) await writer.verify(server.url);
      }

      for (const writer of writers) await writer.verifyAll(server.url);
      const doubts = writers.reduce((sum, writer) => sum + writer.inDoubt, 0);
      expect(doubts).toBeGreaterThan(0);
      expect((await call(server.url, 'GET', '/v2/teams')).status).toBe(200);
      expect((await server.stop()).status).toBe(0);
    },
    patienceMs,
  );
});
