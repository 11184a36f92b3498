import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isStoreOutage, openDatabase, waitForDatabase } from './database.js';

/** Accepts connections and never answers, as a PostgreSQL server does that has no time. */
const silent = createServer();
let databaseUrl: string;

beforeAll(async () => {
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  databaseUrl = `postgres://farthing@127.0.0.1:${(silent.address() as AddressInfo).port}/farthing`;
});
afterAll(() => void silent.close());

test('a connection that is not answered counts as an outage', async () => {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 100 });
  client.on('error', () => {});
  const failure = await client.connect().then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(Error);
  expect(isStoreOutage(failure)).toBe(true);
});

test('a start waits for a connection that takes long, and not for one that is refused', async () => {
  const { db } = await openDatabase({ databaseUrl, folder: '' });
  let attempts = 0;
  silent.on('connection', (socket) => {
    attempts += 1;
    // The second connection is closed, which is no timeout.
    if (attempts === 2) socket.destroy();
  });
  await expect(waitForDatabase(db)).rejects.not.toThrow(/timeout/i);
  expect(attempts).toBe(2);
  await db.destroy();
});
