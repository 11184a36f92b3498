import { useMemo } from 'react';
import { type ListAnswer, useGet } from '../../api/queries.js';
import type { Mark } from '../../parts/chart/chart-data.js';

interface Annotation {
  date: string | null;
  message: string | null;
  title: string;
}

/** Notes of a report, each at the bin that holds its day. */
export function useMarks(report: string | undefined, bins: readonly string[]): DatedMark[] {
  const { data } = useGet<ListAnswer>(
    '/v2/annotations',
    { report_token: report, limit: 1000 },
    { enabled: report !== undefined },
  );
  return useMemo(() => {
    const notes = (data?.['annotations'] ?? []) as Annotation[];
    return notes.flatMap(({ date, message, title }) => {
      const day = date?.slice(0, 10);
      const bin = day && bins.findLast((start) => start.slice(0, 10) <= day);
      return bin ? [{ bin, day, text: message ?? title }] : [];
    });
  }, [data, bins]);
}

export interface DatedMark extends Mark {
  day: string;
}
