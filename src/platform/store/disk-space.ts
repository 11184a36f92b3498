import { statfsSync } from 'node:fs';

const reserveMebibytes = 64;

/** An API client cannot fix this, but the operator can: the message says how. */
export class DiskNearlyFull extends Error {
  constructor(folder: string) {
    super(
      `Less than ${reserveMebibytes} MiB of disk space are left in ${folder}; nothing is written until more is free.`,
    );
  }
}

/** Measures the disk; an object, so that tests can fill it. */
export const disk = {
  freeBytes: async (folder: string): Promise<number> => {
    // In a pool of threads it would wait for statements of the other engine.
    const { bavail, bsize, blocks } = statfsSync(folder);
    // Some network file systems do not report their size.
    return blocks > 0 ? bavail * bsize : Infinity;
  },
};

/** Whether too little is free for the embedded database to write, once something else has been written. */
export async function isNearlyFull(folder: string, otherBytes = 0): Promise<boolean> {
  return (await disk.freeBytes(folder)) < reserveMebibytes * 2 ** 20 + otherBytes;
}

/**
 * Throws while a disk is nearly full. The embedded database does not survive a full one: when its
 * write-ahead log (16 MiB per file) cannot grow, it never responds again.
 */
export async function requireFreeSpace(folder: string, otherBytes = 0): Promise<void> {
  if (await isNearlyFull(folder, otherBytes)) throw new DiskNearlyFull(folder);
}

const diskFullCodes = new Set(['ENOSPC', '53100']);

/** Whether something could not be written because a disk is full. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = '', type = '' } = error as { code?: string; type?: string };
  return (
    error instanceof DiskNearlyFull ||
    diskFullCodes.has(code) ||
    type === 'NOT_ENOUGH_SPACE' ||
    /no space left on device/i.test(error.message) ||
    isDiskFull(error.cause)
  );
}
