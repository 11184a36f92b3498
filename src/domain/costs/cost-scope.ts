import { sql } from 'kysely';
import type { DateRange } from '../../platform/lib/date-intervals.js';
import { readCached } from '../../platform/store/read-cache.js';
import type { Db } from '../../platform/store/tables.js';
import type { AccessScope } from '../vql/index.js';

/** The costs that a caller may see, and how current they are. */
export interface CostScope extends AccessScope {
  /** When the latest of these loads finished; null when there is none. */
  asOf: Date | null;
  /** The last day that is complete in every integration with costs; can lie in the future. */
  completeThrough: string | null;
  /** Currencies of these costs. */
  currencies: readonly string[];
  /** The same loads, with the first and last day of their costs. */
  loads: readonly ScopedLoad[];
  /** Tag keys that `tag_costs` leaves out in some of these loads. */
  leftOutTagKeys: readonly string[];
}

interface ScopedLoad {
  id: number;
  integrationToken: string;
  /** Not all bills of the integration are imported: it is still at them, or has never finished. */
  isImporting: boolean;
  first: string;
  last: string;
  /** The last day that had ended when the load began; for uploaded costs, their last day. */
  complete_through: string;
  leftOutTagKeys: readonly string[];
}

interface ActiveLoad extends ScopedLoad {
  finished_at: Date;
  totals: readonly { currency: string }[];
}

/**
 * Reads the active loads of integrations that are assigned to these workspaces. Every cost query is
 * limited to them, so a credential for one workspace never sees a line of another.
 *
 * A day is complete once an import that began after it has finished; uploaded costs are always
 * complete.
 */
export function readScope(db: Db, workspaces: readonly string[]): Promise<CostScope> {
  return readCached(db, `scope of ${workspaces.join()}`, () => readActiveLoads(db, workspaces));
}

async function readActiveLoads(db: Db, workspaces: readonly string[]): Promise<CostScope> {
  // Rows are grouped in TypeScript: in the embedded database it takes three times as long.
  const { rows: loads } = await sql<ActiveLoad>`
    select l.load_id as id, l.first_date as first, l.last_date as last, l.integration_token as "integrationToken",
      (i.status = 'importing' or i.status = 'error' and i.last_updated is null) as "isImporting", l.finished_at, l.totals,
      l.left_out_tag_keys as "leftOutTagKeys",
      case when i.provider = 'custom_provider' then l.last_date
        else (l.started_at at time zone 'UTC')::date - 1 end as complete_through
    from loads l join integrations i on i.token = l.integration_token
    where l.status = 'active' and i.token in (select integration_token from integration_workspaces
      where workspace_token = any(${[...workspaces]}))
    order by l.integration_token, l.load_id`.execute(db);
  const integrationTokens = [...new Set(loads.map((load) => load.integrationToken))];
  const currencies = loads.flatMap(({ totals }) => totals.map(({ currency }) => currency));
  return {
    integrationTokens,
    loadIds: loads.map(({ id }) => id),
    asOf: latest(loads.map((load) => load.finished_at)),
    completeThrough: completeThrough(loads),
    currencies: [...new Set(currencies)].toSorted(),
    loads,
    leftOutTagKeys: leftOutBy(loads),
  };
}

function leftOutBy(loads: readonly ScopedLoad[]): string[] {
  return [...new Set(loads.flatMap(({ leftOutTagKeys }) => leftOutTagKeys))];
}

function completeThrough(loads: readonly ScopedLoad[]): string | null {
  const byIntegration = new Map<string, { last: string; through: string }>();
  for (const { integrationToken: token, last, complete_through: through } of loads) {
    const known = byIntegration.get(token) ?? { last, through };
    byIntegration.set(token, {
      last: last > known.last ? last : known.last,
      through: through > known.through ? through : known.through,
    });
  }
  const ends = [...byIntegration.values()].map(({ last, through }) =>
    last < through ? last : through,
  );
  return ends.toSorted()[0] ?? null;
}

/** The last day that is complete in every integration with costs since a day: those that have ended do not count. */
export const completeThroughSince = (
  { loads }: Pick<CostScope, 'loads'>,
  since: string,
): string | null => completeThrough(loads.filter(({ last }) => last >= since));

const latest = (times: readonly Date[]) =>
  times.reduce<Date | null>((last, time) => (last === null || time > last ? time : last), null);

/** The loads of a scope that have costs in a range: a query over one month then reads one month of bills. */
export function scopeWithin(scope: CostScope, range: DateRange): CostScope {
  const loads = scope.loads.filter(({ first, last }) => first <= range.end && last >= range.start);
  return {
    ...scope,
    loads,
    loadIds: loads.map(({ id }) => id),
    leftOutTagKeys: leftOutBy(loads),
  };
}
