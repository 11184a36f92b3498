import { setTimeout as pause } from 'node:timers/promises';
import {
  type Check,
  type CheckRun,
  type Finding,
  type HealthState,
  type Installation,
  failed,
  healthStates,
  warning,
} from './check.js';

export interface CheckResult extends Finding {
  name: string;
  title: string;
  seconds: number;
}

/** What all checks have found; its state is the worst of theirs. */
export interface HealthReport {
  state: HealthState;
  checks: CheckResult[];
}

export interface RunOptions {
  /** How long a check that reads much may read. */
  readingSeconds: number;
  /** When a check that does not read much, or that should have stopped reading, has failed. */
  responseSeconds?: number;
  onProgress?: (check: Check, done: number, total?: number) => void;
  signal?: AbortSignal | undefined;
}

/**
 * Runs checks side by side, and those that read much one after another, so that others can still read. A
 * check that throws or does not respond has failed; it never hides the others.
 */
export async function runChecks(
  checks: readonly Check[],
  installation: Installation,
  options: RunOptions,
): Promise<HealthReport> {
  let previous: Promise<unknown> = Promise.resolve();
  const results = checks.map((check) => {
    if (!check.readsMuch) return runCheck(check, installation, options);
    const result = previous.then(() => runCheck(check, installation, options));
    previous = result;
    return result;
  });
  const found = await Promise.all(results);
  const worst = Math.max(0, ...found.map(({ state }) => healthStates.indexOf(state)));
  return { state: healthStates[worst]!, checks: found };
}

async function runCheck(
  check: Check,
  installation: Installation,
  { readingSeconds, responseSeconds = 30, onProgress, signal }: RunOptions,
): Promise<CheckResult> {
  const started = performance.now();
  const secondsSince = () => (performance.now() - started) / 1000;
  const limit = responseSeconds + (check.readsMuch ? readingSeconds : 0);
  const ended = new AbortController();
  const stop = AbortSignal.any([ended.signal, ...(signal ? [signal] : [])]);
  const run: CheckRun = {
    isOver: () => stop.aborted || secondsSince() >= readingSeconds,
    onProgress: (done, total) => onProgress?.(check, done, total),
    signal: stop,
  };
  const late = pause(limit * 1000, undefined, { signal: ended.signal, ref: false }).then(
    () => noResponse(limit),
    () => noResponse(limit),
  );
  const finding = await Promise.race([attempt(check, installation, run), late]);
  ended.abort();
  const { name, title } = check;
  return { name, title, ...finding, seconds: Math.round(secondsSince() * 100) / 100 };
}

async function attempt(check: Check, installation: Installation, run: CheckRun): Promise<Finding> {
  if (check.readsTables && !installation.hasSchema) return otherSchema;
  try {
    return await check.run(installation, run);
  } catch (error) {
    const { message = '', code = '' } = error as { message?: string; code?: string };
    return failed(
      `Could not be checked: ${(message || code || String(error)).trim().replace(/\.$/, '')}.`,
      'Fix what the message names, then run the checks again.',
    );
  }
}

const otherSchema = warning(
  'Not checked, because the databases do not have the schema of this release.',
  'See the check of migrations.',
);

const noResponse = (seconds: number): Finding =>
  failed(
    `No response within ${Math.round(seconds)} seconds.`,
    'See whether the store or server that this check asks responds, then run the checks again.',
  );
