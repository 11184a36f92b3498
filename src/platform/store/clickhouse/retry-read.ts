import { setTimeout as pause } from 'node:timers/promises';

/** A server that restarts is back within this time, or is reported. */
const pausesMs = [250, 1_000, 2_500];

const connectionErrors = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN']);

/** Whether the connection to the server failed, so that it may answer the next attempt. */
function isConnectionError(error: unknown): boolean {
  return error instanceof Error && connectionErrors.has((error as { code?: string }).code ?? '');
}

/** Repeats a read while the server cannot be reached. */
export async function retryRead<Result>(read: () => Promise<Result>): Promise<Result> {
  for (const pauseMs of pausesMs) {
    try {
      return await read();
    } catch (error) {
      if (!isConnectionError(error)) throw error;
    }
    await pause(pauseMs);
  }
  return read();
}
