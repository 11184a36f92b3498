import type { Context } from '../../../platform/kernel/context.js';
import { addDays } from '../../../platform/lib/days.js';
import { groupBy } from '../../../platform/lib/group-by.js';
import { formatDate } from '../../../platform/lib/time.js';
import { resolveSeriesQuery, searchReport, type FoundAnomaly } from '../anomalies/index.js';
import { isReported, riseOf } from './reported-rise.js';

/** What a notification would have reported. */
export interface Backtest {
  startDate: string;
  endDate: string;
  currency: string;
  /** All anomalies of these days, whatever their rise. */
  anomalyCount: number;
  /** Series that are not searched, because the report has too many. */
  leftOut: number;
  /** Days with anomalies that are reported, the newest first; each with the largest rise first. */
  days: { date: string; anomalies: FoundAnomaly[] }[];
}

/** What a notification with this threshold would have reported in the last days, with the costs of today. */
export async function backtestNotification(
  ctx: Context,
  { report, threshold, days }: { report: string; threshold: number; days: number },
): Promise<Backtest> {
  const today = formatDate(ctx.now);
  const startDate = addDays(today, -days);
  const query = await resolveSeriesQuery(ctx, report);
  const { searched, leftOut } = await searchReport(ctx, query);
  const found = searched.flatMap((each) => each.found).filter(({ day }) => day >= startDate);
  const reported = found.filter((anomaly) => isReported(threshold, figuresOf(anomaly)));
  return {
    startDate,
    endDate: addDays(today, -1),
    currency: query.query.conversion.to,
    anomalyCount: found.length,
    leftOut,
    days: [...groupBy(reported, ({ day }) => day)]
      .map(([date, anomalies]) => ({ date, anomalies: anomalies.toSorted(byRise) }))
      .toSorted((a, b) => (a.date < b.date ? 1 : -1)),
  };
}

const figuresOf = ({ amount, expected }: FoundAnomaly) => ({ amount, expected_amount: expected });

const byRise = (a: FoundAnomaly, b: FoundAnomaly) =>
  riseOf(figuresOf(b)).comparedTo(riseOf(figuresOf(a)));
