import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createClient } from '@clickhouse/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Front, startFront } from '../clickhouse-front/start-front.js';
import { call, timeoutMs, useProcesses, waitFor } from './server-process.js';

const { newFolder, run, start } = useProcesses();
const folder = mkdtempSync(join(tmpdir(), 'farthing-clickhouse-'));
const bill = resolve('test/ingest/fixtures/focus.csv');
let front: Front;
let environment: { CLICKHOUSE_URL: string };

beforeAll(async () => {
  front = await startFront(folder);
  const client = createClient({ url: front.url });
  await client.command({ query: 'CREATE DATABASE costs' });
  await client.close();
  environment = { CLICKHOUSE_URL: `${front.url}/costs` };
});

afterAll(async () => {
  await front.kill();
  rmSync(folder, { recursive: true });
});

const restartFront = async () => {
  front = await startFront(folder, Number(new URL(front.url).port));
};

test(
  'bills are imported while the server runs, and an outage is reported until it ends',
  { timeout: timeoutMs },
  async () => {
    const data = newFolder();
    const { url } = await start(data, environment);
    const isAvailable = async () => (await call(url, 'GET', '/v2/ping')).status === 200;
    expect(await isAvailable()).toBe(true);

    await front.kill();
    expect(await call(url, 'GET', '/v2/ping')).toMatchObject({
      status: 503,
      body: { errors: ['The storage is currently unreachable. Try again.'] },
    });
    const failed = await run(data, ['import', bill], environment);
    expect(failed.status).toBe(1);
    expect(failed.stdout).toContain('ClickHouse does not respond: connect ECONNREFUSED');

    await restartFront();
    await waitFor('the storage is available again', async () =>
      (await isAvailable()) ? true : undefined,
    );
    const imported = await run(data, ['import', bill], environment);
    expect(imported).toMatchObject({ status: 0, stderr: '' });
    const { body } = await call(url, 'GET', '/v2/reconciliation');
    expect(body.reconciliation.length).toBeGreaterThan(0);
    for (const each of body.reconciliation) expect(Number(each.difference)).toBe(0);
  },
);

test('a start without ClickHouse fails with one sentence', { timeout: timeoutMs }, async () => {
  const data = newFolder();
  expect(
    await run(data, ['user', 'list'], { CLICKHOUSE_URL: `${front.url}/missing` }),
  ).toMatchObject({
    status: 1,
    stderr: 'CLICKHOUSE_URL cannot be used: Database missing does not exist.\n',
  });
  const { host } = new URL(front.url);
  await front.kill();
  expect(await run(data, ['user', 'list'], environment)).toMatchObject({
    status: 1,
    stderr: `ClickHouse does not respond: connect ECONNREFUSED ${host}\n`,
  });
});
