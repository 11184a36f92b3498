import { useComputedColorScheme } from '@mantine/core';
import type { ECharts, EChartsCoreOption } from 'echarts/core';
import { useEffect, useRef } from 'react';
import { formatBin } from '../../lib/dates.js';
import { approximate, minus } from '../../lib/decimal.js';
import { formatCompactMoney, formatMoney } from '../../lib/money.js';
import { init } from '../../parts/chart/echarts.js';
import type { ForecastedCosts } from './forecast.js';

interface Drawn {
  /** Amounts by day. */
  actual: ReadonlyMap<string, string>;
  forecast: ForecastedCosts['forecasted_costs'];
  currency: string;
}

/** A line that is known, its dashed continuation, and the band around it. */
export function ForecastChart({ label, actual, forecast, currency }: Drawn & { label: string }) {
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<ECharts>(null);
  const isDark = useComputedColorScheme('light') === 'dark';
  useEffect(() => {
    const made = init(box.current);
    chart.current = made;
    const observer = new ResizeObserver(() => made.resize());
    observer.observe(box.current!);
    return () => {
      observer.disconnect();
      made.dispose();
    };
  }, []);
  useEffect(() => {
    const options = optionsOf({ actual, forecast, currency }, isDark);
    chart.current?.setOption(options, { notMerge: true });
  }, [actual, forecast, currency, isDark]);
  return <div ref={box} role="img" aria-label={label} style={{ height: 280, width: '100%' }} />;
}

const colour = '#3f72d2';

function optionsOf({ actual, forecast, currency }: Drawn, isDark: boolean): EChartsCoreOption {
  const ink = isDark ? '#a9b0bb' : '#5a6270';
  const line = { lineStyle: { color: isDark ? '#2e323a' : '#e8eaee' } };
  const ahead = new Map(forecast.map((day) => [day.date.slice(0, 10), day]));
  const bins = [...new Set([...actual.keys(), ...ahead.keys()])].toSorted();
  // ECharts leaves a gap where there is no number.
  const points = (amountOf: (bin: string) => string | null | undefined) =>
    bins.map((bin) => {
      const amount = amountOf(bin);
      return amount === null || amount === undefined ? '-' : approximate(amount);
    });
  const plain = { type: 'line', showSymbol: false, itemStyle: { color: colour } };
  const band = { ...plain, stack: 'band', silent: true, lineStyle: { opacity: 0 } };
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
      formatter: (hits: { name: string }[]) => tooltipOf(hits[0]!.name, actual, ahead, currency),
    },
    xAxis: {
      type: 'category',
      data: bins,
      axisLine: line,
      axisTick: { show: false },
      axisLabel: {
        color: ink,
        hideOverlap: true,
        formatter: (bin: string) => formatBin(bin, 'day'),
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
      { ...band, data: points((bin) => ahead.get(bin)?.lower_amount) },
      {
        ...band,
        areaStyle: { color: colour, opacity: 0.18 },
        data: points((bin) => bandOf(ahead.get(bin))),
      },
      { ...plain, lineStyle: { width: 2 }, data: points((bin) => actual.get(bin)) },
      {
        ...plain,
        lineStyle: { width: 2, type: 'dashed' },
        data: points((bin) => ahead.get(bin)?.amount),
      },
    ],
  };
}

type Day = Drawn['forecast'][number];

/** The band is stacked on its lower edge. */
const bandOf = (day: Day | undefined): string | null =>
  day?.lower_amount && day.upper_amount ? minus(day.upper_amount, day.lower_amount) : null;

/** Built of elements, because the page allows no style in markup. */
function tooltipOf(
  bin: string,
  actual: ReadonlyMap<string, string>,
  ahead: ReadonlyMap<string, Day>,
  currency: string,
): HTMLElement {
  const box = document.createElement('div');
  const expected = ahead.get(bin);
  const texts = [formatBin(bin, 'day')];
  const known = actual.get(bin);
  if (known) texts.push(formatMoney(known, currency));
  if (expected) texts.push(`expected ${formatMoney(expected.amount, currency)}`);
  if (expected?.lower_amount && expected.upper_amount) {
    const [low, high] = [expected.lower_amount, expected.upper_amount];
    texts.push(`${formatMoney(low, currency)} to ${formatMoney(high, currency)}`);
  }
  for (const text of texts) {
    const row = document.createElement('div');
    row.textContent = text;
    box.append(row);
  }
  return box;
}
