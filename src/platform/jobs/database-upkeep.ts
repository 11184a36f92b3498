import { sql } from 'kysely';
import { job } from './job.js';

/** PGlite has no background processes: without this, old versions of rows stay and plans grow stale. */
export const databaseUpkeep = job({
  name: 'database-upkeep',
  summary: 'Cleans up the embedded database, which no server does for it',
  cron: '40 3 * * *',
  retries: 1,
  run: async (_payload, { services: { config, db } }) => {
    if (config.databaseUrl) return 'nothing to do: a PostgreSQL server looks after itself';
    await sql`vacuum (analyze)`.execute(db);
    return 'the embedded database is cleaned up';
  },
});
