import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Context } from '../../platform/kernel/context.js';
import { DomainFailure } from '../../platform/lib/errors.js';
import { openApiSchemas } from '../../platform/kernel/fields.js';
import { operation } from '../../platform/kernel/operation.js';
import { validate } from '../../platform/kernel/validate.js';
import { limitStream } from '../../platform/lib/limit-stream.js';
import { BusinessMetric, businessMetrics } from '../../domain/business-metrics/business-metric.js';
import { type Fault, type ReadLines, readValues, UnreadableFile } from './read-values.js';
import { type ReceivedForm, receiveForm } from './receive-form.js';
import { recordValues } from './record-values.js';
import { requireSentValues } from '../../domain/business-metrics/metric-source-fields.js';
import { type NewValue, writeValues } from '../../domain/business-metrics/write-values.js';

const body = z.object({
  csv: z
    .string({ error: 'is missing' })
    .register(openApiSchemas, { type: 'string', format: 'binary' })
    .describe(
      'Columns date and amount, and label where values have one; all rows are taken or none.',
    ),
  forecasted: z
    .string()
    // The TypeScript client spells out an option that is not set.
    .regex(/^(true|false|1|0|undefined)?$/i)
    .transform((value) => /^(true|1)$/i.test(value))
    .register(openApiSchemas, { type: 'boolean', default: false })
    .default(false),
});

export const updateValuesCsv = operation({
  id: 'updateBusinessMetricValuesCSV',
  tag: 'BusinessMetrics',
  method: 'PUT',
  path: '/v2/business_metrics/{business_metric_token}/values.csv',
  summary: 'Upload values; those of the same date and label are replaced, the others stay',
  params: z.object({ business_metric_token: z.string() }),
  body,
  form: true,
  // A million values go through the hands of the server without being held in them.
  stream: true,
  ownTransaction: true,
  status: 200,
  errors: [400, 403, 404, 422],
  role: 'editor',
  response: BusinessMetric,
  run: ({ params: { business_metric_token: token } }, ctx) =>
    inWorkFolder(ctx, async (folder) => {
      const { fields, file } = await receive(ctx, folder);
      const { csv, forecasted } = validate(body, { ...fields, csv: file });
      return ctx.services.db
        .transaction()
        .execute((db) => storeFile({ ...ctx, db }, token, csv, forecasted));
    }),
});

async function receive({ incoming, services }: Context, folder: string): Promise<ReceivedForm> {
  const { content, contentType } = incoming!;
  const guard = limitStream(services.config.maxCsvBytes);
  content.once('error', (error) => guard.destroy(error));
  const target = { field: 'csv', path: join(folder, 'values.csv') };
  try {
    return await receiveForm(content.pipe(guard), contentType, target);
  } catch (error) {
    // A client that is still sending reads the answer only when it is done.
    content.resume();
    throw error;
  }
}

async function inWorkFolder<Result>(
  { services }: Context,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const { workFolder } = services;
  await mkdir(workFolder, { recursive: true });
  const folder = await mkdtemp(join(workFolder, 'values-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const mostFaults = 25;

/** Stores the values of a file, or throws all that is wrong with it. */
async function storeFile(
  ctx: Context,
  token: string,
  path: string,
  forecasted: boolean,
): Promise<z.input<typeof BusinessMetric>> {
  const metric = await businessMetrics.rows.loadForUpdate(ctx, token);
  requireSentValues(metric);
  await recordValues(ctx, metric, forecasted, async (store) => {
    const faults: Fault[] = [];
    const values = flawless(readValues(path), faults);
    const { count, duplicates } = await writeValues(ctx.db, store, values).catch(refuse);
    const text = 'the date and label stand in an earlier line';
    faults.push(...duplicates.map((line) => ({ line, text })));
    if (faults.length > 0) throw new DomainFailure(messagesOf(faults));
    return { written: count, result: undefined };
  });
  return businessMetrics.serialize(metric, ctx);
}

/** After a fault nothing is stored any more; the rest is read for further ones, up to a point. */
async function* flawless(
  file: AsyncIterable<ReadLines>,
  faults: Fault[],
): AsyncGenerator<NewValue[]> {
  for await (const read of file) {
    faults.push(...read.faults);
    if (faults.length > mostFaults) return;
    if (faults.length === 0) yield read.values;
  }
}

function refuse(error: unknown): never {
  throw error instanceof UnreadableFile ? new DomainFailure([error.message]) : error;
}

function messagesOf(faults: readonly Fault[]): string[] {
  const lines = faults
    .toSorted((one, other) => one.line - other.line)
    .slice(0, mostFaults)
    .map(({ line, text }) => `Line ${line}: ${text}`);
  return faults.length > mostFaults ? [...lines, 'and more lines after these'] : lines;
}
