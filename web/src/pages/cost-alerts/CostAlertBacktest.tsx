import { Group, Text } from '@mantine/core';
import { useWorkspace } from '../../api/current-user.js';
import type { Answer, Body, Schemas } from '../../api/types.js';
import { BacktestBox } from '../../features/alerts/BacktestBox.js';
import { useBacktest } from '../../features/alerts/use-backtest.js';
import { useReports } from '../../features/cost-reports/use-reports.js';
import { useNames } from '../../features/costs/use-names.js';
import { formatNumber } from '../../lib/money.js';
import { DateText } from '../../parts/figures.js';
import { ChangeText } from './ChangeText.js';
import { nameOfChange } from './event-question.js';

type Backtest = Answer<'/v2/cost_alerts/backtest', 'post'>;

/** Changes of a day that are listed; the others are counted. */
const maxListed = 3;

/** On which days an alert would have reported changes, the latest first. */
export function CostAlertBacktest(props: {
  settings: Body<'/v2/cost_alerts/backtest', 'post'> | undefined;
}) {
  const backtest = useBacktest('/v2/cost_alerts/backtest', props.settings);
  return (
    <BacktestBox<Backtest>
      backtest={backtest}
      hint="Choose cost reports and a threshold to see on which days this alert would have notified people."
      count={({ days }) =>
        days.length === 1 ? 'on 1 day' : `on ${formatNumber(days.length)} days`
      }
    >
      {({ days }) => days.toReversed().map((day) => <Day key={day.date} day={day} />)}
    </BacktestBox>
  );
}

function Day({ day }: { day: Schemas['CostAlertBacktestDay'] }) {
  const currency = useWorkspace()?.currency ?? '';
  const names = useNames();
  const { reports } = useReports();
  const { date, event_count: count, events } = day;
  const listed = events.slice(0, maxListed);
  const more = count - listed.length;
  return (
    <li>
      <Text size="sm" fw={600}>
        <DateText day={date} />
      </Text>
      {listed.map(({ metadata, report_token: token }) => {
        const report = reports.find((each) => each.token === token);
        const name = nameOfChange(metadata, report, names);
        return (
          <Group key={`${token} ${name}`} gap="sm" justify="space-between" wrap="nowrap">
            <Text size="sm">{name}</Text>
            <Text size="sm" component="div" className="numeric">
              <ChangeText change={metadata} currency={currency} />
            </Text>
          </Group>
        );
      })}
      {more > 0 && (
        <Text size="xs" c="dimmed">
          {more === 1 ? '1 more group' : `${formatNumber(more)} more groups`}
        </Text>
      )}
    </li>
  );
}
