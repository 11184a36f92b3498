import { z } from 'zod';
import {
  assignToAll,
  moveToEnd,
  renumberAssignments,
  billingRules,
  type RuleContent,
  checkRule,
  fieldsOf,
  requireRoomForCustomRule,
  type RuleType,
  ruleTypeOf,
  ruleTypes,
  specificFields,
} from '../../domain/billing/billing-rules/index.js';
import { queueRebillingOfRule } from '../../domain/billing/rebilling/index.js';
import { mspOperations, mspRows } from '../../domain/billing/managed-accounts/index.js';
import type { Context } from '../../platform/kernel/context.js';
import {
  decimalText,
  emptyValueRules,
  openApiSchemas,
  text,
  title,
} from '../../platform/kernel/fields.js';
import { resource } from '../../platform/kernel/resource.js';
import type { Row } from '../../platform/kernel/rows.js';
import { validate } from '../../platform/kernel/validate.js';
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

/** Fields that not every type has. */
const specific = {
  charge_type: text(255).describe('exclusion: code or label of a charge type, such as RIFee.'),
  percentage: decimalText().describe(
    'adjustment: percentage of the cost that is shown; above 100 only with a service.',
  ),
  service: text(255).describe('credit, charge: needed. adjustment: services to adjust.'),
  category: text(255).describe('credit, charge: needed. adjustment: categories to adjust.'),
  sub_category: text(255).describe('credit, charge: needed.'),
  amount: decimalText().describe('credit, charge: amount per month.'),
  sql_query: text(100_000).describe('custom: one UPDATE, DELETE or INSERT statement.'),
};
type SpecificName = keyof typeof specific;

/** Read once the type of the rule is known: what other types have is ignored, whatever it is. */
const unread = ({ description }: z.ZodType, schema: object) =>
  z
    .unknown()
    .register(openApiSchemas, { ...schema })
    .describe(description ?? '');
const anyText = { type: 'string' };
const anyNumber = { type: 'number', format: 'double' };

const fields = {
  title: title(),
  start_date: clearableDate().describe('credit, charge: needed. First day, or a timestamp.'),
  end_date: clearableDate().describe('Last day, or a timestamp.'),
  start_period: dateText()
    .register(emptyValueRules, { blank: 'absent' })
    .describe('Deprecated: used when start_date is absent.'),
  apply_to_all: z.boolean().describe('Adds the rule to all managed accounts, also to later ones.'),
  charge_type: unread(specific.charge_type, anyText),
  percentage: unread(specific.percentage, anyNumber),
  service: unread(specific.service, anyText),
  category: unread(specific.category, anyText),
  sub_category: unread(specific.sub_category, anyText),
  amount: unread(specific.amount, anyNumber),
  sql_query: unread(specific.sql_query, anyText),
};

/** Refuses a rule that lacks fields of its type, together with whatever else is missing. */
const requireFields = <Schema extends z.ZodType>(schema: Schema): Schema =>
  ['start_date' as const, ...specificFields].reduce(
    (refined, name) =>
      refined.refine((body) => !lacks(body as Record<string, unknown>, name), {
        error: 'is missing',
        path: [name],
        when: () => true,
      }),
    schema,
  );

function lacks(body: Record<string, unknown>, name: SpecificName | 'start_date'): boolean {
  const known = typeof body['type'] === 'string' ? ruleTypeOf(body['type']) : undefined;
  if (known === undefined || !fieldsOf[known].needed.includes(name)) return false;
  const value = name === 'start_date' ? (body[name] ?? body['start_period']) : body[name];
  return value === undefined || value === null || (typeof value === 'string' && !value.trim());
}

const billingRuleResource = resource(billingRules, {
  one: 'billing_rule',
  many: 'billing_rules',
  tag: 'BillingRules',
  create: requireFields(
    z.object({
      type,
      title: fields.title,
      ...z.object(fields).omit({ title: true }).partial().shape,
    }),
  ),
  update: z.object(fields).partial(),
  where: (_, ctx) => mspRows(ctx),
  columns: async (body, ctx, current) => {
    const type = current?.type ?? body.type;
    const known = ruleTypeOf(type)!;
    if (!current && known === 'custom') await requireRoomForCustomRule(ctx);
    const columns = {
      type,
      ...pick(body, ['title', 'apply_to_all']),
      ...checkRule(known, contentOf(known, body, current)),
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
function contentOf(
  type: RuleType,
  body: Body,
  current: Row<'billing_rules'> | undefined,
): RuleContent {
  const { start_date = body.start_period ?? current?.start_date ?? null } = body;
  const { end_date = current?.end_date ?? null } = body;
  const sent = ownValues(type, body);
  const value = (name: SpecificName) => sent[name] ?? current?.[name] ?? null;
  return {
    start_date,
    end_date,
    charge_type: value('charge_type'),
    percentage: value('percentage'),
    service: value('service'),
    category: value('category'),
    sub_category: value('sub_category'),
    amount: value('amount'),
    sql_query: value('sql_query'),
  };
}

/** What was sent of the fields that a type has. */
function ownValues(type: RuleType, body: Body): Partial<Record<SpecificName, string>> {
  const { needed, optional = [] } = fieldsOf[type];
  const own = specificFields.filter((name) => needed.includes(name) || optional.includes(name));
  return validate(z.object(pick(specific, own)).partial(), pick(body, own));
}

export const billingRuleOperations = mspOperations(billingRuleResource.operations);
