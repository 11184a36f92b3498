import { Group, Stack, Text } from '@mantine/core';
import type { Answer, Schemas } from '../../api/types.js';
import { Excess } from '../../features/budgets/Excess.js';
import { StateBadge } from '../../features/budgets/StateBadge.js';
import { UsedBar } from '../../features/budgets/UsedBar.js';
import { describeForecast } from '../../features/cost-reports/use-period-forecast.js';
import { firstOfMonth, formatBin, today } from '../../lib/dates.js';
import { minus } from '../../lib/decimal.js';
import { formatMoney, formatShare } from '../../lib/money.js';
import { Figure, Money } from '../../parts/figures.js';

export type BudgetMonths = Answer<'/v2/budgets/{budget_token}/months'>;

/** The current month of a budget in figures, and the sums until today. */
export function BudgetFigures({ figures }: { figures: BudgetMonths }) {
  const { currency } = figures;
  const current = figures.months.find(({ month }) => month === firstOfMonth(today()));
  if (!current) return null;
  const { amount, spend, forecast, state } = current;
  const left = amount !== null && spend !== null ? minus(amount, spend) : null;
  const isOver = left?.startsWith('-') ?? false;
  return (
    <Stack gap="sm">
      <Group gap="xl" align="flex-start">
        <MonthFigure
          label={`Budget of ${formatBin(current.month, 'month')}`}
          help="Budget of the whole month"
          amount={amount}
          currency={currency}
        />
        <MonthFigure
          label="Spent so far"
          help="Accrued costs of the month"
          amount={spend}
          currency={currency}
        />
        <MonthFigure
          label={isOver ? 'Over budget by' : 'Left'}
          help="Budget less accrued costs"
          amount={left && left.replace('-', '')}
          currency={currency}
        />
        <div>
          <MonthFigure
            label="Forecast"
            help={describeForecast(current)}
            amount={forecast}
            currency={currency}
          />
          <Excess {...current} currency={currency} />
        </div>
        <StateBadge state={state} />
      </Group>
      <div className="budget-used">
        <UsedBar {...current} />
      </div>
      <Group gap="lg" style={{ rowGap: 4 }}>
        <Sum label="Month to date" sum={figures.month_to_date} currency={currency} />
        <Sum label="Year to date" sum={figures.year_to_date} currency={currency} />
        <Sum label="Since the first budget" sum={figures.total_to_date} currency={currency} />
      </Group>
    </Stack>
  );
}

interface MonthFigureProps {
  label: string;
  help: string;
  amount: string | null;
  currency: string;
}

const MonthFigure = ({ label, help, amount, currency }: MonthFigureProps) => (
  <Figure label={label} help={help}>
    {amount === null ? '–' : <Money amount={amount} currency={currency} isCompact />}
  </Figure>
);

interface SumProps {
  label: string;
  sum: Schemas['BudgetToDate'];
  currency: string;
}

/** `Month to date: $30,678.50 of $25,714.29, 19.3% over`. The current month counts with its elapsed days. */
function Sum({ label, sum: { amount, spend }, currency }: SumProps) {
  if (spend === null) return null;
  const difference = minus(spend, amount);
  const over = formatShare(difference.replace('-', ''), amount);
  return (
    <Text size="sm">
      <Text span inherit c="dimmed">
        {label}:
      </Text>{' '}
      {formatMoney(spend, currency)} of {formatMoney(amount, currency)}
      {over && `, ${over} ${difference.startsWith('-') ? 'under' : 'over'}`}
    </Text>
  );
}
