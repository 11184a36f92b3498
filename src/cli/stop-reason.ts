import type { Log } from '../platform/lib/log.js';
import { isStoreOutage } from '../platform/store/database.js';

/** Why a server stops: a signal, or an error that no code handled. */
export type StopReason = NodeJS.Signals | Error;

/** The first signal that asks the process to stop. */
export function stopSignal(): Promise<StopReason> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const)
      process.once(signal, () => resolve(signal));
  });
}

/**
 * An error that is thrown in a callback leaves code behind that waits forever, perhaps in a transaction. So
 * the server records it (`record`), stops as it does on a signal, and whoever supervises it starts it again.
 * It ends in any case after `limitSeconds`.
 */
export function uncaughtError(
  log: Log,
  record: (error: Error) => Promise<void>,
  limitSeconds: number,
): Promise<StopReason> {
  return new Promise((resolve) => {
    process.on('uncaughtException', (error) => {
      log.fatal({ err: error }, 'uncaught error: the server stops');
      setTimeout(() => process.exit(1), limitSeconds * 1000).unref();
      record(error)
        .catch((failure: unknown) => log.error({ err: failure }, 'the error could not be recorded'))
        .finally(() => resolve(error));
    });
  });
}

/**
 * A promise that nobody waits for has failed: what it did has ended by itself, so the server goes on. One
 * example is the job queue, which records the results of jobs without waiting.
 */
export function surviveUnhandledRejections(log: Log): void {
  process.on('unhandledRejection', (error) => {
    const level = isStoreOutage(error) ? 'warn' : 'error';
    log[level]({ err: error }, 'a background task failed');
  });
}
