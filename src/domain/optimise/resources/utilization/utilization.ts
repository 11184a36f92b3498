import { sql } from 'kysely';
import type { DataFileContext, DataFileReport } from '../../../intake/data-files/index.js';
import { isNamed, lastPart } from '../names-sql.js';

/** The greatest value of a metric of a resource that a file reports. */
export interface Measurement {
  /** Identifier of the resource, whole or its last part. */
  resource: string;
  /** Metadata field: `max_cpu`. */
  field: string;
  value: number;
}

const batchSize = 2000;
/** A file with more is not about resources. */
const maxResources = 2_000_000;

/** Stores the maxima of a file in the metadata of its resources; those of earlier files that it does not name stay. */
export async function storeUtilization(
  { services, integration, signal }: DataFileContext,
  measurements: AsyncIterable<Measurement | string>,
): Promise<DataFileReport> {
  const report: DataFileReport = { rowsRead: 0, rowsStored: 0, warnings: [] };
  const warn = (warning: string) => {
    if (report.warnings.length < 100) report.warnings.push(warning);
  };
  const maxima = new Map<string, Record<string, number>>();
  for await (const item of measurements) {
    signal?.throwIfAborted();
    report.rowsRead += 1;
    if (typeof item === 'string') {
      warn(item);
      continue;
    }
    const fields = maxima.get(item.resource) ?? {};
    const known = fields[item.field];
    fields[item.field] = known === undefined ? item.value : Math.max(known, item.value);
    maxima.set(item.resource, fields);
    if (maxima.size > maxResources) throw new Error('The file names too many resources');
  }
  const rows = [...maxima].map(([id, fields]) => ({ id, fields }));
  await services.db.transaction().execute(async (db) => {
    for (let from = 0; from < rows.length; from += batchSize) {
      const batch = rows.slice(from, from + batchSize);
      const { rows: found } = await sql<{ id: string }>`
        update resources r set utilization = r.utilization || m.fields, metadata = r.metadata || m.fields
        from jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) as m(id text, fields jsonb)
        where r.integration_token = ${integration.token} and r.short_id = ${lastPart('m.id')}
          and ${isNamed('r.uuid', 'm.id')}
        returning m.id`.execute(db);
      const stored = new Set(found.map(({ id }) => id));
      report.rowsStored += stored.size;
      for (const { id } of batch) {
        if (!stored.has(id)) warn(`${id} is no known resource of this integration.`);
      }
    }
  });
  // Rules read utilisation.
  await services.enqueue('sync-resources', { integration_token: integration.token });
  return report;
}
