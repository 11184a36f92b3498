import pg from 'pg';

/**
 * Takes a lock of a PostgreSQL server on a connection of its own, so that it ends with the process.
 * Returns the function that releases it; undefined if another process has it.
 */
export async function tryLockOnServer(
  connectionString: string,
  name: string,
): Promise<(() => Promise<void>) | undefined> {
  const client = new pg.Client({
    connectionString,
    keepAlive: true,
    // No request waits for it.
    connectionTimeoutMillis: 15_000,
  });
  // A broken connection has released the lock; there is nothing else to do.
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ isLocked: boolean }>(
    'select pg_try_advisory_lock(hashtext($1)) as "isLocked"',
    [name],
  );
  const release = () => client.end();
  if (rows[0]!.isLocked) return release;
  await release();
  return undefined;
}
