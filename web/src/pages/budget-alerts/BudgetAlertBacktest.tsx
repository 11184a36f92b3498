import { Group, Text } from '@mantine/core';
import { useWorkspace } from '../../api/current-user.js';
import type { Answer, Body } from '../../api/types.js';
import { BacktestBox } from '../../features/alerts/BacktestBox.js';
import { useBacktest } from '../../features/alerts/use-backtest.js';
import { formatMoney, formatNumber } from '../../lib/money.js';
import { DateText } from '../../parts/figures.js';

type Backtest = Answer<'/v2/budget_alerts/backtest', 'post'>;

interface BudgetAlertBacktestProps {
  settings: Body<'/v2/budget_alerts/backtest', 'post'> | undefined;
  nameOf: (token: string) => string;
}

/** On which days an alert would have fired for its budgets, the latest first. */
export function BudgetAlertBacktest({ settings, nameOf }: BudgetAlertBacktestProps) {
  const currency = useWorkspace()?.currency ?? '';
  const backtest = useBacktest('/v2/budget_alerts/backtest', settings);
  return (
    <BacktestBox<Backtest>
      backtest={backtest}
      hint="Choose budgets to see on which days this alert would have notified people."
      count={({ days }) => (days.length === 1 ? 'once' : `${formatNumber(days.length)} times`)}
    >
      {({ days }) =>
        days
          .toReversed()
          .map(({ date, budget_token: budget, spend, amount, percent_used: used }) => (
            <li key={`${date} ${budget}`}>
              <Text size="sm" fw={600}>
                <DateText day={date} />
              </Text>
              <Group gap="sm" justify="space-between">
                <Text size="sm">{nameOf(budget)}</Text>
                <Text size="sm">
                  {formatMoney(spend, currency)} of {formatMoney(amount, currency)}
                  {used !== null && ` (${Number(used)}%)`}
                </Text>
              </Group>
            </li>
          ))
      }
    </BacktestBox>
  );
}
