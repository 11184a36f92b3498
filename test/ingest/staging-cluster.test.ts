import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { readLayout } from '../../src/domain/intake/ingest/read-layout.js';
import { inlineValues } from '../../src/platform/store/sql.js';
import type { Connection } from '../../src/platform/store/clickhouse/connection.js';
import { ResultCache } from '../../src/platform/store/clickhouse/result-cache.js';
import { withSourceTables } from '../../src/domain/intake/ingest/with-source-tables.js';

const folder = mkdtempSync(join(tmpdir(), 'farthing-staging-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('on a cluster, files are staged in a replicated table behind a distributed one', async () => {
  const sent: string[] = [];
  const client = {
    command: ({ query }: { query: string }) => {
      sent.push(query);
      return Promise.resolve();
    },
    exec: async ({ query, values }: { query: string; values: Readable }) => {
      sent.push(query, gunzipSync(await buffer(values)).toString());
      return { stream: Readable.from([]) };
    },
  } as unknown as Connection;
  const store = { client, bulk: client, cluster: 'farm', results: new ResultCache() };
  const location = join(folder, "it's.csv");
  writeFileSync(location, 'a;b,c\n1,2\n');
  const file = {
    name: "it's.csv",
    location,
    bytes: 10,
    fingerprint: '',
    decompressedBytes: 10,
    compression: 'none',
    content: 'csv',
  } as const;
  const group = { files: [file], layout: await readLayout(store, file), kind: '' };
  const table = await withSourceTables(store, [group], {}, async ([staged]) =>
    inlineValues(staged!.table.sql),
  );
  expect(sent.map((text) => text.replaceAll(table, 'staged').replaceAll(/\s+/g, ' '))).toEqual([
    'CREATE TABLE staged_local ON CLUSTER farm (`c1` String, `c2` String, `extra_field` String, ' +
      '_source_file LowCardinality(String), _source_row UInt64) ' +
      "ENGINE = ReplicatedMergeTree('/clickhouse/tables/{database}/{table}/{shard}', '{replica}') ORDER BY tuple()",
    'CREATE TABLE IF NOT EXISTS staged ON CLUSTER farm AS staged_local ' +
      'ENGINE = Distributed(farm, currentDatabase(), staged_local, sipHash64(_source_file, _source_row))',
    'INSERT INTO staged (`c1`, `c2`, `extra_field`, _source_file, _source_row) ' +
      "SELECT `c1`, `c2`, `extra_field`, 'it\\'s.csv', rowNumberInAllBlocks() + 1 " +
      "FROM input('c1 String, c2 String, extra_field String') FORMAT CSV",
    'a;b,c 1,2 ',
    'SYSTEM SYNC REPLICA ON CLUSTER farm staged_local LIGHTWEIGHT',
    'DROP TABLE IF EXISTS staged ON CLUSTER farm SYNC',
    'DROP TABLE IF EXISTS staged_local ON CLUSTER farm SYNC',
  ]);
});
