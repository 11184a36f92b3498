import { expect, test } from 'vitest';
import type { Connection } from '../../../src/platform/store/clickhouse/connection.js';
import { ResultCache } from '../../../src/platform/store/clickhouse/result-cache.js';
import { syncReplicas } from '../../../src/platform/store/clickhouse/sync-replicas.js';

/** Runs the function on a store that records its statements. */
async function statementsOn(cluster: string | undefined): Promise<string[]> {
  const sent: string[] = [];
  const command = ({ query }: { query: string }) => {
    sent.push(query);
    return Promise.resolve();
  };
  const client = { command } as unknown as Connection;
  const store = { client, bulk: client, cluster, results: new ResultCache() };
  await syncReplicas(store, ['lines', 'rule_results']);
  return sent;
}

test('on a cluster, the replicas of every table are waited for', async () => {
  expect(await statementsOn('farm')).toEqual([
    'SYSTEM SYNC REPLICA ON CLUSTER farm lines_local LIGHTWEIGHT',
    'SYSTEM SYNC REPLICA ON CLUSTER farm rule_results_local LIGHTWEIGHT',
  ]);
});

test('a single node has no replicas', async () => {
  expect(await statementsOn(undefined)).toEqual([]);
});
