import type { ClickHouseSettings } from '@clickhouse/client';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ConnectionPool } from '../../src/platform/store/clickhouse/connection-pool.js';
import { selectRows } from '../../src/platform/store/clickhouse/cost-store.js';
import { testApp } from '../harness.js';

/** A connection whose statements return when the test says so. */
class SlowConnection {
  readonly running: { query: string; finish: () => void; fail: () => void }[] = [];
  query({ query }: { query: string }): Promise<string> {
    return new Promise((resolve, reject) => {
      const fail = () => reject(new Error(query));
      this.running.push({ query, finish: () => resolve(query), fail });
    });
  }
}

function poolOf(connections: SlowConnection[]) {
  const pool = new ConnectionPool(connections as never);
  return (query: string): Promise<unknown> => pool.query({ query });
}

const running = (connections: SlowConnection[]) =>
  connections.flatMap((connection) => connection.running.map(({ query }) => query)).toSorted();
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test('as many statements run at once as there are connections, the others first in, first out', async () => {
  const connections = [new SlowConnection(), new SlowConnection()];
  const send = poolOf(connections);
  const results = ['a', 'b', 'c', 'd'].map((query) => send(query));
  await nextTurn();
  expect(running(connections)).toEqual(['a', 'b']);
  connections
    .flatMap((each) => each.running)
    .find(({ query }) => query === 'b')!
    .finish();
  await nextTurn();
  expect(running(connections)).toEqual(['a', 'b', 'c']);
  for (const query of ['a', 'c']) {
    connections
      .flatMap((each) => each.running)
      .find((each) => each.query === query)!
      .finish();
  }
  await nextTurn();
  connections
    .flatMap((each) => each.running)
    .find(({ query }) => query === 'd')!
    .finish();
  expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'd']);
});

test('a failed statement releases its connection', async () => {
  const connection = new SlowConnection();
  const send = poolOf([connection]);
  const [first, second] = [send('first'), send('second')];
  await nextTurn();
  connection.running[0]!.fail();
  await expect(first).rejects.toThrow('first');
  await nextTurn();
  connection.running[1]!.finish();
  expect(await second).toBe('second');
});

test('values reach the engine unchanged', async () => {
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

test('a list may exceed the default statement size', async () => {
  const { costs } = (await testApp()).services;
  const many = Array.from({ length: 20_000 }, (_, index) => `a value with the number ${index}`);
  const query = 'SELECT length({many:Array(String)}) AS length';
  expect(await selectRows(costs.client, query, { many })).toEqual([{ length: '20000' }]);
});

test('so may a statement without values, on every connection', async () => {
  const { costs } = (await testApp()).services;
  const query = `SELECT length('${'x'.repeat(300_000)}') AS length`;
  for (const client of [costs.client, costs.bulk]) {
    expect(await selectRows(client, query)).toEqual([{ length: '300000' }]);
  }
});

test('a statement that is too large or too deep is rejected with a sentence', async () => {
  const { costs } = (await testApp()).services;
  const tooLarge = 'The filters and rules of this query are too large to evaluate';
  const read = (query: string, params?: Record<string, unknown>) =>
    selectRows(costs.client, query, params);
  const many = ['x'.repeat(64 * 1024 * 1024)];
  await expect(read('SELECT {many:Array(String)}', { many })).rejects.toThrow(tooLarge);
  await expect(read(`SELECT ${'1 + '.repeat(130_000)}1`)).rejects.toThrow(tooLarge);
  await expect(read(`SELECT ${'('.repeat(10_000)}1${')'.repeat(10_000)}`)).rejects.toThrow(
    tooLarge,
  );
  expect(await read('SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('the settings of a statement do not affect the next one', async () => {
  const { costs } = (await testApp()).services;
  const read = (settings: ClickHouseSettings) =>
    selectRows(costs.bulk, "SELECT getSetting('max_block_size') AS rows", undefined, settings);
  const [byDefault] = await read({});
  expect(await read({ max_block_size: '7' })).toEqual([{ rows: 7 }]);
  expect(await read({ max_threads: 1 })).toEqual([byDefault]);
  await expect(
    selectRows(costs.bulk, 'SELECT nothing', undefined, { max_block_size: '7' }),
  ).rejects.toThrow();
  expect(await read({})).toEqual([byDefault]);
});
