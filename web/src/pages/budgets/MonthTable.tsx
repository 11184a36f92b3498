import { Title } from '@mantine/core';
import { useMemo } from 'react';
import type { BudgetMonth } from '../../features/budgets/budget.js';
import { StateBadge } from '../../features/budgets/StateBadge.js';
import { firstOfMonth, formatBin, today } from '../../lib/dates.js';
import { minus } from '../../lib/decimal.js';
import { formatMoney, formatShare } from '../../lib/money.js';
import { type Column, DataTable } from '../../parts/DataTable.js';
import { Money } from '../../parts/figures.js';
import type { BudgetMonths } from './BudgetFigures.js';

/** The figures of the chart, the latest month first. */
export function MonthTable({ figures: { months, currency } }: { figures: BudgetMonths }) {
  const columns = useMemo(() => columnsOf(currency), [currency]);
  return (
    <section>
      <Title order={2} mb="sm">
        Months
      </Title>
      <DataTable
        label="Months"
        columns={columns}
        rows={months.toReversed()}
        keyOf={({ month }) => month}
      />
    </section>
  );
}

function columnsOf(currency: string): Column<BudgetMonth>[] {
  const money = (amount: string | null) =>
    amount === null ? '–' : <Money amount={amount} currency={currency} />;
  const current = firstOfMonth(today());
  return [
    { id: 'month', header: 'Month', cell: ({ month }) => formatBin(month, 'month') },
    { id: 'amount', header: 'Budget', isNumeric: true, cell: ({ amount }) => money(amount) },
    { id: 'spend', header: 'Costs', isNumeric: true, cell: ({ spend }) => money(spend) },
    {
      id: 'forecast',
      header: 'Forecast',
      isNumeric: true,
      cell: ({ forecast }) => money(forecast),
    },
    {
      id: 'difference',
      header: 'Over or under',
      isNumeric: true,
      cell: (row) => differenceText(row, currency),
    },
    {
      id: 'state',
      header: 'State',
      cell: ({ month, state, forecast }) =>
        month > current ? (
          'Upcoming'
        ) : (
          // A month that has ended can still have days to come on its bill.
          <StateBadge state={state} isPast={month < current && forecast === null} />
        ),
    },
  ];
}

/** Costs against the budget, `$4,964.21 over (19.3%)`; of months with a forecast, the expected costs. */
function differenceText({ amount, spend, forecast }: BudgetMonth, currency: string): string {
  const costs = forecast ?? spend;
  if (amount === null || costs === null) return '–';
  const difference = minus(costs, amount);
  const isUnder = difference.startsWith('-');
  const size = difference.replace('-', '');
  const share = formatShare(size, amount);
  return `${formatMoney(size, currency)} ${isUnder ? 'under' : 'over'}${share && ` (${share})`}`;
}
