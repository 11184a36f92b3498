import {
  type Check,
  type Installation,
  countOf,
  failed,
  firstOf,
  ok,
} from '../../../platform/health/check.js';
import type { Row } from '../../../platform/kernel/rows.js';
import { AddressRefused } from '../../../platform/outbound/send-request.js';
import { type ChannelConfig, openChannel } from './channel-config.js';

const maxChannels = 200;
const atOnce = 10;
const timeoutMs = 4_000;

/** Asks the host of every channel for a response, whatever it is, without sending a message. */
export const channelsCheck: Check = {
  name: 'channels',
  title: 'Channels',
  readsTables: true,
  run: async (installation) => {
    const rows = await installation.db
      .selectFrom('channels')
      .selectAll()
      .orderBy('id', 'desc')
      .limit(maxChannels)
      .execute();
    if (rows.length === 0) return ok('There are no channels.');
    const problems = await findProblems(installation, rows);
    if (problems.length === 0) {
      return ok(`The hosts of ${countOf(rows.length, 'channel')} respond.`);
    }
    return failed(
      `${countOf(problems.length, 'channel')} cannot be reached: ${firstOf(problems)}.`,
      'Check the address of the channel and the network of this machine; "farthing channels test" sends a test message.',
    );
  },
};

/** What is wrong with channels, the newest first; a host that several share is asked once. */
async function findProblems(
  installation: Installation,
  rows: readonly Row<'channels'>[],
): Promise<string[]> {
  const origins = rows.map((row) => originOf(installation, row));
  const answers = new Map<string, string | undefined>();
  const waiting = new Set(origins.filter((origin) => origin !== undefined));
  const ask = async () => {
    for (const origin of waiting) {
      waiting.delete(origin);
      answers.set(origin, await findProblem(installation, origin));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, ask));
  return rows.flatMap(({ name }, index) => {
    const origin = origins[index];
    const problem = origin === undefined ? otherKey : answers.get(origin);
    return problem === undefined ? [] : `${name}: ${problem}`;
  });
}

const otherKey = 'its secret was encrypted with another FARTHING_SECRET_KEY';

/** The host that a channel sends to; undefined if its secret cannot be read. */
function originOf({ vault }: Installation, row: Row<'channels'>): string | undefined {
  try {
    return new URL(addressOf(openChannel(vault, row))).origin;
  } catch {
    return undefined;
  }
}

/** The address that a channel sends to. */
function addressOf(channel: ChannelConfig): string {
  switch (channel.kind) {
    case 'slack':
      return channel.settings.channel === undefined ? channel.secret : channel.settings.url;
    case 'teams':
      return channel.secret;
    default:
      return channel.settings.url;
  }
}

/** Why a host does not respond; undefined if it does. The path of the address may be a secret, so it is not sent. */
async function findProblem(
  { sendRequest }: Installation,
  origin: string,
): Promise<string | undefined> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await sendRequest(origin, { method: 'HEAD', signal });
    await response.body?.cancel();
    return undefined;
  } catch (error) {
    if (error instanceof AddressRefused) return error.message.replace(/\.$/, '');
    const { host } = new URL(origin);
    if (signal.aborted) return `${host} did not respond within ${timeoutMs / 1000} seconds`;
    const { message, code } = error as { message?: string; code?: string };
    return `the request to ${host} failed (${message || code})`;
  }
}
