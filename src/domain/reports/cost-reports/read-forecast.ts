import type { DateRange } from '../../../platform/lib/date-intervals.js';
import { addDays, lastOfMonth } from '../../../platform/lib/days.js';
import { ShapeFailure } from '../../../platform/lib/errors.js';
import type { Row } from '../../../platform/kernel/rows.js';
import type { Db } from '../../../platform/store/tables.js';
import { type ForecastSeries, lastForecastDay, readBaseline } from './baseline.js';
import { applyPlan, readPlan } from './planned-forecast.js';
import { rangeOf } from '../../costs/saved-reports/index.js';

/** The part of the requested range that lies ahead; by default the rest of the report's range or of the month. */
export function forecastRange(
  report: Row<'cost_reports'>,
  { start_date, end_date }: { start_date?: string; end_date?: string },
  today: string,
): DateRange {
  if (start_date && end_date && start_date > end_date) {
    throw new ShapeFailure(['start_date must not be after end_date']);
  }
  const tomorrow = addDays(today, 1);
  const reportEnd = rangeOf(report, today).end;
  const end = end_date ?? (reportEnd > today ? reportEnd : lastOfMonth(tomorrow));
  const latest = lastForecastDay(today);
  return {
    start: start_date && start_date > tomorrow ? start_date : tomorrow,
    end: end < latest ? end : latest,
  };
}

export interface Forecast {
  /** Day of the first amounts, and the number of days. */
  start: string;
  days: number;
  series: ForecastSeries[];
}

/** Reads the default forecast of a report: its baseline, or the planned forecast chosen for it. */
export async function readForecast(db: Db, report: string, range: DateRange): Promise<Forecast> {
  const baseline = await readBaseline(db, report, range);
  if (!baseline) return { start: range.start, days: 0, series: [] };
  const plan = await readPlan(db, report);
  return plan ? { ...baseline, series: await applyPlan(baseline, plan) } : baseline;
}
