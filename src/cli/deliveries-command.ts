import { type Ask, askApp } from './ask.js';
import { type Command, type CommandEnvironment, type CommandInput, UsageError } from './command.js';
import { type Delivery, deliveryTable } from './delivery-table.js';

export const deliveriesCommand: Command = {
  name: 'deliveries',
  usage: 'deliveries [--state STATE] [--limit NUMBER] [--json]',
  summary: 'List the messages of the last 90 days and how their delivery ended, newest first',
  printsData: true,
  options: {
    state: { type: 'string' },
    limit: { type: 'string' },
    json: { type: 'boolean' },
  },
  run: async ({ app, signal, ...input }) => printDeliveries(askApp(app, signal), input),
};

type DeliveriesInput = Pick<CommandInput, 'flags' | 'positionals'> &
  Pick<CommandEnvironment, 'print' | 'screen'>;

const defaultLimit = '50';

/** Asks for the delivery log, and prints it. */
export async function printDeliveries(
  ask: Ask,
  { flags, positionals, print, screen = { columns: null, hasColours: false } }: DeliveriesInput,
): Promise<void> {
  if (positionals[0] !== undefined) {
    throw new UsageError(`Unexpected argument ${positionals[0]}.`);
  }
  const { state, limit = defaultLimit } = flags;
  if (!/^[1-9]\d*$/.test(String(limit))) {
    throw new UsageError('--limit must be a whole number above 0.');
  }
  const query = new URLSearchParams({ limit: String(limit) });
  if (typeof state === 'string') query.set('state', state);
  const answer = (await ask('/v2/deliveries', query)) as { deliveries: Delivery[] };
  if (flags['json']) return print(JSON.stringify(answer, null, 2));
  const names = await readRecipientNames(ask, answer.deliveries);
  deliveryTable(answer.deliveries, names, screen).forEach((line) => print(line));
}

const lists = {
  usr: { path: '/v2/users', rows: 'users' },
  team: { path: '/v2/teams', rows: 'teams' },
  chnl: { path: '/v2/channels', rows: 'channels' },
};

interface Named {
  token: string;
  name?: string | null;
  email?: string;
}

/** The names of users, teams and channels; only lists of kinds that occur are read. */
async function readRecipientNames(
  ask: Ask,
  deliveries: readonly Delivery[],
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (const [prefix, { path, rows }] of Object.entries(lists)) {
    if (!deliveries.some(({ recipient }) => recipient.startsWith(`${prefix}_`))) continue;
    const query = new URLSearchParams({ limit: '1000' });
    const answer = (await ask(path, query)) as Record<string, Named[]>;
    for (const { token, name, email } of answer[rows] ?? []) {
      names.set(token, email ?? name ?? token);
    }
  }
  return names;
}
