import { approximate } from '../../lib/decimal.js';
import type { ChartData } from './chart-data.js';

export const forecastName = 'Forecast';

/** The forecast as dashed bars or a dashed line, with its confidence band. */
export function forecastSeries({ kind, forecast }: ChartData, ink: string): object[] {
  if (!forecast) return [];
  const numbers = (amounts: readonly (string | null)[]) =>
    amounts.map((amount) => (amount === null ? null : approximate(amount)));
  const amounts = numbers(forecast.amounts);
  const dashed =
    kind === 'bar'
      ? {
          name: forecastName,
          type: 'bar',
          stack: 'all',
          itemStyle: { color: 'transparent', borderColor: ink, borderType: 'dashed' },
          data: amounts,
        }
      : {
          name: forecastName,
          type: 'line',
          showSymbol: false,
          lineStyle: { type: 'dashed', width: 2, color: ink },
          itemStyle: { color: ink },
          data: amounts,
        };
  if (!forecast.lower || !forecast.upper) return [dashed];
  const lower = numbers(forecast.lower);
  const width = numbers(forecast.upper).map((upper, index) =>
    upper === null ? null : upper - lower[index]!,
  );
  return [dashed, ...band(lower, width, ink)];
}

/** ECharts has no bands, so a filled line is stacked on an invisible one. */
function band(lower: (number | null)[], width: (number | null)[], ink: string): object[] {
  const edge = {
    type: 'line',
    stack: 'band',
    stackStrategy: 'all',
    showSymbol: false,
    silent: true,
    lineStyle: { opacity: 0 },
    tooltip: { show: false },
  };
  return [
    { ...edge, name: 'Forecast, lower bound', data: lower },
    {
      ...edge,
      name: 'Forecast, upper bound',
      data: width,
      areaStyle: { color: ink, opacity: 0.15 },
    },
  ];
}

/** Annotations as marks on the axis; the page lists their texts below the chart. */
export function markSeries({ marks = [] }: ChartData, ink: string): object[] {
  if (marks.length === 0) return [];
  const line = {
    symbol: ['none', 'pin'],
    symbolSize: 14,
    silent: true,
    lineStyle: { color: ink, type: 'dotted', width: 1 },
    label: { show: false },
    data: marks.map(({ bin }) => ({ xAxis: bin })),
  };
  return [{ type: 'line', name: 'Notes', data: [], markLine: line }];
}
