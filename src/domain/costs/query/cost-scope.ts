import { addDays } from '../../../platform/lib/days.js';
import { sql } from 'kysely';
import type { DateRange } from '../../../platform/lib/date-intervals.js';
import { formatDate } from '../../../platform/lib/time.js';
import { readCached } from '../../../platform/store/read-cache.js';
import type { Db } from '../../../platform/store/tables.js';
import type { AccessScope } from '../vql/index.js';
import { deliveredThrough, integrationEnds } from './settled-days.js';

/** The costs that a caller may see, and how current they are. */
export interface CostScope extends AccessScope {
  /** When the latest of these loads finished; null when there is none. */
  asOf: Date | null;
  /** The last day that is complete in every integration that still delivers; can lie in the future. */
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
  /** Billing rules could not be applied, so it shows what they made of costs before. */
  isOutdated: boolean;
  first: string;
  last: string;
  /** The last day that had ended when the load began; for uploaded costs, their last day. */
  complete_through: string;
  leftOutTagKeys: readonly string[];
  /** Its rows were added by billing rules, so its last day says nothing about how complete costs are. */
  isAdded: boolean;
}

interface ActiveLoad extends ScopedLoad {
  finished_at: Date;
  totals: readonly { currency: string }[];
}

/** The id is null while billing rules have not run for the load. */
type ReadableLoad = ActiveLoad | (Pick<ActiveLoad, 'integrationToken'> & { id: null });

/**
 * Reads the active loads of integrations that are assigned to these workspaces. Every cost query is
 * limited to them, so a credential for one workspace never sees a line of another. A managed account with
 * billing rules reads what its rules have made of these loads, and the rows they add in its first workspace.
 *
 * A day is complete once an import that began after it has finished; uploaded costs are always
 * complete.
 */
export function readScope(db: Db, workspaces: readonly string[]): Promise<CostScope> {
  return readCached(db, `scope of ${workspaces.join()}`, () => readActiveLoads(db, workspaces));
}

async function readActiveLoads(db: Db, workspaces: readonly string[]): Promise<CostScope> {
  // Rows are grouped in TypeScript: in the embedded database it takes three times as long.
  const { rows } = await sql<ReadableLoad>`
    with visible as (
      select distinct w.integration_token, case when m.reads_rebilled then m.token end as managed_account,
        m.rebilling_failure is not null as is_outdated
      from integration_workspaces w join workspaces s on s.token = w.workspace_token
        left join managed_accounts m on m.token = s.account_token
      where w.workspace_token = any(${[...workspaces]})
    )
    select l.load_id as id, l.first_date as first, l.last_date as last, i.token as "integrationToken",
      (i.status = 'importing' or i.status = 'error' and i.last_updated is null) as "isImporting",
      v.is_outdated as "isOutdated", l.finished_at, l.totals,
      l.left_out_tag_keys as "leftOutTagKeys", false as "isAdded",
      case when i.provider = 'custom_provider' then l.last_date
        else (origin.started_at at time zone 'UTC')::date - 1 end as complete_through
    from visible v join integrations i on i.token = v.integration_token
      join loads source on source.integration_token = i.token and source.status = 'active' and source.managed_account_token is null
      -- What the rules make of it. Until they have run, the costs are not visible.
      left join loads l on l.load_id = case when v.managed_account is null then source.load_id
        else (select r.load_id from loads r where r.integration_token = i.token and r.partition = source.partition
          and r.managed_account_token = v.managed_account and r.status = 'active') end
      left join loads origin on origin.load_id = coalesce(l.rebilled_from, l.load_id)
    union all
    select l.load_id, l.first_date, l.last_date, l.integration_token, false, false, l.finished_at, l.totals, l.left_out_tag_keys, true, l.last_date
    from loads l where l.status = 'active' and l.rebilled_from is null and l.managed_account_token is not null
      and exists (select 1 from workspaces s where s.account_token = l.managed_account_token
        and s.token = any(${[...workspaces]})
        and not exists (select 1 from workspaces f where f.account_token = s.account_token and f.id < s.id))
    order by 4, 1`.execute(db);
  const loads = readableLoads(rows);
  const integrationTokens = [...new Set(loads.map((load) => load.integrationToken))];
  const currencies = loads.flatMap(({ totals }) => totals.map(({ currency }) => currency));
  const asOf = latest(loads.map((load) => load.finished_at));
  return {
    integrationTokens,
    loadIds: loads.map(({ id }) => id),
    asOf,
    completeThrough: completeThrough(loads, asOf),
    currencies: [...new Set(currencies)].toSorted(),
    loads,
    leftOutTagKeys: leftOutBy(loads),
  };
}

/** An integration with costs that rules have not run for is still importing. */
function readableLoads(rows: readonly ReadableLoad[]): ActiveLoad[] {
  const waiting = new Set(rows.filter(({ id }) => id === null).map((row) => row.integrationToken));
  return rows.flatMap((row) =>
    row.id === null
      ? []
      : [{ ...row, isImporting: row.isImporting || waiting.has(row.integrationToken) }],
  );
}

function leftOutBy(loads: readonly ScopedLoad[]): string[] {
  return [...new Set(loads.flatMap(({ leftOutTagKeys }) => leftOutTagKeys))];
}

/** As of the latest import, so that it changes with the costs and not because time has passed. */
const completeThrough = (loads: readonly ScopedLoad[], asOf: Date | null): string | null =>
  asOf && deliveredThrough([...integrationEnds(loads).values()], formatDate(asOf));

/** The last day that is complete in every integration with costs since a day: those that have ended do not count. */
export const completeThroughSince = (
  { loads, asOf }: Pick<CostScope, 'loads' | 'asOf'>,
  since: string,
): string | null =>
  completeThrough(
    loads.filter(({ last }) => last >= since),
    asOf,
  );

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

/** The last complete day of costs; a day is complete at the earliest once it is over. */
export function completeThroughOf(
  { completeThrough }: Pick<CostScope, 'completeThrough'>,
  today: string,
): string | null {
  const yesterday = addDays(today, -1);
  return completeThrough && completeThrough > yesterday ? yesterday : completeThrough;
}
