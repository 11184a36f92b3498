import { Group } from '@mantine/core';
import type { AnomalyEvent } from '../../features/anomalies/anomaly.js';
import { RiseInMoney, RiseInPercent } from '../../features/anomalies/Rise.js';
import { formatDateRange, formatDay } from '../../lib/dates.js';
import { formatMoney } from '../../lib/money.js';
import { Figure, Money } from '../../parts/figures.js';

/** What an anomaly comes to so far, and the figures of its first day as they were when it was found. */
export function AnomalyFigures({ anomaly }: { anomaly: AnomalyEvent }) {
  const {
    currency,
    expected_lower: lower,
    expected_upper: upper,
    impact,
    last_day: last,
  } = anomaly;
  const money = (amount: string) => <Money amount={amount} currency={currency} isCompact />;
  return (
    <Group gap="xl" align="flex-start">
      {impact !== null && last !== null && (
        <Figure
          label={`Impact, ${formatDateRange(anomaly.anomaly_date, last)}`}
          help="Costs of these days less what they were expected to cost without the anomaly"
        >
          {money(impact)}
        </Figure>
      )}
      <Figure
        label={`Cost on ${formatDay(anomaly.anomaly_date)}`}
        help="Without taxes, credits, refunds and fees that are paid at once"
      >
        {money(anomaly.amount)}
      </Figure>
      <Figure
        label={`Expected, ${formatMoney(lower, currency)} to ${formatMoney(upper, currency)}`}
        help={
          anomaly.kind === 'drift'
            ? 'The level before the drift began'
            : 'From the days before, with their weekly pattern, trend and monthly charges'
        }
      >
        {money(anomaly.expected_amount)}
      </Figure>
      <Figure label="Rise" help="Cost of the day less what was expected">
        <RiseInMoney anomaly={anomaly} />
      </Figure>
      <Figure label="Rise in percent" help="Of what was expected">
        <RiseInPercent anomaly={anomaly} />
      </Figure>
      <Figure label="Day before" help="Cost of the day before">
        {money(anomaly.previous_amount)}
      </Figure>
      <Figure label="Average of seven days" help="Daily average of the seven days before">
        {money(anomaly.seven_day_average)}
      </Figure>
    </Group>
  );
}
