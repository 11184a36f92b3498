import type { z } from 'zod';
import type { KubernetesEfficiency } from '../api/kubernetes-efficiency-reports/efficiency.js';
import { Decimal } from '../platform/lib/decimal.js';
import { type Ask, askApp } from './ask.js';
import {
  type Command,
  type CommandEnvironment,
  type CommandInput,
  type Screen,
  UsageError,
} from './command.js';
import { chooseWorkspace } from './cost-question.js';
import { formatDay, formatMoney } from './formats.js';
import { printable, type ScreenColumn, screenTable } from './screen-table.js';

type Answer = z.output<typeof KubernetesEfficiency>;
type Figure = Answer['figures'][number];

export const kubernetesCommand: Command = {
  name: 'kubernetes',
  usage:
    'kubernetes [--by GROUPING,…] [--filter VQL] [--from DAY] [--to DAY] [--workspace TOKEN_OR_NAME] [--json]',
  summary: 'Show cost, idle cost and efficiency of Kubernetes clusters',
  printsData: true,
  options: {
    by: { type: 'string' },
    filter: { type: 'string' },
    from: { type: 'string' },
    to: { type: 'string' },
    workspace: { type: 'string' },
    json: { type: 'boolean' },
  },
  run: async ({ app, signal, ...input }) => printKubernetes(askApp(app, signal), input),
};

type KubernetesInput = Pick<CommandInput, 'flags' | 'positionals'> &
  Pick<CommandEnvironment, 'print' | 'screen'>;

/** Asks for the figures of clusters, and prints them. */
export async function printKubernetes(
  ask: Ask,
  { flags, positionals, print, screen = { columns: null, hasColours: false } }: KubernetesInput,
): Promise<void> {
  if (positionals[0] !== undefined) throw new UsageError(`Unexpected argument ${positionals[0]}.`);
  const query = new URLSearchParams({
    workspace_token: await chooseWorkspace(ask, flags['workspace']),
    date_bin: 'total',
  });
  const given = {
    groupings: flags['by'],
    filter: flags['filter'],
    start_date: flags['from'],
    end_date: flags['to'],
  };
  for (const [key, value] of Object.entries(given)) if (value) query.set(key, String(value));
  const answer = (await ask('/v2/kubernetes_efficiency_reports/efficiency', query)) as Answer;
  if (flags['json']) return print(JSON.stringify(answer, null, 2));
  efficiencyTable(answer, screen).forEach((line) => print(line));
}

function efficiencyTable(answer: Answer, screen: Screen): string[] {
  const { figures, total, start_date: start, end_date: end, groupings } = answer;
  const heading = `Kubernetes clusters, ${formatDay(start)} to ${formatDay(end)}`;
  if (figures.length === 0) return [heading, '', 'There is no usage in these days.'];
  const money = (header: string, key: 'amount' | 'idle_cost'): ScreenColumn<Figure> => ({
    header,
    isNumeric: true,
    cell: (row) => ({ text: formatMoney(row[key]) }),
  });
  const efficiency: ScreenColumn<Figure> = {
    header: 'EFFICIENCY',
    isNumeric: true,
    cell: ({ cost_efficiency: percent }) => ({ text: percentText(percent) }),
  };
  const [cost, idle] = [money(`COST ${answer.currency}`, 'amount'), money('IDLE', 'idle_cost')];
  const table = screenTable(
    {
      label: {
        header: groupings.join(', ').toUpperCase(),
        cell: ({ groups }) => ({
          text: printable(groups.map((group) => group ?? '–').join(' / ')),
        }),
      },
      choices: [
        [cost, idle, efficiency],
        [idle, efficiency],
      ],
      rows: figures,
      colourOf: () => undefined,
    },
    screen,
  );
  return [heading, '', ...table, '', ...total.map(describeTotal), ...notesOf(answer)];
}

const percentText = (percent: string | null) =>
  percent === null ? '–' : `${new Decimal(percent).toFixed(1)}%`;

const describeTotal = ({ currency, amount, idle_cost, cost_efficiency }: Answer['total'][number]) =>
  `Total ${currency} ${formatMoney(amount)}, of which ${formatMoney(idle_cost)} idle: efficiency ${percentText(cost_efficiency)}.`;

const notesOf = ({ figures, figure_count: count, total, currency, hidden_nodes }: Answer) => [
  ...(hidden_nodes
    ? [
        'Some nodes have no cost here: their bill is not shared with this account, or has not arrived.',
      ]
    : []),
  ...(count > figures.length
    ? [`The ${figures.length} largest of ${count} groups are shown.`]
    : []),
  ...(total.some((each) => each.currency !== currency)
    ? ['Amounts in other currencies have no exchange rate and are listed separately.']
    : []),
];
