import { vi } from 'vitest';
import type { Account } from './harness.js';

/** The body of an import run, once it has ended. */
export const endedRun = (account: Account, runId: number) =>
  vi.waitUntil(
    async () => {
      const { body } = await account.as.get(`/console/imports/runs/${runId}`);
      return body.status === 'running' ? undefined : body;
    },
    { timeout: 120_000, interval: 10 },
  );
