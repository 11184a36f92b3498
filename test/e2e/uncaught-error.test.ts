import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { call, timeoutMs, useProcesses, waitFor } from './server-process.js';

const { newFolder, start } = useProcesses();

const library = pathToFileURL(resolve('test/e2e/throwing-export.mjs')).href;

test(
  'an error that no code handles ends the server cleanly, and the job of it is set aside the second time',
  async () => {
    const data = newFolder();
    const startServer = () => start(data, { NODE_OPTIONS: `--import=${library}` });
    let server = await startServer();
    const { status: accepted, body } = await call(server.url, 'POST', '/v2/costs/data_exports', {
      filter: "costs.provider = 'aws'",
      start_date: '2026-01-01',
      end_date: '2026-01-31',
    });
    expect(accepted).toBe(202);
    for (let death = 1; death <= 2; death += 1) {
      const { status, stderr } = await server.exited;
      expect(status).toBe(1);
      expect(stderr).toContain('uncaught error: the server stops');
      expect(stderr).toContain('"msg":"stopped"');
      expect(readdirSync(data)).not.toContain('lock');
      server = await startServer();
    }
    const log = await waitFor(
      'the job is set aside',
      () => /"msg":"set aside:[^"]*"/.exec(server.stderr())?.[0],
    );
    expect(log).toBe(
      '"msg":"set aside: The server ended 2 times while this job was running. Last error: thrown by a library"',
    );
    const status = await waitFor('the export has failed', async () => {
      const response = await call(server.url, 'GET', `/v2/data_exports/${body.token}`);
      return response.body.status === 'failed' ? response.body.status : undefined;
    });
    expect(status).toBe('failed');
    expect((await server.stop()).status).toBe(0);
  },
  timeoutMs,
);
