import type { Context } from '../../../platform/kernel/context.js';
import type { Row } from '../../../platform/kernel/rows.js';
import { DomainFailure } from '../../../platform/lib/errors.js';
import { changeValues } from './change-values.js';
import {
  type LineError,
  type ParsedLines,
  readValuesCsv,
  UnreadableFile,
} from './read-values-csv.js';
import { inBatches, type NewValue, writeValues } from './write-values.js';

type Metric = Row<'business_metrics'>;

const maxErrors = 25;

/** Stores the values of a request body, or throws if any is a duplicate. */
export async function storeValueList(
  ctx: Context,
  metric: Metric,
  field: 'values' | 'forecasted_values',
  values: readonly { date: string; amount: string | null; label: string }[] | undefined,
): Promise<void> {
  if (!values || values.length === 0) return;
  const list = values.map(({ date, ...value }, position): NewValue => ({
    ...value,
    at: date,
    position,
  }));
  await changeValues(ctx, metric, field === 'forecasted_values', async (set) => {
    const { count, duplicates } = await writeValues(ctx.db, set, inBatches(list));
    if (duplicates.length > 0) {
      const message = 'has the date and label of an earlier value';
      throw new DomainFailure(
        duplicates.slice(0, maxErrors).map((index) => `${field}[${index}] ${message}`),
      );
    }
    return { written: count, result: undefined };
  });
}

/** Stores the values of a CSV file, or throws its errors. */
export async function storeValuesCsv(
  ctx: Context,
  metric: Metric,
  path: string,
  forecasted: boolean,
): Promise<void> {
  await changeValues(ctx, metric, forecasted, async (set) => {
    const errors: LineError[] = [];
    const values = valuesUntilError(readValuesCsv(path), errors);
    const { count, duplicates } = await writeValues(ctx.db, set, values).catch(rethrow);
    const message = 'has the date and label of an earlier line';
    errors.push(...duplicates.map((line) => ({ line, message })));
    if (errors.length > 0) throw new DomainFailure(messagesOf(errors));
    return { written: count, result: undefined };
  });
}

/** After an error, values are no longer written; the rest of the file is read only to collect errors. */
async function* valuesUntilError(
  file: AsyncIterable<ParsedLines>,
  errors: LineError[],
): AsyncGenerator<NewValue[]> {
  for await (const lines of file) {
    errors.push(...lines.errors);
    if (errors.length > maxErrors) return;
    if (errors.length === 0) yield lines.values;
  }
}

function rethrow(error: unknown): never {
  throw error instanceof UnreadableFile ? new DomainFailure([error.message]) : error;
}

function messagesOf(errors: readonly LineError[]): string[] {
  const messages = errors
    .toSorted((one, other) => one.line - other.line)
    .slice(0, maxErrors)
    .map(({ line, message }) => `Line ${line}: ${message}`);
  return errors.length > maxErrors ? [...messages, 'and more errors'] : messages;
}
