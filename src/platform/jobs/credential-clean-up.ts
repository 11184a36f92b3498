import { addSeconds } from '../lib/time.js';
import { job } from './job.js';

const retentionDays = 30;

export const credentialCleanUp = job({
  name: 'credential-clean-up',
  summary: 'Removes expired sessions, links and credentials, and old login attempts',
  cron: '*/30 * * * *',
  retries: 3,
  run: async (_payload, { services: { db }, clock }) => {
    const now = clock();
    const cutoff = addSeconds(now, -retentionDays * 86_400);
    const removed = await Promise.all([
      db.deleteFrom('sessions').where('expires_at', '<', now).executeTakeFirst(),
      db.deleteFrom('password_tickets').where('expires_at', '<', now).executeTakeFirst(),
      db.deleteFrom('sso_requests').where('expires_at', '<', now).executeTakeFirst(),
      db.deleteFrom('saml_assertions').where('expires_at', '<', now).executeTakeFirst(),
      db.deleteFrom('second_factor_challenges').where('expires_at', '<', now).executeTakeFirst(),
      db
        .deleteFrom('login_attempts')
        .where('attempted_at', '<', addSeconds(now, -86_400))
        .executeTakeFirst(),
      db.deleteFrom('credentials').where('revoked_at', '<', cutoff).executeTakeFirst(),
      // Exchanged one-hour tokens are numerous; expired credentials stay visible for a while.
      db
        .deleteFrom('credentials')
        .where('parent_id', 'is not', null)
        .where('expires_at', '<', now)
        .executeTakeFirst(),
      db.deleteFrom('credentials').where('expires_at', '<', cutoff).executeTakeFirst(),
    ]);
    const total = removed.reduce((sum, each) => sum + each.numDeletedRows, 0n);
    return `${total} expired sessions, links, attempts and credentials removed`;
  },
});
