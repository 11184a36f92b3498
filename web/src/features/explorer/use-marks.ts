import { useMemo } from 'react';
import { useGet } from '../../api/queries.js';
import type { Mark } from '../../parts/chart/chart-data.js';

export interface DatedMark extends Mark {
  day: string;
  /** The page that has more about it. */
  to?: string;
}

/** The annotations of a report as marks, each at the bin that contains its date. */
export function useMarks(report: string | undefined, bins: readonly string[]): DatedMark[] {
  const { data } = useGet(
    '/v2/annotations',
    { query: { report_token: report, limit: 1000 } },
    { enabled: report !== undefined },
  );
  return useMemo(
    () =>
      (data?.annotations ?? []).flatMap(({ date, message, title }) => {
        const day = date?.slice(0, 10);
        const bin = day && bins.findLast((start) => start.slice(0, 10) <= day);
        return bin ? [{ bin, day, text: message ?? title }] : [];
      }),
    [data, bins],
  );
}
