import { z } from 'zod';
import { checkRuleOrder } from '../../domain/billing/billing-rules/index.js';
import { mspOperations } from '../../domain/billing/managed-accounts/index.js';
import {
  readAssignedRules,
  readRules,
  type Amounts,
  previewRules,
} from '../../domain/billing/rebilling/index.js';
import { isOwner } from '../../platform/auth/actor.js';
import type { Context } from '../../platform/kernel/context.js';
import { date } from '../../platform/kernel/fields.js';
import { operation } from '../../platform/kernel/operation.js';
import { firstOfMonth, lastOfMonth } from '../../platform/lib/days.js';
import { formatDecimal } from '../../platform/lib/decimal.js';
import { badRequest, forbidden, notFound } from '../../platform/lib/errors.js';
import { formatDate } from '../../platform/lib/time.js';

const PreviewAmounts = z
  .object({
    billed: z.string().describe('Exact sum of billed costs.'),
    effective: z.string().describe('Exact sum of effective (amortized) costs.'),
  })
  .meta({ id: 'BillingRulePreviewAmounts' });

const PreviewStep = z
  .object({
    billing_rule_token: z.string(),
    title: z.string(),
    type: z.string(),
    change: PreviewAmounts.describe('What the rule adds to, or takes from, the costs.'),
    after: PreviewAmounts.describe('Costs after this rule and all before it.'),
  })
  .meta({ id: 'BillingRulePreviewStep' });

const PreviewMonth = z
  .object({
    month: z.string().describe('First day of the month.'),
    currency: z.string(),
    before: PreviewAmounts.describe('Costs as they were delegated.'),
    steps: z.array(PreviewStep).describe('One per rule, in the order in which they run.'),
    after: PreviewAmounts.describe('Costs that the managed account sees.'),
  })
  .meta({ id: 'BillingRulePreviewMonth' });

const PreviewWarning = z
  .object({
    billing_rule_token: z.string(),
    code: z.enum(['not_applicable', 'division_by_zero']),
    message: z.string(),
  })
  .meta({ id: 'BillingRulePreviewWarning' });

const previewBillingRules = operation({
  id: 'previewBillingRules',
  tag: 'BillingRules',
  method: 'POST',
  path: '/v2/billing_rules/preview',
  summary: 'Show the costs of a managed account before and after each billing rule; stores nothing',
  body: z
    .object({
      managed_account_token: z.string(),
      billing_rule_tokens: z
        .array(z.string())
        .max(1000)
        .optional()
        .describe('Rules in the order in which they would run. By default those of the account.'),
      start_date: date().optional().describe('Its month is the first. By default the last month.'),
      end_date: date().optional().describe('Its month is the last. By default the running month.'),
    })
    .meta({ id: 'previewBillingRules' }),
  status: 200,
  errors: [400, 403, 404],
  readsOnly: true,
  response: z
    .object({
      managed_account_token: z.string(),
      start_date: z.string(),
      end_date: z.string(),
      months: z.array(PreviewMonth).describe('Ordered by month and currency.'),
      warnings: z
        .array(PreviewWarning)
        .describe('Rules that could not be applied, or not to all costs.'),
    })
    .meta({ id: 'BillingRulePreview' }),
  run: async ({ body }, ctx) => {
    requireOwner(ctx);
    const today = formatDate(ctx.now);
    const months = {
      start: firstOfMonth(body.start_date ?? firstOfMonth(today, -1)),
      end: lastOfMonth(body.end_date ?? today),
    };
    if (months.end < months.start) throw badRequest('end_date must not be before start_date');
    const account = await findManagedAccount(ctx, body.managed_account_token);
    const rules = body.billing_rule_tokens
      ? await findRules(ctx, body.billing_rule_tokens)
      : await readAssignedRules(ctx.db, account);
    const found = await previewRules(ctx.services, account, rules, { months, today });
    const byToken = new Map(rules.map((rule) => [rule.token, rule]));
    return {
      managed_account_token: account,
      start_date: months.start,
      end_date: months.end,
      months: found.months.map(({ month, currency, before, steps }) => ({
        month,
        currency,
        before: serialize(before),
        steps: steps.map(({ ruleToken, change, after }) => {
          const { title, type } = byToken.get(ruleToken)!;
          return {
            billing_rule_token: ruleToken,
            title,
            type,
            change: serialize(change),
            after: serialize(after),
          };
        }),
        after: serialize(steps.at(-1)?.after ?? before),
      })),
      warnings: found.warnings.map(({ code, ruleToken, message }) => ({
        billing_rule_token: ruleToken,
        code,
        message,
      })),
    };
  },
});

export const billingRulePreviewOperations = mspOperations([previewBillingRules]);

/** The costs of all workspaces of an account are for those who may see all of them. */
function requireOwner({ actor }: Context): void {
  if (!isOwner(actor)) throw forbidden('Only owners can preview billing rules');
}

const serialize = ({ billed, effective }: Amounts) => ({
  billed: formatDecimal(billed.toFixed()),
  effective: formatDecimal(effective.toFixed()),
});

async function findManagedAccount({ db, actor }: Context, token: string): Promise<string> {
  const found = await db
    .selectFrom('managed_accounts')
    .select('token')
    .where('token', '=', token)
    .where('account_token', '=', actor.accountToken)
    .executeTakeFirst();
  if (!found) throw notFound('Managed Account');
  return found.token;
}

async function findRules(ctx: Context, tokens: readonly string[]) {
  const unique = [...new Set(tokens)];
  const known = await readRules(ctx.db, ctx.actor.accountToken, unique);
  const rules = unique.map((token) => {
    const rule = known.find((each) => each.token === token);
    if (!rule) throw badRequest(`Billing rule not found: billing_rule_tokens ${token}`);
    return rule;
  });
  checkRuleOrder(rules.map((rule) => rule.execution_group));
  return rules;
}
