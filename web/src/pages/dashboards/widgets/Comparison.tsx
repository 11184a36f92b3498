import { Text } from '@mantine/core';
import type { CostSeries } from '../../../features/costs/use-cost-series.js';
import { comparesAll } from '../../../features/costs/ComparedChange.js';
import { formatDateRange } from '../../../lib/dates.js';
import { formatMoney } from '../../../lib/money.js';
import { Change } from '../../../parts/figures.js';

/** The change of the total over complete days, which are named where the total has others; or why there is none. */
export function Comparison({ costs }: { costs: CostSeries }) {
  const { comparison, total, currency } = costs;
  if (!comparison) return null;
  const current = formatDateRange(comparison.start_date, comparison.end_date);
  const previous = formatDateRange(comparison.previous_start_date, comparison.previous_end_date);
  const isOfTotal = comparesAll(comparison, { start: costs.start_date, end: costs.end_date });
  const { change } = total;
  const help = `${current} against ${previous}: only days whose costs are complete are compared.`;
  return (
    <Text size="sm" c="dimmed" title={help} component="div">
      {change ? (
        <>
          <Text span inherit fw={600}>
            <Change current={change.current} previous={change.previous} currency={currency} />
          </Text>{' '}
          {change.amount.startsWith('-') ? '' : '+'}
          {formatMoney(change.amount, currency)} {isOfTotal ? '' : `in ${current} `}against{' '}
          {previous}
        </>
      ) : (
        `${comparison.days_with_data} of ${comparison.days} days have data to compare with`
      )}
    </Text>
  );
}
