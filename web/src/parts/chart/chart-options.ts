import type { EChartsCoreOption } from 'echarts/core';
import { formatBin, lastDayOf } from '../../lib/dates.js';
import { approximate } from '../../lib/decimal.js';
import { formatCompactMoney } from '../../lib/money.js';
import { isMissing, otherColour } from '../../lib/palette.js';
import type { Series } from '../../lib/series.js';
import type { ChartData } from './chart-data.js';
import { forecastSeries, markSeries } from './overlays.js';
import { tooltipElement } from './tooltip.js';

/** The options of ECharts. Amounts become approximate numbers here, because they only position pixels. */
export function chartOptions(data: ChartData, isDark: boolean): EChartsCoreOption {
  const ink = isDark ? '#a9b0bb' : '#5a6270';
  const shared = {
    animation: false,
    textStyle: { fontFamily: 'inherit', color: ink },
    tooltip: {
      trigger: data.kind === 'pie' ? 'item' : 'axis',
      confine: true,
      backgroundColor: isDark ? '#22252c' : '#ffffff',
      borderColor: isDark ? '#3a3f49' : '#d9dde3',
      textStyle: { color: isDark ? '#e6e8ec' : '#1c2026', fontSize: 12 },
      axisPointer: { type: data.kind === 'bar' ? 'shadow' : 'line' },
      formatter: (items: unknown) => tooltipElement(items, data),
    },
  };
  return data.kind === 'pie'
    ? { ...shared, series: [pie(data, isDark)] }
    : {
        ...shared,
        ...axes(data, ink, isDark),
        series: [
          ...data.series.map((each) => seriesOption(each, data)),
          ...forecastSeries(data, ink),
          ...markSeries(data, ink),
        ],
      };
}

function axes({ bins, bin, currency }: ChartData, ink: string, isDark: boolean) {
  const line = { lineStyle: { color: isDark ? '#2e323a' : '#e8eaee' } };
  return {
    grid: { left: 8, right: 8, top: 12, bottom: 4, containLabel: true },
    xAxis: {
      type: 'category',
      data: bins,
      axisLine: line,
      axisTick: { show: false },
      axisLabel: {
        color: ink,
        hideOverlap: true,
        formatter: (start: string) => formatBin(start, bin),
      },
    },
    yAxis: {
      type: 'value',
      splitLine: line,
      axisLabel: {
        color: ink,
        formatter: (value: number) => formatCompactMoney(String(value), currency),
      },
    },
  };
}

const hatching = { symbol: 'rect', dashArrayX: [1, 0], dashArrayY: [3, 3], rotation: Math.PI / 4 };

function seriesOption(
  { name, amounts }: Series,
  { kind, bins, bin: granularity, colours, completeThrough }: ChartData,
) {
  const color = colours.get(name) ?? otherColour;
  const isIncomplete = (bin: string) =>
    Boolean(completeThrough && lastDayOf(bin, granularity) > completeThrough);
  const decal = { ...hatching, color: 'rgba(255, 255, 255, 0.55)' };
  const isBar = kind === 'bar';
  return {
    name,
    type: isBar ? 'bar' : 'line',
    ...(kind === 'line' ? {} : { stack: 'all' }),
    ...(kind === 'area' ? { areaStyle: { opacity: 0.35 } } : {}),
    showSymbol: false,
    barCategoryGap: '20%',
    itemStyle: { color, ...(isMissing(name) ? { decal } : {}) },
    lineStyle: { width: 2, color },
    emphasis: { focus: 'series' },
    data: amounts.map((amount, index) => ({
      value: approximate(amount),
      ...(isBar && isIncomplete(bins[index]!) ? { itemStyle: { decal, opacity: 0.75 } } : {}),
    })),
  };
}

function pie({ series, colours }: ChartData, isDark: boolean) {
  return {
    type: 'pie',
    radius: ['45%', '78%'],
    label: { color: isDark ? '#e6e8ec' : '#1c2026' },
    emphasis: { focus: 'self' },
    // A pie cannot show zero or negative totals.
    data: series
      .filter(({ total }) => approximate(total) > 0)
      .map(({ name, total }) => ({
        name,
        value: approximate(total),
        itemStyle: { color: colours.get(name) ?? otherColour },
      })),
  };
}
