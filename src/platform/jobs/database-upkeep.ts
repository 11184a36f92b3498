import { sql } from 'kysely';
import { job } from './job.js';

/** PGlite has no autovacuum: without this job, dead rows accumulate and statistics become outdated. */
export const databaseUpkeep = job({
  name: 'database-upkeep',
  summary: 'Vacuums and analyzes the embedded database, which has no autovacuum',
  cron: '40 3 * * *',
  retries: 1,
  run: async (_payload, { services: { config, db } }) => {
    if (config.databaseUrl) return 'nothing to do: a PostgreSQL server runs autovacuum';
    await sql`vacuum (analyze)`.execute(db);
    return 'vacuumed and analyzed the embedded database';
  },
});
