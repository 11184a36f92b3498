import { useMemo } from 'react';
import { sumOf } from '../../lib/decimal.js';
import { Chart } from '../../parts/chart/Chart.js';
import type { ChartData, Mark } from '../../parts/chart/chart-data.js';
import { SeriesLegend } from '../../parts/chart/SeriesLegend.js';
import type { ForecastMonths } from './forecast-months.js';

const name = 'Costs';
const colours = new Map([[name, '#3f72d2']]);

interface MonthChartProps {
  label: string;
  outlook: ForecastMonths;
  /** Where adjustments begin. */
  marks: readonly Mark[];
}

/** Costs as bars, the baseline on top of them with its range, and plan and budgets as lines. */
export function MonthChart({ label, outlook, marks }: MonthChartProps) {
  const data = useMemo(() => chartData(outlook, marks), [outlook, marks]);
  return (
    <figure className="chart-figure">
      <Chart label={label} height={300} {...data} />
      <SeriesLegend {...data} />
    </figure>
  );
}

function chartData(outlook: ForecastMonths, marks: readonly Mark[]): ChartData {
  const { months, currency, budgets, planned_by: plan, complete_through: through } = outlook;
  const amounts = months.map(({ spend }) => spend ?? '0.0');
  const isOpen = months.map(({ forecast_from: from }) => from !== null);
  const open = (values: readonly (string | null)[]) =>
    values.map((value, index) => (isOpen[index] ? value : null));
  return {
    kind: 'bar',
    bins: months.map(({ month }) => month),
    bin: 'month',
    series: [{ name, total: sumOf(amounts), amounts }],
    colours,
    currency,
    completeThrough: through,
    forecast: {
      amounts: open(months.map(({ baseline }) => baseline)),
      lower: months.map(({ lower_amount: lower }) => lower),
      upper: months.map(({ upper_amount: upper }) => upper),
    },
    budgets: [
      ...(plan
        ? [{ name: `Plan: ${plan.title}`, amounts: open(months.map((each) => each.plan)) }]
        : []),
      ...budgets.map((budget, index) => ({
        name: `Budget: ${budget.name}`,
        amounts: months.map((each) => each.budgets[index]?.amount ?? null),
      })),
    ],
    marks,
  };
}
