import { execFile, execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The folder of initdb and pg_ctl; undefined where PostgreSQL is not installed. */
export function findPostgres(): string | undefined {
  const packaged = '/usr/lib/postgresql';
  const versions = existsSync(packaged) ? readdirSync(packaged).toSorted().toReversed() : [];
  return [
    ...versions.map((version) => join(packaged, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ].find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'pg_ctl')));
}

export interface PostgresServer {
  url: string;
  start(): Promise<void>;
  /** Ends it as a crash would: sessions are cut, nothing is finished. */
  crash(): Promise<void>;
  remove(): Promise<void>;
}

/** A PostgreSQL server of the test's own, which it may stop as it likes. */
export async function makePostgres(bin: string): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'farthing-pg-'));
  const owner = serverUser();
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, 'data');
  const port = await freePort();
  const control = (...args: string[]) =>
    run(join(bin, 'pg_ctl'), ['-D', data, '-w', '-t', '30', ...args], { ...owner, cwd: folder });
  await run(join(bin, 'initdb'), ['-D', data, '-U', 'farthing', '-A', 'trust', '-N'], {
    ...owner,
    cwd: folder,
  });
  const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1`;
  const start = async () => {
    await control('start', '-o', options, '-l', join(folder, 'log'));
  };
  const crash = async () => {
    await control('stop', '-m', 'immediate');
  };
  await start();
  return {
    url: `postgres://farthing@127.0.0.1:${port}/postgres`,
    start,
    crash,
    remove: async () => {
      await crash().catch(() => {});
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL refuses to run as root. */
function serverUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  return { uid: idOf('-u'), gid: idOf('-g') };
}

const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));

function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => done(port));
    });
  });
}
