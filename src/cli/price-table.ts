import type { z } from 'zod';
import type { ComparedPrices } from '../api/prices/prices.js';
import type { Screen } from './command.js';
import { formatDay, formatMoney } from './formats.js';
import { printable, type ScreenColumn, screenTable } from './screen-table.js';

type Answer = z.output<typeof ComparedPrices>;
type Row = Answer['prices'][number];

const reserved = 'reserved-1yr-no-upfront';
const savingsPlan = 'savings-plan-1yr-no-upfront';

/** Prices as an aligned table with notes about their age. */
export function priceTable({ prices, total_count: total }: Answer, screen: Screen): string[] {
  if (prices.length === 0) return ['No prices with this name. Part of a name is enough: m5.'];
  const text = (header: string, of: (row: Row) => string): ScreenColumn<Row> => ({
    header,
    cell: (row) => ({ text: printable(of(row)) }),
  });
  const figure = (header: string, of: (row: Row) => string): ScreenColumn<Row> => ({
    ...text(header, of),
    isNumeric: true,
  });
  const columns = {
    region: text('REGION', ({ region }) => region),
    platform: text('PLATFORM', ({ platform }) => platform ?? '–'),
    onDemand: figure('ON DEMAND', ({ on_demand, unit }) => `${on_demand}/${unit}`),
    month: figure('PER MONTH', (row) => monthly(row.on_demand_per_month, row.estimated)),
    reserved: figure('RESERVED 1YR', (row) => commitment(row, reserved)),
    plan: figure('SAVINGS PLAN 1YR', (row) => commitment(row, savingsPlan)),
    date: text('LIST OF', ({ published_on: day, source }) =>
      source === 'seed' ? `${day} (example)` : day,
    ),
  };
  const { region, platform, onDemand, month, date } = columns;
  const table = screenTable(
    {
      label: text('NAME', ({ name }) => name),
      choices: [
        [region, platform, onDemand, month, columns.reserved, columns.plan, date],
        [region, platform, month, columns.reserved, columns.plan],
        [region, onDemand, month],
      ],
      rows: prices,
      colourOf: () => undefined,
    },
    screen,
  );
  return [...table, '', ...notesOf(prices, total)];
}

const monthly = (amount: string | null, isEstimated: boolean) =>
  amount === null ? '–' : `${isEstimated ? '~' : ''}${formatMoney(amount)}`;

function commitment({ commitments }: Row, lifecycle: string): string {
  const found = commitments.find((each) => each.lifecycle === lifecycle);
  return found ? monthly(found.per_month, found.estimated) : '–';
}

function notesOf(prices: readonly Row[], total: number): string[] {
  const seed = prices.find(({ source }) => source === 'seed');
  const isEstimated = prices.some(
    (row) => row.estimated || row.commitments.some(({ estimated }) => estimated),
  );
  return [
    ...(total > prices.length ? [`The first ${prices.length} of ${total} prices.`] : []),
    'Months have 730 hours. Amounts are list prices, without your discounts.',
    ...(isEstimated ? ['~ is an estimate from usual discounts or prices of another region.'] : []),
    ...(seed
      ? [
          `Prices of ${formatDay(seed.published_on)} ship with this release: examples for estimates, compiled from memory of public list prices, not a current price list.`,
          'Load a real one with "farthing prices import FILE".',
        ]
      : []),
  ];
}
