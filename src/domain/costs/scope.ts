import { sql } from 'kysely';
import type { DateRange } from '../../platform/lib/date-intervals.js';
import { readCached } from '../../platform/store/read-cache.js';
import type { Db } from '../../platform/store/tables.js';
import type { AccessScope } from '../vql/index.js';

/** What a reader of costs may see, and how fresh it is. */
export interface CostScope extends AccessScope {
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

interface ActiveLoad extends ScopedLoad {
  integration_token: string;
  finished_at: Date;
  /** The last day that was over when it began; of what customers upload themselves, its last. */
  complete_through: string;
  totals: readonly { currency: string }[];
}

/**
 * The active loads of integrations that are assigned to these workspaces. Every cost query is limited
 * to them, so a credential that reaches one workspace never sees a line of another.
 *
 * A day is complete once an import that began after it has finished; what customers upload
 * themselves is complete as it stands.
 */
export function readScope(db: Db, workspaces: readonly string[]): Promise<CostScope> {
  return readCached(db, `scope of ${workspaces.join()}`, () => readActiveLoads(db, workspaces));
}

async function readActiveLoads(db: Db, workspaces: readonly string[]): Promise<CostScope> {
  // A plain statement: grouping here takes the embedded database three times as long.
  const { rows: loads } = await sql<ActiveLoad>`
    select l.load_id as id, l.first_date as first, l.last_date as last, l.integration_token, l.finished_at, l.totals,
      case when i.provider = 'custom_provider' then l.last_date
        else (l.started_at at time zone 'UTC')::date - 1 end as complete_through
    from loads l join integrations i on i.token = l.integration_token
    where l.status = 'active' and i.token in (select integration_token from integration_workspaces
      where workspace_token = any(${[...workspaces]}))
    order by l.integration_token, l.load_id`.execute(db);
  const integrationTokens = [...new Set(loads.map((load) => load.integration_token))];
  const ofCurrencies = loads.flatMap(({ totals }) => totals.map(({ currency }) => currency));
  return {
    integrationTokens,
    loadIds: loads.map(({ id }) => id),
    asOf: latest(loads.map((load) => load.finished_at)),
    completeThrough: completeThrough(loads),
    currencies: [...new Set(ofCurrencies)].toSorted(),
    loads,
  };
}

function completeThrough(loads: readonly ActiveLoad[]): string | null {
  const byIntegration = new Map<string, { last: string; through: string }>();
  for (const { integration_token: token, last, complete_through: through } of loads) {
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

const latest = (times: readonly Date[]) =>
  times.reduce<Date | null>((last, time) => (last === null || time > last ? time : last), null);

/** The part of a scope that has costs in a range: of three years of bills, a month reads one. */
export function scopeWithin(scope: CostScope, range: DateRange): CostScope {
  const loads = scope.loads.filter(({ first, last }) => first <= range.end && last >= range.start);
  return { ...scope, loads, loadIds: loads.map(({ id }) => id) };
}
