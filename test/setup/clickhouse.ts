import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@clickhouse/client';
import { startFront } from '../clickhouse-front/start-front.js';

/** Names this run and, unless there is a ClickHouse server, starts the front that stands in for one. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  // Several projects of a run use one front.
  if (process.env['TEST_RUN']) return undefined;
  process.env['TEST_RUN'] = randomUUID().slice(0, 8);
  const url = process.env['TEST_CLICKHOUSE_URL'];
  if (url) return () => dropDatabases(url);
  const folder = mkdtempSync(join(tmpdir(), 'farthing-front-'));
  const front = await startFront(folder);
  process.env['TEST_CLICKHOUSE_URL'] = front.url;
  return async () => {
    await front.kill();
    rmSync(folder, { recursive: true, force: true });
  };
}

/** Drops the databases of this run. */
async function dropDatabases(url: string): Promise<void> {
  const client = createClient({ url });
  const result = await client.query({
    query: `SELECT name FROM system.databases WHERE startsWith(name, 'farthing_test_${process.env['TEST_RUN']}_')`,
    format: 'JSONEachRow',
  });
  for (const { name } of await result.json<{ name: string }>()) {
    await client.command({ query: `DROP DATABASE ${name} SYNC` });
  }
  await client.close();
}
