import { randomUUID } from 'node:crypto';
import { createClient } from '@clickhouse/client';

/** Names this run, and drops its databases on the ClickHouse server when all tests have ended. */
export function setup(): (() => Promise<void>) | undefined {
  const url = process.env['TEST_CLICKHOUSE_URL'];
  if (!url) return undefined;
  const run = randomUUID().slice(0, 8);
  process.env['TEST_RUN'] = run;
  return async () => {
    const client = createClient({ url });
    const result = await client.query({
      query: `SELECT name FROM system.databases WHERE startsWith(name, 'farthing_test_${run}_')`,
      format: 'JSONEachRow',
    });
    for (const { name } of await result.json<{ name: string }>()) {
      await client.command({ query: `DROP DATABASE ${name} SYNC` });
    }
    await client.close();
  };
}
