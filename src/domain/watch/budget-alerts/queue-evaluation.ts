import { sql } from 'kysely';
import type { Context } from '../../../platform/kernel/context.js';
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

/** Queues the evaluation of the caller's alerts, in the transaction that saves one of them or its budget. */
export async function queueOwnEvaluation({ actor, services, db }: Context): Promise<void> {
  const { accountToken: account_token } = actor;
  const watched = await db
    .selectFrom('budget_alerts')
    .select('token')
    .where('account_token', '=', account_token)
    .limit(1)
    .executeTakeFirst();
  if (watched) await services.enqueue('evaluate-rules', { account_token }, db);
}
