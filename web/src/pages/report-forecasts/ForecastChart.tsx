import { useComputedColorScheme } from '@mantine/core';
import type { ECharts, EChartsCoreOption } from 'echarts/core';
import { useEffect, useRef } from 'react';
import { formatBin } from '../../lib/dates.js';
import { approximate, minus } from '../../lib/decimal.js';
import { formatCompactMoney, formatMoney } from '../../lib/money.js';
import { init } from '../../parts/chart/echarts.js';
import type { PeriodForecast } from '../../features/cost-reports/use-period-forecast.js';

interface ChartData {
  /** Costs by day. */
  actual: ReadonlyMap<string, string>;
  forecast: readonly ForecastDay[];
  currency: string;
}

type ForecastDay = PeriodForecast['days'][number];

/** Actual costs as a line, the forecast as its dashed continuation, and the range of the forecast as a band. */
export function ForecastChart({
  label,
  actual,
  forecast,
  currency,
}: ChartData & { label: string }) {
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<ECharts>(null);
  const isDark = useComputedColorScheme('light') === 'dark';
  useEffect(() => {
    const instance = init(box.current);
    chart.current = instance;
    const observer = new ResizeObserver(() => instance.resize());
    observer.observe(box.current!);
    return () => {
      observer.disconnect();
      instance.dispose();
    };
  }, []);
  useEffect(() => {
    const options = optionsOf({ actual, forecast, currency }, isDark);
    chart.current?.setOption(options, { notMerge: true });
  }, [actual, forecast, currency, isDark]);
  return <div ref={box} role="img" aria-label={label} style={{ height: 280, width: '100%' }} />;
}

const colour = '#3f72d2';

function optionsOf({ actual, forecast, currency }: ChartData, isDark: boolean): EChartsCoreOption {
  const ink = isDark ? '#a9b0bb' : '#5a6270';
  const line = { lineStyle: { color: isDark ? '#2e323a' : '#e8eaee' } };
  const forecastByDay = new Map(forecast.map((cost) => [cost.date, cost]));
  const days = [...new Set([...actual.keys(), ...forecastByDay.keys()])].toSorted();
  // ECharts leaves a gap where there is no number.
  const points = (amountOf: (day: string) => string | null | undefined) =>
    days.map((day) => {
      const amount = amountOf(day);
      return amount === null || amount === undefined ? '-' : approximate(amount);
    });
  const lineSeries = { type: 'line', showSymbol: false, itemStyle: { color: colour } };
  const band = { ...lineSeries, stack: 'band', silent: true, lineStyle: { opacity: 0 } };
  return {
    animation: false,
    textStyle: { fontFamily: 'inherit', color: ink },
    grid: { left: 8, right: 8, top: 12, bottom: 4, containLabel: true },
    tooltip: {
      trigger: 'axis',
      confine: true,
      backgroundColor: isDark ? '#22252c' : '#ffffff',
      borderColor: isDark ? '#3a3f49' : '#d9dde3',
      textStyle: { color: isDark ? '#e6e8ec' : '#1c2026', fontSize: 12 },
      formatter: (hits: { name: string }[]) =>
        tooltipOf(hits[0]!.name, actual, forecastByDay, currency),
    },
    xAxis: {
      type: 'category',
      data: days,
      axisLine: line,
      axisTick: { show: false },
      axisLabel: {
        color: ink,
        hideOverlap: true,
        formatter: (day: string) => formatBin(day, 'day'),
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
    series: [
      { ...band, data: points((day) => forecastByDay.get(day)?.lower_amount) },
      {
        ...band,
        areaStyle: { color: colour, opacity: 0.18 },
        data: points((day) => bandHeight(forecastByDay.get(day))),
      },
      { ...lineSeries, lineStyle: { width: 2 }, data: points((day) => actual.get(day)) },
      {
        ...lineSeries,
        lineStyle: { width: 2, type: 'dashed' },
        data: points((day) => forecastByDay.get(day)?.amount),
      },
    ],
  };
}

/** The height of the band above its lower bound, which it is stacked on. */
const bandHeight = (cost: ForecastDay | undefined): string | null =>
  cost?.lower_amount && cost.upper_amount ? minus(cost.upper_amount, cost.lower_amount) : null;

/** Built from elements, because the content security policy allows no inline styles. */
function tooltipOf(
  day: string,
  actual: ReadonlyMap<string, string>,
  forecastByDay: ReadonlyMap<string, ForecastDay>,
  currency: string,
): HTMLElement {
  const box = document.createElement('div');
  const texts = [formatBin(day, 'day')];
  const cost = actual.get(day);
  if (cost) texts.push(formatMoney(cost, currency));
  const forecast = forecastByDay.get(day);
  if (forecast) texts.push(`Forecast: ${formatMoney(forecast.amount, currency)}`);
  if (forecast?.lower_amount && forecast.upper_amount) {
    const [low, high] = [forecast.lower_amount, forecast.upper_amount];
    texts.push(`Range: ${formatMoney(low, currency)} to ${formatMoney(high, currency)}`);
  }
  for (const text of texts) {
    const row = document.createElement('div');
    row.textContent = text;
    box.append(row);
  }
  return box;
}
