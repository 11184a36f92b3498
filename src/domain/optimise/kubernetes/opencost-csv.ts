import { z } from 'zod';
import { Decimal } from '../../../platform/lib/decimal.js';
import { ImportError } from '../../intake/ingest/index.js';
import { type AllocationRow, idleNamespace, unknownNamespace } from './allocation-row.js';
import { clusterOf, currencyOf } from './cluster-settings.js';
import { type CsvRecord, hasColumns, readCsvRecords } from './read-csv-records.js';
import { storeAllocation } from './store-allocation.js';
import type { UsageFormat } from './usage-file.js';

const zero = new Decimal(0);
const hoursPerDay = 24;

/** The daily CSV export of OpenCost. */
export const openCostCsv: UsageFormat = {
  name: 'opencost_csv',
  title: 'OpenCost CSV',
  recognizes: (start) => hasColumns(start, 'Date', 'Namespace', 'TotalCost', 'CPUCost'),
  store: async (file, ctx) => {
    const of = { cluster: clusterOf(ctx.integration), currency: currencyOf(ctx.integration) };
    let rowsRead = 0;
    let labelColumns: string[] = [];
    const onHeader = (columns: readonly string[]) => {
      labelColumns = columns.filter((name) => /^label_./i.test(name));
    };
    const rows = async function* () {
      for await (const record of readCsvRecords(file, onHeader)) {
        rowsRead += 1;
        yield* rowsOf(record, of, labelColumns);
      }
    };
    const { rowsStored } = await storeAllocation(ctx, { name: file.name, rows: rows() });
    return { rowsRead, rowsStored, warnings: [] };
  },
};

function rowsOf(
  record: CsvRecord,
  { cluster, currency }: { cluster: string; currency: string },
  labelColumns: readonly string[],
): AllocationRow[] {
  const { row, cell } = record;
  const day = /^\d{4}-\d\d-\d\d/.exec(cell('Date') ?? '')?.[0];
  if (day === undefined) throw new ImportError(`Row ${row}: Date must be a day like 2026-03-01.`);
  const number = (column: string): Decimal | undefined => {
    const value = cell(column);
    if (value === undefined) return undefined;
    if (!/^-?\d*\.?\d+(e[+-]?\d+)?$/i.test(value)) {
      throw new ImportError(`Row ${row}: ${column} must be a number.`);
    }
    return new Decimal(value);
  };
  const start = new Date(`${day}T00:00:00Z`);
  const owner = {
    cluster,
    currency,
    start,
    end: new Date(start.getTime() + hoursPerDay * 3_600_000),
    namespace: cell('Namespace') ?? unknownNamespace,
    pod: cell('Pod'),
    container: cell('Container'),
    controller: cell('ControllerName'),
    controllerKind: cell('ControllerKind'),
    labels: labelsOf(record, labelColumns),
  };
  const metered = (category: 'cpu' | 'ram', cost: string, request: string, usage: string) => {
    const amount = number(cost) ?? zero;
    const [requested, used] = [number(request), number(usage)];
    const allocated = Decimal.max(requested ?? 0, used ?? 0);
    const unused = Decimal.max((requested ?? zero).minus(used ?? requested ?? 0), 0);
    const hours = (value: Decimal | undefined) => value?.times(hoursPerDay);
    return {
      ...owner,
      category,
      amount,
      idleCost: idleOf(owner.namespace, amount, unused, allocated),
      requested: hours(requested),
      used: hours(used),
      allocated: hours(allocated),
    };
  };
  const plain = (category: 'gpu' | 'storage' | 'network', cost: string, held?: string) => ({
    ...owner,
    category,
    amount: number(cost) ?? zero,
    idleCost: zero,
    allocated: held === undefined ? undefined : number(held)?.times(hoursPerDay),
  });
  return [
    metered('cpu', 'CPUCost', 'CPUCoreRequestAverage', 'CPUCoreUsageAverage'),
    metered('ram', 'RAMCost', 'RAMBytesRequestAverage', 'RAMBytesUsageAverage'),
    plain('gpu', 'GPUCost', 'GPUs'),
    plain('storage', 'PVCost', 'PVBytes'),
    plain('network', 'NetworkCost'),
  ].filter(({ amount, allocated }) => !amount.isZero() || !(allocated ?? zero).isZero());
}

/** The part of an amount that was not used; capacity that no pod takes is idle as a whole. */
function idleOf(namespace: string, amount: Decimal, unused: Decimal, allocated: Decimal): Decimal {
  if (namespace === idleNamespace) return amount;
  return allocated.isZero() ? zero : amount.times(unused).div(allocated);
}

const Labels = z.record(z.string(), z.coerce.string());

function labelsOf({ row, cell }: CsvRecord, columns: readonly string[]): Record<string, string> {
  const named = columns.flatMap((column) => {
    const value = cell(column);
    return value === undefined ? [] : [[column.slice('label_'.length), value]];
  });
  const text = cell('Labels');
  if (text === undefined) return Object.fromEntries(named);
  try {
    return { ...Labels.parse(JSON.parse(text)), ...Object.fromEntries(named) };
  } catch (error) {
    throw new ImportError(`Row ${row}: Labels must be a JSON object.`, [], { cause: error });
  }
}
