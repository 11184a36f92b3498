import { useGet } from '../../api/untyped.js';
import type { Schemas } from '../../api/types.js';
import { firstOfMonth, today } from '../../lib/dates.js';
import { sumOf } from '../../lib/decimal.js';
import type { Segment } from './segment.js';

/** What a segment costs this month, with all below it; its report knows. */
export function useSegmentCosts({ report_token: report }: Segment) {
  const day = today();
  return useGet<Schemas['Costs']>(
    '/v2/costs',
    {
      cost_report_token: report ?? '',
      start_date: firstOfMonth(day),
      end_date: day,
      date_bin: 'month',
    },
    { enabled: report !== null },
  );
}

/** The part that no segment takes. */
export function unallocatedOf({ costs }: Schemas['Costs']): string {
  const rows = costs.filter((cost) => cost['segment'] === 'Unallocated');
  return sumOf(rows.map(({ amount }) => amount));
}
