import { totalmem } from 'node:os';
import type { ClickHouseSettings } from '@clickhouse/client';
import { DomainFailure } from '../../lib/errors.js';
import { currentQuestion } from '../../lib/question.js';

/** Clients wait 30 seconds for a response; a query must end before. */
const questionSeconds = 25;

const gibibyte = 2 ** 30;

/** Two queries and an import may run at the same time, beside the process itself. */
const memoryBytes = Math.max(
  gibibyte,
  Math.floor(Math.min(totalmem(), process.constrainedMemory() || Infinity) / 4),
);

/** A query grouped by resource has as many groups as the bill has resources; beyond this, it uses the disk. */
const spillBytes = String(Math.min(1_000_000_000, Math.floor(memoryBytes / 2)));

const spilling: ClickHouseSettings = {
  max_bytes_before_external_group_by: spillBytes,
  max_bytes_before_external_sort: spillBytes,
};

const questionLimits: ClickHouseSettings = {
  ...spilling,
  max_execution_time: questionSeconds,
  max_memory_usage: String(memoryBytes),
};

/** Time and memory that a query may take; imports and jobs take as long as they need. */
export const readLimits = (): ClickHouseSettings => (currentQuestion() ? questionLimits : spilling);

const advice =
  'use a shorter date range, fewer groupings or a narrower filter, or create a data export';

const limitMessages: Readonly<Record<string, string>> = {
  TIMEOUT_EXCEEDED: `The query took longer than ${questionSeconds} seconds and was stopped; ${advice}`,
  MEMORY_LIMIT_EXCEEDED: `The query needs more memory than one query may use; ${advice}`,
};

/** Turns an error of the engine about a limit of a query into a failure that the caller can fix. */
export function asLimitFailure(error: unknown): unknown {
  // Not a check of the class: the embedded engine brings its own copy of it.
  const message = limitMessages[(error as { type?: string }).type ?? ''];
  return message && currentQuestion() ? new DomainFailure([message]) : error;
}
