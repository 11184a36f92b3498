import { Text } from '@mantine/core';
import { formatDay } from '../../lib/dates.js';
import { minus } from '../../lib/decimal.js';
import { formatMoney } from '../../lib/money.js';
import type { BudgetMonth } from './budget.js';

type ExcessProps = Pick<BudgetMonth, 'amount' | 'forecast' | 'forecast_from' | 'exceeded_on'> & {
  currency: string;
};

/** `$15.00 over, from Mar 30, 2026`: by how much the forecast exceeds the budget, and when it is passed. */
export function Excess({
  amount,
  forecast,
  forecast_from: from,
  exceeded_on: day,
  currency,
}: ExcessProps) {
  if (amount === null || forecast === null || day === null) return null;
  const isAhead = from !== null && day >= from;
  return (
    <Text size="xs" c="dimmed">
      {formatMoney(minus(forecast, amount), currency)} over
      {isAhead ? `, expected on ${formatDay(day)}` : `, passed on ${formatDay(day)}`}
    </Text>
  );
}
