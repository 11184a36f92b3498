import { useMemo } from 'react';
import { approximate, minus, percentOf, sumOf } from '../../lib/decimal.js';
import { formatPercent } from '../../lib/money.js';
import { Chart } from '../../parts/chart/Chart.js';
import type { ChartData } from '../../parts/chart/chart-data.js';
import { legendOverlays } from '../../parts/chart/legend-overlays.js';
import type { Efficiency } from './levels.js';

const colours = new Map([
  ['Used', '#3f72d2'],
  ['Idle', '#c9853a'],
]);

/** Used and idle cost by bin as bars, and efficiency as a line. */
export function EfficiencyChart({ days }: { days: Efficiency }) {
  const data = useMemo(() => chartData(days), [days]);
  return (
    <figure className="chart-figure">
      <Chart
        label={`Used cost, idle cost and efficiency by ${days.date_bin}; the table below has the figures by group`}
        height={280}
        {...data}
      />
      <ul className="chart-legend" aria-label="Legend">
        {data.series.map(({ name }) => (
          <li key={name}>
            <span className="chart-legend-entry">
              <span className="swatch" style={{ background: colours.get(name) }} />
              {name}
            </span>
          </li>
        ))}
        {legendOverlays(data).map((overlay) => (
          <li key={overlay.name}>
            <span className="chart-legend-entry">
              <span className={`swatch swatch-${overlay.swatch}`} />
              {overlay.name}
            </span>
          </li>
        ))}
      </ul>
    </figure>
  );
}

function chartData({ figures, currency, date_bin: bin, ...days }: Efficiency): ChartData {
  const own = figures.filter((figure) => figure.currency === currency);
  const bins = [...new Set(own.map(({ date }) => date))];
  const sums = bins.map((start) => {
    const ofDay = own.filter(({ date }) => date === start);
    const amount = sumOf(ofDay.map((figure) => figure.amount));
    const idle = sumOf(ofDay.map((figure) => figure.idle_cost));
    return { amount, idle, used: minus(amount, idle) };
  });
  const series = (name: string, amounts: string[]) => ({ name, amounts, total: sumOf(amounts) });
  return {
    kind: 'bar',
    bins,
    bin,
    range: { start: days.start_date, end: days.end_date },
    series: [
      series(
        'Used',
        sums.map(({ used }) => used),
      ),
      series(
        'Idle',
        sums.map(({ idle }) => idle),
      ),
    ],
    colours,
    currency,
    secondLines: [
      {
        name: 'Efficiency',
        amounts: sums.map(({ amount, used }) =>
          approximate(amount) === 0 ? null : percentOf(used, amount),
        ),
        format: (percent) => formatPercent(approximate(percent) / 100),
      },
    ],
  };
}
