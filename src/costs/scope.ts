import { sql } from 'kysely';
import type { Db } from '../store/tables.js';
import type { Scope } from '../vql/index.js';

/** What a reader of costs may see, and how fresh it is. */
export interface CostScope extends Scope {
  /** When the newest of these loads was finished; null when there is none. */
  asOf: Date | null;
  /** The last day that every integration has costs for. */
  completeThrough: string | null;
}

/**
 * The active loads of integrations that are assigned to these workspaces. Every cost query is limited
 * to them, so a credential that reaches one workspace never sees a line of another.
 */
export async function readScope(db: Db, workspaces: readonly string[]): Promise<CostScope> {
  const { rows } = await sql<{
    integration_token: string;
    load_ids: number[] | null;
    finished_at: Date | null;
    last_date: string | null;
  }>`
    select i.token as integration_token, array_agg(l.load_id order by l.load_id) filter (where l.load_id is not null) as load_ids,
      max(l.finished_at) as finished_at, max(l.last_date) as last_date
    from integrations i left join loads l on l.integration_token = i.token and l.status = 'active'
    where exists (select 1 from integration_workspaces w
      where w.integration_token = i.token and w.workspace_token = any(${[...workspaces]}))
    group by i.token order by i.token`.execute(db);
  const filled = rows.filter((row) => row.load_ids !== null);
  const times = filled.flatMap((row) => (row.finished_at ? [row.finished_at] : []));
  const days = filled.flatMap((row) => (row.last_date ? [row.last_date] : []));
  return {
    integrationTokens: filled.map((row) => row.integration_token),
    loadIds: filled.flatMap((row) => row.load_ids ?? []),
    asOf: times.toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null,
    completeThrough: days.toSorted()[0] ?? null,
  };
}
