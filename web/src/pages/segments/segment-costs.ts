import { useGet } from '../../api/queries.js';
import type { Schemas } from '../../api/types.js';
import { firstOfMonth, today } from '../../lib/dates.js';
import { sumOf } from '../../lib/decimal.js';
import type { Segment } from './segment.js';

/** The costs of a segment this month, child segments included, from its cost report. */
export function useSegmentCosts({ report_token: report }: Segment) {
  const day = today();
  const query = {
    cost_report_token: report ?? '',
    start_date: firstOfMonth(day),
    end_date: day,
    date_bin: 'month',
  } as const;
  return useGet('/v2/costs', { query }, { enabled: report !== null });
}

/** The costs that no segment of the tree matches. */
export function unallocatedOf({ costs }: Schemas['Costs']): string {
  const rows = costs.filter(({ segment }) => segment === 'Unallocated');
  return sumOf(rows.map(({ amount }) => amount));
}
