import { CompiledQuery, type Kysely, type QueryResult, sql } from 'kysely';
import { isRetryable } from './database.js';

const mostTries = 5;

/**
 * Runs a text that may hold `begin` and `commit` of its own, as those of the job queue do. Copies that
 * set up their queues at the same time run into deadlocks; the loser tries again.
 */
export async function runScript<Tables>(
  db: Kysely<Tables>,
  text: string,
  values: unknown[] = [],
): Promise<QueryResult<unknown>> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await runOnce(db, text, values);
    } catch (error) {
      if (!isRetryable(error) || tries === mostTries) throw error;
    }
  }
}

function runOnce<Tables>(db: Kysely<Tables>, text: string, values: unknown[]) {
  return db.connection().execute(async (session) => {
    try {
      return await session.executeQuery(CompiledQuery.raw(text, values));
    } catch (error) {
      // Its session is still inside the broken transaction, and would be so for the next user of it.
      await sql`rollback`.execute(session).catch(() => {});
      throw error;
    }
  });
}
