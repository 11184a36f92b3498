import { setTimeout as pause } from 'node:timers/promises';
import { sendTrusted } from '../platform/outbound/send-request.js';
import { FolderInUse } from '../platform/store/lock-folder.js';
import type { Print } from './command.js';

const startLimitMs = 60_000;
const pollIntervalMs = 200;
const requestTimeoutMs = 5_000;
const waitingLine = 'Waiting for the server to start';

/**
 * Tries to run something on the data folder. A process that locked the folder less than a minute ago may
 * be a server that does not accept commands yet, so until then it tries again.
 */
export async function retryWhileLocked<Result>(
  attempt: () => Promise<Result>,
  print: Print,
): Promise<Result> {
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof FolderInUse)) throw error;
      if (Date.now() - error.lockedAt.getTime() > startLimitMs) throw error;
      if (isFirst) print(waitingLine);
      await pause(pollIntervalMs);
    }
  }
}

/** Waits at most a minute until a remote server, or what is in front of it, no longer refuses requests. */
export async function waitUntilReady(url: string, print: Print): Promise<void> {
  const end = Date.now() + startLimitMs;
  for (let isFirst = true; !(await isReady(url)) && Date.now() < end; isFirst = false) {
    if (isFirst) print(waitingLine);
    await pause(pollIntervalMs);
  }
}

/** Anything but a refused connection or 503 is an answer; the request that follows reports what is wrong. */
async function isReady(url: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(requestTimeoutMs);
    const response = await sendTrusted(`${url.replace(/\/$/, '')}/readyz`, { signal });
    await response.body?.cancel();
    return response.status !== 503;
  } catch (error) {
    return (error as { code?: string }).code !== 'ECONNREFUSED';
  }
}
