import { sql } from 'kysely';
import type { Services } from '../../../platform/kernel/services.js';
import type { Db } from '../../../platform/store/tables.js';
import { concernedAccounts } from '../../intake/integrations/index.js';

/** Queues the search of the reports that changed costs of an integration concern, in the transaction of the change. */
export async function queueDetection(
  { enqueue }: Pick<Services, 'enqueue'>,
  integration: string,
  db: Db,
): Promise<void> {
  const { rows } = await sql<{ account_token: string }>`
    select account_token from ${concernedAccounts(integration)} accounts`.execute(db);
  for (const { account_token } of rows) await enqueue('detect-anomalies', { account_token }, db);
}
