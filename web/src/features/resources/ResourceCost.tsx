import { Text } from '@mantine/core';
import { formatDateRange } from '../../lib/dates.js';
import { Money } from '../../parts/figures.js';
import type { ResourceSummary } from './resource.js';

/** The days of a cost: “Feb 8 – Mar 9, 2026”. */
export function costDays({ start_date: start, end_date: end }: ResourceSummary): string {
  return start === null || end === null ? 'no bill yet' : formatDateRange(start, end);
}

/** The cost of 30 days, and apart from it what has no exchange rate. */
export function ResourceCost({ summary }: { summary: ResourceSummary }) {
  if (summary.end_date === null) return <span title="No bill has been imported">–</span>;
  return (
    <>
      <Money amount={summary.cost} currency={summary.currency} />
      {summary.unconverted_costs.map(({ currency, amount }) => (
        <Text key={currency} size="xs" c="dimmed" title="Without an exchange rate">
          and <Money amount={amount} currency={currency} />
        </Text>
      ))}
    </>
  );
}
