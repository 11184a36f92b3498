import { totalmem } from 'node:os';
import type { ClickHouseSettings } from '@clickhouse/client';
import { DomainFailure } from '../../lib/errors.js';
import { type Question, currentQuestion } from '../../lib/question.js';

/** What is left of the time of a question for everything but its longest query. */
const otherSeconds = 3;

const querySeconds = ({ seconds }: Question) => seconds - otherSeconds;

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

/** Time and memory that a query may take; imports and jobs take as long as they need. */
export function readLimits(): ClickHouseSettings {
  const question = currentQuestion();
  if (!question) return spilling;
  return {
    ...spilling,
    max_execution_time: querySeconds(question),
    max_memory_usage: String(memoryBytes),
  };
}

const advice =
  'use a shorter date range, fewer groupings or a narrower filter, or create a data export';

const limitMessages: Readonly<Record<string, (question: Question) => string>> = {
  TIMEOUT_EXCEEDED: (question) =>
    `The query took longer than ${querySeconds(question)} seconds and was stopped; ${advice}`,
  MEMORY_LIMIT_EXCEEDED: () => `The query needs more memory than one query may use; ${advice}`,
};

/** Turns an error of the engine about a limit of a query into a failure that the caller can fix. */
export function asLimitFailure(error: unknown): unknown {
  // Not a check of the class: the embedded engine brings its own copy of it.
  const message = limitMessages[(error as { type?: string }).type ?? ''];
  const question = currentQuestion();
  return message && question ? new DomainFailure([message(question)]) : error;
}
