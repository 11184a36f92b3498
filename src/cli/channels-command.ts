import type { z } from 'zod';
import type { channels, deliveries } from '../domain/watch/delivery/index.js';
import { type Ask, askApp } from './ask.js';
import {
  type Command,
  type CommandEnvironment,
  CommandFailure,
  type CommandInput,
  UsageError,
} from './command.js';

type Channel = z.output<typeof channels.model>;
type Delivery = z.output<typeof deliveries.model>;

export const testChannelCommand: Command = {
  name: 'channels test',
  usage: 'channels test TOKEN_OR_NAME [--json]',
  summary: 'Send a test message to a channel, and print whether it was accepted',
  printsData: true,
  options: { json: { type: 'boolean' } },
  run: async ({ app, signal, ...input }) => printChannelTest(askApp(app, signal), input),
};

type TestInput = Pick<CommandInput, 'flags' | 'positionals'> & Pick<CommandEnvironment, 'print'>;

/** Really sends a message to a channel; a message that is not accepted is a failure of the command. */
export async function printChannelTest(
  ask: Ask,
  { flags, positionals: [wanted, unexpected], print }: TestInput,
): Promise<void> {
  if (wanted === undefined) throw new UsageError('Specify the token or the name of a channel.');
  if (unexpected !== undefined) throw new UsageError(`Unexpected argument ${unexpected}.`);
  const { token, name } = await findChannel(ask, wanted);
  const path = '/v2/channels/{channel_token}/test';
  const request = { method: 'POST', params: { channel_token: token } } as const;
  const message = (await ask(path, undefined, request)) as Delivery;
  if (flags['json']) print(JSON.stringify(message, null, 2));
  if (message.state !== 'sent') {
    throw new CommandFailure(
      `The test message could not be sent to ${name}. ${message.error ?? ''}`.trim(),
    );
  }
  if (!flags['json']) print(`The test message was sent, and ${name} has accepted it.`);
}

async function findChannel(ask: Ask, wanted: string): Promise<Channel> {
  const query = new URLSearchParams({ limit: '1000' });
  const { channels: all } = (await ask('/v2/channels', query)) as { channels: Channel[] };
  const found = all.filter(({ token, name }) => token === wanted || name === wanted);
  if (found.length === 1) return found[0]!;
  if (found.length > 1) {
    const tokens = found.map(({ token }) => token).join(', ');
    throw new CommandFailure(`Several channels are named ${wanted}; use a token: ${tokens}.`);
  }
  throw new CommandFailure(
    all.length === 0
      ? 'There are no channels yet.'
      : `There is no channel ${wanted}; there are ${all.map(({ name }) => name).join(', ')}.`,
  );
}
