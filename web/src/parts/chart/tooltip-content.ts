import { binTitle } from '../../lib/bin-days.js';
import { formatDay } from '../../lib/dates.js';
import { approximate, sumOf } from '../../lib/decimal.js';
import { formatMoney, formatShare } from '../../lib/money.js';
import { type ChartData, hasBegun, isIncomplete, overlayNames } from './chart-data.js';

interface TooltipRow {
  name: string;
  amount: string;
  share: string;
  colour?: string | undefined;
}

/** What the tooltip of a bin says. */
interface TooltipContent {
  title: string;
  isIncomplete: boolean;
  /** Undefined where the bin has no costs yet, which is not the same as costs of zero. */
  total: string | undefined;
  /** The series with costs, the largest first. */
  rows: TooltipRow[];
  /** The number of series that are not listed, and their sum. */
  more: { count: number; amount: string } | undefined;
  /** The earlier period, the forecast, the expected range, budgets and the lines of the second axis. */
  overlays: { name: string; amount: string }[];
  notes: string[];
}

const maxRows = 12;

/** The content for a bin, by its index. */
export function tooltipContent(data: ChartData, index: number): TooltipContent {
  const { bins, bin, currency } = data;
  const start = bins[index]!;
  const begun = hasBegun(data, index);
  const open = begun && isIncomplete(data, start);
  const found = data.series
    .map(({ name, amounts }) => ({ name, amount: amounts[index] ?? '0' }))
    .filter(({ amount }) => approximate(amount) !== 0)
    .toSorted((one, other) => approximate(other.amount) - approximate(one.amount));
  const total = sumOf(found.map(({ amount }) => amount));
  const money = (amount: string) => formatMoney(amount, currency);
  const rest = found.slice(maxRows);
  return {
    title: binTitle(start, bin, data.range),
    isIncomplete: open,
    total: found.length === 0 && (open || !begun) ? undefined : money(total),
    rows: found.slice(0, maxRows).map(({ name, amount }) => ({
      name,
      amount: money(amount),
      share: approximate(total) > 0 ? formatShare(amount, total) : '',
      colour: data.colours.get(name),
    })),
    more:
      rest.length > 0
        ? { count: rest.length, amount: money(sumOf(rest.map(({ amount }) => amount))) }
        : undefined,
    overlays: overlaysOf(data, index),
    notes: (data.marks ?? []).filter((mark) => mark.bin === start).map(({ text }) => text),
  };
}

function overlaysOf(data: ChartData, index: number): TooltipContent['overlays'] {
  const names = overlayNames(data);
  const previous = data.previous?.[index];
  const forecast = data.forecast?.amounts[index];
  const [lower, upper] = [data.expected?.lower[index], data.expected?.upper[index]];
  const money = (amount: string) => formatMoney(amount, data.currency);
  return [
    ...(previous
      ? [{ name: `${names.previous} · ${daysOf(previous)}`, amount: money(previous.amount) }]
      : []),
    ...(forecast ? [{ name: names.forecast, amount: money(forecast) }] : []),
    ...(lower && upper ? [{ name: 'Expected', amount: `${money(lower)} to ${money(upper)}` }] : []),
    ...(data.budgets ?? []).flatMap(({ name, amounts }) => {
      const amount = amounts[index];
      return amount ? [{ name, amount: money(amount) }] : [];
    }),
    ...(data.secondLines ?? []).flatMap(({ name, amounts, format }) => {
      const amount = amounts[index];
      return amount ? [{ name, amount: format(amount) }] : [];
    }),
  ];
}

const daysOf = ({ start, end }: { start: string; end: string }): string =>
  start === end ? formatDay(start) : `${formatDay(start)} to ${formatDay(end)}`;

/** The content as one sentence, for screen readers. */
export const tooltipText = ({ title, total, isIncomplete: open, overlays }: TooltipContent) =>
  [
    `${title}: ${total ?? 'no costs yet'}${open ? ' (incomplete)' : ''}`,
    ...overlays.map(({ name, amount }) => `${name}: ${amount}`),
  ].join('. ');
