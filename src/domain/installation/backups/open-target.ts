import { existsSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { listFiles, openFiles } from '../../../platform/store/files.js';
import type { BackupSource, BackupTarget } from './backup-target.js';
import { BackupError } from './snapshot.js';
import { readTar, TarWriter } from './tar-file.js';

interface Options {
  /** The folder that relative paths are resolved against. */
  cwd: string;
  env: Record<string, string | undefined>;
  workFolder: string;
}

const isBucket = (location: string) => location.startsWith('s3://');
const isTar = (location: string) => location.endsWith('.tar');

/** Opens a folder, a bucket or, to be written once, a file whose name ends with .tar. */
export async function openTarget(location: string, options: Options): Promise<BackupTarget> {
  const path = resolve(options.cwd, location);
  if (!isBucket(location) && isTar(location)) return TarWriter.create(path);
  // A backup may hold the secret key of its installation.
  if (!isBucket(location)) {
    await withPlace(path, () => mkdir(path, { recursive: true, mode: 0o700 }));
  }
  return openStore(location, options);
}

/** Opens backups to be read. */
export async function openSource(location: string, options: Options): Promise<BackupSource> {
  if (isBucket(location)) return openStore(location, options);
  const path = resolve(options.cwd, location);
  if (!existsSync(path)) throw new BackupError(`There is no backup at ${path}`);
  return (await stat(path)).isFile() ? readTar(path) : openStore(path, options);
}

/** Says where something failed that its operator can fix: keys, permissions, a network. */
async function withPlace<Result>(location: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const { message } = error as Error;
    const place = location.split('?', 1)[0]!;
    throw new BackupError(`The backups in ${place} cannot be used: ${message}`, { cause: error });
  }
}

function openStore(location: string, { cwd, env, workFolder }: Options): BackupTarget {
  if (isBucket(location) && !URL.canParse(location)) {
    throw new BackupError('The bucket of a backup is given as s3://bucket/prefix');
  }
  const attempt = <Result>(work: () => Promise<Result>) => withPlace(location, work);
  const files = isBucket(location)
    ? openFiles({ filesUrl: location, folder: workFolder, env })
    : openFiles({ folder: resolve(cwd, location), env });
  return {
    list: () =>
      attempt(async () => new Map((await listFiles(files)).map(({ key, bytes }) => [key, bytes]))),
    get: (name) =>
      attempt(async () => {
        const content = await files.get(name);
        return content && buffer(content);
      }),
    put: (name, content) => attempt(() => files.put(name, Readable.from([content]))),
    delete: (name) => attempt(() => files.delete(name)),
    close: async () => {},
  };
}
