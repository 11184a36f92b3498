import { Decimal } from '../../../platform/lib/decimal.js';
import { ImportError } from '../../intake/ingest/index.js';
import { type AllocationRow, unknownNamespace } from './allocation-row.js';
import { clusterOf } from './cluster-settings.js';
import { priceFromBill } from './price-from-bill.js';
import { hourMs, type NodeHour } from './price-usage.js';
import { type CsvRecord, hasColumns, readCsvRecords } from './read-csv-records.js';
import { openShiftSet, storeAllocation } from './store-allocation.js';
import type { ClusterContext, UsageFile, UsageFormat } from './usage-file.js';

const zero = new Decimal(0);
const bytesPerGib = new Decimal(2 ** 30);
const secondsPerHour = 3600;
/** Pods of a node and hour are priced together, so a file is held in memory. */
const maxRows = 1_000_000;

/** Usage of pods, as the operator of OpenShift reports it; the costs come from the bill of the nodes. */
export const openShiftPods: UsageFormat = {
  name: 'openshift_pods',
  title: 'OpenShift pod usage CSV',
  recognizes: (start) => hasColumns(start, 'interval_start', 'pod_usage_cpu_core_seconds'),
  store: async (file, ctx) => {
    const { hours, rowsRead } = await readNodeHours(file, clusterOf(ctx.integration));
    const { rows, warnings } = await priceFromBill(ctx, hours, 'wait');
    const stored = await storeAllocation(ctx, { name: file.name, set: openShiftSet, rows });
    return { rowsRead, rowsStored: stored.rowsStored, warnings };
  },
};

/** Usage of volumes, whose costs are those of disks in the bill. */
export const openShiftStorage: UsageFormat = {
  name: 'openshift_storage',
  title: 'OpenShift storage usage CSV',
  recognizes: (start) =>
    hasColumns(start, 'interval_start', 'persistentvolumeclaim_usage_byte_seconds'),
  store: async (file, ctx) => {
    let rowsRead = 0;
    const rows = async function* () {
      for await (const record of readCsvRecords(file)) {
        rowsRead += 1;
        yield volumeRow(record, ctx);
      }
    };
    const stored = await storeAllocation(ctx, { name: file.name, set: 'storage', rows: rows() });
    return {
      rowsRead,
      rowsStored: stored.rowsStored,
      warnings: [
        'Usage of volumes is stored without cost: the file does not name their disks in the bill.',
      ],
    };
  },
};

async function readNodeHours(
  file: UsageFile,
  cluster: string,
): Promise<{ hours: NodeHour[]; rowsRead: number }> {
  const hours = new Map<string, NodeHour>();
  let rowsRead = 0;
  for await (const record of readCsvRecords(file)) {
    rowsRead += 1;
    if (rowsRead > maxRows) {
      throw new ImportError(`The file has more than ${maxRows} rows; export fewer days at a time.`);
    }
    const { cell } = record;
    const { start } = intervalOf(record);
    const node = {
      cluster,
      node: cell('node'),
      nodeResourceId: cell('resource_id') ?? cell('node'),
    };
    const key = `${node.nodeResourceId ?? ''} ${start.getTime()}`;
    const hour: NodeHour = hours.get(key) ?? {
      node,
      start,
      hours: new Decimal(1),
      capacity: {
        cpu: hoursOf(record, 'node_capacity_cpu_core_seconds'),
        ram: hoursOf(record, 'node_capacity_memory_byte_seconds').div(bytesPerGib),
        gpu: zero,
      },
      pods: [],
    };
    hours.set(key, hour);
    hour.pods.push({
      owner: {
        ...node,
        namespace: cell('namespace') ?? unknownNamespace,
        pod: cell('pod'),
        labels: labelsOf(cell('pod_labels')),
      },
      usage: {
        cpu: {
          requested: hoursOf(record, 'pod_request_cpu_core_seconds'),
          used: hoursOf(record, 'pod_usage_cpu_core_seconds'),
        },
        ram: {
          requested: hoursOf(record, 'pod_request_memory_byte_seconds').div(bytesPerGib),
          used: hoursOf(record, 'pod_usage_memory_byte_seconds').div(bytesPerGib),
        },
        gpu: { requested: zero, used: zero },
      },
    });
  }
  return { hours: [...hours.values()], rowsRead };
}

function volumeRow(record: CsvRecord, { integration }: ClusterContext): AllocationRow {
  const { cell } = record;
  const claims = labelsOf(cell('persistentvolumeclaim_labels'));
  return {
    cluster: clusterOf(integration),
    ...intervalOf(record),
    namespace: cell('namespace') ?? unknownNamespace,
    pod: cell('pod'),
    labels: Object.fromEntries(Object.entries(claims).map(([key, value]) => [`pvc:${key}`, value])),
    category: 'storage',
    requested: hoursOf(record, 'volume_request_storage_byte_seconds'),
    used: hoursOf(record, 'persistentvolumeclaim_usage_byte_seconds'),
    allocated: hoursOf(record, 'persistentvolumeclaim_capacity_byte_seconds'),
    amount: zero,
    idleCost: zero,
    currency: 'USD',
  };
}

/** `2019-02-01 00:00:00 +0000 UTC`; the end of an interval is one second early in some versions. */
function intervalOf({ row, cell }: CsvRecord): { start: Date; end: Date } {
  const timeOf = (column: string) => {
    const text = cell(column) ?? '';
    const [, day, clock] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) \+0000 UTC$/.exec(text) ?? [];
    const time = Date.parse(`${day}T${clock}Z`);
    if (Number.isNaN(time)) {
      throw new ImportError(
        `Row ${row}: ${column} must be a time like 2026-03-01 00:00:00 +0000 UTC.`,
      );
    }
    return time;
  };
  const start = Math.floor(timeOf('interval_start') / hourMs) * hourMs;
  const end = timeOf('interval_end');
  return { start: new Date(start), end: new Date(end % hourMs === 0 ? end : end + 1000) };
}

function hoursOf({ row, cell }: CsvRecord, column: string): Decimal {
  const text = cell(column);
  if (text === undefined) return zero;
  if (!/^-?\d*\.?\d+(e[+-]?\d+)?$/i.test(text)) {
    throw new ImportError(`Row ${row}: ${column} must be a number.`);
  }
  return new Decimal(text).div(secondsPerHour);
}

/** `key:value|key:value`; a value may contain colons. */
function labelsOf(text: string | undefined): Record<string, string> {
  const pairs = (text ?? '').split('|').filter((pair) => pair.includes(':'));
  return Object.fromEntries(
    pairs.map((pair) => [pair.slice(0, pair.indexOf(':')), pair.slice(pair.indexOf(':') + 1)]),
  );
}
