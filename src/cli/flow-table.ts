import type { z } from 'zod';
import type { NetworkFlowLogs } from '../api/network-flow-logs/network-flow-logs.js';
import { Decimal } from '../platform/lib/decimal.js';
import type { Screen } from './command.js';
import { printable, type ScreenColumn, screenTable } from './screen-table.js';

export type FlowAnswer = z.output<typeof NetworkFlowLogs>;
type Row = FlowAnswer['network_flow_logs'][number];
type Grouping = keyof Row['groupings'];

/** Network flows as an aligned table, with a note about what the costs are. */
export function flowTable(answer: FlowAnswer, screen: Screen): string[] {
  const { network_flow_logs: rows, sampling, links } = answer;
  if (rows.length === 0) return ['There are no network flows in this period.'];
  const [first, ...others] = Object.keys(rows[0]!.groupings) as Grouping[];
  const column = (name: Grouping): ScreenColumn<Row> => ({
    header: name.replaceAll('_', ' ').toUpperCase(),
    cell: ({ groupings }) => ({ text: printable(groupings[name]?.label ?? '–') }),
  });
  const bytes: ScreenColumn<Row> = {
    header: 'BYTES',
    isNumeric: true,
    cell: (row) => ({ text: formatBytes(row.bytes) }),
  };
  const cost: ScreenColumn<Row> = {
    header: `COST ${rows[0]!.currency}`,
    isNumeric: true,
    cell: (row) => ({ text: formatCost(row, rows[0]!.currency) }),
  };
  const table = screenTable(
    {
      label: column(first!),
      choices: [
        [...others.map(column), bytes, cost],
        [bytes, cost],
      ],
      rows,
      colourOf: () => undefined,
    },
    screen,
  );
  return [
    ...table,
    '',
    'Costs are estimates, at the transfer rates of the bills or list prices.',
    ...(sampling.sampled
      ? [
          `At most ${sampling.max_sampling_rate_percent} % of the records of a day were read; figures are scaled up.`,
        ]
      : []),
    ...(links.next === null ? [] : ['There are more flows; --limit shows them.']),
  ];
}

const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];

function formatBytes(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  return `${new Decimal(bytes).dividedBy(1024 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`;
}

/** Two significant digits of what is below a cent, because transfer of one resource often is. */
function formatCost({ estimated_cost: cost, currency }: Row, shown: string): string {
  const amount = new Decimal(cost);
  const isSmall = amount.greaterThan(0) && amount.lessThan('0.01');
  const text = isSmall ? amount.toSignificantDigits(2).toFixed() : amount.toFixed(2);
  return currency === shown ? text : `${text} ${currency}`;
}
