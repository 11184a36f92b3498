import { approximate, minus, sumOf } from '../../lib/decimal.js';
import { type ChartData, hasTotalLine, isIncomplete, overlayNames } from './chart-data.js';

/** Colours of a chart that do not belong to a series. */
export interface Inks {
  text: string;
  grid: string;
  ghost: string;
  /** The line on the second axis. */
  accent: string;
  /** The lines of budgets. */
  strongText: string;
}

const numbers = (amounts: readonly (string | null)[]) =>
  amounts.map((amount) => (amount === null ? null : approximate(amount)));

const totalAt = ({ series }: ChartData, index: number): string =>
  sumOf(series.map(({ amounts }) => amounts[index] ?? '0'));

/** The bin that the forecast continues: the last complete one before it. */
function lastBinBefore({ bins, forecast, ...data }: ChartData): number {
  const first = forecast!.amounts.findIndex((amount) => amount !== null);
  return bins.findLastIndex((start, index) => index < first && !isIncomplete(data, start));
}

/**
 * Amounts that begin with the total that they continue, so that the lines are joined. Days between both,
 * whose costs are incomplete, lie on the line from one to the other.
 */
function joined(data: ChartData, amounts: readonly (string | null)[]): (number | null)[] {
  const from = lastBinBefore(data);
  const to = amounts.findIndex((amount) => amount !== null);
  const points = numbers(amounts);
  if (from === -1 || to === -1) return points;
  const first = approximate(totalAt(data, from));
  const slope = (points[to]! - first) / (to - from);
  return points.map((point, index) =>
    index >= from && index < to ? first + slope * (index - from) : point,
  );
}

/** What bars of the forecast add to the costs that are billed so far. */
const stillToCome = (data: ChartData): (number | null)[] =>
  data.forecast!.amounts.map((amount, index) =>
    amount === null ? null : approximate(minus(amount, totalAt(data, index))),
  );

/** The forecast as dashed bars on top of the costs or a dashed line, with its confidence band. */
export function forecastSeries(data: ChartData, { text: ink }: Inks): object[] {
  const { kind, forecast } = data;
  if (!forecast) return [];
  const { forecast: name } = overlayNames(data);
  if (kind === 'bar') {
    return [
      {
        name,
        type: 'bar',
        stack: 'all',
        itemStyle: {
          color: 'transparent',
          borderColor: ink,
          borderType: 'dashed',
          borderRadius: [3, 3, 0, 0],
        },
        data: stillToCome(data),
      },
      ...band('Forecast', numbers(forecast.lower ?? []), numbers(forecast.upper ?? []), ink),
    ];
  }
  return [
    {
      name,
      type: 'line',
      showSymbol: false,
      lineStyle: { type: 'dashed', width: 1.5, color: ink },
      itemStyle: { color: ink },
      data: joined(data, forecast.amounts),
    },
    ...(forecast.lower && forecast.upper
      ? band('Forecast', joined(data, forecast.lower), joined(data, forecast.upper), ink)
      : []),
  ];
}

/** ECharts has no bands, so a filled line is stacked on an invisible one. */
function band(
  name: string,
  lower: (number | null)[],
  upper: (number | null)[],
  ink: string,
): object[] {
  if (lower.length === 0 || upper.length === 0) return [];
  const edge = {
    type: 'line',
    stack: `${name} band`,
    stackStrategy: 'all',
    showSymbol: false,
    silent: true,
    lineStyle: { opacity: 0 },
    tooltip: { show: false },
  };
  const width = upper.map((bound, index) => (bound === null ? null : bound - lower[index]!));
  return [
    { ...edge, name: `${name}, lower bound`, data: lower },
    {
      ...edge,
      name: `${name}, upper bound`,
      data: width,
      areaStyle: { color: ink, opacity: 0.12 },
    },
  ];
}

/** The earlier period: wide bars behind those of the chart, or a dashed line. */
export function previousSeries(data: ChartData, { ghost, text }: Inks): object[] {
  const { kind, previous } = data;
  if (!previous) return [];
  const shared = {
    name: overlayNames(data).previous,
    z: 1,
    silent: true,
    data: previous.map((bin) => (bin === null ? null : approximate(bin.amount))),
  };
  return kind === 'bar'
    ? [
        {
          ...shared,
          type: 'bar',
          // Bars of another axis are not moved aside by those of the first one.
          xAxisIndex: 1,
          barCategoryGap: '6%',
          itemStyle: { color: ghost, borderRadius: [3, 3, 0, 0] },
        },
      ]
    : [
        {
          ...shared,
          type: 'line',
          symbol: 'circle',
          // A single point has no line.
          showSymbol: previous.filter((bin) => bin !== null).length === 1,
          lineStyle: { type: [2, 4], width: 1.5, color: text, opacity: 0.8 },
          itemStyle: { color: text },
        },
      ];
}

/** The total as a thin line where the lines of a chart are its parts. */
export function totalSeries(data: ChartData, { text: ink }: Inks): object[] {
  if (!hasTotalLine(data)) return [];
  const amounts = data.bins.map((start, index) =>
    index < (data.series[0]?.amounts.length ?? 0) && !isIncomplete(data, start)
      ? approximate(totalAt(data, index))
      : null,
  );
  return [
    {
      name: overlayNames(data).total,
      type: 'line',
      showSymbol: false,
      silent: true,
      lineStyle: { width: 1.5, color: ink },
      itemStyle: { color: ink },
      data: amounts,
    },
  ];
}

/** Lines of several entities differ in their symbols too, not in colour alone. */
const symbols = ['circle', 'rect', 'triangle', 'diamond', 'emptyCircle', 'emptyRect'] as const;

/** Lines on the axis at the right. */
export function secondLineSeries({ secondLines = [] }: ChartData, { accent }: Inks): object[] {
  return secondLines.map(({ name, amounts, colour = accent }, index) => ({
    name,
    type: 'line',
    yAxisIndex: 1,
    z: 4,
    silent: true,
    connectNulls: true,
    symbol: symbols[index % symbols.length],
    symbolSize: secondLines.length === 1 ? 4 : 7,
    lineStyle: { width: 1.5, color: colour },
    itemStyle: { color: colour },
    data: numbers(amounts),
  }));
}

/** Budgets as lines with steps between bins, solid enough to be seen in front of bars. */
export function budgetSeries({ budgets = [], bins }: ChartData, { strongText }: Inks): object[] {
  return budgets.map(({ name, amounts }, index) => ({
    name,
    type: 'line',
    step: 'middle',
    z: 5,
    silent: true,
    symbol: 'circle',
    symbolSize: 6,
    // A single point has no line.
    showSymbol: bins.length === 1,
    lineStyle: { width: 2, color: strongText, type: index === 0 ? 'solid' : [6, 3] },
    itemStyle: { color: strongText },
    data: numbers(amounts),
  }));
}

/** The range that costs were expected in, as a band behind them. */
export const expectedSeries = ({ expected }: ChartData, { text: ink }: Inks): object[] =>
  expected ? band('Expected', numbers(expected.lower), numbers(expected.upper), ink) : [];

/** Annotations as marks on the axis; the page lists their texts below the chart. */
export function markSeries({ marks = [] }: ChartData, { text: ink }: Inks): object[] {
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
