import { createInterface } from 'node:readline';
import type { DataFileFormat } from '../../../intake/data-files/index.js';
import { ownField } from './metric-fields.js';
import { type Measurement, storeUtilization } from './utilization.js';

const resourceColumns = new Set(['resource_id', 'resource', 'uuid']);

/** A CSV file with one column per field: `resource_id,max_cpu,max_memory`. */
export const utilizationCsv: DataFileFormat = {
  name: 'utilization_csv',
  title: 'Utilization as CSV',
  recognizes: (start) => headerOf(start.toString('utf8').split(/\r?\n/, 1)[0]!) !== undefined,
  store: (file, ctx) => storeUtilization(ctx, readMeasurements(createInterface(file.open()))),
};

interface Header {
  resource: number;
  fields: { index: number; name: string }[];
}

/** The columns of the file; undefined unless all but the resource are fields. */
function headerOf(line: string): Header | undefined {
  const names = cells(line).map((cell) => cell.replace(/^\uFEFF/, '').toLowerCase());
  const resource = names.findIndex((name) => resourceColumns.has(name));
  const fields = names.flatMap((name, index) => {
    const field = ownField(name);
    return field === undefined ? [] : [{ index, name: field }];
  });
  const isComplete = fields.length > 0 && fields.length === names.length - 1;
  return resource >= 0 && isComplete ? { resource, fields } : undefined;
}

const cells = (line: string) =>
  line.split(',').map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));

async function* readMeasurements(
  lines: AsyncIterable<string>,
): AsyncGenerator<Measurement | string> {
  let row = 0;
  let header: Header | undefined;
  for await (const line of lines) {
    row += 1;
    if (!header) {
      header = headerOf(line)!;
      continue;
    }
    if (line.trim() === '') continue;
    const values = cells(line);
    const resource = values[header.resource];
    if (!resource) {
      yield `Row ${row}: the resource is missing.`;
      continue;
    }
    for (const { index, name: field } of header.fields) {
      const text = values[index] ?? '';
      if (text === '') continue;
      const value = Number(text);
      yield Number.isFinite(value)
        ? { resource, field, value }
        : `Row ${row}: ${field} is not a number.`;
    }
  }
}
