import { execFile } from 'node:child_process';
import { link, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

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
 * no lock, and chDB's own is absent where ClickHouse is a server, so a file holds the process id, and
 * when that process started: after a crash, the id may belong to another program.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, 'lock');
  const mine = join(folder, `lock.${process.pid}`);
  await writeFile(mine, `${process.pid} ${await startOf(process.pid)}`);
  try {
    // Only one process can create the hard link.
    await link(mine, path).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
      const [pid = '', ...start] = (await readFile(path, 'utf8').catch(() => '')).split(' ');
      const owner = { pid: Number(pid), start: start.join(' ') };
      if (owner.pid !== process.pid && (await isRunning(owner))) {
        throw new FolderInUse(folder, owner.pid, await lastChange(path));
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

/** Whether a process runs that has this id and, as far as that is known, started then. */
async function isRunning({ pid, start }: { pid: number; start: string }): Promise<boolean> {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const actual = await startOf(pid);
  return start === '' || actual === '' || start === actual;
}

/** When a process started, as the operating system writes it; empty where that cannot be read. */
async function startOf(pid: number): Promise<string> {
  try {
    const [boot, status] = await Promise.all([
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
      readFile(`/proc/${pid}/stat`, 'utf8'),
    ]);
    // Fields after the name of the program, which may contain spaces: the 20th is the start in clock ticks.
    return `${boot.trim()} ${status.slice(status.lastIndexOf(')') + 2).split(' ')[19]}`;
  } catch {
    // Not Linux.
    return startFromProcessList(pid);
  }
}

async function startFromProcessList(pid: number): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)], {
      timeout: 5_000,
    });
    return stdout.trim();
  } catch {
    return '';
  }
}
