import { type Check, countOf, failed, ok, warning } from '../../../platform/health/check.js';
import { verifyMailServer } from '../../../platform/outbound/send-mail.js';
import type { Db } from '../../../platform/store/tables.js';

/** Connects to the mail server and logs in, without sending anything. */
export const mailCheck: Check = {
  name: 'mail',
  title: 'Mail server',
  readsTables: true,
  run: async ({ config, db }) => {
    if (config.smtpUrl === undefined) {
      const waiting = await countWaiting(db);
      if (waiting === 0) return ok('No mail server is set, and no e-mail waits for one.');
      return warning(
        `${countOf(waiting, 'e-mail')} ${waiting === 1 ? 'waits' : 'wait'} for a mail server.`,
        'Set SMTP_URL.',
      );
    }
    const { host } = new URL(config.smtpUrl);
    try {
      await verifyMailServer(config.smtpUrl);
    } catch (error) {
      return failed(
        `The mail server ${host} cannot be used: ${(error as Error).message.replace(/\.$/, '')}.`,
        'Check SMTP_URL, and whether this machine may connect to it; e-mails are retried until then.',
      );
    }
    return ok(`The mail server ${host} accepts connections.`);
  },
};

async function countWaiting(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('delivery_messages')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', '=', 'not_configured')
    .executeTakeFirstOrThrow();
  return count;
}
