import type { Context } from '../../../platform/kernel/context.js';
import type { Row } from '../../../platform/kernel/rows.js';
import { Decimal } from '../../../platform/lib/decimal.js';
import { type ResourceRise, readRises } from './attribute-rise.js';
import { resolveSeriesQuery } from './read-cost-series.js';

/** What the impact of an anomaly consists of: the parts add up to it. */
export interface ExplainedImpact {
  drivers: ResourceRise[];
  /** What these resources do not explain; negative where they rose by more. */
  rest: Decimal;
}

/**
 * Splits the impact of an anomaly over the resources that cost the most more in its days than at the average
 * of the seven days before; null until a scan has computed the impact.
 */
export async function explainImpact(
  ctx: Context,
  anomaly: Row<'anomaly_alerts'>,
): Promise<ExplainedImpact | null> {
  const { impact, last_day: end, anomaly_date: start, cost_report_token: report } = anomaly;
  if (impact === null || end === null) return null;
  const query = await resolveSeriesQuery(ctx, report);
  const drivers = await readRises(ctx, query, anomaly, { start, end });
  const explained = drivers.reduce((sum, { rise }) => sum.plus(rise), new Decimal(0));
  return { drivers, rest: new Decimal(impact).minus(explained) };
}
