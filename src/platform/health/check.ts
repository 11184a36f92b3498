import type { Services } from '../kernel/services.js';
import type { Clock } from '../lib/time.js';

/** What checks look at. Where no server runs, reading a store that cannot be opened throws why. */
export interface Installation extends Pick<
  Services,
  'config' | 'db' | 'costs' | 'files' | 'vault' | 'sendRequest'
> {
  clock: Clock;
  /** Whether a server runs in this process; otherwise nothing works on jobs. */
  isServing: boolean;
  /** Whether the databases have the schema of this release, or of one that it works with. */
  hasSchema: boolean;
}

export const healthStates = ['ok', 'warning', 'failed'] as const;
export type HealthState = (typeof healthStates)[number];

/** What a check has found: one sentence, and what to do unless all is well. */
export interface Finding {
  state: HealthState;
  found: string;
  remedy?: string;
}

/** How a check tells how far it is, and learns when to stop. */
export interface CheckRun {
  /** Whether the time for reading is over: a check that reads much then says how far it came. */
  isOver: () => boolean;
  onProgress: (done: number, total?: number) => void;
  signal: AbortSignal;
}

/** One thing that can be out of order. It lives beside what it looks at, and changes nothing. */
export interface Check {
  /** `orphaned-files` */
  name: string;
  /** `Orphaned files` */
  title: string;
  /** It may read for minutes. */
  readsMuch?: true;
  /** It reads tables, so it needs the schema of this release. */
  readsTables?: true;
  run(installation: Installation, run: CheckRun): Promise<Finding>;
}

export const ok = (found: string): Finding => ({ state: 'ok', found });
export const warning = (found: string, remedy: string): Finding => ({
  state: 'warning',
  found,
  remedy,
});
export const failed = (found: string, remedy: string): Finding => ({
  state: 'failed',
  found,
  remedy,
});

const shown = 3;

/** The first items of a list in a sentence: `a; b; c; and 4 more`. */
export function firstOf(items: readonly string[]): string {
  const rest = items.length - shown;
  return [...items.slice(0, shown), ...(rest > 0 ? [`and ${rest} more`] : [])].join('; ');
}

/** `1 load`, `2,000 loads` */
export const countOf = (count: number, noun: string): string =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
