import { cpSync, rmSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { newMigratedDatabase, serverUrl } from '../database-server.js';
import { timeoutMs, useProcesses } from './server-process.js';

const { newFolder, launchServer } = useProcesses();

const skipNotice = serverUrl ? '' : ' (skipped: TEST_DATABASE_URL is not set)';

describe.skipIf(!serverUrl)(
  `a server with embedded costs on a PostgreSQL database${skipNotice}`,
  { timeout: timeoutMs },
  () => {
    test('may move its data folder, but no server with another folder starts unless it replaces it', async () => {
      const env = { DATABASE_URL: await newMigratedDatabase() };
      const [first, moved, other] = [newFolder(), newFolder(), newFolder()];
      const startAndStop = async (folder: string, args: string[] = []) => {
        const server = await launchServer(folder, env, args).ready();
        expect((await server.stop()).status).toBe(0);
      };
      const refused = {
        status: 1,
        stderr: expect.stringMatching(/^The database .* another cost store and another [^\n]*\n$/),
      };
      await startAndStop(first);
      cpSync(first, moved, { recursive: true });
      rmSync(first, { recursive: true });
      await startAndStop(moved);
      expect(await launchServer(other, env).exited).toMatchObject(refused);
      await startAndStop(other, ['--adopt-stores']);
      await startAndStop(other);
      expect(await launchServer(moved, env).exited).toMatchObject(refused);
    });
  },
);
