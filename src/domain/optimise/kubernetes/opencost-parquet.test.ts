import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newIntegration } from '../../../../test/cost-fixtures.js';
import { type Account, newAccount } from '../../../../test/harness.js';
import { storeDataFile } from '../../../../test/kubernetes.js';
import { clientOf } from '../../../platform/store/clickhouse/connection.js';
import { selectRows } from '../../../platform/store/clickhouse/cost-store.js';
import { type Sql, inlineValues, sql } from '../../../platform/store/sql.js';
import { dataFileFormats } from '../../data-file-formats.js';
import { findDataFiles } from '../../intake/data-files/find-data-files.js';
import { openCostJson } from './opencost-json.js';
import { openCostParquet } from './opencost-parquet.js';

let folder: string;
let account: Account;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farthing-opencost-'));
  account = await newAccount();
});
afterAll(() => rm(folder, { recursive: true }));

const properties = {
  cluster: 'prod',
  namespace: 'web',
  container: 'app',
  controller: 'api',
  controllerKind: 'deployment',
  node: 'node-1',
  providerID: 'aws:///eu-west-1a/i-0abc',
};

/** An hour of a pod as OpenCost returns it, without its pod and labels. */
const hour = {
  window: { start: '2026-03-01T00:00:00Z', end: '2026-03-01T01:00:00Z' },
  minutes: 30,
  cpuCores: 2,
  cpuCoreRequestAverage: 2,
  cpuCoreUsageAverage: 0.1,
  cpuCoreHours: 1,
  cpuCost: 0.03,
  cpuCostAdjustment: -0.001,
  ramBytes: 1024,
  ramByteRequestAverage: 512,
  ramByteUsageAverage: 100,
  ramByteHours: 512,
  ramCost: 0.01,
  pvCost: 0.002,
  pvByteHours: 4096,
  networkCost: 0.003,
  totalCost: 0.044,
};

const pods = [
  { pod: 'api-1', labels: { app: 'shop' }, namespaceLabels: { team: 'web' } },
  { pod: 'api-2', labels: { app: 'shop', 'app.kubernetes.io/name': 'cart' }, namespaceLabels: {} },
];

const json = JSON.stringify({
  code: 200,
  data: [
    Object.fromEntries(
      pods.map((pod) => [
        pod.pod,
        {
          name: pod.pod,
          ...hour,
          properties: { ...properties, ...pod, services: ['api', 'cart'] },
        },
      ]),
    ),
  ],
});

/** A row of the exporter of OpenCost: one column per field, and columns of labels that only other pods have are null. */
function flatRow({ pod, labels, namespaceLabels }: (typeof pods)[number]): Record<string, Sql> {
  const text = (value: string | undefined) =>
    sql`CAST(${value === undefined ? sql`NULL` : sql.literal(value)}, 'Nullable(String)')`;
  const { window, minutes, ...figures } = hour;
  return {
    name: text(pod),
    'window.start': text(window.start),
    'window.end': text(window.end),
    running_minutes: sql`toFloat64(${minutes})`,
    ...Object.fromEntries(
      Object.entries(figures).map(([name, value]) => [
        name,
        // Whole numbers, and missing ones as not-a-number, are how data frames write them.
        name === 'ramBytes' ? sql`toInt64(${value})` : sql`toFloat64(${value})`,
      ]),
    ),
    gpuCost: sql`nan`,
    ...Object.fromEntries(
      Object.entries({ ...properties, pod }).map(([name, value]) => [
        `properties.${name}`,
        text(value),
      ]),
    ),
    'properties.services': sql`['api', 'cart']`,
    'label.app': text(labels.app),
    'properties.labels.app.kubernetes.io/name': text(labels['app.kubernetes.io/name']),
    'namespaceLabels.team': text(namespaceLabels.team),
  };
}

/** Writes rows, each a map of column and SQL, into a Parquet file. */
async function writeParquet(name: string, rows: Record<string, Sql>[]): Promise<string> {
  const selects = rows.map((row, index) => {
    const columns = Object.entries(row).map(
      ([column, value]) => sql`${value} AS ${sql.identifier(column)}`,
    );
    return sql`SELECT ${index} AS position, ${sql.join(columns)}`;
  });
  const statement = sql`SELECT * EXCEPT (position) FROM (${sql.join(selects, '\nUNION ALL\n')})
     ORDER BY position FORMAT Parquet`;
  const { stream } = await clientOf(account.app.services.costs.client).exec({
    query: inlineValues(statement),
  });
  const path = join(folder, name);
  await writeFile(path, await buffer(stream));
  return path;
}

const storedRows = (integration: string) =>
  selectRows(
    account.app.services.costs.client,
    sql`SELECT * EXCEPT (load_id, integration_token) FROM kubernetes_allocation
     WHERE integration_token = ${sql.bind('String', integration)} ORDER BY pod, category`,
  );

test('a Parquet copy of allocations has the same rows as their JSON', async () => {
  const path = await writeParquet('k8s.parquet', pods.map(flatRow));
  const { dataFiles } = await findDataFiles(
    [{ name: 'k8s.parquet', path }],
    folder,
    dataFileFormats,
  );
  expect(dataFiles.map(({ format }) => format.name)).toEqual(['opencost_parquet']);

  const cluster = () => newIntegration(account, { provider: 'kubernetes', name: 'Cluster' });
  const fromJson = await storeDataFile(account, openCostJson, json, {
    integration: await cluster(),
  });
  const fromParquet = await storeDataFile(account, openCostParquet, await readFile(path), {
    integration: await cluster(),
    name: path,
  });
  expect(fromParquet).toMatchObject({ rowsRead: 2, rowsStored: 8, warnings: [] });
  const rows = await storedRows(fromParquet.integration);
  expect(rows).toHaveLength(8);
  expect(rows).toEqual(await storedRows(fromJson.integration));
});

test('a row without its time is refused with its number', async () => {
  const rows = pods.map((pod, index) => ({
    ...flatRow(pod),
    ...(index === 1 && { 'window.start': sql`CAST(NULL, 'Nullable(String)')` }),
  }));
  const path = await writeParquet('untimed.parquet', rows);
  await expect(
    storeDataFile(account, openCostParquet, await readFile(path), { name: path }),
  ).rejects.toThrow(/^Row 2: window\.start /);
});
