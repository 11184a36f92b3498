import { sql } from 'kysely';
import type { DateRange } from '../lib/date-intervals.js';
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
  /** The same loads, with the first and last day of their costs. */
  loads: readonly ScopedLoad[];
}

interface ScopedLoad {
  id: number;
  first: string;
  last: string;
}

interface IntegrationScope {
  integration_token: string;
  loads: ScopedLoad[];
  finished_at: Date;
  complete_through: string;
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
    select i.token as integration_token, max(l.finished_at) as finished_at,
      jsonb_agg(jsonb_build_object('id', l.load_id, 'first', l.first_date, 'last', l.last_date)
        order by l.load_id) as loads,
      case when i.provider = 'custom_provider' then max(l.last_date)
        else least(max(l.last_date), (max(l.started_at) at time zone 'UTC')::date - 1) end as complete_through,
      array(select distinct total ->> 'currency' from loads s, jsonb_array_elements(s.totals) total
        where s.integration_token = i.token and s.status = 'active') as currencies
    from integrations i join loads l on l.integration_token = i.token and l.status = 'active'
    where exists (select 1 from integration_workspaces w
      where w.integration_token = i.token and w.workspace_token = any(${[...workspaces]}))
    group by i.token order by i.token`.execute(db);
  const loads = rows.flatMap((row) => row.loads);
  return {
    integrationTokens: rows.map((row) => row.integration_token),
    loadIds: loads.map(({ id }) => id),
    asOf: rows.map((row) => row.finished_at).toSorted((a, b) => +b - +a)[0] ?? null,
    completeThrough: rows.map((row) => row.complete_through).toSorted()[0] ?? null,
    currencies: [...new Set(rows.flatMap((row) => row.currencies))].toSorted(),
    loads,
  };
}

/** The part of a scope that has costs in a range: of three years of bills, a month reads one. */
export function scopeWithin(scope: CostScope, range: DateRange): CostScope {
  const loads = scope.loads.filter(({ first, last }) => first <= range.end && last >= range.start);
  return { ...scope, loads, loadIds: loads.map(({ id }) => id) };
}
