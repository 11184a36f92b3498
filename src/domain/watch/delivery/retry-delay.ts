const firstDelaySeconds = 60;
const growth = 5;

/**
 * The delay after a failed attempt: 1, 5, 25 and 125 minutes, less a random part of up to half, so that
 * messages that failed together are not sent again together. Five attempts outlast an outage of an hour.
 */
export function retryDelaySeconds(attempts: number, random: number): number {
  return firstDelaySeconds * growth ** (attempts - 1) * (1 - random / 2);
}
