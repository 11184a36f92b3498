import { z } from 'zod';
import {
  type CostQuery,
  type CostPlan,
  type Amount,
  type CostResult,
  type CostRow,
} from '../../domain/costs/query/index.js';
import { formatDecimal } from '../../platform/lib/decimal.js';

export const CostPartial = z
  .object({ amount: z.string(), currency: z.string() })
  .meta({ id: 'CostPartial' });

export const UsagePartial = z
  .object({ amount: z.string(), unit: z.string() })
  .meta({ id: 'UsagePartial' });

export const CostCount = z
  .object({ accrued_at: z.string(), count: z.int() })
  .meta({ id: 'CostCount' });

const text = () => z.string().nullable().optional();

/** Has the key of each grouping of the request. */
export const Cost = z
  .object({
    accrued_at: z.string().describe('First day or hour of the date bin.'),
    amount: z.string(),
    currency: z.string(),
    usage: UsagePartial.optional(),
    provider: z
      .string()
      .nullable()
      .optional()
      .describe('Custom providers are custom_provider: followed by the integration token.'),
    billing_account_id: text(),
    account_id: text(),
    service: text(),
    region: text(),
    resource_id: text(),
    resource_name: text(),
    tag: text().describe('Value of the first tag grouping.'),
    tags: z
      .array(z.string())
      .nullable()
      .optional()
      .describe('key:value of each tag grouping that has a value.'),
    cost_category: text(),
    cost_subcategory: text(),
    charge_type: text(),
    tagged: z.boolean().optional(),
    segment: text(),
  })
  .meta({ id: 'Cost' });

type Cost = z.input<typeof Cost>;

/** A row of costs as the API returns it. */
export function serializeCost(row: CostRow, { query, byUnit }: CostPlan): Cost {
  return {
    accrued_at: row.accrued_at,
    amount: formatDecimal(row.amount),
    currency: row.currency,
    ...(byUnit ? { usage: serializeUsage(row) } : {}),
    ...serializeGroups(row, query),
  };
}

function serializeUsage(row: CostRow): z.input<typeof UsagePartial> {
  return { amount: formatDecimal(row.usage ?? '0'), unit: row.unit ?? '' };
}

function serializeGroups(row: CostRow, { groupings }: CostQuery): Partial<Cost> {
  const groups: Record<string, unknown> = {};
  const tags: string[] = [];
  for (const [index, grouping] of groupings.entries()) {
    const value = row[`g${index}`] ?? null;
    if (grouping.kind === 'tag') {
      if (!('tag' in groups)) Object.assign(groups, { tag: value, tags });
      if (value !== null) tags.push(`${grouping.key}:${String(value)}`);
    } else if (grouping.kind === 'segment') {
      groups['segment'] = value;
    } else if (grouping.name !== 'usage_unit') {
      groups[grouping.name] = value;
    }
    if ('name' in grouping && grouping.name === 'resource_id') {
      groups['resource_name'] = row.resource_name ?? null;
    }
  }
  return groups;
}

/** The totals over all pages. */
export function serializeTotals({ total, unconverted, usageTotals, counts }: CostResult) {
  return {
    total_cost: { ...total, amount: formatDecimal(total.amount) },
    ...(usageTotals && {
      total_usage: usageTotals.map(({ amount, unit }) => ({ amount: formatDecimal(amount), unit })),
    }),
    ...(counts && { total_count: counts.reduce((sum, { count }) => sum + count, 0), counts }),
    ...(unconverted.length > 0 && { unconverted_costs: serializeAmounts(unconverted) }),
  };
}

export function serializeAmounts(amounts: readonly Amount[]) {
  return amounts.map(({ amount, currency }) => ({ amount: formatDecimal(amount), currency }));
}
