import type { z } from 'zod';
import type { Clock } from '../lib/time.js';
import type { Services } from '../kernel/services.js';

export interface JobContext {
  services: Services;
  clock: Clock;
}

/** A background job. Running it twice must have the same effect as running it once. */
export interface Job {
  name: string;
  summary: string;
  /** Schedule in UTC; without one, the job only runs when it is queued. */
  cron?: string;
  retries: number;
  /** Hours until a running job counts as failed; 15 minutes if absent. */
  expireHours?: number;
  payload?: z.ZodObject;
  /** Returns what was done, as one sentence for the log and the command line. */
  run(payload: unknown, ctx: JobContext): Promise<string>;
  /** Called when the last attempt failed, for work that someone waits for. */
  onFinalFailure?(payload: unknown, ctx: JobContext): Promise<void>;
}

/** Declares a job with a typed payload. */
export function job<Payload extends z.ZodObject>(
  declaration: Omit<Job, 'run' | 'onFinalFailure' | 'payload'> & {
    payload?: Payload;
    run(payload: z.output<Payload>, ctx: JobContext): Promise<string>;
    onFinalFailure?(payload: z.output<Payload>, ctx: JobContext): Promise<void>;
  },
): Job {
  return declaration;
}
