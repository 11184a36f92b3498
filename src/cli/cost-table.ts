import type { CostSeries } from '../api/costs/cost-series.js';
import { type BinDays, daysInBin } from '../platform/lib/bins.js';
import { Decimal } from '../platform/lib/decimal.js';
import type { Screen } from './command.js';
import { type CostRow, groupingsOf, type Names, rangeOf, rowsOf } from './cost-rows.js';
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
  const [bins, trend] = [binColumns(answer), trendColumn(answer)];
  const [total, compared, changes] = [
    totalColumn(answer),
    comparedColumns(answer),
    changeColumns(answer),
  ];
  const figures = [total, ...compared, ...changes];
  const table = screenTable(
    {
      label,
      choices: [
        [...bins, ...figures, ...trend],
        [...figures, ...trend],
        figures,
        [total, ...changes],
      ],
      rows: rowsOf(answer, names),
      colourOf: ({ kind }) => (kind === 'total' ? 'bold' : kind === 'other' ? 'dim' : undefined),
    },
    screen,
  );
  const notes = notesOf(answer);
  return [headingOf(answer), '', ...table, ...(notes.length > 0 ? ['', ...notes] : [])];
}

const daysOf = (answer: CostSeries, start: string): BinDays =>
  daysInBin(start, answer.date_bin, rangeOf(answer));

/** Whether a bin is complete, as far as it is in the range. */
const isComplete = (answer: CostSeries, start: string): boolean =>
  answer.complete_through !== null && daysOf(answer, start).end <= answer.complete_through;

const binColumns = (answer: CostSeries): Column[] =>
  answer.bins.map((start, index) => ({
    header: binLabel(answer, start) + (isComplete(answer, start) ? '' : '*'),
    isNumeric: true,
    cell: ({ amounts }) => ({ text: money(amounts[index]!) }),
  }));

const totalColumn = ({ currency }: CostSeries): Column => ({
  header: `TOTAL ${currency}`,
  isNumeric: true,
  cell: (row) => ({ text: money(row.amount) }),
});

/** What the change is the difference of; the compared costs only where they are not the total. */
function comparedColumns(answer: CostSeries): Column[] {
  const { comparison, total } = answer;
  if (!comparison || !total.change) return [];
  const { start, end } = rangeOf(answer);
  const isTotal = comparison.start_date === start && comparison.end_date === end;
  const column = (header: string, side: 'current' | 'previous'): Column => ({
    header,
    isNumeric: true,
    cell: ({ change }) => ({ text: change ? money(change[side]) : '' }),
  });
  return [...(isTotal ? [] : [column('COMPARED', 'current')]), column('PREVIOUS', 'previous')];
}

function changeColumns({ total }: CostSeries): Column[] {
  if (!total.change) return [];
  const changeColumn = (header: string, textOf: (change: Change) => string): Column => ({
    header,
    isNumeric: true,
    cell: ({ change }) =>
      change ? { text: textOf(change), colour: changeColour(change) } : { text: '' },
  });
  return [
    changeColumn('CHANGE', (change) => signed(change.amount, money(change.amount))),
    changeColumn('%', percentText),
  ];
}

type Change = NonNullable<CostRow['change']>;

/** Rounded once: the percentage of the answer already is. */
function percentText({ amount, previous }: Change): string {
  const base = new Decimal(previous).abs();
  if (base.isZero()) return new Decimal(amount).isZero() ? '' : 'new';
  const percent = new Decimal(amount).times(100).div(base);
  return signed(amount, percent.toFixed(1, Decimal.ROUND_HALF_UP));
}

const signed = (amount: string, text: string) => (amount.startsWith('-') ? text : `+${text}`);

function changeColour({ amount }: Change) {
  if (new Decimal(amount).isZero()) return undefined;
  return amount.startsWith('-') ? 'green' : 'yellow';
}

/** Of whole bins: a part of a month, or of a day, is not a decline. */
function trendColumn(answer: CostSeries): Column[] {
  const isWhole = answer.bins.map(
    (start) => isComplete(answer, start) && !daysOf(answer, start).isPart,
  );
  if (isWhole.filter(Boolean).length < 2) return [];
  const textOf = ({ amounts }: CostRow) =>
    sparkline(amounts.filter((_, index) => isWhole[index]).map(Number), maxTrendWidth);
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

/** `MAR 2026`, or `1–10 MAR` where the range has only these days of it. */
function binLabel(answer: CostSeries, start: string): string {
  const days = daysOf(answer, start);
  const format = { hour, day: shortDay, week: shortDay, month, quarter: month }[answer.date_bin];
  return (days.isPart ? shortDays(days) : format(start)).toUpperCase();
}

function shortDays({ start, end }: BinDays): string {
  if (start === end) return shortDay(start);
  const isOneMonth = start.slice(0, 7) === end.slice(0, 7);
  return isOneMonth
    ? `${Number(start.slice(8))}–${shortDay(end)}`
    : `${shortDay(start)} – ${shortDay(end)}`;
}
