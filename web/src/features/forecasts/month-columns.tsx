import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatBin, formatDay } from '../../lib/dates.js';
import { csvLine } from '../../lib/csv.js';
import { formatMoney } from '../../lib/money.js';
import type { Column } from '../../parts/DataTable.js';
import { Change, Money } from '../../parts/figures.js';
import { SignedMoney } from '../cost-changes/figures.js';
import type { ForecastMonth, ForecastMonths } from './forecast-months.js';

/** A month, or all of them. */
export type MonthRow = ForecastMonths['total'] & Partial<ForecastMonth>;

/** A column of the table, with the same figure in the file. */
export interface MonthColumn extends Column<MonthRow> {
  fields: readonly { header: string; text: (row: MonthRow) => string | null | undefined }[];
}

export function monthColumns({
  currency,
  budgets,
  planned_by: plan,
}: ForecastMonths): MonthColumn[] {
  const money = (amount: string | null | undefined) =>
    amount ? <Money amount={amount} currency={currency} /> : '–';
  const signed = (amount: string | null | undefined) =>
    amount ? <SignedMoney amount={amount} currency={currency} /> : '–';
  const figure = (
    id: keyof ForecastMonths['total'] & ('spend' | 'baseline' | 'plan' | 'previous_year'),
    header: string,
  ): MonthColumn => ({
    id,
    header,
    isNumeric: true,
    cell: (row) => money(row[id]),
    fields: [{ header, text: (row) => row[id] }],
  });
  return [
    {
      id: 'month',
      header: 'Month',
      cell: monthCell,
      fields: [
        { header: 'Month', text: ({ month }) => month ?? 'Total' },
        { header: 'Forecast from', text: ({ forecast_from: from }) => from },
      ],
    },
    figure('spend', 'Actual'),
    figure('baseline', 'Baseline'),
    {
      id: 'range',
      header: '80% range',
      isNumeric: true,
      cell: (row) => rangeText(row, currency),
      fields: [
        { header: 'Lower bound', text: (row) => row.lower_amount },
        { header: 'Upper bound', text: (row) => row.upper_amount },
      ],
    },
    ...(plan
      ? [
          figure('plan', 'Plan'),
          {
            id: 'adjustments',
            header: 'Adjustments',
            isNumeric: true,
            cell: (row: MonthRow) => signed(row.adjustments),
            fields: [{ header: 'Adjustments', text: (row: MonthRow) => row.adjustments }],
          },
        ]
      : []),
    ...budgets.flatMap(({ token, name }, index) => {
      const budgetOf = (row: MonthRow) => row.budgets[index];
      const header = budgets.length === 1 ? 'Budget' : name;
      return [
        {
          id: token,
          header,
          isNumeric: true,
          cell: (row: MonthRow) => money(budgetOf(row)?.amount),
          fields: [{ header, text: (row: MonthRow) => budgetOf(row)?.amount }],
        },
        {
          id: `${token} difference`,
          header: 'Over or under',
          isNumeric: true,
          cell: (row: MonthRow) => signed(budgetOf(row)?.difference),
          fields: [
            {
              header: `Over or under ${header}`,
              text: (row: MonthRow) => budgetOf(row)?.difference,
            },
          ],
        },
      ];
    }),
    figure('previous_year', 'Year before'),
    {
      id: 'change',
      header: 'Change',
      isNumeric: true,
      cell: ({ expected, previous_year: before }) =>
        expected && before ? (
          <Change current={expected} previous={before} currency={currency} />
        ) : (
          '–'
        ),
      fields: [{ header: 'Change', text: ({ change }) => change }],
    },
  ];
}

function monthCell(row: MonthRow): ReactNode {
  if (row.month === undefined) return <strong>Total</strong>;
  return (
    <>
      {formatBin(row.month, 'month')}
      <Text size="xs" c="dimmed">
        {stateOf(row)}
      </Text>
    </>
  );
}

/** Which days of a month count with their forecast. */
function stateOf({ forecast_from: from, spend }: MonthRow): string {
  if (!from) return 'Actual';
  return spend === null ? 'Forecast' : `Forecast from ${formatDay(from)}`;
}

const rangeText = (
  { lower_amount: lower, upper_amount: upper }: MonthRow,
  currency: string,
): string =>
  lower && upper ? `${formatMoney(lower, currency)} – ${formatMoney(upper, currency)}` : '–';

/** The table as the text of a file, with every digit. */
export function monthsCsv(outlook: ForecastMonths): string[] {
  const fields = monthColumns(outlook).flatMap((column) => column.fields);
  const rows: MonthRow[] = [...outlook.months, outlook.total];
  return [
    csvLine([...fields.map(({ header }) => header), 'Currency']),
    ...rows.map((row) => csvLine([...fields.map(({ text }) => text(row) ?? ''), outlook.currency])),
  ];
}
