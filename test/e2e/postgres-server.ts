import { execFile, execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The folder with initdb and pg_ctl; undefined if PostgreSQL is not installed. */
export function findPostgres(): string | undefined {
  const packageFolder = '/usr/lib/postgresql';
  const versions = existsSync(packageFolder)
    ? readdirSync(packageFolder).toSorted().toReversed()
    : [];
  return [
    ...versions.map((version) => join(packageFolder, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ].find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'pg_ctl')));
}

export interface PostgresServer {
  url: string;
  start(): Promise<void>;
  /** Stops it immediately, as in a crash. */
  crash(): Promise<void>;
  remove(): Promise<void>;
}

/** Creates and starts a PostgreSQL server that the test can stop and start. */
export async function createPostgres(bin: string): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'farthing-pg-'));
  const owner = serverUser();
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, 'data');
  const port = await freePort();
  const pgCtl = (...args: string[]) =>
    run(join(bin, 'pg_ctl'), ['-D', data, '-w', '-t', '30', ...args], { ...owner, cwd: folder });
  await run(join(bin, 'initdb'), ['-D', data, '-U', 'farthing', '-A', 'trust', '-N'], {
    ...owner,
    cwd: folder,
  });
  const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1`;
  const start = async () => {
    await pgCtl('start', '-o', options, '-l', join(folder, 'log'));
  };
  const crash = async () => {
    await pgCtl('stop', '-m', 'immediate');
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

/** PostgreSQL does not run as root. */
function serverUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  return { uid: idOf('-u'), gid: idOf('-g') };
}

const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
