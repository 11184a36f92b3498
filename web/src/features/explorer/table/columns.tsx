import type { DateRange } from '../../../../../src/platform/lib/date-intervals.js';
import { binLabel, daysOfBin } from '../../../lib/bin-days.js';
import { approximate } from '../../../lib/decimal.js';
import { changeOf, formatExactMoney, formatMoney, formatShare } from '../../../lib/money.js';
import { otherColour } from '../../../lib/palette.js';
import { Change, Money } from '../../../parts/figures.js';
import type { LongColumn } from '../../../parts/LongTable.js';
import { Sparkline } from '../../../parts/Sparkline.js';
import { type ComparedColumns, daysText } from './compared-columns.js';
import type { RowOrder, TableRow } from './table-row.js';

export type TableColumn = LongColumn<TableRow>;

/** The order of the API that a column is sorted by. */
export const orders: Record<string, RowOrder> = {
  name: 'name',
  total: 'cost',
  change: 'change',
  percent: 'change_percent',
};

export interface FigureContext {
  currency: string;
  /** The total of all rows; undefined where they have no sum. */
  whole: string | undefined;
  /** The days that are compared; undefined where there are no changes. */
  compared: ComparedColumns | undefined;
  average: ((row: TableRow) => string | undefined) | undefined;
  colours: ReadonlyMap<string, string>;
  /** Whether each bin is part of the trend. */
  inTrend: readonly boolean[];
}

/** The columns of figures, beside those of bins. */
export function figureColumns(context: FigureContext): TableColumn[] {
  const { currency, whole, average, colours, inTrend } = context;
  const money = (amount: string | undefined) =>
    amount === undefined ? '' : <Money amount={amount} currency={currency} />;
  return [
    {
      id: 'trend',
      header: 'Trend',
      width: 100,
      cell: ({ name, amounts }) =>
        amounts && (
          <Sparkline
            values={amounts.filter((_, index) => inTrend[index]).map(approximate)}
            colour={colours.get(name) ?? otherColour}
          />
        ),
    },
    {
      id: 'total',
      header: 'Total',
      width: 124,
      isNumeric: true,
      isSortable: true,
      cell: ({ total }) => money(total),
    },
    ...(whole === undefined
      ? []
      : [
          {
            id: 'share',
            header: 'Share',
            width: 72,
            isNumeric: true,
            cell: ({ total }: TableRow) => formatShare(total, whole),
          },
        ]),
    ...(average
      ? [
          {
            id: 'average',
            header: 'Daily average',
            width: 120,
            isNumeric: true,
            cell: (row: TableRow) => money(average(row)),
          },
        ]
      : []),
    ...(context.compared ? changeColumns(context.compared, currency) : []),
  ];
}

function changeColumns(
  { current, previous, comparesTotal }: ComparedColumns,
  currency: string,
): TableColumn[] {
  return [
    ...(comparesTotal
      ? []
      : [
          {
            id: 'compared',
            header: 'Compared days',
            help: daysText(current),
            width: 124,
            isNumeric: true,
            cell: ({ change }: TableRow) =>
              change && <Money amount={change.current} currency={currency} />,
          },
        ]),
    {
      id: 'previous',
      header: 'Previous period',
      help: daysText(previous),
      width: 132,
      isNumeric: true,
      cell: ({ change }) => change && <Money amount={change.previous} currency={currency} />,
    },
    {
      id: 'change',
      header: 'Change',
      width: 116,
      isNumeric: true,
      isSortable: true,
      cell: ({ change }) => change && <MoneyChange {...change} currency={currency} />,
    },
    {
      id: 'percent',
      header: 'Change in %',
      width: 108,
      isNumeric: true,
      isSortable: true,
      cell: ({ change }) => change && <Change {...change} currency={currency} />,
    },
  ];
}

function MoneyChange({
  current,
  previous,
  currency,
}: {
  current: string;
  previous: string;
  currency: string;
}) {
  const { amount } = changeOf(current, previous);
  const isDecrease = amount.startsWith('-');
  const sign = isDecrease ? '' : '+';
  if (approximate(amount) === 0) return <span>{formatMoney('0', currency)}</span>;
  return (
    <span
      className={isDecrease ? 'decrease' : 'increase'}
      title={sign + formatExactMoney(amount, currency)}
    >
      {sign + formatMoney(amount, currency)}
    </span>
  );
}

/** One column per day, month or other bin; parts of a month are hatched and named by their days. */
export const binColumns = (
  bins: readonly string[],
  { bin, ...range }: DateRange & { bin: string },
  currency: string,
): TableColumn[] =>
  bins.map((start, index) => {
    const { isPart } = daysOfBin(start, bin, range);
    return {
      id: `bin ${start}`,
      header: binLabel(start, bin, range),
      width: isPart ? 176 : 112,
      isNumeric: true,
      ...(isPart && { isPart, help: `Part of a ${bin}` }),
      cell: ({ amounts }) =>
        amounts?.[index] === undefined ? '' : <Money amount={amounts[index]} currency={currency} />,
    };
  });
