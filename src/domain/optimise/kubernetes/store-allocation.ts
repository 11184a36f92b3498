import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { formatCsvLine } from '../../../platform/lib/csv.js';
import type { Decimal } from '../../../platform/lib/decimal.js';
import { withTemporaryFolder } from '../../../platform/lib/temporary-folder.js';
import { type ImportResult, ImportError } from '../../intake/ingest/index.js';
import { clusterProviders } from '../../costs/providers/index.js';
import {
  type AllocationColumn,
  allocationColumns,
  allocationFormat,
  type ReplacedPeriod,
} from './allocation-format.js';
import type { AllocationRow } from './allocation-row.js';
import { splitWindow } from './split-window.js';
import type { ClusterContext } from './usage-file.js';

/** The set of usage that waits for the bill of its nodes. */
export const openShiftSet = 'pods';

/** Allocation rows and what they replace. */
export interface AllocationSource {
  /** Shown in the import report. */
  name: string;
  /** Rows of one set replace rows of the same set only: pods and volumes come in separate files. */
  set?: string;
  rows: Iterable<AllocationRow> | AsyncIterable<AllocationRow>;
  /** Imports even if the same rows are already active. */
  always?: boolean;
}

/** Stores allocation rows as cost lines and figures of efficiency reports, whole or not at all. */
export async function storeAllocation(
  { services, integration, signal }: ClusterContext,
  { name, set, rows, always }: AllocationSource,
): Promise<{ rowsStored: number; result: ImportResult | undefined }> {
  requireClusterIntegration(integration.provider);
  const { importer, workFolder } = services;
  return withTemporaryFolder(workFolder, 'allocation-', async (folder) => {
    const path = join(folder, 'allocation.csv');
    const written = new WrittenPeriods();
    await pipeline(Readable.from(csvLines(rows, written)), createWriteStream(path));
    if (written.rows === 0) return { rowsStored: 0, result: undefined };
    const result = await importer.run(
      {
        integrationToken: integration.token,
        provider: integration.provider,
        files: [{ name, path }],
        reportName: set,
        always,
      },
      {
        formats: [allocationFormat(written.merged())],
        signal,
        source: 'cluster',
        onActivate: (trx) => importer.markSucceeded(integration.token, trx),
      },
    );
    return { rowsStored: written.rows, result };
  });
}

function requireClusterIntegration(provider: string): void {
  if (clusterProviders.some((key) => key === provider)) return;
  throw new ImportError(
    `Kubernetes allocation needs an integration of the provider kubernetes, kubernetes_agent or opencost; this one is for ${provider}.`,
  );
}

async function* csvLines(
  rows: AllocationSource['rows'],
  written: WrittenPeriods,
): AsyncGenerator<string> {
  yield formatCsvLine(allocationColumns);
  for await (const row of rows) {
    for (const part of splitWindow(row)) {
      written.add(part);
      const cells = cellsOf(part);
      yield formatCsvLine(allocationColumns.map((column) => cells[column] ?? ''));
    }
  }
}

const amountText = (amount: Decimal | undefined) => amount?.toDecimalPlaces(18).toFixed();

const timeText = (time: Date) => `${time.toISOString().slice(0, 19)}Z`;

function cellsOf(row: AllocationRow): Record<AllocationColumn, string | undefined> {
  return {
    cluster: row.cluster,
    start: timeText(row.start),
    end: timeText(row.end),
    namespace: row.namespace,
    pod: row.pod,
    container: row.container,
    controller: row.controller,
    controller_kind: row.controllerKind,
    node: row.node,
    service: row.service,
    region: row.region,
    account_id: row.accountId,
    node_resource_id: row.nodeResourceId,
    category: row.category,
    labels: JSON.stringify(row.labels),
    requested: amountText(row.requested),
    used: amountText(row.used),
    allocated: amountText(row.allocated),
    capacity: amountText(row.capacity),
    amount: amountText(row.amount),
    list_amount: amountText(row.listAmount),
    idle_cost: amountText(row.idleCost),
    currency: row.currency,
  };
}

/** The windows of the rows, from which follows what they replace. */
class WrittenPeriods {
  rows = 0;
  readonly #ends = new Map<string, number>();

  add({ cluster, start, end }: AllocationRow): void {
    this.rows += 1;
    const key = `${start.getTime()} ${cluster}`;
    this.#ends.set(key, Math.max(this.#ends.get(key) ?? 0, end.getTime()));
  }

  /** Adjoining windows of a cluster as one period. */
  merged(): ReplacedPeriod[] {
    const windows = [...this.#ends].map(([key, end]) => {
      const blank = key.indexOf(' ');
      return { cluster: key.slice(blank + 1), start: Number(key.slice(0, blank)), end };
    });
    const sorted = windows.toSorted(
      (one, other) => one.cluster.localeCompare(other.cluster) || one.start - other.start,
    );
    const periods: typeof windows = [];
    for (const window of sorted) {
      const last = periods.at(-1);
      if (last?.cluster === window.cluster && window.start <= last.end) {
        last.end = Math.max(last.end, window.end);
      } else {
        periods.push({ ...window });
      }
    }
    return periods.map(({ cluster, start, end }) => ({
      cluster,
      start: new Date(start),
      end: new Date(end),
    }));
  }
}
