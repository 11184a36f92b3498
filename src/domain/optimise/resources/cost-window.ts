import { sql } from 'kysely';
import { addDays } from '../../../platform/lib/days.js';
import { formatDate } from '../../../platform/lib/time.js';
import type { Db } from '../../../platform/store/tables.js';

/** The days whose costs describe the resources of an integration. */
export interface CostWindow {
  loadIds: number[];
  /** First of 30 days. */
  start: string;
  /** The last complete day. */
  end: string;
  /** A resource that is known from the bill alone is listed while it has costs since this day. */
  listedSince: string;
}

export const windowDays = 30;
const listedDays = 7;

/** The last 30 complete days of an integration; undefined while it has no costs. */
export async function readCostWindow(
  db: Db,
  integration: string,
  now: Date,
): Promise<CostWindow | undefined> {
  const { rows } = await sql<{ id: number; first: string; last: string; complete: string }>`
    select l.load_id as id, l.first_date as first, l.last_date as last,
      case when i.provider = 'custom_provider' then l.last_date
        else (l.started_at at time zone 'UTC')::date - 1 end as complete
    from loads l join integrations i on i.token = l.integration_token
    where l.integration_token = ${integration} and l.status = 'active'
      and l.managed_account_token is null and l.last_date is not null
    order by l.load_id`.execute(db);
  if (rows.length === 0) return undefined;
  const latest = (days: string[]) => days.toSorted().at(-1)!;
  const yesterday = addDays(formatDate(now), -1);
  const ends = [
    latest(rows.map(({ last }) => last)),
    latest(rows.map(({ complete }) => complete)),
    yesterday,
  ];
  const end = ends.toSorted()[0]!;
  const start = addDays(end, 1 - windowDays);
  return {
    loadIds: rows.filter((row) => row.first <= end && row.last >= start).map(({ id }) => id),
    start,
    end,
    listedSince: addDays(end, 1 - listedDays),
  };
}
