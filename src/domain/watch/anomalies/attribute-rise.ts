import type { Context } from '../../../platform/kernel/context.js';
import type { DateRange } from '../../../platform/lib/date-intervals.js';
import { addDays, daysIn } from '../../../platform/lib/days.js';
import { Decimal } from '../../../platform/lib/decimal.js';
import { selectRows } from '../../../platform/store/clickhouse/cost-store.js';
import { buildRisesStatement } from '../../costs/query/index.js';
import { narrowToSeries } from './narrow-to-series.js';
import type { SeriesKey, SeriesQuery } from './read-cost-series.js';
import type { FoundAnomaly } from './search-series.js';

const maxResources = 5;
const averageDays = 7;
/** Share of the rise that the resources have to explain. */
const explainedShare = '0.8';

/** A resource as bills identify it, and its name; the identifier if it has none. */
export interface NamedResource {
  id: string;
  name: string;
}

export interface ResourceRise extends NamedResource {
  rise: Decimal;
}

/** Names the resources that explain the rise of an anomaly; none if that takes more than five. */
export async function attributeRise(
  ctx: Context,
  query: SeriesQuery,
  anomaly: FoundAnomaly,
): Promise<NamedResource[]> {
  const { day: start, amount, sevenDayAverage } = anomaly;
  const rises = await readRises(ctx, query, anomaly, { start, end: start });
  return explainRise(new Decimal(amount).minus(sevenDayAverage), rises);
}

/** The resources of a series that cost the most more in some days than at the average of the seven days before. */
export async function readRises(
  { services }: Context,
  query: SeriesQuery,
  series: SeriesKey,
  { start, end }: DateRange,
): Promise<ResourceRise[]> {
  const narrowed = narrowToSeries(query, series, { start: addDays(start, -averageDays), end });
  const days = { days: daysIn({ start, end }), daysBefore: averageDays };
  const rows = await selectRows<{ g0: string; resource_name: string | null; scaled_rise: string }>(
    services.costs.client,
    buildRisesStatement(narrowed, days, maxResources),
  );
  return rows.map((row) => ({
    id: row.g0,
    name: row.resource_name || row.g0,
    rise: new Decimal(row.scaled_rise).div(averageDays),
  }));
}

/**
 * The fewest resources, the largest rise first, that explain 80 % of a rise: of a rise by 64, a resource
 * that rose by 58 explains enough.
 */
export function explainRise(rise: Decimal, resources: readonly ResourceRise[]): NamedResource[] {
  const needed = rise.times(explainedShare);
  let explained = new Decimal(0);
  for (const [index, resource] of resources.slice(0, maxResources).entries()) {
    explained = explained.plus(resource.rise);
    if (explained.greaterThanOrEqualTo(needed)) {
      return resources.slice(0, index + 1).map(({ id, name }) => ({ id, name }));
    }
  }
  return [];
}
