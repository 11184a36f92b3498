import { setTimeout as pause } from 'node:timers/promises';
import { isConnectionError, reportOutage } from './report-outage.js';

/** A server that restarts is back within this time, or is reported. */
const pausesMs = [250, 1_000, 2_500];

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
  return reportOutage(read);
}
