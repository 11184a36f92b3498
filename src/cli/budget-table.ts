import type { z } from 'zod';
import type { BudgetStatusList } from '../api/budgets/budget-status.js';
import { Decimal } from '../platform/lib/decimal.js';
import type { Screen } from './command.js';
import { formatMoney, formatDay, formatMonth } from './formats.js';
import { printable, type ScreenColumn, screenTable } from './screen-table.js';

type Answer = z.output<typeof BudgetStatusList>;
type Row = Answer['budget_status'][number];

const states = { over: 'over budget', at_risk: 'at risk', on_track: 'on track' };
const colours = { over: 'bold', at_risk: 'yellow', on_track: 'green' } as const;

/** Budgets of this month as an aligned table with a heading and notes. */
export function budgetTable(answer: Answer, screen: Screen): string[] {
  const { budget_status: rows, currency } = answer;
  if (rows.length === 0) return ['There are no budgets yet.'];
  const money = (header: string, key: 'amount' | 'spend' | 'forecast'): ScreenColumn<Row> => ({
    header,
    isNumeric: true,
    cell: (row) => ({ text: row[key] === null ? '–' : formatMoney(row[key]) }),
  });
  const used: ScreenColumn<Row> = {
    header: 'USED',
    isNumeric: true,
    cell: ({ percent_used: percent }) => ({
      text: percent === null ? '–' : `${new Decimal(percent).toFixed(1)}%`,
    }),
  };
  const state: ScreenColumn<Row> = {
    header: 'STATE',
    cell: ({ state: name }) =>
      name ? { text: states[name], colour: colours[name] } : { text: 'no budget' },
  };
  const [amount, spend] = [money(`BUDGET ${currency}`, 'amount'), money('SPENT', 'spend')];
  const forecast = money('FORECAST', 'forecast');
  const table = screenTable(
    {
      label: { header: 'NAME', cell: ({ name }) => ({ text: printable(name) }) },
      choices: [
        [amount, spend, forecast, used, state],
        [amount, spend, used, state],
        [used, state],
      ],
      rows,
      colourOf: () => undefined,
    },
    screen,
  );
  return [
    `Budgets of ${formatMonth(rows[0]!.month)}`,
    '',
    ...table,
    '',
    ...rows.flatMap((row) => excessOf(row, currency)),
    ...notesOf(answer),
  ];
}

/** `Cloud will exceed its budget by 15.00 USD, on 30 Mar 2026.` */
function excessOf(row: Row, currency: string): string[] {
  const { name, amount, forecast, forecast_from: from, exceeded_on: day } = row;
  if (amount === null || forecast === null || day === null) return [];
  const excess = `${formatMoney(new Decimal(forecast).minus(amount).toFixed())} ${currency}`;
  const isAhead = from !== null && day >= from;
  return [
    `${printable(name)} will exceed its budget by ${excess}${isAhead ? ', on ' : '; it was passed on '}${formatDay(day)}.`,
  ];
}

const forecastRule = 'Forecasts count these with what is billed or forecast, whichever is larger.';

/** What a reader has to know about the figures. */
const notesOf = ({ complete_through: through, unconverted_currencies: missing }: Answer) => [
  through === null
    ? 'No day is complete yet.'
    : `Costs are complete through ${formatDay(through)}; later days still grow. ${forecastRule}`,
  ...(missing.length > 0
    ? [`Not included, because an exchange rate is missing: costs in ${missing.join(', ')}.`]
    : []),
];
