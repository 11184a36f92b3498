import { sql } from 'kysely';
import type { Db } from '../../../platform/store/tables.js';

interface Rule {
  token: string;
  account_token: string;
}

/** Behind every other rule, until the assignments are numbered again. */
const last = 2 ** 31 - 1;

/** Adds a rule to every managed account that does not have it; `renumberAssignments` then places it. */
export async function assignToAll(db: Db, rule: Rule): Promise<void> {
  await db
    .insertInto('managed_account_billing_rules')
    .columns(['managed_account_token', 'billing_rule_token', 'position'])
    .expression(
      db
        .selectFrom('managed_accounts')
        .select(['token', sql.val(rule.token).as('rule'), sql.val(last).as('position')])
        .where('account_token', '=', rule.account_token),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Puts a rule behind all others in every managed account, until `renumberAssignments` places it. */
export async function moveToEnd(db: Db, rule: Rule): Promise<void> {
  await db
    .updateTable('managed_account_billing_rules')
    .set({ position: last })
    .where('billing_rule_token', '=', rule.token)
    .execute();
}

/** Numbers the rules of all managed accounts that have this rule from 1, group by group. */
export async function renumberAssignments(db: Db, rule: Rule): Promise<void> {
  await sql`
    update managed_account_billing_rules as assignment
    set position = numbered.position
    from (
      select a.id, row_number() over (
        partition by a.managed_account_token order by r.execution_group, a.position, a.id
      ) as position
      from managed_account_billing_rules a
      join billing_rules r on r.token = a.billing_rule_token
      where a.managed_account_token in (
        select managed_account_token from managed_account_billing_rules
        where billing_rule_token = ${rule.token}
      )
    ) as numbered
    where assignment.id = numbered.id and assignment.position <> numbered.position`.execute(db);
}
