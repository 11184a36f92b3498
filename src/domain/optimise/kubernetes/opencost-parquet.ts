import { withTemporaryFolder } from '../../../platform/lib/temporary-folder.js';
import { sql } from '../../../platform/store/sql.js';
import {
  ImportError,
  openFiles,
  isParquetStart,
  readLayout,
  selectFromSource,
  type SourceGroup,
  withSourceTables,
} from '../../intake/ingest/index.js';
import type { AllocationRow } from './allocation-row.js';
import { clusterOf, currencyOf } from './cluster-settings.js';
import { withNodeOwners } from './node-owners.js';
import { AllocationReader, OpenCostAllocation } from './opencost-allocation.js';
import { storeAllocation } from './store-allocation.js';
import type { ClusterContext, UsageFormat } from './usage-file.js';

/** Rows are read a slice at a time, so that a file of any length fits into memory. */
const rowsPerSlice = 20_000;

/** Allocations of OpenCost as a table, with the path of each JSON field as the name of its column. */
export const openCostParquet: UsageFormat = {
  name: 'opencost_parquet',
  title: 'OpenCost Parquet',
  recognizes: (start) =>
    isParquetStart(start) &&
    ['cpuCoreHours', 'ramByteHours', 'window.start'].every((name) => start.includes(name)),
  store: async (file, ctx) => {
    const { costs, workFolder } = ctx.services;
    const of = { cluster: clusterOf(ctx.integration), currency: currencyOf(ctx.integration) };
    const reader = new AllocationReader(of);
    return withTemporaryFolder(workFolder, 'opencost-', async (folder) => {
      const files = await openFiles([{ name: file.name, path: file.path }], folder);
      const layout = await readLayout(costs, files[0]!);
      const group = { files, layout, kind: 'opencost' };
      return withSourceTables(
        costs,
        [group],
        ctx.signal ? { signal: ctx.signal } : {},
        async ([staged]) => {
          const rows = readAllocations(staged!, reader, ctx);
          const { rowsStored } = await storeAllocation(ctx, { name: file.name, rows });
          return { rowsRead: reader.allocations, rowsStored, warnings: reader.warnings };
        },
      );
    });
  },
};

async function* readAllocations(
  group: SourceGroup,
  reader: AllocationReader,
  { services, integration }: ClusterContext,
): AsyncGenerator<AllocationRow> {
  const { sql: expression, rowNumber } = group.table;
  const columns = group.layout.stored.map(({ name }) => sql.identifier(name));
  for (let before = 0; ; before += rowsPerSlice) {
    const slice = await selectFromSource<FlatAllocation>(
      services.costs,
      group,
      sql`SELECT ${sql.join(columns)} FROM ${expression}
       WHERE ${rowNumber} > ${before} AND ${rowNumber} <= ${before + rowsPerSlice}
       ORDER BY ${rowNumber}`,
    );
    const rows = slice.flatMap((flat, index) => reader.read(nested(flat, before + index + 1)));
    yield* await withNodeOwners(services, integration.account_token, rows);
    if (slice.length < rowsPerSlice) return;
  }
}

/** Values of a row by column. */
type FlatAllocation = Readonly<Record<string, unknown>>;

/** Columns of labels, by the start of their names; the exporter of OpenCost shortens some of them. */
const labelColumns = [
  ['properties.labels.', 'labels'],
  ['label.', 'labels'],
  ['properties.namespaceLabels.', 'namespaceLabels'],
  ['namespaceLabels.', 'namespaceLabels'],
] as const;

const propertyStart = 'properties.';

/** The allocation as OpenCost returns it in JSON. */
function nested(flat: FlatAllocation, row: number): OpenCostAllocation {
  const properties: Record<string, unknown> = {};
  const labels: Record<'labels' | 'namespaceLabels', Record<string, unknown>> = {
    labels: {},
    namespaceLabels: {},
  };
  const figures: Record<string, unknown> = {};
  for (const [column, value] of Object.entries(flat)) {
    if (value === null || value === '') continue;
    const label = labelColumns.find(([start]) => column.startsWith(start));
    if (label) labels[label[1]][column.slice(label[0].length)] = value;
    else if (column.startsWith(propertyStart)) {
      properties[column.slice(propertyStart.length)] = value;
    } else figures[column] = figureNames.has(column) ? Number(value) : value;
  }
  const parsed = OpenCostAllocation.safeParse({
    ...figures,
    minutes: figures.minutes ?? figures.running_minutes,
    properties: { ...properties, ...labels },
    window: { start: figures['window.start'], end: figures['window.end'] },
  });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ImportError(`Row ${row}: ${issue!.path.join('.')} ${issue!.message}`);
}

/** Whole numbers arrive as text, which keeps their digits. */
const figureNames = new Set<string>([
  ...Object.keys(OpenCostAllocation.shape).filter(
    (name) => !['name', 'properties', 'window'].includes(name),
  ),
  'running_minutes',
]);
