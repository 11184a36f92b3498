import { z } from 'zod';
import type { Row } from '../../../platform/kernel/rows.js';
import { addDays } from '../../../platform/lib/days.js';
import { formatTimestamp } from '../../../platform/lib/time.js';
import { windowDays } from './cost-window.js';
import type { ResourceCosts } from './resource-costs.js';
import { stateOf } from './resource-state.js';

export const ResourceSummary = z
  .object({
    currency: z.string(),
    cost: z
      .string()
      .describe(
        'Cost of the days below, without tax, credits and refunds, at the rate of yesterday.',
      ),
    unconverted_costs: z
      .array(z.object({ currency: z.string(), amount: z.string() }))
      .describe('Costs in currencies without an exchange rate; no part of cost.'),
    start_date: z.string().nullable().describe('First of the 30 days of cost.'),
    end_date: z.string().nullable().describe('Last of them; null without a bill.'),
    billed_id: z
      .string()
      .nullable()
      .describe('What bills name it by, as costs.resource_id; null without costs.'),
    billed_services: z.array(z.string()).describe('The services that charge it.'),
    state: z.string().nullable().describe('As the inventory says.'),
    state_since: z.string().nullable().describe('Since when inventories list it in this state.'),
    utilization: z.record(z.string(), z.number()).describe('Greatest values, such as max_cpu.'),
    virtual_tags: z.record(z.string(), z.string()).describe('The value that most of its cost has.'),
    recommendations: z.int().describe('Active recommendations about it.'),
    recommendation_savings: z
      .string()
      .describe(
        'Per month, of those that can be carried out together and save most; at most what it costs.',
      ),
    uses_example_prices: z
      .boolean()
      .describe(
        'Whether that saving was computed from prices that ship with this release, which are examples.',
      ),
  })
  .meta({ id: 'ResourceSummary' });

/** What is known of a resource beside its row. */
interface Known {
  costs: ResourceCosts;
  /** Keys of virtual tags by the token of their configuration. */
  virtualKeys: ReadonlyMap<string, string>;
  recommendations: number;
  savings: string;
  usesExamplePrices: boolean;
}

/** A resource with its cost, state, utilisation and recommendations in brief. */
export function summarizeResource(
  row: Row<'resources'>,
  { costs, virtualKeys, recommendations, savings, usesExamplePrices }: Known,
): z.input<typeof ResourceSummary> {
  const { costs_through: end, state_since: since } = row;
  const state = stateOf(row.metadata);
  return {
    currency: costs.currency,
    cost: costs.total,
    unconverted_costs: costs.unconverted,
    start_date: end && addDays(end, 1 - windowDays),
    end_date: end,
    billed_id: row.billed_id,
    billed_services: row.billed_services,
    state,
    state_since: state !== null && since ? formatTimestamp(since) : null,
    utilization: utilizationOf(row.metadata),
    virtual_tags: Object.fromEntries(
      Object.entries(row.virtual_tags as Record<string, string>).flatMap(([token, value]) => {
        const key = virtualKeys.get(token);
        return key === undefined ? [] : [[key, value]];
      }),
    ),
    recommendations,
    recommendation_savings: savings,
    uses_example_prices: usesExamplePrices,
  };
}

/** Fields of utilisation files and inventories; the greatest size of a scaling group is a setting. */
function utilizationOf(metadata: Record<string, unknown>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(metadata).flatMap(([key, value]) =>
      /^max_(?!size$)/.test(key) && typeof value === 'number' ? [[key, value]] : [],
    ),
  );
}
