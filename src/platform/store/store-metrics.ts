import { sql } from 'kysely';
import {
  type Measurement,
  type Sample,
  counter,
  gauge,
  sample,
  shortDuration,
} from '../telemetry/metric.js';
import type { Metrics } from '../telemetry/metrics.js';
import { type Statement, statementKind } from '../telemetry/statement.js';
import { selectRows, type CostStore } from './clickhouse/cost-store.js';
import { disk } from './disk-space.js';
import { readCacheUsage } from './read-cache.js';
import { sql as costSql } from './sql.js';
import type { Stores } from './stores.js';

const names = ['database', 'clickhouse', 'files'] as const;

const storeUp = gauge({
  name: 'farthing_store_up',
  help: 'Whether a store responds: 1 or 0.',
  labels: ['store'],
});

const statementSeconds = shortDuration({
  name: 'farthing_store_statement_seconds',
  help: 'Duration of statements, by what they do.',
  labels: ['store', 'kind'],
});

const statementErrors = counter({
  name: 'farthing_store_statement_errors_total',
  help: 'Statements that failed, violated constraints included.',
  labels: ['store', 'kind'],
});

const waitingStatements = gauge({
  name: 'farthing_store_waiting_statements',
  help: 'Statements and transactions of this process that wait for a connection.',
  labels: ['store'],
});

const storeBytes = gauge({
  name: 'farthing_store_bytes',
  help: 'Size of a store on its disk.',
  labels: ['store'],
});

const diskFreeBytes = gauge({
  name: 'farthing_disk_free_bytes',
  help: 'Free space on the disk of the data folder.',
});

const survivedErrors = counter({
  name: 'farthing_cost_store_errors_total',
  help: 'Errors of the cost store that requests survived, by task.',
  labels: ['task'],
});

const cacheHits = counter({
  name: 'farthing_cache_hits_total',
  help: 'Reads that a cache answered.',
  labels: ['cache'],
});

const cacheMisses = counter({
  name: 'farthing_cache_misses_total',
  help: 'Reads that a cache could not answer.',
  labels: ['cache'],
});

const cacheEntries = gauge({
  name: 'farthing_cache_entries',
  help: 'Results that a cache holds.',
  labels: ['cache'],
});

const cacheBytes = gauge({
  name: 'farthing_cache_bytes',
  help: 'Memory that the results of a cache take, as text.',
  labels: ['cache'],
});

const statementMetrics = [statementSeconds, statementErrors, survivedErrors];

/** Counts and times a statement. */
export function observeStatement(metrics: Metrics, { store, text, seconds, error }: Statement) {
  const labels = { store, kind: statementKind(text) };
  metrics.observe(statementSeconds, labels, seconds);
  if (error !== undefined) metrics.add(statementErrors, labels);
}

/** Counts an error of the cost store that a request survived. */
export function countSurvivedError(metrics: Metrics, task: string): void {
  metrics.add(survivedErrors, { task });
}

type Source = Pick<Stores, 'db' | 'costs' | 'files' | 'unhealthyStores' | 'waitingStatements'> & {
  config: { data: string };
};

const measureHealth: Measurement<Source> = {
  metrics: [storeUp],
  read: async ({ unhealthyStores }) => {
    const unhealthy = await unhealthyStores();
    return names.map((store) => sample(storeUp, { store }, unhealthy.includes(store) ? 0 : 1));
  },
};

const measureMemory: Measurement<Source> = {
  metrics: [waitingStatements, cacheHits, cacheMisses, cacheEntries, cacheBytes],
  read: async ({ db, costs, waitingStatements: waiting }) => {
    const results = costs.results.usage();
    const reads = readCacheUsage(db);
    const waitingCosts = costs.waitingStatements?.();
    return [
      sample(waitingStatements, { store: 'database' }, waiting()),
      ...(waitingCosts === undefined
        ? []
        : [sample(waitingStatements, { store: 'clickhouse' }, waitingCosts)]),
      sample(cacheBytes, { cache: 'cost_results' }, results.bytes),
      ...[
        { cache: 'cost_results', usage: results },
        ...(reads ? [{ cache: 'database_reads', usage: reads }] : []),
      ].flatMap(({ cache, usage }) => [
        sample(cacheHits, { cache }, usage.hits),
        sample(cacheMisses, { cache }, usage.misses),
        sample(cacheEntries, { cache }, usage.entries),
      ]),
    ];
  },
};

const measureSizes: Measurement<Source> = {
  metrics: [storeBytes],
  read: async ({ db, costs, files }) => {
    const sizes = await Promise.allSettled([
      databaseBytes(db),
      costStoreBytes(costs),
      files.bytes(),
    ]);
    return names.flatMap((store, index): Sample[] => {
      const size = sizes[index]!;
      const isKnown = size.status === 'fulfilled' && size.value !== undefined;
      return isKnown ? [sample(storeBytes, { store }, size.value!)] : [];
    });
  },
};

const measureDisk: Measurement<Source> = {
  metrics: [diskFreeBytes],
  read: async ({ config }) => {
    const free = await disk.freeBytes(config.data);
    return Number.isFinite(free) ? [sample(diskFreeBytes, {}, free)] : [];
  },
};

/** What is in memory comes first, so that statements of the other measurements do not count as waiting. */
export const storeMeasurements = [measureMemory, measureHealth, measureSizes, measureDisk];

export const storeMetrics = [
  ...statementMetrics,
  ...storeMeasurements.flatMap(({ metrics }) => metrics),
];

async function databaseBytes(db: Source['db']): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select pg_database_size(current_database()) as bytes`.execute(db);
  return rows[0]!.bytes;
}

async function costStoreBytes({ client, cluster }: CostStore): Promise<number> {
  const parts =
    cluster === undefined
      ? costSql`system.parts`
      : costSql`clusterAllReplicas(${costSql.raw(cluster)}, system.parts)`;
  const [row] = await selectRows<{ bytes: string }>(
    client,
    costSql`SELECT sum(bytes_on_disk) AS bytes FROM ${parts} WHERE database = currentDatabase()`,
  );
  return Number(row?.bytes ?? 0);
}
