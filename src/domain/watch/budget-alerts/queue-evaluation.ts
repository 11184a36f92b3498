import { sql } from 'kysely';
import type { Services } from '../../../platform/kernel/services.js';
import type { Db } from '../../../platform/store/tables.js';
import { concernedAccounts } from '../../intake/integrations/index.js';

/** Queues the evaluation of the alerts that changed costs of an integration concern, in the transaction of the change. */
export async function queueEvaluation(
  { enqueue }: Pick<Services, 'enqueue'>,
  integration: string,
  db: Db,
): Promise<void> {
  const { rows } = await sql<{ account_token: string }>`
    select account_token from ${concernedAccounts(integration)} i
      where exists (select 1 from budget_alerts a where a.account_token = i.account_token)`.execute(
    db,
  );
  for (const { account_token } of rows) await enqueue('evaluate-rules', { account_token }, db);
}
