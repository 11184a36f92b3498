import { useMemo } from 'react';
import type { DateRange } from '../../../../src/platform/lib/date-intervals.js';
import { groupBy } from '../../../../src/platform/lib/group-by.js';
import { useGet } from '../../api/queries.js';
import { formatMoney } from '../../lib/money.js';
import {
  anomaliesPath,
  type Anomaly,
  anomalyPage,
  describeKind,
  largestFirst,
  riseOf,
} from '../anomalies/anomaly.js';
import type { DatedMark } from './use-marks.js';

/** The anomalies of a report as marks, one per day, each at the bin that contains it. */
export function useAnomalyMarks(
  report: string | undefined,
  { start, end }: DateRange,
  bins: readonly string[],
): DatedMark[] {
  const { data } = useGet(
    anomaliesPath,
    { query: { cost_report_token: report, start_date: start, end_date: end, limit: 1000 } },
    { enabled: report !== undefined },
  );
  return useMemo(() => {
    if (report === undefined) return [];
    const byDay = groupBy(
      // While another report or range is loading, the response is that of the last one.
      (data?.anomaly_alerts ?? []).filter((each) => each.cost_report_token === report),
      ({ anomaly_date: day }) => day,
    );
    return [...byDay].toReversed().flatMap(([day, found]) => {
      const bin = bins.findLast((first) => first.slice(0, 10) <= day);
      return bin && day >= start && day <= end ? [{ bin, day, ...noteOf(found, report) }] : [];
    });
  }, [data, report, start, end, bins]);
}

/** `Anomaly: Spike in EC2, $65.00 more than expected`; of several, the largest. */
function noteOf(anomalies: readonly Anomaly[], report: string): { text: string; to: string } {
  const [first, ...others] = largestFirst(anomalies) as [Anomaly, ...Anomaly[]];
  const rise = formatMoney(riseOf(first), first.currency);
  const text = `${describeKind(first).label} in ${first.service}, ${rise} more than expected`;
  return others.length === 0
    ? { text: `Anomaly: ${text}`, to: anomalyPage(first.token) }
    : {
        text: `${anomalies.length} anomalies, the largest: ${text}`,
        to: `/anomalies?status=all&report=${report}`,
      };
}
