import { addDays, daysIn } from '../../../platform/lib/days.js';
import type { CostSeries, SeriesKey } from './read-cost-series.js';
import { type FoundAnomaly, amountOn } from './search-series.js';

/** A stored anomaly, as far as it decides whether another one is the same event. */
export interface KnownAnomaly extends SeriesKey {
  token: string;
  anomaly_date: string;
  kind: FoundAnomaly['kind'];
  expected_upper: string;
  last_day: string | null;
  impact: string | null;
  is_over: boolean;
  accepted_on: string | null;
}

/** Restated bills move the first day of an event by no more than this. */
const maxMoveDays = 7;
/** A drift becomes clear gradually. */
const maxDriftMoveDays = 14;

export const seriesKey = ({ provider, service, category }: SeriesKey): string =>
  JSON.stringify([provider, service, category]);

/**
 * The anomalies of a series that are not stored yet. Late and restated bills can move the first day of an
 * event. So one is also known if a stored one, which is no longer found on its own day, is part of the
 * same episode: all days between them exceed what was expected.
 */
export function findNew(
  series: CostSeries,
  found: readonly FoundAnomaly[],
  known: readonly KnownAnomaly[],
): FoundAnomaly[] {
  const foundDays = new Set(found.map(({ day }) => day));
  const knownDays = new Set(known.map(({ anomaly_date: day }) => day));
  const moved = known.filter(({ anomaly_date: day }) => !foundDays.has(day));
  return found.filter((anomaly) => {
    if (knownDays.has(anomaly.day)) return false;
    const same = moved.findIndex((stored) => isSameEvent(series, stored, anomaly));
    if (same === -1) return true;
    moved.splice(same, 1);
    return false;
  });
}

function isSameEvent(series: CostSeries, stored: KnownAnomaly, found: FoundAnomaly): boolean {
  const [start, end] = [stored.anomaly_date, found.day].toSorted() as [string, string];
  const daysApart = daysIn({ start, end }) - 1;
  if (stored.kind === 'drift' || found.kind === 'drift') return daysApart <= maxDriftMoveDays;
  if (daysApart > maxMoveDays) return false;
  const upper = Math.min(Number(stored.expected_upper), Number(found.upper));
  for (let day = start; day <= end; day = addDays(day, 1)) {
    if (amountOn(series, day) <= upper) return false;
  }
  return true;
}
