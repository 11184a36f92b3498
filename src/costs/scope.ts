import { sql } from 'kysely';
import type { Db } from '../store/tables.js';
import type { Scope } from '../vql/index.js';

/** What a reader of costs may see, and how fresh it is. */
export interface CostScope extends Scope {
  /** When the newest of these loads was finished; null when there is none. */
  asOf: Date | null;
  /** The last day that is complete in every integration with costs, days to come included. */
  completeThrough: string | null;
  /** Currencies of these costs. */
  currencies: readonly string[];
  /** First and last day that has a cost; null when there is none. */
  days: { first: string; last: string } | null;
}

interface IntegrationScope {
  integration_token: string;
  load_ids: number[];
  finished_at: Date;
  complete_through: string;
  first_date: string;
  last_date: string;
  currencies: string[];
}

/**
 * The active loads of integrations that are assigned to these workspaces. Every cost query is limited
 * to them, so a credential that reaches one workspace never sees a line of another.
 *
 * A day is complete once an import that began after it has finished; what customers upload
 * themselves is complete as it stands.
 */
export async function readScope(db: Db, workspaces: readonly string[]): Promise<CostScope> {
  const { rows } = await sql<IntegrationScope>`
    select i.token as integration_token, array_agg(l.load_id order by l.load_id) as load_ids,
      max(l.finished_at) as finished_at, min(l.first_date) as first_date, max(l.last_date) as last_date,
      case when i.provider = 'custom_provider' then max(l.last_date)
        else least(max(l.last_date), (max(l.started_at) at time zone 'UTC')::date - 1) end as complete_through,
      array(select distinct total ->> 'currency' from loads s, jsonb_array_elements(s.totals) total
        where s.integration_token = i.token and s.status = 'active') as currencies
    from integrations i join loads l on l.integration_token = i.token and l.status = 'active'
    where exists (select 1 from integration_workspaces w
      where w.integration_token = i.token and w.workspace_token = any(${[...workspaces]}))
    group by i.token order by i.token`.execute(db);
  return {
    integrationTokens: rows.map((row) => row.integration_token),
    loadIds: rows.flatMap((row) => row.load_ids),
    asOf: rows.map((row) => row.finished_at).toSorted((a, b) => +b - +a)[0] ?? null,
    completeThrough: rows.map((row) => row.complete_through).toSorted()[0] ?? null,
    currencies: [...new Set(rows.flatMap((row) => row.currencies))].toSorted(),
    days: daysOf(rows),
  };
}

function daysOf(rows: readonly IntegrationScope[]): CostScope['days'] {
  const first = rows.map((row) => row.first_date).toSorted()[0];
  const last = rows
    .map((row) => row.last_date)
    .toSorted()
    .at(-1);
  return first !== undefined && last !== undefined ? { first, last } : null;
}
