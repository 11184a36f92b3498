import { useMemo } from 'react';
import { firstOfMonth, today } from '../../lib/dates.js';
import { sumOf } from '../../lib/decimal.js';
import { Chart } from '../../parts/chart/Chart.js';
import type { ChartData } from '../../parts/chart/chart-data.js';
import { SeriesLegend } from '../../parts/chart/SeriesLegend.js';
import type { BudgetMonths } from './BudgetFigures.js';

const name = 'Costs';
const colours = new Map([[name, '#3f72d2']]);
/** Two years and the months ahead; the table has all of them. */
const maxMonths = 30;

/** Costs as bars, the forecast on top of them or after them, and the budget as a line. */
export function BudgetChart({ name: budget, figures }: { name: string; figures: BudgetMonths }) {
  const data = useMemo(() => chartData(figures), [figures]);
  return (
    <figure className="chart-figure">
      <Chart
        label={`Costs, forecast and budget of ${budget} by month; the table below has the figures`}
        height={300}
        {...data}
      />
      <SeriesLegend {...data} />
    </figure>
  );
}

function chartData({ months, currency, complete_through: through }: BudgetMonths): ChartData {
  const shown = months.slice(-maxMonths);
  const current = firstOfMonth(today());
  const amounts = shown.filter(({ month }) => month <= current).map(({ spend }) => spend ?? '0.0');
  return {
    kind: 'bar',
    bins: shown.map(({ month }) => month),
    bin: 'month',
    series: [{ name, total: sumOf(amounts), amounts }],
    colours,
    currency,
    completeThrough: through,
    forecast: shown.some(({ forecast }) => forecast !== null)
      ? { amounts: shown.map(({ forecast }) => forecast) }
      : undefined,
    budgets: [{ name: 'Budget', amounts: shown.map(({ amount }) => amount) }],
  };
}
