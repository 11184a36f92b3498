import { statfs } from 'node:fs/promises';

const reserveMebibytes = 64;

/** An API client cannot fix this, but the operator can: the message says how. */
export class DiskNearlyFull extends Error {
  constructor(folder: string) {
    super(
      `Less than ${reserveMebibytes} MiB of disk space are left in ${folder}; nothing is written until more is free.`,
    );
  }
}

/**
 * Throws while a disk is nearly full. The embedded database does not survive a full one: when its
 * write-ahead log (16 MiB per file) cannot grow, it never responds again.
 */
export async function requireFreeSpace(folder: string): Promise<void> {
  const { bavail, bsize, blocks } = await statfs(folder);
  // Some network file systems do not report their size.
  if (blocks > 0 && bavail * bsize < reserveMebibytes * 2 ** 20) throw new DiskNearlyFull(folder);
}
