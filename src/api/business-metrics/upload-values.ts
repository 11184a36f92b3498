import { join } from 'node:path';
import { finished } from 'node:stream';
import { z } from 'zod';
import {
  BusinessMetric,
  businessMetrics,
  requireSentValues,
  storeValuesCsv,
} from '../../domain/reports/business-metrics/index.js';
import { type ReceivedForm, receiveForm } from '../../platform/http/receive-form.js';
import type { Context } from '../../platform/kernel/context.js';
import { openApiSchemas } from '../../platform/kernel/fields.js';
import { operation } from '../../platform/kernel/operation.js';
import { validate } from '../../platform/kernel/validate.js';
import { limitStream } from '../../platform/lib/limit-stream.js';
import { withTemporaryFolder } from '../../platform/lib/temporary-folder.js';

const body = z.object({
  csv: z
    .string({ error: 'is missing' })
    .register(openApiSchemas, { type: 'string', format: 'binary' })
    .describe(
      'CSV file with the columns date and amount, and optionally label; rejected as a whole if any row is invalid.',
    ),
  forecasted: z
    .string()
    // The TypeScript client sends "undefined" for an option that is not set.
    .regex(/^(true|false|1|0|undefined)?$/i)
    .transform((value) => /^(true|1)$/i.test(value))
    .register(openApiSchemas, { type: 'boolean', default: false })
    .default(false),
});

export const updateBusinessMetricValuesCsv = operation({
  id: 'updateBusinessMetricValuesCSV',
  tag: 'BusinessMetrics',
  method: 'PUT',
  path: '/v2/business_metrics/{business_metric_token}/values.csv',
  summary: 'Upload values as CSV; values with the same date and label are replaced, others kept',
  params: z.object({ business_metric_token: z.string() }),
  body,
  form: true,
  // Files with a million values are not held in memory.
  stream: true,
  ownTransaction: true,
  status: 200,
  errors: [400, 403, 404, 422],
  role: 'editor',
  response: BusinessMetric,
  run: ({ params: { business_metric_token: token } }, ctx) =>
    withTemporaryFolder(ctx.services.workFolder, 'values-', async (folder) => {
      const { fields, file } = await receive(ctx, folder);
      const { csv, forecasted } = validate(body, { ...fields, csv: file });
      return ctx.services.db.transaction().execute(async (db) => {
        const trx = { ...ctx, db };
        const metric = await businessMetrics.rows.loadForUpdate(trx, token);
        requireSentValues(metric);
        await storeValuesCsv(trx, metric, csv, forecasted);
        return businessMetrics.serialize(metric, trx);
      });
    }),
});

async function receive({ incoming, services }: Context, folder: string): Promise<ReceivedForm> {
  const { content, contentType } = incoming!;
  const limited = limitStream(services.config.maxCsvBytes);
  // The body may have failed already, while the folder was created.
  finished(content, (error) => error && limited.destroy(error));
  const target = { field: 'csv', path: join(folder, 'values.csv') };
  try {
    return await receiveForm(content.pipe(limited), contentType, target);
  } catch (error) {
    limited.destroy();
    // A client reads the response only after it has sent its whole body.
    content.resume();
    throw error;
  }
}
