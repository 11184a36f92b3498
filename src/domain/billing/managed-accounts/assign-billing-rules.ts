import type { Context } from '../../../platform/kernel/context.js';
import { UnknownReference } from '../../../platform/lib/errors.js';
import { checkRuleOrder, withRulesForAll } from '../billing-rules/index.js';

interface GroupedRule {
  token: string;
  execution_group: number;
}

/**
 * Assigns exactly these billing rules to a managed account, in this order. A new account also gets the rules
 * that apply to all, at the end of their groups.
 */
export async function assignBillingRules(
  ctx: Context,
  account: string,
  requested: readonly string[],
  isNew: boolean,
): Promise<void> {
  const rules = await loadRules(ctx, [...new Set(requested)]);
  checkRuleOrder(rules.map((rule) => rule.execution_group));
  const assigned = isNew ? withRulesForAll(rules, await readRulesForAll(ctx)) : rules;
  await ctx.db
    .deleteFrom('managed_account_billing_rules')
    .where('managed_account_token', '=', account)
    .execute();
  if (assigned.length === 0) return;
  await ctx.db
    .insertInto('managed_account_billing_rules')
    .values(
      assigned.map(({ token }, position) => ({
        managed_account_token: account,
        billing_rule_token: token,
        position,
      })),
    )
    .execute();
}

async function loadRules(ctx: Context, tokens: readonly string[]): Promise<GroupedRule[]> {
  const known = await accountRules(ctx).execute();
  const byToken = new Map(known.map((rule) => [rule.token, rule]));
  return tokens.map((token) => {
    const rule = byToken.get(token);
    if (!rule) throw new UnknownReference('Billing rule', 'billing_rule_tokens', token);
    return rule;
  });
}

const readRulesForAll = (ctx: Context) =>
  accountRules(ctx).where('apply_to_all', '=', true).execute();

const accountRules = ({ db, actor }: Context) =>
  db
    .selectFrom('billing_rules')
    .select(['token', 'execution_group'])
    .where('account_token', '=', actor.accountToken)
    .orderBy('id');
