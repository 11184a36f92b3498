import type { Db } from '../../../platform/store/tables.js';
import { ImportError } from '../../intake/ingest/index.js';
import { ruleGroup } from './assigned-rules.js';

/** Records, in the transaction that makes the result visible, that the rules of an account have been applied. */
export async function recordRebilling(
  db: Db,
  managedAccount: string,
  /** Whether they change costs: the account then reads what they have made of them. */
  readsRebilled: boolean,
): Promise<void> {
  await db
    .updateTable('managed_accounts')
    .set({ reads_rebilled: readsRebilled, rebilling_failure: null })
    .where('token', '=', managedAccount)
    .execute();
}

/** Records why the rules of an account could not be applied. What it reads stays as it was. */
export async function recordRebillingFailure(
  db: Db,
  managedAccount: string,
  error: unknown,
): Promise<void> {
  const reason =
    error instanceof ImportError
      ? error.message
      : 'The billing rules could not be applied to all costs; see the server log.';
  await db
    .updateTable('managed_accounts')
    .set({ rebilling_failure: reason })
    .where('token', '=', managedAccount)
    .execute();
}

/**
 * Hides costs of an account that the rules have to change first: those of a new account, and those of a new
 * delegation. What it could read before remains visible until the rules have been applied.
 */
export async function requireRebilling(db: Db, managedAccount: string): Promise<void> {
  await db
    .updateTable('managed_accounts')
    .set({ reads_rebilled: true })
    .where('token', '=', managedAccount)
    .where((query) =>
      query.exists(
        query
          .selectFrom('managed_account_billing_rules as a')
          .innerJoin('billing_rules as b', 'b.token', 'a.billing_rule_token')
          .select('a.id')
          .where('a.managed_account_token', '=', managedAccount)
          .where('b.execution_group', 'in', [ruleGroup.awsTransform, ruleGroup.transform]),
      ),
    )
    .execute();
}
