import { type CostStore, isEngineError, selectRows } from './cost-store.js';
import { sql } from '../sql.js';

/** The version of the engine. */
export async function readEngineVersion({ client }: CostStore): Promise<string> {
  const [row] = await selectRows<{ version: string }>(client, sql`SELECT version() AS version`);
  return row!.version;
}

/** The time of the engine, in milliseconds since 1970. */
export async function readEngineTime({ client }: CostStore): Promise<number> {
  const [row] = await selectRows<{ ms: string }>(
    client,
    sql`SELECT toUnixTimestamp64Milli(now64(3)) AS ms`,
  );
  return Number(row!.ms);
}

/** How much the disks of a server can hold and have left; none where its user may not ask. */
export async function readEngineDisks({
  client,
}: CostStore): Promise<{ name: string; free: number; total: number }[]> {
  const rows = await selectRows<{ name: string; free: string; total: string }>(
    client,
    sql`SELECT name, free_space AS free, total_space AS total FROM system.disks WHERE is_remote = 0`,
  ).catch((error: unknown) => {
    if (isEngineError(error)) return [];
    throw error;
  });
  return rows.map(({ name, free, total }) => ({
    name: `${name} of ClickHouse`,
    free: Number(free),
    total: Number(total),
  }));
}
