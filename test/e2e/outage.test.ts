import { execFileSync } from 'node:child_process';
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { type Server, type Socket, connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newDatabase } from '../database-server.js';
import { type PostgresServer, createPostgres, findPostgres } from './postgres-server.js';
import {
  type RunningServer,
  call,
  ownerSecret,
  timeoutMs,
  useProcesses,
  waitFor,
} from './server-process.js';
import { seededRandom } from './seeded-random.js';
import { RecordingWriter, createReferences } from './recording-writer.js';

const { newFolder, run, start } = useProcesses();

const isRequired = process.env['CI'] === 'true';
const oneError = { errors: [expect.any(String)] };

/** Three writers with distinct object names. */
async function newWriters(url: string, label: string): Promise<RecordingWriter[]> {
  const references = await createReferences(url, label);
  return ['ada', 'bob', 'cyd'].map(
    (name, index) => new RecordingWriter(`${name} ${label}`, seededRandom(index + 1), references),
  );
}

/** Lets each writer write until a write is not acknowledged. */
const writeUntilUnavailable = (writers: RecordingWriter[], url: string) =>
  Promise.all(
    writers.map(async (writer) => {
      while (await writer.write(url));
    }),
  );

const total = (
  writers: RecordingWriter[],
  counter: 'acknowledged' | 'unavailable' | 'unanswered',
) => writers.reduce((sum, writer) => sum + writer[counter], 0);

const waitForWrites = (writers: RecordingWriter[], count: number) => {
  const target = total(writers, 'acknowledged') + count;
  return waitFor('some writes are acknowledged', () =>
    total(writers, 'acknowledged') >= target ? true : undefined,
  );
};

const waitForRecovery = (url: string) =>
  waitFor('the server has recovered', async () =>
    (await call(url, 'GET', '/v2/me')).status === 200 ? true : undefined,
  );

const postgres = findPostgres();

test.skipIf(postgres || !isRequired)('PostgreSQL is installed where it is required', () => {
  expect(postgres).toBeDefined();
});

describe.skipIf(!postgres)(
  `PostgreSQL outage${postgres ? '' : ' (skipped: no initdb and pg_ctl on this machine)'}`,
  { timeout: timeoutMs },
  () => {
    let database: PostgresServer;
    let databaseUrl: string;
    let server: RunningServer;
    let url: string;
    let writers: RecordingWriter[];
    beforeAll(async () => {
      database = await createPostgres(postgres!);
      databaseUrl = await newDatabase(database.url);
      server = await start(newFolder(), { DATABASE_URL: databaseUrl });
      ({ url } = server);
      writers = await newWriters(url, 'outage');
    }, timeoutMs);
    afterAll(async () => {
      await server.kill();
      await database.remove();
    });

    test('during writes: they return 503 and no acknowledged write is lost', async () => {
      for (let outage = 0; outage < 3; outage += 1) {
        const writing = writeUntilUnavailable(writers, url);
        await Promise.race([waitForWrites(writers, 20), writing]);
        await database.crash();
        await writing;
        await database.start();
        await waitForRecovery(url);
        for (const writer of writers) await writer.resolvePending(url);
        for (const writer of writers) await writer.verify(url);
      }
      // The server process kept running, so every request got a response.
      expect([total(writers, 'unavailable'), total(writers, 'unanswered')]).toEqual([9, 0]);
    });

    test('during a job: the server keeps running', async () => {
      const lockHolder = new pg.Client({ connectionString: databaseUrl });
      lockHolder.on('error', () => {});
      await lockHolder.connect();
      // Blocks the job on this table, so that it is running during the crash.
      await lockHolder.query('begin; lock table baseline_forecasts in access exclusive mode');
      const [workspace] = (await call(url, 'GET', '/v2/workspaces')).body.workspaces;
      const report = { title: 'Forecast', workspace_token: workspace.token };
      expect((await call(url, 'POST', '/v2/cost_reports', report)).status).toBe(201);
      await waitFor('the job is blocked', async () => {
        const { rows } = await lockHolder.query('select from pg_locks where not granted');
        return rows.length > 0 ? true : undefined;
      });
      await database.crash();
      await waitFor('the job has failed', () =>
        server.stderr().includes('"job failed"') ? true : undefined,
      );
      await database.start();
      await waitForRecovery(url);
    });

    test('during an outage every response is 503, and the server recovers without a restart', async () => {
      await database.crash();
      for (const [method, path, body] of [
        ['GET', '/v2/me', undefined],
        ['GET', '/v2/folders', undefined],
        ['POST', '/v2/teams', { name: 'Not now' }],
        ['POST', '/console/session', { email: 'owner@farthing.local', password: 'x' }],
      ] as const) {
        const response = await call(url, method, path, body);
        expect([path, response.status, response.body]).toEqual([path, 503, oneError]);
        expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      }
      for (const path of ['/healthz', '/readyz']) {
        const health = await call(url, 'GET', path);
        expect([health.status, health.body]).toEqual([
          503,
          { status: 'unhealthy', unhealthy: ['database'] },
        ]);
      }
      await database.start();
      await waitForRecovery(url);
      expect((await call(url, 'GET', '/healthz')).body).toEqual({ status: 'ok', unhealthy: [] });
      const { body } = await call(url, 'GET', '/v2/teams?q=Not+now');
      expect(body.teams).toEqual([]);
      expect((await call(url, 'POST', '/v2/teams', { name: 'Now' })).status).toBe(201);
      // An outage is not logged as an error.
      expect(
        server
          .stderr()
          .split('\n')
          .filter((line) => line.includes('"level":50')),
      ).toEqual([]);
    });

    test('a start without a database fails with one line', async () => {
      await database.crash();
      const result = await run(newFolder(), ['serve', '--port', '0'], {
        DATABASE_URL: database.url,
      });
      await database.start();
      expect(result.status).toBe(1);
      expect(result.stderr).toMatch(/^The database [^\n]*ECONNREFUSED[^\n]*\n$/);
    });

    test('when the database hangs, health checks still respond, and the server recovers', async () => {
      const { hostname, port } = new URL(database.url);
      const proxy = await createProxy(hostname, Number(port));
      const proxiedUrl = new URL(await newDatabase(database.url));
      proxiedUrl.port = String(proxy.port);
      const other = await start(newFolder(), { DATABASE_URL: proxiedUrl.href });
      proxy.freeze();
      const pending = call(other.url, 'GET', '/v2/me');
      expect((await call(other.url, 'GET', '/healthz')).status).toBe(503);
      proxy.thaw();
      // On an existing connection the request waited; opening a new one timed out.
      expect([200, 503]).toContain((await pending).status);
      await waitFor('the server is healthy', async () =>
        (await call(other.url, 'GET', '/healthz')).status === 200 ? true : undefined,
      );
      expect((await other.stop()).status).toBe(0);
      proxy.close();
    });
  },
);

