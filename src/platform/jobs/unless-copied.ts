import { setTimeout as pause } from 'node:timers/promises';
import type { Services } from '../kernel/services.js';
import { DomainFailure } from '../lib/errors.js';

/** Held by whoever removes rows of the cost store, or copies them. */
const costRowsLock = 'farthing cost rows';

type Locks = Pick<Services, 'tryLock'>;

/**
 * Removes rows of the cost store unless a backup copies them: it reads what the database named a while ago.
 * The next run of the job does what this one has left.
 */
export async function unlessCopied(
  { tryLock }: Locks,
  remove: () => Promise<string>,
): Promise<string> {
  const release = await tryLock(costRowsLock);
  if (!release) return 'postponed: a backup or another clean-up is running';
  try {
    return await remove();
  } finally {
    await release();
  }
}

/** A clean-up takes minutes at most. */
const waitSeconds = 600;

/** Copies rows of the cost store, of which none is removed meanwhile. */
export async function withCostRowsHeld<Result>(
  { tryLock }: Locks,
  copy: () => Promise<Result>,
): Promise<Result> {
  for (let second = 0; second < waitSeconds; second += 1) {
    const release = await tryLock(costRowsLock);
    if (!release) {
      await pause(1_000);
      continue;
    }
    try {
      return await copy();
    } finally {
      await release();
    }
  }
  throw new DomainFailure([
    'Another backup or a clean-up is running; try again when it has finished',
  ]);
}
