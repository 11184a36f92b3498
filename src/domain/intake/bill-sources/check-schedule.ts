import { createHash } from 'node:crypto';

const firstRetrySeconds = 600;
const hour = 3_600;

/**
 * Seconds from a check of a location to the next: eight hours for AWS, a day for others. After a failure ten
 * minutes, twice as long after each further one, at most as long as without failures. Each integration has its own
 * tenth more or less, so that those that were created together are not checked together forever.
 */
export function secondsToNextCheck(
  { token, provider }: { token: string; provider: string },
  failedChecks: number,
): number {
  const regular = (provider === 'aws' ? 8 : 24) * hour;
  const seconds =
    failedChecks === 0
      ? regular
      : Math.min(regular, firstRetrySeconds * 2 ** Math.min(failedChecks - 1, 10));
  return Math.round(seconds * (0.9 + 0.2 * fractionOf(token)));
}

/** A number from 0 to 1 that is the same for a text every time, and spread evenly over texts. */
const fractionOf = (text: string) =>
  createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32;
