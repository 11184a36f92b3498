import { link, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Another process runs on the data folder. */
export class FolderInUse extends Error {
  constructor(
    folder: string,
    pid: number,
    readonly lockedAt: Date,
  ) {
    super(
      `The data folder ${folder} is in use by process ${pid}. ` +
        'Stop that server first, or use another folder (FARTHING_DATA).',
    );
  }
}

/**
 * Keeps a second process off the data folder, and returns the function that releases it. PGlite takes
 * no lock, and chDB's own is absent where ClickHouse is a server, so a file holds the process id.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, 'lock');
  const mine = join(folder, `lock.${process.pid}`);
  await writeFile(mine, String(process.pid));
  try {
    // Only one process can create the hard link.
    await link(mine, path).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
      const owner = Number(await readFile(path, 'utf8').catch(() => ''));
      if (owner !== process.pid && isRunning(owner)) {
        throw new FolderInUse(folder, owner, await lastChange(path));
      }
      await rename(mine, path);
    });
  } finally {
    await rm(mine, { force: true });
  }
  return () => rm(path, { force: true });
}

/** When a file was written; the distant past if it has just been deleted. */
async function lastChange(path: string): Promise<Date> {
  return stat(path).then(
    ({ mtime }) => mtime,
    () => new Date(0),
  );
}

function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
