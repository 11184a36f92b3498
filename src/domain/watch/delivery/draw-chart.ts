import type { ChartBar, MessageChart } from './chart.js';
import { type MailTheme, mailColors } from './mail-colors.js';
import { Raster, textWidth } from './raster.js';

/** Size on screen. The picture has twice as many pixels, for sharp text on dense screens. */
export const chartSize = { width: 536, height: 200 };
const scale = 2;
const [width, height] = [chartSize.width * scale, chartSize.height * scale];
const padding = { top: 22, right: 4, bottom: 50 };
const labelGap = 16;

/** Draws a chart as a PNG image. Pixels need no exact amounts, so they are numbers here. */
export function drawChart({ bars, limit }: MessageChart, theme: MailTheme): Buffer {
  const colors = mailColors[theme];
  const raster = new Raster(width, height, colors.card);
  const amounts = bars.map(({ amount }) => Number(amount));
  const ticks = ticksOf([...amounts, Number(limit?.amount ?? 0)]);
  const labels = ticks.map(formatTick);
  const left = Math.max(...labels.map(textWidth)) + labelGap + 2;
  const [lowest, highest] = [ticks[0]!, ticks.at(-1)!];
  const plotHeight = height - padding.top - padding.bottom;
  const yOf = (amount: number) =>
    Math.round(padding.top + (plotHeight * (highest - amount)) / (highest - lowest));
  for (const [index, tick] of ticks.entries()) {
    const line = { x: left, y: yOf(tick), width: width - left - padding.right, height: 2 };
    raster.rectangle(line, tick === 0 ? colors.muted : colors.border);
    raster.text(labels[index]!, left - labelGap, yOf(tick) + 10, colors.muted, 'right');
  }
  const slot = (width - left - padding.right) / Math.max(1, bars.length);
  const barWidth = Math.min(64, slot * 0.72);
  const xOf = (index: number) => left + slot * (index + 0.5);
  for (const [index, { kind }] of bars.entries()) {
    const [top, bottom] = [yOf(Math.max(0, amounts[index]!)), yOf(Math.min(0, amounts[index]!))];
    const box = { x: xOf(index) - barWidth / 2, y: top, width: barWidth, height: bottom - top };
    raster.rectangle(box, colors.bars[kind]);
  }
  if (limit) {
    const y = yOf(Number(limit.amount)) - 1;
    raster.rectangle({ x: left, y, width: width - left - padding.right, height: 4 }, colors.limit);
  }
  for (const index of labeledBars(bars, slot)) {
    const label = bars[index]!.label;
    const half = textWidth(label) / 2;
    const x = Math.min(width - half - padding.right, Math.max(half, xOf(index)));
    raster.text(label, x, height - 9, colors.muted, 'center');
  }
  return raster.toPng();
}

/** The bars whose labels fit below the axis, evenly spaced; the last one always has its label. */
function labeledBars(bars: readonly ChartBar[], slot: number): number[] {
  const widest = Math.max(0, ...bars.map(({ label }) => textWidth(label)));
  const step = Math.max(1, Math.ceil((widest + labelGap * 2) / slot));
  const last = bars.length - 1;
  return bars.map((_, index) => index).filter((index) => (last - index) % step === 0);
}

const tickCount = 4;

/** Round amounts from the lowest to the highest, with 0 among them. */
function ticksOf(amounts: readonly number[]): number[] {
  const [lowest, highest] = [Math.min(0, ...amounts), Math.max(0, ...amounts)];
  const rough = (highest - lowest || 1) / tickCount;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((each) => each * magnitude).find((each) => each >= rough)!;
  const [from, to] = [Math.floor(lowest / step), Math.max(1, Math.ceil(highest / step))];
  return Array.from({ length: to - from + 1 }, (_, index) => (from + index) * step);
}

const compact = new Intl.NumberFormat('en-US', {
  notation: 'compact',
  maximumSignificantDigits: 3,
});
const formatTick = (amount: number) => compact.format(amount);
