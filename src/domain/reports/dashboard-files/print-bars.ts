import { colors, page, type Sheet } from '../../../platform/pdf/sheet.js';
import { formatMoney } from '../../../platform/lib/format-amounts.js';
import type { CostFigures } from './dashboard-document.js';

const height = 120;
const axisWidth = 64;
const labelHeight = 14;
const incompleteColor = '#b9c9e0';
/** Labels below bars need this much room. */
const labelWidth = 56;

/** Prints the total of each bin as a bar; bins with days that still grow are pale. */
export function printBars(sheet: Sheet, bins: CostFigures['bins']): void {
  if (bins.length === 0) return;
  if (!sheet.hasRoom(height + 2 * labelHeight)) sheet.newPage();
  // Pixels only: the figures below are exact.
  const amounts = bins.map(({ amount }) => Number(amount));
  const [low, high] = [Math.min(0, ...amounts), Math.max(0, ...amounts)];
  const scale = high === low ? 0 : height / (high - low);
  const zero = sheet.y + high * scale;
  printAxis(sheet, { high, low, zero, bottom: sheet.y + height });
  const left = page.left + axisWidth;
  const step = (page.right - left) / bins.length;
  const every = Math.ceil(labelWidth / step);
  for (const [index, { label, isComplete }] of bins.entries()) {
    const [amount, x] = [amounts[index]!, left + index * step];
    const [top, size] = [zero - Math.max(amount, 0) * scale, Math.abs(amount) * scale];
    sheet.doc.rect(x + step * 0.12, top, step * 0.76, size);
    sheet.doc.fill(isComplete ? colors.accent : incompleteColor);
    if (index % every === 0) {
      const style = { size: 7, color: colors.muted, width: step * every, oneLine: true };
      sheet.text(label, x, sheet.y + height + 4, style);
    }
  }
  sheet.y += height + labelHeight;
  if (bins.some(({ isComplete }) => !isComplete)) {
    const style = { size: 7, color: colors.muted };
    sheet.y += sheet.text('Pale bars have days that are not complete yet.', left, sheet.y, style);
  }
  sheet.y += 8;
}

interface Axis {
  high: number;
  low: number;
  /** Position of no costs, and of the end of the chart. */
  zero: number;
  bottom: number;
}

/** The largest and the smallest amount, and the line of no costs. */
function printAxis(sheet: Sheet, { high, low, zero, bottom }: Axis): void {
  const style = { size: 7, color: colors.muted, width: axisWidth - 6, align: 'right' as const };
  if (high > 0) sheet.text(formatMoney(high), page.left, sheet.y - 3, style);
  if (low < 0) sheet.text(formatMoney(low).replace('-', '−'), page.left, bottom - 5, style);
  sheet.text('0', page.left, zero - 5, style);
  sheet.rule(zero, { left: page.left + axisWidth });
}
