import { fontFamily } from '../../lib/font.js';
import type { EChartsCoreOption } from 'echarts/core';
import { approximate } from '../../lib/decimal.js';
import { formatCompactMoney, formatMoney } from '../../lib/money.js';

/** A bar from one level to the next; amounts are decimal texts. */
export interface WaterfallBar {
  name: string;
  amount: string;
  from: string;
  to: string;
  /** A total stands on the axis; other bars are steps. */
  isTotal: boolean;
}

export interface WaterfallData {
  bars: readonly WaterfallBar[];
  currency: string;
}

const colours = { total: '#5f7fae', up: '#e08b2c', down: '#2f9e87' };

/** Every cent of a small amount; large ones are shortened to fit beside their bars. */
const shortMoney = (amount: string, currency: string) =>
  Math.abs(approximate(amount)) < 10_000
    ? formatMoney(amount, currency)
    : formatCompactMoney(amount, currency);

const signed = (amount: string, text: string) => (amount.startsWith('-') ? text : `+${text}`);

/** Where small steps follow large totals, the axis begins close below them; 0 otherwise. */
export function axisStart(bars: readonly WaterfallBar[]): number {
  const levels = bars.map(({ to }) => approximate(to));
  const [low, high] = [Math.min(...levels), Math.max(...levels)];
  if (low <= 0 || high - low > high / 4) return 0;
  const start = low - Math.max((high - low) / 2, high / 100);
  const digit = 10 ** Math.floor(Math.log10(Math.max(high - low, high / 100)));
  return Math.max(0, Math.floor(start / digit) * digit);
}

/** The subset of ECharts' drawing API that bars need. */
interface DrawingApi {
  value(dimension: number): number;
  coord(point: [number, number]): [number, number];
  size(extent: [number, number]): [number, number];
}

/** Horizontal bars, because names of resources are long. Amounts become numbers here, for pixels only. */
export function waterfallOptions(
  { bars, currency }: WaterfallData,
  isDark: boolean,
): EChartsCoreOption {
  const ink = isDark ? '#a9b0bb' : '#5a6270';
  const text = isDark ? '#e6e8ec' : '#1c2026';
  const line = { lineStyle: { color: isDark ? '#2e323a' : '#e8eaee' } };
  const start = axisStart(bars);
  return {
    animation: false,
    textStyle: { fontFamily, color: ink },
    grid: { left: 8, right: 80, top: 4, bottom: 4, containLabel: true },
    tooltip: {
      trigger: 'item',
      confine: true,
      backgroundColor: isDark ? '#22252c' : '#ffffff',
      borderColor: isDark ? '#3a3f49' : '#d9dde3',
      textStyle: { color: text, fontSize: 12 },
      formatter: ({ dataIndex }: { dataIndex: number }) => tooltipOf(bars[dataIndex]!, currency),
    },
    xAxis: {
      type: 'value',
      min: start,
      splitLine: line,
      axisLabel: {
        color: ink,
        hideOverlap: true,
        formatter: (value: number) => formatCompactMoney(String(value), currency),
      },
    },
    yAxis: {
      type: 'category',
      inverse: true,
      data: bars.map(({ name }) => name),
      triggerEvent: true,
      axisLine: { show: false },
      axisTick: { show: false },
      axisLabel: { color: text, fontSize: 12, width: 150, overflow: 'truncate', interval: 0 },
    },
    series: [
      {
        type: 'custom',
        encode: { x: [1, 2], y: 0 },
        data: bars.map(({ from, to, isTotal }, index) => [
          index,
          isTotal ? start : approximate(from),
          approximate(to),
        ]),
        renderItem: ({ dataIndex }: { dataIndex: number }, api: DrawingApi) =>
          drawBar(bars, dataIndex, api, { currency, ink: text, line: ink }),
      },
    ],
  };
}

interface Style {
  currency: string;
  ink: string;
  line: string;
}

function drawBar(bars: readonly WaterfallBar[], index: number, api: DrawingApi, style: Style) {
  const { amount, isTotal } = bars[index]!;
  const [from, y] = api.coord([api.value(1), index]);
  const [to] = api.coord([api.value(2), index]);
  const band = api.size([0, 1])[1];
  const height = Math.min(22, band * 0.7);
  const [left, right] = [Math.min(from, to), Math.max(from, to)];
  const money = shortMoney(amount, style.currency);
  const fill = isTotal ? colours.total : amount.startsWith('-') ? colours.down : colours.up;
  const bar = {
    type: 'rect',
    // A step of a few cents is still visible.
    shape: { x: left, y: y - height / 2, width: Math.max(right - left, 2), height, r: 3 },
    style: { fill },
    emphasis: { style: { opacity: 0.8 } },
  };
  const label = {
    type: 'text',
    style: {
      text: isTotal ? money : signed(amount, money),
      x: right + 6,
      y,
      fill: style.ink,
      fontSize: 12,
      fontFamily,
      textVerticalAlign: 'middle',
    },
  };
  // Leads from where a bar ends to the next one.
  const connector = {
    type: 'line',
    silent: true,
    shape: { x1: to, y1: y + height / 2, x2: to, y2: y + band - height / 2 },
    style: { stroke: style.line, lineWidth: 1, lineDash: [2, 2] },
  };
  const isLast = index === bars.length - 1;
  return { type: 'group', children: isLast ? [bar, label] : [bar, label, connector] };
}

/** Built of elements: names come from bills, and the CSP forbids inline styles. */
function tooltipOf({ name, amount, isTotal }: WaterfallBar, currency: string): HTMLElement {
  const box = document.createElement('div');
  const title = document.createElement('strong');
  title.textContent = name;
  const figure = document.createElement('div');
  const money = formatMoney(amount, currency);
  figure.textContent = isTotal ? money : signed(amount, money);
  box.append(title, figure);
  return box;
}
