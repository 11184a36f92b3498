import type { ClickHouseSettings } from '@clickhouse/client';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ConnectionPool } from '../../src/platform/store/clickhouse/connection-pool.js';
import { selectRows } from '../../src/platform/store/clickhouse/cost-store.js';
import { testApp } from '../harness.js';

/** A connection whose answers come when the test says so. */
class SlowConnection {
  readonly running: { query: string; answer: () => void; fail: () => void }[] = [];
  query({ query }: { query: string }): Promise<string> {
    return new Promise((resolve, reject) => {
      const fail = () => reject(new Error(query));
      this.running.push({ query, answer: () => resolve(query), fail });
    });
  }
}

function poolOf(connections: SlowConnection[]) {
  const pool = new ConnectionPool(connections as never);
  return (query: string): Promise<unknown> => pool.query({ query });
}

const running = (connections: SlowConnection[]) =>
  connections.flatMap((connection) => connection.running.map(({ query }) => query)).toSorted();
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('as many statements run at once as there are connections, the others in their order', async () => {
  const connections = [new SlowConnection(), new SlowConnection()];
  const ask = poolOf(connections);
  const answers = ['a', 'b', 'c', 'd'].map((query) => ask(query));
  await turn();
  expect(running(connections)).toEqual(['a', 'b']);
  connections
    .flatMap((each) => each.running)
    .find(({ query }) => query === 'b')!
    .answer();
  await turn();
  expect(running(connections)).toEqual(['a', 'b', 'c']);
  for (const query of ['a', 'c']) {
    connections
      .flatMap((each) => each.running)
      .find((each) => each.query === query)!
      .answer();
  }
  await turn();
  connections
    .flatMap((each) => each.running)
    .find(({ query }) => query === 'd')!
    .answer();
  expect(await Promise.all(answers)).toEqual(['a', 'b', 'c', 'd']);
});

test('a statement that fails gives its connection back', async () => {
  const connection = new SlowConnection();
  const ask = poolOf([connection]);
  const [first, second] = [ask('first'), ask('second')];
  await turn();
  connection.running[0]!.fail();
  await expect(first).rejects.toThrow('first');
  await turn();
  connection.running[1]!.answer();
  expect(await second).toBe('second');
});

test('values arrive as they were sent', async () => {
  const { costs } = (await testApp()).services;
  const text = fc.string({
    unit: fc.oneof(
      fc.string({ unit: 'binary', maxLength: 1 }),
      fc.constantFrom("'", '\\', '{', '}', '`', '\n', '\0'),
    ),
  });
  await fc.assert(
    fc.asyncProperty(text, fc.array(text), fc.array(fc.nat()), async (one, many, numbers) => {
      const query =
        'SELECT {one:String} AS one, {many:Array(String)} AS many, {numbers:Array(UInt32)} AS numbers';
      const rows = await selectRows(costs.client, query, { one, many, numbers });
      expect(rows).toEqual([{ one, many, numbers }]);
    }),
    { numRuns: 50 },
  );
});

test('a list may be longer than statements usually are', async () => {
  const { costs } = (await testApp()).services;
  const many = Array.from({ length: 20_000 }, (_, index) => `a value with the number ${index}`);
  const query = 'SELECT length({many:Array(String)}) AS length';
  expect(await selectRows(costs.client, query, { many })).toEqual([{ length: '20000' }]);
});

test('the settings of a statement do not reach the next one', async () => {
  const { costs } = (await testApp()).services;
  const ask = (settings: ClickHouseSettings) =>
    selectRows(costs.bulk, "SELECT getSetting('max_block_size') AS rows", undefined, settings);
  const [usual] = await ask({});
  expect(await ask({ max_block_size: '7' })).toEqual([{ rows: 7 }]);
  expect(await ask({ max_threads: 1 })).toEqual([usual]);
  await expect(
    selectRows(costs.bulk, 'SELECT nothing', undefined, { max_block_size: '7' }),
  ).rejects.toThrow();
  expect(await ask({})).toEqual([usual]);
});
