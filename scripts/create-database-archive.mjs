// Writes the archive of a new database: all tables and queues of this release, and no rows of an account.
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { Kysely } from 'kysely';
import { allJobs } from '../build/domain/jobs.js';
import { JobRunner } from '../build/platform/jobs/job-runner.js';
import { createLog } from '../build/platform/lib/log.js';
import { packFolder } from '../build/platform/store/folder-archive.js';
import { migrateDatabase } from '../build/platform/store/migrate-database.js';
import { pgliteDialect } from '../build/platform/store/pglite-dialect.js';

const folder = mkdtempSync(join(tmpdir(), 'farthing-new-database-'));
const engine = await PGlite.create(folder);
const db = new Kysely({ dialect: pgliteDialect(engine, { folder }) });
await migrateDatabase(db);
const jobs = new JobRunner(allJobs, { db, log: createLog('warn') }, () => new Date());
await jobs.start({ isWorker: false });
await jobs.stop();
// A new segment, so that the log of all that was created is not part of the archive.
await engine.exec('set wal_recycle = off; select pg_switch_wal(); checkpoint');
await db.destroy();
// Whole or not there: half of an archive would count as one that is not stale.
writeFileSync(`${process.argv[2]}.part`, packFolder(folder));
renameSync(`${process.argv[2]}.part`, process.argv[2]);
rmSync(folder, { recursive: true });
