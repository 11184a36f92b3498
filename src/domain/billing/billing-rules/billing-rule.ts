import { z } from 'zod';
import { entity } from '../../../platform/kernel/entity.js';
import type { Row } from '../../../platform/kernel/rows.js';
import { Decimal, formatDecimal } from '../../../platform/lib/decimal.js';
import { parseDate } from '../../../platform/lib/time.js';
import { ruleTypeOf } from './rule-type.js';

const text = (description: string) => z.string().nullable().describe(description);

const BillingRule = z
  .object({
    token: z.string(),
    title: z.string(),
    type: z.string().describe('exclusion, adjustment, credit, charge or custom, as it was sent'),
    start_date: text('First day on which the rule applies, as it was sent; null: no first day.'),
    end_date: text('Last day on which the rule applies, as it was sent; null: no last day.'),
    apply_to_all: z
      .boolean()
      .describe('Whether managed accounts that are created later have the rule too.'),
    charge_type: text('exclusion: charge type whose costs are removed, its code or its label.'),
    percentage: text('adjustment: percentage of the cost that the managed account sees.'),
    adjusted_rate: text('adjustment: the percentage as a factor.'),
    service: text('adjustment: service to adjust. credit, charge: service of the added cost.'),
    category: text('adjustment: category to adjust. credit, charge: category of the added cost.'),
    sub_category: text('credit, charge: subcategory of the added cost.'),
    start_period: text('credit, charge: the date of start_date.'),
    amount: text('credit, charge: amount per month.'),
    sql_query: text('custom: the statement.'),
    created_by_token: z.string(),
    created_at: z.string(),
  })
  .meta({ id: 'BillingRule' });

/** Changes what managed accounts see and pay; the costs of the account itself stay as they are. */
export const billingRules = entity({
  table: 'billing_rules',
  prefix: 'bllng_rule',
  kind: 'Billing Rule',
  title: 'title',
  page: '/billing-rules/{token}',
  access: { within: 'account', write: 'owner' },
  model: BillingRule,
  derive: async () => (row) => ({
    percentage: decimal(row.percentage),
    adjusted_rate:
      row.percentage === null ? null : decimal(new Decimal(row.percentage).div(100).toFixed()),
    amount: decimal(row.amount),
    start_period: isMonthly(row) && row.start_date !== null ? parseDate(row.start_date) : null,
  }),
});

const decimal = (value: string | null) => (value === null ? null : formatDecimal(value));

function isMonthly({ type }: Row<'billing_rules'>): boolean {
  const known = ruleTypeOf(type);
  return known === 'credit' || known === 'charge';
}
