import type { CostSeries } from '../api/costs/cost-series.js';
import { lastDayOfBin } from '../platform/lib/bins.js';
import { Decimal } from '../platform/lib/decimal.js';
import type { Screen } from './command.js';
import { type CostRow, groupingsOf, type Names, rowsOf } from './cost-rows.js';
import {
  formatDay as day,
  formatMoney as money,
  formatMonth as month,
  formatShortDay as shortDay,
} from './formats.js';
import { printable, type ScreenColumn, screenTable } from './screen-table.js';
import { sparkline } from './sparkline.js';

type Column = ScreenColumn<CostRow>;

const maxTrendWidth = 24;

/** An answer as an aligned table with a heading and notes. */
export function costTable(answer: CostSeries, screen: Screen, names?: Names): string[] {
  const label: Column = {
    header: groupingsOf(answer).join(', ').toUpperCase() || 'COSTS',
    cell: (row) => ({ text: row.names.map(printable).join(' · ') }),
  };
  const [bins, figures, trend] = [binColumns(answer), figureColumns(answer), trendColumn(answer)];
  const table = screenTable(
    {
      label,
      choices: [[...bins, ...figures, ...trend], [...figures, ...trend], figures],
      rows: rowsOf(answer, names),
      colourOf: ({ kind }) => (kind === 'total' ? 'bold' : kind === 'other' ? 'dim' : undefined),
    },
    screen,
  );
  const notes = notesOf(answer);
  return [headingOf(answer), '', ...table, ...(notes.length > 0 ? ['', ...notes] : [])];
}

/** Whether a bin is complete, as far as it is in the range. */
function isComplete(answer: CostSeries, start: string): boolean {
  const { date_bin: bin, end_date: end, complete_through: through } = answer;
  const last = lastDayOfBin(start, bin);
  return through !== null && (last < end ? last : end) <= through;
}

const binColumns = (answer: CostSeries): Column[] =>
  answer.bins.map((start, index) => ({
    header: binLabel(start, answer.date_bin) + (isComplete(answer, start) ? '' : '*'),
    isNumeric: true,
    cell: ({ amounts }) => ({ text: money(amounts[index]!) }),
  }));

function figureColumns({ currency, total }: CostSeries): Column[] {
  const amount: Column = {
    header: `TOTAL ${currency}`,
    isNumeric: true,
    cell: (row) => ({ text: money(row.amount) }),
  };
  if (!total.change) return [amount];
  const changeColumn = (header: string, textOf: (change: Change) => string): Column => ({
    header,
    isNumeric: true,
    cell: ({ change }) =>
      change ? { text: textOf(change), colour: changeColour(change) } : { text: '' },
  });
  return [
    amount,
    changeColumn('CHANGE', (change) => signed(change.amount, money(change.amount))),
    changeColumn('%', percentText),
  ];
}

type Change = NonNullable<CostRow['change']>;

function percentText({ amount, percent }: Change): string {
  if (percent !== null) return signed(percent, new Decimal(percent).toFixed(1));
  return new Decimal(amount).isZero() ? '' : 'new';
}

const signed = (amount: string, text: string) => (amount.startsWith('-') ? text : `+${text}`);

function changeColour({ amount }: Change) {
  if (new Decimal(amount).isZero()) return undefined;
  return amount.startsWith('-') ? 'green' : 'yellow';
}

/** It ends at the last complete bin: a part of a day is not a decline. */
function trendColumn(answer: CostSeries): Column[] {
  const complete = answer.bins.filter((start) => isComplete(answer, start)).length;
  if (complete < 2) return [];
  const textOf = ({ amounts }: CostRow) =>
    sparkline(amounts.slice(0, complete).map(Number), maxTrendWidth);
  return [{ header: 'TREND', cell: (row) => ({ text: textOf(row) }) }];
}

function headingOf(answer: CostSeries): string {
  const { start_date: start, end_date: end, group_count: count, date_bin: bin } = answer;
  const by = [...groupingsOf(answer), bin].join(', ');
  const groups = `${new Intl.NumberFormat('en-US').format(count)} ${count === 1 ? 'group' : 'groups'}`;
  return `Costs by ${by} from ${day(start)} to ${day(end)} (UTC): ${groups}`;
}

/** What a reader has to know about the figures. */
function notesOf(answer: CostSeries): string[] {
  const { comparison, complete_through: through, unconverted_costs: missing = [] } = answer;
  const notes: string[] = [];
  if (comparison) notes.push(comparisonNote(comparison, answer.total.change !== null));
  if (!answer.bins.every((start) => isComplete(answer, start))) {
    notes.push(
      through === null
        ? '* No day is complete yet.'
        : `* Not complete: costs are complete through ${day(through)}.`,
    );
  }
  if (missing.length > 0) {
    const list = missing.map(({ amount, currency }) => `${money(amount)} ${currency}`).join(', ');
    notes.push(`Not included, because an exchange rate is missing: ${list}.`);
  }
  return notes;
}

function comparisonNote(
  comparison: NonNullable<CostSeries['comparison']>,
  hasChange: boolean,
): string {
  const previous = `${day(comparison.previous_start_date)} to ${day(comparison.previous_end_date)}`;
  if (!hasChange) {
    const { days_with_data: count, days } = comparison;
    return `No change is shown: ${count} of ${days} days have data (${previous}).`;
  }
  const current = `${day(comparison.start_date)} to ${day(comparison.end_date)}`;
  return `Change: ${current} against ${previous}, complete days only.`;
}

const hour = (text: string) => `${shortDay(text)} ${text.slice(11, 16)}`;

function binLabel(start: string, bin: CostSeries['date_bin']): string {
  const format = { hour, day: shortDay, week: shortDay, month, quarter: month }[bin];
  return format(start).toUpperCase();
}
