import { execFileSync } from 'node:child_process';
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { type Server, type Socket, connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newDatabase } from '../harness.js';
import { type PostgresServer, findPostgres, makePostgres } from './postgres-server.js';
import { type Running, call, ownerSecret, patienceMs, processes, until } from './process.js';
import { seededRandom } from './random.js';
import { Writer, makeLinks } from './write-book.js';

const { newFolder, run, start } = processes();

const isRequired = process.env['CI'] === 'true';
const oneError = { errors: [expect.any(String)] };

/** Three writers, whose objects no others of the installation are mistaken for. */
async function newWriters(url: string, label: string): Promise<Writer[]> {
  const links = await makeLinks(url, label);
  return ['ada', 'bob', 'cyd'].map(
    (name, at) => new Writer(`${name} ${label}`, seededRandom(at + 1), links),
  );
}

/** Lets all writers write until each was refused once. */
const writeUntilRefused = (writers: Writer[], url: string) =>
  Promise.all(
    writers.map(async (writer) => {
      while (await writer.write(url));
    }),
  );

const total = (writers: Writer[], what: 'acknowledged' | 'refused' | 'inDoubt') =>
  writers.reduce((sum, writer) => sum + writer[what], 0);

const hasWritten = (writers: Writer[], more: number) => {
  const enough = total(writers, 'acknowledged') + more;
  return until('some writes are acknowledged', () =>
    total(writers, 'acknowledged') >= enough ? true : undefined,
  );
};

const recovered = (url: string) =>
  until('the server answers again', async () =>
    (await call(url, 'GET', '/v2/me')).status === 200 ? true : undefined,
  );

const postgres = findPostgres();

test.skipIf(postgres || !isRequired)('PostgreSQL is installed where it is required', () => {
  expect(postgres).toBeDefined();
});

describe.skipIf(!postgres)(
  `PostgreSQL goes away${postgres ? '' : ' (skipped: no initdb and pg_ctl on this machine)'}`,
  { timeout: patienceMs },
  () => {
    let database: PostgresServer;
    let databaseUrl: string;
    let server: Running;
    let url: string;
    let writers: Writer[];
    beforeAll(async () => {
      database = await makePostgres(postgres!);
      databaseUrl = await newDatabase(database.url);
      server = await start(newFolder(), { DATABASE_URL: databaseUrl });
      ({ url } = server);
      writers = await newWriters(url, 'outage');
    }, patienceMs);
    afterAll(async () => {
      await server.kill();
      await database.remove();
    });

    test('in the middle of writes: they answer 503 and nothing acknowledged is lost', async () => {
      for (let outage = 0; outage < 3; outage += 1) {
        const writing = writeUntilRefused(writers, url);
        await Promise.race([hasWritten(writers, 20), writing]);
        await database.crash();
        await writing;
        await database.start();
        await recovered(url);
        for (const writer of writers) await writer.settle(url);
        for (const writer of writers) await writer.verify(url);
      }
      // The process itself never went away, so that every request got an answer.
      expect([total(writers, 'refused'), total(writers, 'inDoubt')]).toEqual([9, 0]);
    });

    test('in the middle of a job: the server goes on', async () => {
      const holder = new pg.Client({ connectionString: databaseUrl });
      holder.on('error', () => {});
      await holder.connect();
      // The job waits for this table, so that the crash is certain to find it at work.
      await holder.query('begin; lock table baseline_forecasts in access exclusive mode');
      const [workspace] = (await call(url, 'GET', '/v2/workspaces')).body.workspaces;
      const report = { title: 'Forecast me', workspace_token: workspace.token };
      expect((await call(url, 'POST', '/v2/cost_reports', report)).status).toBe(201);
      await until('the job waits', async () => {
        const { rows } = await holder.query('select from pg_locks where not granted');
        return rows.length > 0 ? true : undefined;
      });
      await database.crash();
      await until('the job has failed', () =>
        server.stderr().includes('a job failed') ? true : undefined,
      );
      await database.start();
      await recovered(url);
    });

    test('while it is away every answer says so, and all recovers without a restart', async () => {
      await database.crash();
      for (const [method, path, body] of [
        ['GET', '/v2/me', undefined],
        ['GET', '/v2/folders', undefined],
        ['POST', '/v2/teams', { name: 'Not now' }],
        ['POST', '/console/session', { email: 'owner@farthing.local', password: 'x' }],
      ] as const) {
        const answer = await call(url, method, path, body);
        expect([path, answer.status, answer.body]).toEqual([path, 503, oneError]);
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      }
      for (const path of ['/healthz', '/readyz']) {
        const health = await call(url, 'GET', path);
        expect([health.status, health.body]).toEqual([
          503,
          { status: 'ailing', ailing: ['database'] },
        ]);
      }
      await database.start();
      await recovered(url);
      expect((await call(url, 'GET', '/healthz')).body).toEqual({ status: 'ok', ailing: [] });
      const { body } = await call(url, 'GET', '/v2/teams?q=Not+now');
      expect(body.teams).toEqual([]);
      expect((await call(url, 'POST', '/v2/teams', { name: 'Now' })).status).toBe(201);
      // Nothing of this was a defect.
      expect(
        server
          .stderr()
          .split('\n')
          .filter((line) => line.includes('"level":50')),
      ).toEqual([]);
    });

    test('a start without it ends with one sentence', async () => {
      await database.crash();
      const refused = await run(newFolder(), ['serve', '--port', '0'], {
        DATABASE_URL: database.url,
      });
      await database.start();
      expect(refused.status).toBe(1);
      expect(refused.stderr).toMatch(/^The database [^\n]*ECONNREFUSED[^\n]*\n$/);
    });

    test('when it hangs, health still answers, and all goes on when it does', async () => {
      const { hostname, port } = new URL(database.url);
      const link = await makeLink(hostname, Number(port));
      const through = new URL(await newDatabase(database.url));
      through.port = String(link.port);
      const other = await start(newFolder(), { DATABASE_URL: through.href });
      link.freeze();
      const waiting = call(other.url, 'GET', '/v2/me');
      expect((await call(other.url, 'GET', '/healthz')).status).toBe(503);
      link.thaw();
      // On a connection that was there it waited; to make a new one it did not wait for long.
      expect([200, 503]).toContain((await waiting).status);
      await until('health is good again', async () =>
        (await call(other.url, 'GET', '/healthz')).status === 200 ? true : undefined,
      );
      expect((await other.stop()).status).toBe(0);
      link.close();
    });
  },
);

