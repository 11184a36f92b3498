import { z } from 'zod';
import {
  assignToAll,
  moveToEnd,
  renumberAssignments,
  billingRules,
  type RuleContent,
  checkRule,
  requireRoomForCustomRule,
  ruleTypeOf,
  ruleTypes,
} from '../../domain/billing/billing-rules/index.js';
import { queueRebillingOfRule } from '../../domain/billing/rebilling/index.js';
import { mspOperations, mspRows } from '../../domain/billing/managed-accounts/index.js';
import type { Context } from '../../platform/kernel/context.js';
import { emptyValueRules, openApiSchemas, text, title } from '../../platform/kernel/fields.js';
import { resource } from '../../platform/kernel/resource.js';
import type { Row } from '../../platform/kernel/rows.js';
import { Decimal } from '../../platform/lib/decimal.js';
import { pick } from '../../platform/lib/pick.js';
import { parseDate } from '../../platform/lib/time.js';

const type = z
  .string()
  .refine((value) => ruleTypeOf(value) !== undefined, { error: 'does not have a valid value' })
  .register(openApiSchemas, { type: 'string', enum: [...ruleTypes] });

/** Returned as it was sent, because clients compare it with what they sent. */
const dateText = () =>
  z.string().refine((value) => parseDate(value) !== undefined, { error: 'is invalid' });
const clearableDate = () =>
  dateText().nullable().register(emptyValueRules, { blank: 'absent', null: 'clears' });

const decimalPattern = /^\+?(\d{1,20}\.?\d{0,18}|\.\d{1,18})(e[+-]?\d{1,2})?$/i;

/** A number or numeric string of at least 0, converted to plain text. */
const decimal = () =>
  z
    .union([z.number(), z.string()], { error: 'is invalid' })
    .refine((value) => decimalPattern.test(String(value)), { error: 'does not have a valid value' })
    .transform((value) => new Decimal(value).toFixed())
    .register(openApiSchemas, { type: 'number', format: 'double' });

const fields = {
  title: title(),
  start_date: clearableDate().describe('credit, charge: needed. First day, or a timestamp.'),
  end_date: clearableDate().describe('Last day, or a timestamp.'),
  start_period: dateText()
    .register(emptyValueRules, { blank: 'absent' })
    .describe('Deprecated: used when start_date is absent.'),
  apply_to_all: z.boolean().describe('Adds the rule to all managed accounts, also to later ones.'),
  charge_type: text(255).describe('exclusion: code or label of a charge type, such as RIFee.'),
  percentage: decimal().describe(
    'adjustment: percentage of the cost that is shown; above 100 only with a service.',
  ),
  service: text(255).describe('credit, charge: needed. adjustment: services to adjust.'),
  category: text(255).describe('credit, charge: needed. adjustment: categories to adjust.'),
  sub_category: text(255).describe('credit, charge: needed.'),
  amount: decimal().describe('credit, charge: amount per month.'),
  sql_query: text(100_000).describe('custom: one UPDATE, DELETE or INSERT statement.'),
};

const billingRuleResource = resource(billingRules, {
  one: 'billing_rule',
  many: 'billing_rules',
  tag: 'BillingRules',
  create: z.object({ type, ...z.object(fields).partial().shape, title: fields.title }),
  update: z.object(fields).partial(),
  where: (_, ctx) => mspRows(ctx),
  columns: async (body, ctx, current) => {
    const type = current?.type ?? body.type;
    const known = ruleTypeOf(type)!;
    if (!current && known === 'custom') await requireRoomForCustomRule(ctx);
    const columns = {
      type,
      ...pick(body, ['title', 'apply_to_all']),
      ...checkRule(known, contentOf(body, current)),
    };
    if (current) await assignAgain(ctx, current, columns);
    return columns;
  },
  afterSave: async (row, _, ctx, isNew) => {
    if (isNew && row.apply_to_all) await assignToAll(ctx.db, row);
    await renumberAssignments(ctx.db, row);
    await queueRebillingOfRule(ctx, row.token);
    return false;
  },
  beforeDelete: (row, ctx) => queueRebillingOfRule(ctx, row.token),
});

/** Before the row changes: what was on or in a group already stays where the accounts have it. */
async function assignAgain(
  { db }: Context,
  current: Row<'billing_rules'>,
  next: { apply_to_all?: boolean; execution_group: number },
): Promise<void> {
  if (next.execution_group !== current.execution_group) await moveToEnd(db, current);
  if (next.apply_to_all && !current.apply_to_all) await assignToAll(db, current);
}

type Body = Partial<z.output<z.ZodObject<typeof fields>>>;

/** The content of a rule after a request that need not send all of it. */
function contentOf(body: Body, current: Row<'billing_rules'> | undefined): RuleContent {
  const { start_date = body.start_period ?? current?.start_date ?? null } = body;
  const value = <Name extends keyof RuleContent>(name: Name) =>
    body[name] === undefined ? (current?.[name] ?? null) : body[name];
  return {
    start_date,
    end_date: value('end_date'),
    charge_type: value('charge_type'),
    percentage: value('percentage'),
    service: value('service'),
    category: value('category'),
    sub_category: value('sub_category'),
    amount: value('amount'),
    sql_query: value('sql_query'),
  };
}

export const billingRuleOperations = mspOperations(billingRuleResource.operations);
