import { Text } from '@mantine/core';
import { useMemo } from 'react';
import type { Schemas } from '../../api/types.js';
import { type AnomalyEvent, describeKind } from '../../features/anomalies/anomaly.js';
import { formatDay } from '../../lib/dates.js';
import { compareDecimals, sumOf } from '../../lib/decimal.js';
import { formatMoney } from '../../lib/money.js';
import { coloursOf } from '../../lib/palette.js';
import { Chart } from '../../parts/chart/Chart.js';
import type { ChartData } from '../../parts/chart/chart-data.js';
import { SeriesLegend } from '../../parts/chart/SeriesLegend.js';

type AnomalyDays = Schemas['AnomalyDays'];

interface AnomalyChartProps extends AnomalyDays {
  anomaly: AnomalyEvent;
}

/** The costs of the series around the day as a line, in front of the range that they were expected in. */
export function AnomalyChart({ anomaly, days, currency }: AnomalyChartProps) {
  const data = useMemo(() => chartData(anomaly, { days, currency }), [anomaly, days, currency]);
  if (days.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        The report has no costs of this service around that day any more, so there is no chart. The
        figures above are those of the day on which the anomaly was found.
      </Text>
    );
  }
  const { service } = anomaly;
  const [first, last] = [days[0]!.date, days.at(-1)!.date];
  return (
    <figure className="chart-figure">
      <Chart
        label={`Daily costs of ${service} from ${formatDay(first)} to ${formatDay(last)} and their expected range; the anomaly is on ${formatDay(anomaly.anomaly_date)}`}
        height={300}
        {...data}
      />
      <SeriesLegend {...data} />
      <Text component="figcaption" size="xs" c="dimmed">
        Daily costs without taxes, credits, refunds and fees that are paid at once. The range of a
        day follows from the days before it.{restatedText(anomaly, { days, currency })}
      </Text>
    </figure>
  );
}

function chartData(anomaly: AnomalyEvent, { days, currency }: AnomalyDays): ChartData {
  const { service, anomaly_date: day } = anomaly;
  const amounts = days.map(({ amount }) => amount);
  return {
    kind: 'line',
    bins: days.map(({ date }) => date),
    bin: 'day',
    series: [{ name: service, amounts, total: sumOf(amounts) }],
    colours: coloursOf([service]),
    currency,
    expected: {
      lower: days.map((each) => each.expected_lower),
      upper: days.map((each) => each.expected_upper),
    },
    marks: days.some(({ date }) => date === day)
      ? [{ bin: day, text: describeKind(anomaly).label }]
      : [],
  };
}

/** Bills are restated after an anomaly was found; its figures stay as they were. */
function restatedText(anomaly: AnomalyEvent, { days, currency }: AnomalyDays): string {
  const now = days.find(({ date }) => date === anomaly.anomaly_date)?.amount;
  if (now === undefined || currency !== anomaly.currency) return '';
  if (compareDecimals(now, anomaly.amount) === 0) return '';
  return ` Since the anomaly was found, the costs of ${formatDay(anomaly.anomaly_date)} were restated to ${formatMoney(now, currency)}.`;
}
