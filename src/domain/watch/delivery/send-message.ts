import { basename } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Selectable } from 'kysely';
import { getUnsealed } from '../../../platform/auth/sealed-files.js';
import { linkOriginOf } from '../../../platform/kernel/link-origin.js';
import type { Services } from '../../../platform/kernel/services.js';
import { prefixOf } from '../../../platform/lib/tokens.js';
import type { SendMail } from '../../../platform/outbound/send-mail.js';
import type { Db, Tables } from '../../../platform/store/tables.js';
import { openChannel } from './channel-config.js';
import { sendToChannel } from './channels/send-to-channel.js';
import { type MessageContent, addressMembers } from './message.js';
import { seesContent, withoutHiddenList } from './recipient-access.js';
import { renderMail } from './render-mail.js';

declare module '../../../platform/kernel/services.js' {
  interface Services {
    /** Undefined unless the operator has configured a mail server. */
    sendMail: SendMail | undefined;
  }
}

export type StoredMessage = Selectable<Tables['delivery_messages']>;
export type DeliveryServices = Pick<
  Services,
  'db' | 'config' | 'vault' | 'files' | 'log' | 'metrics' | 'actors' | 'sendMail' | 'sendRequest'
>;

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
    if (!(await seesContent(services, message, content))) return 'dropped';
    if (!services.sendMail) throw new Error('No mail server is configured.');
    const files = await readAttachment(services, content);
    if (!files) return 'dropped';
    const mail = await withoutHiddenList(services, message, content);
    await services.sendMail({ id: message.token, to, ...renderMail(mail, link), files });
    return 'sent';
  }
  const config = await readChannel(services, message);
  if (!config) return 'dropped';
  const { token, rule_token: rule, event_key: event, created_at: createdAt } = message;
  const notice = { token, rule, event, createdAt, now, content, link };
  await sendToChannel(services.sendRequest, config, notice, timeoutSeconds);
  return 'sent';
}

/** The attachment of a message, if it has one; undefined if the file has been deleted. */
async function readAttachment(services: DeliveryServices, { attachment }: MessageContent) {
  if (!attachment) return [];
  const content = await getUnsealed(services, attachment.key);
  if (!content) return undefined;
  return [
    { name: basename(attachment.key), type: attachment.type, content: await buffer(content) },
  ];
}

/** The channel as it is now; undefined if it has been deleted. */
async function readChannel({ db, vault }: DeliveryServices, message: StoredMessage) {
  const channel = await db
    .selectFrom('channels')
    .select(['kind', 'settings', 'secret'])
    .where('token', '=', message.recipient)
    .where('account_token', '=', message.account_token)
    .executeTakeFirst();
  return channel && openChannel(vault, channel);
}

/** The address at the time of sending; undefined if the user has been deleted or deactivated. */
async function readAddress(db: Db, message: StoredMessage): Promise<string | undefined> {
  if (message.recipient.includes('@')) return message.recipient;
  const user = await db
    .selectFrom('users')
    .select('email')
    .where('token', '=', message.recipient)
    .where('account_token', '=', message.account_token)
    .where('deactivated_at', 'is', null)
    .executeTakeFirst();
  return user?.email;
}
