import { Text } from '@mantine/core';
import type { CostSeries } from '../../../features/costs/use-cost-series.js';
import { formatDay } from '../../../lib/dates.js';
import { formatMoney } from '../../../lib/money.js';
import { Change } from '../../../parts/figures.js';

/** The change of the total over complete days, or why there is none. */
export function Comparison({ costs: { comparison, total, currency } }: { costs: CostSeries }) {
  if (!comparison) return null;
  const previous = `${formatDay(comparison.previous_start_date)} to ${formatDay(comparison.previous_end_date)}`;
  const current = `${formatDay(comparison.start_date)} to ${formatDay(comparison.end_date)}`;
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
          {formatMoney(change.amount, currency)} against {previous}
        </>
      ) : (
        `${comparison.days_with_data} of ${comparison.days} days have data to compare with`
      )}
    </Text>
  );
}
