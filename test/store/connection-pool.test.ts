import type { ClickHouseSettings } from '@clickhouse/client';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { ConnectionPool } from '../../src/platform/store/clickhouse/connection-pool.js';
import { selectRows } from '../../src/platform/store/clickhouse/cost-store.js';
import { type Sql, sql } from '../../src/platform/store/sql.js';
import { asQuestion } from '../../src/platform/lib/question.js';
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
      const query = sql`SELECT ${sql.bind('String', one)} AS one,
        ${sql.bind('Array(String)', many)} AS many, ${sql.bind('Array(UInt32)', numbers)} AS numbers`;
      expect(await selectRows(costs.client, query)).toEqual([{ one, many, numbers }]);
    }),
    { numRuns: 50 },
  );
});

test('a list may exceed the default statement size', async () => {
  const { costs } = (await testApp()).services;
  const many = Array.from({ length: 20_000 }, (_, index) => `a value with the number ${index}`);
  const query = sql`SELECT length(${sql.bind('Array(String)', many)}) AS length`;
  expect(await selectRows(costs.client, query)).toEqual([{ length: '20000' }]);
});

test('so may a statement without values, on every connection', async () => {
  const { costs } = (await testApp()).services;
  const query = sql`SELECT length(${sql.literal('x'.repeat(300_000))}) AS length`;
  for (const client of [costs.client, costs.bulk]) {
    expect(await selectRows(client, query)).toEqual([{ length: '300000' }]);
  }
});

test('a statement that is too large or too deep is rejected with a sentence', async () => {
  const { costs } = (await testApp()).services;
  const tooLarge = 'The filters and rules of this query are too large to evaluate';
  const read = (query: Sql) => selectRows(costs.client, query);
  const many = sql.bind('Array(String)', ['x'.repeat(64 * 1024 * 1024)]);
  await expect(read(sql`SELECT ${many}`)).rejects.toThrow(tooLarge);
  await expect(read(sql.raw(`SELECT ${'1 + '.repeat(130_000)}1`))).rejects.toThrow(tooLarge);
  await expect(read(sql.raw(`SELECT ${'('.repeat(10_000)}1${')'.repeat(10_000)}`))).rejects.toThrow(
    tooLarge,
  );
  expect(await read(sql`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
});

test('the settings of a statement do not affect the next one', async () => {
  const { costs } = (await testApp()).services;
  const read = (settings: ClickHouseSettings) =>
    selectRows(costs.bulk, sql`SELECT getSetting('max_block_size') AS rows`, settings);
  const [byDefault] = await read({});
  expect(await read({ max_block_size: '7' })).toEqual([{ rows: 7 }]);
  expect(await read({ max_threads: 1 })).toEqual([byDefault]);
  await expect(
    selectRows(costs.bulk, sql`SELECT nothing`, { max_block_size: '7' }),
  ).rejects.toThrow();
  expect(await read({})).toEqual([byDefault]);
});

test('a text that looks like a parameter stays text beside parameters of its name', async () => {
  const { client } = (await testApp()).services.costs;
  const texts = ['{p0:String}', "'{p0:String}", '{a:b}', '\\{p0:String}\\'];
  const value = "', 1 AS injected, '";
  for (const text of texts) {
    const query = sql`SELECT ${sql.literal(text)} AS text, ${sql.bind('String', value)} AS value,
      ${sql.array(texts)} AS texts`;
    expect(await selectRows(client, query)).toEqual([{ text, value, texts }]);
    const named = sql`SELECT 1 AS ${sql.identifier(text)}, ${sql.bind('String', 'x')} AS value`;
    expect(await selectRows(client, named)).toEqual([{ [text]: 1, value: 'x' }]);
  }
});

const question = ({ signal } = new AbortController()) => ({ signal, seconds: 28 });

test('a question runs one statement at a time, so that it leaves connections to others', async () => {
  const connections = [new SlowConnection(), new SlowConnection()];
  const send = poolOf(connections);
  const own = asQuestion(question(), () => [send('own 1'), send('own 2')]);
  const other = asQuestion(question(), () => send('other'));
  await nextTurn();
  expect(running(connections)).toEqual(['other', 'own 1']);
  const finish = (query: string) =>
    connections
      .flatMap((each) => each.running)
      .find((each) => each.query === query)!
      .finish();
  finish('own 1');
  finish('other');
  await nextTurn();
  finish('own 2');
  expect(await Promise.all([...own, other])).toEqual(['own 1', 'own 2', 'other']);
});

describe('a query of a request', () => {
  /** The messages of promises that all reject. */
  const outcomes = async (asked: Promise<unknown>[]) => {
    const settled = await Promise.allSettled(asked);
    return settled.map((each) => (each.status === 'rejected' ? each.reason.message : each.value));
  };

  /** Runs until it is stopped. */
  const endless = sql`SELECT sum(cityHash64(number)) FROM numbers(1000000000000)`;

  test('that takes too long or too much memory is rejected with a sentence', async () => {
    const { costs } = (await testApp()).services;
    const ask = (query: Sql, settings: ClickHouseSettings) =>
      asQuestion(question(), () => selectRows(costs.client, query, settings));
    const limit = sql`SELECT value FROM system.settings WHERE name = 'max_execution_time'`;
    expect(await ask(limit, {})).toEqual([{ value: '25' }]);
    await expect(ask(endless, { max_execution_time: 1 })).rejects.toThrow(
      'The query took longer than 25 seconds and was stopped; use a shorter date range',
    );
    await expect(
      ask(sql`SELECT uniqExact(number) FROM numbers(10000000)`, { max_memory_usage: '10000000' }),
    ).rejects.toThrow('needs more memory than one query may use');
  });

  test('ends when nobody waits for it any more, also one that waits for a connection', async () => {
    const { costs } = (await testApp()).services;
    const closing = Array.from({ length: 4 }, () => new AbortController());
    const asked = closing.map((each) =>
      asQuestion(question(each), () =>
        selectRows(costs.client, endless, { max_execution_time: 3_600 }),
      ),
    );
    const isRunning = async () => {
      const query = sql`SELECT count() > 0 AS running FROM system.processes
        WHERE query LIKE '%FROM numbers(1000000000000)%' AND query NOT LIKE '%processes%'`;
      return (await selectRows<{ running: number }>(costs.bulk, query))[0]!.running === 1;
    };
    await vi.waitUntil(isRunning, { timeout: 120_000, interval: 50 });
    for (const each of closing) each.abort();
    expect(await outcomes(asked)).toEqual(asked.map(() => 'The client closed the request'));
    // All connections are free again.
    const answers = closing.map(() => selectRows(costs.client, sql`SELECT 1 AS one`));
    expect(await Promise.all(answers)).toEqual(closing.map(() => [{ one: 1 }]));
  });

  test('does not keep health checks from answering, however many there are', async () => {
    const { costs, unhealthyStores } = (await testApp()).services;
    const closing = new AbortController();
    const asked = Array.from({ length: 4 }, () =>
      asQuestion(question(closing), () =>
        selectRows(costs.client, endless, { max_execution_time: 3_600 }),
      ),
    );
    expect(await unhealthyStores()).toEqual([]);
    closing.abort();
    expect(await outcomes(asked)).toEqual(asked.map(() => 'The client closed the request'));
  });
});
