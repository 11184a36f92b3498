import { sql } from 'kysely';
import type { Db } from '../store/tables.js';
import { type Check, countOf, firstOf, ok, warning } from './check.js';

/** A job that is due waits for its worker, and for those before it in its queue, at most for this long. */
const waitingMinutes = 60;
/** The queue itself ends jobs that take too long, within a minute or two. */
const overdueMinutes = 10;
const failedHours = 24;

interface JobRow {
  name: string;
  count: number;
  reason: string | null;
}

/** Jobs that no worker takes, that run past their time, or that have failed for good. */
export const jobsCheck: Check = {
  name: 'jobs',
  title: 'Background jobs',
  readsTables: true,
  run: async ({ db, isServing }) => {
    const { rows } = await sql<{ name: string | null }>`
      select to_regclass('pgboss.job') as name`.execute(db);
    if (!rows[0]?.name) return ok('No server has run jobs yet.');
    // Without a server, jobs wait and those that were running are started again by the next one.
    const overdue = isServing ? await readOverdue(db) : [];
    const waiting = isServing ? await readWaiting(db) : [];
    if (overdue.length + waiting.length > 0) {
      const stuck = [
        ...overdue.map(({ name, count }) => `${times(name, count)} past its time limit`),
        ...waiting.map(
          ({ name, count }) =>
            `${times(name, count)} waiting for more than ${waitingMinutes} minutes`,
        ),
      ];
      return warning(
        `Stuck jobs: ${firstOf(stuck)}.`,
        'Check that a server with the role worker runs, and its log for these jobs; restart it if they do not go on.',
      );
    }
    const failures = await readFailures(db);
    if (failures.length === 0) {
      return ok(`No job is stuck, and none has failed for good in the last ${failedHours} hours.`);
    }
    const listed = failures.map(
      ({ name, count, reason }) =>
        `${times(name, count)}${reason ? ` (${reason.replace(/\.$/, '')})` : ''}`,
    );
    return warning(
      `${countOf(sum(failures), 'job')} failed for good in the last ${failedHours} hours: ${firstOf(listed)}.`,
      'See the log for the error, fix its cause, and run the job again with "farthing jobs run NAME".',
    );
  },
};

const times = (name: string, count: number) => (count === 1 ? name : `${name} (${count} times)`);
const sum = (rows: readonly JobRow[]) => rows.reduce((total, { count }) => total + count, 0);

async function readOverdue(db: Db): Promise<JobRow[]> {
  const { rows } = await sql<JobRow>`
    select name, count(*)::int as count, null as reason from pgboss.job
    where state = 'active' and started_on + expire_in + make_interval(mins => ${overdueMinutes}) < now()
    group by name order by name`.execute(db);
  return rows;
}

async function readWaiting(db: Db): Promise<JobRow[]> {
  const { rows } = await sql<JobRow>`
    select name, count(*)::int as count, null as reason from pgboss.job
    where state in ('created', 'retry') and start_after + make_interval(mins => ${waitingMinutes}) < now()
      and name not like '\\_\\_pgboss\\_\\_%'
    group by name order by name`.execute(db);
  return rows;
}

async function readFailures(db: Db): Promise<JobRow[]> {
  const { rows } = await sql<JobRow>`
    select name, count(*)::int as count, left(max(output ->> 'message'), 200) as reason from pgboss.job
    where state = 'failed' and completed_on > now() - make_interval(hours => ${failedHours})
    group by name order by max(completed_on) desc`.execute(db);
  return rows;
}
