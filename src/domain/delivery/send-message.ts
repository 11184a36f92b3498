import { createHmac } from 'node:crypto';
import type { Selectable } from 'kysely';
import { linkOriginOf } from '../../platform/kernel/link-origin.js';
import type { Services } from '../../platform/kernel/services.js';
import { formatTimestamp } from '../../platform/lib/time.js';
import { prefixOf } from '../../platform/lib/tokens.js';
import { readLimited } from '../../platform/outbound/read-limited.js';
import type { SendMail } from '../../platform/outbound/send-mail.js';
import type { Db, Tables } from '../../platform/store/tables.js';
import { type MessageContent, addressMembers } from './message.js';
import { seesReports } from './recipient-access.js';
import { renderMail } from './render-mail.js';

declare module '../../platform/kernel/services.js' {
  interface Services {
    /** Undefined unless the operator has configured a mail server. */
    sendMail: SendMail | undefined;
  }
}

export type StoredMessage = Selectable<Tables['delivery_messages']>;
export type DeliveryServices = Pick<
  Services,
  'db' | 'config' | 'vault' | 'log' | 'actors' | 'sendMail' | 'sendRequest'
>;

const maxResponseBytes = 64 * 1024;

/** Sends a message; `dropped` if its recipient no longer exists or must not see it. Rejects if it may not have arrived. */
export async function sendMessage(
  services: DeliveryServices,
  message: StoredMessage,
  { now, timeoutSeconds }: { now: Date; timeoutSeconds: number },
): Promise<'sent' | 'dropped'> {
  const content = message.content as unknown as MessageContent;
  const link = `${linkOriginOf(services.config)}/go/${content.about}`;
  if (prefixOf(message.recipient) === 'team') {
    return (await addressMembers(services.db, message, now)) ? 'sent' : 'dropped';
  }
  if (message.channel === 'email') {
    const to = await readAddress(services.db, message);
    if (to === undefined) return 'dropped';
    if (!(await seesReports(services, message, content.reports))) return 'dropped';
    if (!services.sendMail) throw new Error('No mail server is configured.');
    await services.sendMail({ id: message.token, to, ...renderMail(content, link) });
    return 'sent';
  }
  const webhook = await services.db
    .selectFrom('webhooks')
    .select(['url', 'secret'])
    .where('token', '=', message.recipient)
    .where('account_token', '=', message.account_token)
    .executeTakeFirst();
  if (!webhook) return 'dropped';
  const body = JSON.stringify({
    id: message.token,
    type: content.type,
    created_at: formatTimestamp(message.created_at),
    title: content.title,
    summary: content.summary,
    link,
    data: content.data,
  });
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const secret = services.vault.open(webhook.secret) as string;
  const response = await services.sendRequest(webhook.url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': message.token,
      'farthing-timestamp': timestamp,
      'farthing-signature': `v1=${signWebhook(secret, timestamp, body)}`,
    },
    body,
    signal: AbortSignal.timeout(timeoutSeconds * 1000),
  });
  // A response that breaks off may come from a receiver that has not stored the message.
  await readLimited(response, maxResponseBytes);
  if (!response.ok) throw new Error(`The receiver answered with status ${response.status}.`);
  return 'sent';
}

/** Hexadecimal HMAC-SHA256 over `<timestamp>.<body>`: receivers check it and refuse old timestamps. */
export function signWebhook(secret: string, timestamp: string, body: string): string {
  return createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
}

/** The address at the time of sending; undefined if the user has been deleted. */
async function readAddress(db: Db, message: StoredMessage): Promise<string | undefined> {
  if (message.recipient.includes('@')) return message.recipient;
  const user = await db
    .selectFrom('users')
    .select('email')
    .where('token', '=', message.recipient)
    .where('account_token', '=', message.account_token)
    .executeTakeFirst();
  return user?.email;
}
