import { fontFamily } from '../../lib/font.js';
import type { EChartsCoreOption } from 'echarts/core';
import { binLabel } from '../../lib/bin-days.js';
import { formatCompactMoney } from '../../lib/money.js';
import type { ChartData } from './chart-data.js';
import {
  budgetSeries,
  expectedSeries,
  forecastSeries,
  type Inks,
  markSeries,
  previousSeries,
  secondLineSeries,
  totalSeries,
} from './overlays.js';
import { pieOptions, seriesOptions } from './series-options.js';
import { tooltipElement } from './tooltip.js';

interface Theme extends Inks {
  surface: string;
  strongText: string;
  border: string;
  pointer: string;
}

const light: Theme = {
  text: '#5a6270',
  grid: '#eceef1',
  ghost: '#d3d8e0',
  accent: '#a3195b',
  surface: '#ffffff',
  strongText: '#1c2026',
  border: '#d9dde3',
  pointer: 'rgba(90, 98, 112, 0.08)',
};
const dark: Theme = {
  text: '#a9b0bb',
  grid: '#262a31',
  ghost: '#3d434e',
  accent: '#ff8fb4',
  surface: '#22252c',
  strongText: '#e6e8ec',
  border: '#3a3f49',
  pointer: 'rgba(200, 208, 220, 0.08)',
};

export const themeOf = (isDark: boolean): Theme => (isDark ? dark : light);

/** The options of ECharts. Amounts become approximate numbers here, because they only position pixels. */
export function chartOptions(data: ChartData, isDark: boolean): EChartsCoreOption {
  const theme = themeOf(isDark);
  const shared = {
    animation: false,
    textStyle: { fontFamily, color: theme.text },
    tooltip: {
      trigger: data.kind === 'pie' ? 'item' : 'axis',
      confine: true,
      padding: [10, 12],
      backgroundColor: theme.surface,
      borderColor: theme.border,
      textStyle: { color: theme.strongText, fontSize: 12 },
      extraCssText: 'border-radius: 8px; box-shadow: 0 4px 16px rgba(0, 0, 0, 0.12);',
      axisPointer: {
        type: data.kind === 'bar' ? 'shadow' : 'line',
        shadowStyle: { color: theme.pointer },
        lineStyle: { color: theme.text, type: 'solid', width: 1, opacity: 0.5 },
      },
      formatter: (items: unknown) => tooltipElement(items, data),
    },
  };
  if (data.kind === 'pie') {
    return { ...shared, series: [pieOptions(data, theme.surface)] };
  }
  return {
    ...shared,
    ...axes(data, theme),
    series: [
      ...previousSeries(data, theme),
      ...expectedSeries(data, theme),
      ...seriesOptions(data),
      ...totalSeries(data, theme),
      ...forecastSeries(data, theme),
      ...secondLineSeries(data, theme),
      ...budgetSeries(data, theme),
      ...markSeries(data, theme),
    ],
  };
}

function axes({ bins, bin, range, currency, secondLines = [] }: ChartData, { text, grid }: Theme) {
  const label = { color: text, fontSize: 11 };
  const money = {
    type: 'value',
    splitNumber: 4,
    axisLine: { show: false },
    axisTick: { show: false },
  };
  return {
    grid: { left: 4, right: 8, top: 16, bottom: 8, containLabel: true },
    xAxis: [
      {
        type: 'category',
        data: bins,
        axisLine: { lineStyle: { color: grid } },
        axisTick: { show: false },
        axisLabel: {
          ...label,
          margin: 10,
          hideOverlap: true,
          formatter: (start: string) => binLabel(start, bin, range),
        },
      },
      // That of the earlier period, whose bars lie behind the others.
      { type: 'category', data: bins, show: false, axisPointer: { show: false } },
    ],
    yAxis: [
      {
        ...money,
        splitLine: { lineStyle: { color: grid } },
        axisLabel: {
          ...label,
          formatter: (value: number) => formatCompactMoney(String(value), currency),
        },
      },
      {
        ...money,
        show: secondLines.length > 0,
        splitLine: { show: false },
        axisLabel: {
          ...label,
          formatter: (value: number) => secondLines[0]?.format(String(value)) ?? '',
        },
      },
    ],
  };
}
