import { Decimal } from '../../../platform/lib/decimal.js';
import {
  formatDifference,
  formatMoney,
  formatPercent,
} from '../../../platform/lib/format-amounts.js';
import { formatDay, formatDays } from '../../../platform/lib/format-days.js';
import { colors, page, type Sheet } from '../../../platform/pdf/sheet.js';
import type { CostFigures } from './dashboard-document.js';
import { printBars } from './print-bars.js';

/** Prints the total of a report, what it is compared with, and its chart or largest groups. */
export function printCosts(sheet: Sheet, shows: 'chart' | 'table' | 'total', costs: CostFigures) {
  const total = `${formatMoney(costs.total)} ${costs.currency}`;
  sheet.y += sheet.text(total, page.left, sheet.y, { size: 15, weight: 'semibold' }) + 2;
  for (const note of notesOf(costs)) {
    sheet.y += sheet.text(note, page.left, sheet.y, { size: 8, color: colors.muted }) + 1;
  }
  if (shows === 'total') return;
  sheet.y += 6;
  if (shows === 'chart') printBars(sheet, costs.bins);
  printGroups(sheet, costs);
}

/** What the figures are of, and what limits them. */
function notesOf({ range, comparison, completeThrough, unconverted }: CostFigures): string[] {
  const isComplete = completeThrough !== null && completeThrough >= range.end;
  return [
    formatDays(range) +
      (isComplete
        ? '.'
        : completeThrough === null
          ? '; no day is complete yet.'
          : `; costs are complete through ${formatDay(completeThrough)}.`),
    ...(comparison ? [comparisonNote(comparison)] : []),
    ...(unconverted.length > 0
      ? [`Costs in ${unconverted.join(', ')} are not included: there is no exchange rate.`]
      : []),
  ];
}

function comparisonNote({ current, previous, amounts }: NonNullable<CostFigures['comparison']>) {
  const days = `${formatDays(current)} against ${formatDays(previous)}`;
  if (!amounts) return `No change: costs of some days before have not been imported (${days}).`;
  const percent = formatPercent(amounts.current, amounts.previous);
  const difference = formatDifference(amounts.current, amounts.previous);
  return minus(`${percent === 'n/a' ? '' : `${percent}, `}${difference} in ${days}.`);
}

const minus = (text: string): string => text.replaceAll(/-(?=[\d.])/g, '−');

const widths = { amount: 100, share: 60, change: 70 };
const nameWidth = page.right - page.left - widths.amount - widths.share - widths.change;

function printGroups(sheet: Sheet, { groups, other, total, currency, comparison }: CostFigures) {
  const hasChanges = comparison?.amounts !== undefined;
  printRow(sheet, ['Group', `Cost (${currency})`, 'Share', hasChanges ? 'Change' : ''], true);
  for (const { name, amount, compared } of other.count > 0 ? [...groups, other] : groups) {
    const change = compared ? formatPercent(compared.current, compared.previous) : '';
    printRow(sheet, [name, minus(formatMoney(amount)), shareOf(amount, total), minus(change)]);
  }
}

/** Rounded once, from the exact amounts. */
const shareOf = (amount: string, total: string): string =>
  new Decimal(total).isZero()
    ? ''
    : minus(`${new Decimal(amount).times(100).div(total).toFixed(1, Decimal.ROUND_HALF_UP)}%`);

const rowPadding = 3.5;

function printRow(sheet: Sheet, [name, ...numbers]: readonly string[], isHeader = false): void {
  const style = isHeader ? { size: 8, color: colors.muted } : {};
  const height = sheet.heightOf(name!, { ...style, width: nameWidth - 8 }) + 2 * rowPadding;
  if (!sheet.hasRoom(height)) sheet.newPage();
  sheet.text(name!, page.left, sheet.y + rowPadding, { ...style, width: nameWidth - 8 });
  let left = page.left + nameWidth;
  for (const [index, width] of Object.values(widths).entries()) {
    sheet.text(numbers[index]!, left, sheet.y + rowPadding, {
      ...style,
      width,
      align: 'right',
      tabular: true,
    });
    left += width;
  }
  sheet.y += height;
  sheet.rule(sheet.y);
}
