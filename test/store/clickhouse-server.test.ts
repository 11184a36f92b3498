import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { materializeRules } from '../../src/domain/costs/virtual-tags/materialize-rules.js';
import { DomainFailure } from '../../src/platform/lib/errors.js';
import { run, selectRows } from '../../src/platform/store/clickhouse/cost-store.js';
import { openCostStore } from '../../src/platform/store/clickhouse/open-cost-store.js';
import { sql } from '../../src/platform/store/sql.js';

/** What a ClickHouse server has received: addresses and statements. */
const received: { settings: URLSearchParams; body: string }[] = [];

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

const server = createServer((request, response) => {
  void readBody(request).then((body) => {
    received.push({ settings: new URL(request.url!, 'http://localhost').searchParams, body });
    response.end();
  });
});
const listening = new Promise<string>((resolve) => {
  server.listen(0, '127.0.0.1', () =>
    resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
  );
});
/** Opens a store on the server, which forgets what opening it has sent. */
async function open(clickhouseCluster?: string) {
  const store = await openCostStore({
    clickhouseUrl: await listening,
    clickhouseCluster,
    folder: '',
  });
  received.length = 0;
  return store;
}

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const statements = () => received.map(({ body }) => body.trim());

test('every statement raises the limits of the server', async () => {
  const store = await open();
  await selectRows(store.client, sql`SELECT 1`);
  await run(store.bulk, sql`OPTIMIZE TABLE lines`);
  await store.close();
  const sizes = received.map(({ settings }) => settings.get('max_query_size'));
  expect(sizes).toEqual(['67108864', '67108864']);
});

test('a statement beyond the limit is not sent', async () => {
  const store = await open();
  const query = sql`SELECT ${sql.literal('x'.repeat(64 * 1024 * 1024))}`;
  await expect(selectRows(store.client, query)).rejects.toThrow(DomainFailure);
  await expect(run(store.client, query)).rejects.toThrow('too large to evaluate');
  await store.close();
  expect(received).toEqual([]);
});

test('on a cluster, results are on every replica before they are read', async () => {
  const store = await open('many');
  const lower = { id: 'lower', nested: [], select: () => sql`SELECT 1` };
  const keys = { rollup: 'tag_costs', loadIds: [1] } as const;
  const upper = { id: 'upper', nested: [lower], select: () => sql`SELECT 2` };
  expect(await materializeRules(store, upper, keys)).toBe(true);
  expect(await materializeRules(store, upper, keys)).toBe(true);
  await store.close();
  const sync = expect.stringContaining('SYSTEM SYNC REPLICA') as string;
  const insert = (id: string) => expect.stringContaining(`SELECT '${id}'`) as string;
  expect(statements()).toEqual([insert('lower'), sync, insert('upper'), sync]);
});
