import { CompiledQuery, type Kysely, type QueryResult, sql } from 'kysely';
import { isRetryable } from './database.js';

const maxAttempts = 5;

/**
 * Runs SQL text that may contain its own `begin` and `commit`, as the scripts of the job queue do.
 * Servers that create their queues at the same time can deadlock; the one that fails retries.
 */
export async function runScript<Tables>(
  db: Kysely<Tables>,
  text: string,
  values: unknown[] = [],
): Promise<QueryResult<unknown>> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runOnce(db, text, values);
    } catch (error) {
      if (!isRetryable(error) || attempt === maxAttempts) throw error;
    }
  }
}

function runOnce<Tables>(db: Kysely<Tables>, text: string, values: unknown[]) {
  return db.connection().execute(async (session) => {
    try {
      return await session.executeQuery(CompiledQuery.raw(text, values));
    } catch (error) {
      // The session is still inside the failed transaction, and would be for its next user.
      await sql`rollback`.execute(session).catch(() => {});
      throw error;
    }
  });
}