/** A TCP proxy that can stop forwarding without closing connections. */
async function createProxy(host: string, port: number) {
  const sockets = new Set<Socket>();
  let isFrozen = false;
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    return socket;
  };
  const server: Server = createServer((client) => {
    const upstream = track(connect(port, host));
    track(client).pipe(upstream).pipe(client);
    if (isFrozen) for (const socket of [client, upstream]) socket.pause();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    freeze: () => {
      isFrozen = true;
      for (const socket of sockets) socket.pause();
    },
    thaw: () => {
      isFrozen = false;
      for (const socket of sockets) socket.resume();
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

const canMount = process.platform === 'linux' && process.getuid?.() === 0;

describe.skipIf(!canMount)(
  `the disk is full${canMount ? '' : ' (skipped: needs root on Linux to mount a small disk)'}`,
  { timeout: timeoutMs },
  () => {
    const data = newFolder();
    const filler = join(data, 'filler');
    beforeAll(() => {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=160m', 'tmpfs', data]);
    });
    afterAll(() => {
      // Lazily, because processes left by a failed test are killed only after this.
      execFileSync('umount', ['-l', data]);
    });

    const fillDisk = (leftMebibytes: number) => {
      const { bavail, bsize } = statfsSync(data);
      const bytes = Buffer.alloc(Math.max(0, bavail * bsize - leftMebibytes * 2 ** 20));
      try {
        writeFileSync(filler, bytes);
      } catch (error) {
        // The server used the last bytes first; the disk is full either way.
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    };

    test.each([
      [0, 'completely full'],
      [60, 'less than the reserve'],
    ])(
      'with %i MiB left, %s: writes return 503, reads work, and writes work again when there is space',
      async (left) => {
        let server = await start(data);
        const { url } = server;
        const writers = await newWriters(url, `with ${left} left`);
        const writing = writeUntilUnavailable(writers, url);
        await Promise.race([waitForWrites(writers, 20), writing]);
        fillDisk(left);
        await writing;
        expect([total(writers, 'unavailable'), total(writers, 'unanswered')]).toEqual([3, 0]);

        // Many more rejected writes than one file of the engine's log would hold.
        const big = { name: 'Big', description: 'x'.repeat(9_000) };
        for (let attempt = 0; attempt < 200; attempt += 1) {
          const response = await call(url, 'POST', '/v2/teams', big);
          expect([response.status, response.body]).toEqual([
            503,
            { errors: ['The disk of the server is nearly full; nothing was changed.'] },
          ]);
          expect(response.headers.get('retry-after')).toBe('60');
        }
        expect((await call(url, 'GET', '/v2/saved_filters')).status).toBe(200);

        rmSync(filler);
        for (const writer of writers) await writer.resolvePending(url);
        for (const writer of writers) await writer.verify(url);
        for (const writer of writers) expect(await writer.write(url)).toBe(true);
        await server.kill();
        server = await start(data);
        for (const writer of writers) await writer.verifyAll(server.url);
        expect((await server.stop()).status).toBe(0);
      },
    );

    test('a start on a full disk fails with one line, and works when there is space', async () => {
      fillDisk(1);
      const result = await run(data, ['serve', '--port', '0']);
      expect(result).toEqual({
        status: 1,
        stdout: '',
        stderr: `Less than 64 MiB of disk space are left in ${data}; nothing is written until more is free.\n`,
      });
      rmSync(filler);
      const server = await start(data);
      expect((await call(server.url, 'GET', '/v2/me', undefined, ownerSecret)).status).toBe(200);
      await server.kill();
    });
  },
);
