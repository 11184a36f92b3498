import { sql } from 'kysely';
import { readEngineTime } from '../store/clickhouse/store-facts.js';
import type { Clock } from '../lib/time.js';
import { type Check, failed, ok, warning } from './check.js';

const [noticedSeconds, harmfulSeconds] = [5, 60];

/** Sessions, links, heartbeats and schedules compare times of the server with times of the databases. */
export const clocksCheck: Check = {
  name: 'clocks',
  title: 'Clocks',
  run: async ({ db, costs, clock }) => {
    const offsets = {
      PostgreSQL: await offsetOf(clock, async () => {
        const { rows } = await sql<{ ms: string }>`
          select extract(epoch from clock_timestamp()) * 1000 as ms`.execute(db);
        return Number(rows[0]!.ms);
      }),
      ClickHouse: await offsetOf(clock, () => readEngineTime(costs)),
    };
    const [[store, offset]] = Object.entries(offsets).toSorted(
      (a, b) => Math.abs(b[1]) - Math.abs(a[1]),
    ) as [[string, number]];
    const seconds = Math.abs(offset) / 1000;
    if (seconds < noticedSeconds) {
      return ok(
        `Server, PostgreSQL and ClickHouse agree within ${Math.max(0.1, seconds).toFixed(1)} s.`,
      );
    }
    const judge = seconds < harmfulSeconds ? warning : failed;
    const direction = offset > 0 ? 'ahead of' : 'behind';
    return judge(
      `The clock of ${store} is ${Math.round(seconds).toLocaleString('en-US')} s ${direction} that of this server.`,
      'Synchronize the clocks of all machines, for example with chrony or NTP.',
    );
  },
};

/** Milliseconds that another clock is ahead; the answer is taken to be of the middle of the question. */
async function offsetOf(clock: Clock, ask: () => Promise<number>): Promise<number> {
  const before = clock().getTime();
  const theirs = await ask();
  const after = clock().getTime();
  return theirs - (before + after) / 2;
}
