import { selectRows, type CostStore } from '../../../platform/store/clickhouse/cost-store.js';
import { type Sql, sql } from '../../../platform/store/sql.js';
import { largeBlocks } from './scratch-table.js';

/** What became of the records of a log. */
export interface Outcomes {
  total: number;
  /** Number of records by outcome. */
  counts: ReadonlyMap<string, number>;
}

/** Counts the aggregated records by outcome; those without two addresses are malformed. */
export async function readOutcomes(
  store: CostStore,
  records: string,
  hasAddresses: Sql,
): Promise<Outcomes> {
  const rows = await selectRows<{ kind: string; n: string }>(
    store.bulk,
    sql`SELECT if(outcome = 'flow' AND NOT (${hasAddresses}), 'malformed', outcome) AS kind,
       sum(records) AS n
     FROM ${sql.ref(records)} GROUP BY kind`,
    largeBlocks,
  );
  const counts = new Map(rows.map(({ kind, n }) => [kind, Number(n)]));
  return { counts, total: [...counts.values()].reduce((sum, count) => sum + count, 0) };
}

/** One sentence for each reason for which records were not stored. */
export function describeCounts(
  { counts }: Outcomes,
  { recordsStored }: { recordsStored: number },
  { retentionDays, sampleRate }: { retentionDays: number; sampleRate: number },
): string[] {
  const count = (outcome: string) => counts.get(outcome) ?? 0;
  const free = count('flow') - recordsStored;
  const sentences: [number, string][] = [
    [count('malformed'), 'rejected: wrong number of fields, or a value that cannot be read'],
    [count('no_data'), 'dropped: the log has no data for them'],
    [count('rejected_traffic'), 'dropped: rejected traffic'],
    [count('expired'), `dropped: older than ${retentionDays} days`],
    [free, 'dropped: free traffic within an availability zone'],
    [count('not_sampled'), `left out by sampling ${sampleRate * 100}%`],
  ];
  return sentences.flatMap(([n, reason]) =>
    n > 0 ? `${n} ${n === 1 ? 'record' : 'records'} ${reason}.` : [],
  );
}
