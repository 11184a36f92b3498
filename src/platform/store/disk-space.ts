import { statfs } from 'node:fs/promises';

const reserveMebibytes = 64;

/** The caller cannot help it, but whoever runs the server can: the message says how. */
export class DiskNearlyFull extends Error {
  constructor(folder: string) {
    super(
      `Less than ${reserveMebibytes} MiB are left on the disk of ${folder}; nothing is written until there is more.`,
    );
  }
}

/**
 * Refuses to write while a disk is nearly full. The embedded database does not survive a full one: when
 * its log of changes (16 MiB a file) cannot grow, it stops answering for good.
 */
export async function demandRoom(folder: string): Promise<void> {
  const { bavail, bsize, blocks } = await statfs(folder);
  // Some network file systems do not tell their size.
  if (blocks > 0 && bavail * bsize < reserveMebibytes * 2 ** 20) throw new DiskNearlyFull(folder);
}
