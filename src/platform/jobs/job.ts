import type { z } from 'zod';
import type { Clock } from '../lib/time.js';
import type { Services } from '../kernel/services.js';

export interface JobContext {
  services: Services;
  clock: Clock;
}

/** A piece of background work. Running it twice must change nothing further. */
export interface Job {
  name: string;
  summary: string;
  /** When it runs by itself, UTC. */
  cron?: string;
  retries: number;
  /** How long it may take before it counts as failed; a quarter of an hour without it. */
  expireHours?: number;
  payload?: z.ZodObject;
  /** What was done, in one sentence for the log and the command line. */
  run(payload: unknown, ctx: JobContext): Promise<string>;
  /** Called when the last try failed, for work that someone waits for. */
  onFinalFailure?(payload: unknown, ctx: JobContext): Promise<void>;
}

export function job<Payload extends z.ZodObject>(
  declaration: Omit<Job, 'run' | 'gaveUp' | 'payload'> & {
    payload?: Payload;
    run(payload: z.output<Payload>, ctx: JobContext): Promise<string>;
    onFinalFailure?(payload: z.output<Payload>, ctx: JobContext): Promise<void>;
  },
): Job {
  return declaration;
}
