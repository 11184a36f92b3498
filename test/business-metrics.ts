import { newToken } from '../src/kernel/tokens.js';
import type { Account } from './harness.js';

/** A business metric without values. */
export async function newBusinessMetric({ app, account }: Account): Promise<string> {
  const token = newToken('bsnss_mtrc');
  await app.services.db
    .insertInto('business_metrics')
    .values({ token, account_token: account.token, title: 'Orders', created_at: app.clock() })
    .execute();
  return token;
}
