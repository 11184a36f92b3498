import { PGlite } from '@electric-sql/pglite';
import { Kysely } from 'kysely';
import { allJobs } from '../build/domain/jobs.js';
import { JobRunner } from '../build/platform/jobs/job-runner.js';
import { createLog } from '../build/platform/lib/log.js';
import { migrateDatabase } from '../build/platform/store/migrate-database.js';
import { pgliteDialect } from '../build/platform/store/pglite-dialect.js';

/** The files of a database with all tables and queues of this release, and no rows of an account. */
export async function createDatabaseArchive() {
  const engine = await PGlite.create();
  const db = new Kysely({ dialect: pgliteDialect(engine, { folder: '.' }) });
  await migrateDatabase(db);
  const jobs = new JobRunner(allJobs, { db, log: createLog('warn') }, () => new Date());
  await jobs.start({ isWorker: false });
  await jobs.stop();
  const archive = await engine.dumpDataDir('gzip');
  await db.destroy();
  return Buffer.from(await archive.arrayBuffer());
}
