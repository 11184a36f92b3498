import { Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { asProblem, messagesByField } from '../../api/problem.js';
import { formatDay } from '../../lib/dates.js';
import type { useBacktest } from './use-backtest.js';
import './alerts.css';

interface Backtested {
  start_date: string;
  end_date: string;
  complete_through?: string | null;
  days: readonly unknown[];
}

interface BacktestBoxProps<Data extends Backtested> {
  backtest: Omit<ReturnType<typeof useBacktest>, 'data'> & { data: Data | undefined };
  /** What is missing before the settings can be tested. */
  hint: string;
  /** `on 3 days` */
  count: (data: Data) => string;
  /** Its days, as items of a list. */
  children: (data: Data) => ReactNode;
}

/** On which days an alert with the settings of a form would have notified people. */
export function BacktestBox<Data extends Backtested>(props: BacktestBoxProps<Data>) {
  const { backtest, hint, count, children } = props;
  const { data, error, isPending, isStale } = backtest;
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="backtest" aria-busy={isPending}>
      <Stack gap="sm">
        <Title order={2} id="backtest">
          Backtest
        </Title>
        {error !== null && (
          <Text size="sm" role="alert">
            These settings cannot be tested. {sentencesOf(error)}
          </Text>
        )}
        {error === null && !data && (
          <Text size="sm" c="dimmed">
            {isPending ? 'Testing these settings on past costs …' : hint}
          </Text>
        )}
        {error === null && data && (
          <div className={isStale ? 'stale' : ''}>
            <Text size="sm" role="status">
              {data.days.length === 0
                ? `With these settings you would not have been notified ${rangeOf(data)}.`
                : `With these settings you would have been notified ${count(data)} ${rangeOf(data)}:`}
            </Text>
            {data.days.length > 0 && (
              <div className="backtest-days" tabIndex={0} role="region" aria-label="Days">
                <ul>{children(data)}</ul>
              </div>
            )}
            <Text size="xs" c="dimmed" mt="xs">
              As if the costs of each day had arrived right after it.{completeText(data)}
            </Text>
          </div>
        )}
      </Stack>
    </Paper>
  );
}

/** The API's own words, with fields named as in forms. */
const sentencesOf = (error: unknown): string =>
  messagesByField(asProblem(error).messages, []).rest.join(' ');

const rangeOf = ({ start_date: start, end_date: end }: Backtested): string =>
  `between ${formatDay(start)} and ${formatDay(end)}`;

function completeText({ complete_through: through, end_date: end }: Backtested): string {
  if (through === undefined || (through !== null && through >= end)) return '';
  return through === null
    ? ' No day of these costs is complete yet.'
    : ` Costs are complete through ${formatDay(through)}; later days may be missing.`;
}