/** A network path to a server that can stop carrying anything without closing. */
async function makeLink(host: string, port: number) {
  const sockets = new Set<Socket>();
  let frozen = false;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    return socket;
  };
  const server: Server = createServer((near) => {
    const far = keep(connect(port, host));
    keep(near).pipe(far).pipe(near);
    if (frozen) for (const socket of [near, far]) socket.pause();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    freeze: () => {
      frozen = true;
      for (const socket of sockets) socket.pause();
    },
    thaw: () => {
      frozen = false;
      for (const socket of sockets) socket.resume();
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

const mayMount = process.platform === 'linux' && process.getuid?.() === 0;

describe.skipIf(!mayMount)(
  `the disk is full${mayMount ? '' : ' (skipped: only root on Linux may mount a small one)'}`,
  { timeout: patienceMs },
  () => {
    const data = newFolder();
    const ballast = join(data, 'ballast');
    beforeAll(() => {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=160m', 'tmpfs', data]);
    });
    afterAll(() => {
      // Lazily, because a process that a failed test left is ended only after this.
      execFileSync('umount', ['-l', data]);
    });

    const fill = (leftMebibytes: number) => {
      const { bavail, bsize } = statfsSync(data);
      const bytes = Buffer.alloc(Math.max(0, bavail * bsize - leftMebibytes * 2 ** 20));
      try {
        writeFileSync(ballast, bytes);
      } catch (error) {
        // The server wrote meanwhile and came first to the last byte; full is full.
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    };

    test.each([
      [0, 'to the last byte'],
      [60, 'but for what the engine keeps in reserve'],
    ])(
      'with %i MiB left, %s: writes answer 503, reads go on, and room brings writes back',
      async (left) => {
        let server = await start(data);
        const { url } = server;
        const writers = await newWriters(url, `with ${left} left`);
        const writing = writeUntilRefused(writers, url);
        await Promise.race([hasWritten(writers, 20), writing]);
        fill(left);
        await writing;
        expect([total(writers, 'refused'), total(writers, 'inDoubt')]).toEqual([3, 0]);

        // Far more refused writes than a file of the engine's log would hold.
        const big = { name: 'Big', description: 'x'.repeat(9_000) };
        for (let tries = 0; tries < 200; tries += 1) {
          const answer = await call(url, 'POST', '/v2/teams', big);
          expect([answer.status, answer.body]).toEqual([
            503,
            { errors: ['The disk of the server is nearly full; nothing was changed.'] },
          ]);
          expect(answer.headers.get('retry-after')).toBe('60');
        }
        expect((await call(url, 'GET', '/v2/saved_filters')).status).toBe(200);

        rmSync(ballast);
        for (const writer of writers) await writer.settle(url);
        for (const writer of writers) await writer.verify(url);
        for (const writer of writers) expect(await writer.write(url)).toBe(true);
        await server.kill();
        server = await start(data);
        for (const writer of writers) await writer.verifyAll(server.url);
        expect((await server.stop()).status).toBe(0);
      },
    );

    test('a start on it ends with one sentence, and works once there is room', async () => {
      fill(1);
      const refused = await run(data, ['serve', '--port', '0']);
      expect(refused).toEqual({
        status: 1,
        stdout: '',
        stderr: `Less than 64 MiB of disk space are left in ${data}; nothing is written until more is free.\n`,
      });
      rmSync(ballast);
      const server = await start(data);
      expect((await call(server.url, 'GET', '/v2/me', undefined, ownerSecret)).status).toBe(200);
      await server.kill();
    });
  },
);
