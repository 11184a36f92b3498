import { type Ask, askApp } from './ask.js';
import { type Command, type CommandEnvironment, type CommandInput, UsageError } from './command.js';
import { chooseWorkspace } from './cost-question.js';
import { type FlowAnswer, flowTable } from './flow-table.js';

const intervals = {
  '3d': 'last_3_days',
  '7d': 'last_7_days',
  '14d': 'last_14_days',
  '30d': 'last_30_days',
};

export const flowsCommand: Command = {
  name: 'flows',
  usage:
    'flows [--by NAME,…] [--last 3d|7d|14d|30d] [--filter VQL] [--bytes] [--limit N] [--workspace TOKEN_OR_NAME] [--json]',
  summary: 'Show who talks to whom over the network, and what it costs',
  printsData: true,
  options: {
    by: { type: 'string' },
    last: { type: 'string' },
    filter: { type: 'string' },
    bytes: { type: 'boolean' },
    limit: { type: 'string' },
    workspace: { type: 'string' },
    json: { type: 'boolean' },
  },
  run: async ({ app, signal, ...input }) => printFlows(askApp(app, signal), input),
};

type FlowsInput = Pick<CommandInput, 'flags' | 'positionals'> &
  Pick<CommandEnvironment, 'print' | 'screen'>;

/** Matches every flow, because a query without a report needs a filter. */
const everyFlow =
  "network_flow_logs.flow_direction = 'ingress' OR network_flow_logs.flow_direction = 'egress'";

/** Asks for the network flows of a workspace, and prints them. */
export async function printFlows(
  ask: Ask,
  { flags, positionals, print, screen = { columns: null, hasColours: false } }: FlowsInput,
): Promise<void> {
  if (positionals[0] !== undefined) {
    throw new UsageError(`Unexpected argument ${positionals[0]}.`);
  }
  const last = String(flags['last'] ?? '7d');
  if (!Object.hasOwn(intervals, last)) {
    throw new UsageError(`--last must be one of ${Object.keys(intervals).join(', ')}.`);
  }
  const workspace = await chooseWorkspace(ask, flags['workspace']);
  const query = new URLSearchParams({
    workspace_token: workspace,
    date_interval: intervals[last as keyof typeof intervals],
    filter: String(flags['filter'] ?? everyFlow),
    flow_weight: flags['bytes'] ? 'bytes' : 'costs',
    limit: String(flags['limit'] ?? 20),
    ...(flags['by'] !== undefined && { groupings: String(flags['by']) }),
  });
  const answer = (await ask('/v2/network_flow_logs', query)) as FlowAnswer;
  if (flags['json']) return print(JSON.stringify(answer, null, 2));
  flowTable(answer, screen).forEach((line) => print(line));
}
