import { z } from 'zod';
import type { Row } from '../../platform/kernel/rows.js';
import { serialize } from '../../platform/kernel/serialize.js';
import { Decimal } from '../../platform/lib/decimal.js';
import { addDays } from '../../platform/lib/days.js';
import { formatDate } from '../../platform/lib/time.js';
import type { Context } from '../../platform/kernel/context.js';
import type { BilledCost } from './read-billed-resources.js';
import { readFactors } from './read-factors.js';

const ResourceCost = z
  .object({
    category: z.string(),
    amount: z.number().describe('In the currency of the workspace, unless the category names one.'),
  })
  .meta({ id: 'ResourceCost' });

export const Resource = z
  .object({
    token: z.string(),
    uuid: z.string().describe('Identifier of the provider; the ARN for AWS.'),
    type: z.string(),
    label: z.string().nullable(),
    metadata: z.record(z.string(), z.unknown()).nullable(),
    account_id: z.string().nullable(),
    billing_account_id: z.string().nullable(),
    provider: z.string(),
    region: z.string().nullable(),
    costs: z
      .array(ResourceCost)
      .optional()
      .describe('Costs of the last 30 days by category, largest first; only on request.'),
    created_at: z.string().describe('When it was first seen.'),
    tags: z.record(z.string(), z.string()),
  })
  .meta({ id: 'Resource' });

/** A resource as the API returns it. */
export function serializeResource(
  row: Row<'resources'>,
  costs?: z.input<typeof ResourceCost>[],
): z.input<typeof Resource> {
  return serialize(Resource, row, { billing_account_id: row.provider_account_id, costs });
}

/**
 * The costs of resources by category in the currency of a workspace, at the rate of yesterday. Costs in a
 * currency without a rate have entries of their own that name it.
 */
export async function readResourceCosts(
  ctx: Context,
  workspace: string,
  rows: readonly Row<'resources'>[],
): Promise<(row: Row<'resources'>) => z.input<typeof ResourceCost>[]> {
  const to = await readCurrency(ctx, workspace);
  const currencies = rows.flatMap((row) => costsOf(row).map(({ currency }) => currency));
  const day = addDays(formatDate(ctx.now), -1);
  const factors = await readFactors(ctx.db, ctx.actor.accountToken, to, currencies, day);
  return (row) => convertCosts(costsOf(row), factors);
}

const costsOf = (row: Row<'resources'>) => row.recent_costs as unknown as BilledCost[];

function convertCosts(costs: readonly BilledCost[], factors: ReadonlyMap<string, Decimal>) {
  const sums = new Map<string, Decimal>();
  for (const { category, currency, amount } of costs) {
    const factor = factors.get(currency);
    const name = factor ? category : `${category} (${currency})`;
    const converted = new Decimal(amount).times(factor ?? 1);
    sums.set(name, converted.plus(sums.get(name) ?? 0));
  }
  return [...sums]
    .toSorted(([a, x], [b, y]) => y.comparedTo(x) || a.localeCompare(b))
    .map(([category, amount]) => ({ category, amount: amount.toDecimalPlaces(12).toNumber() }));
}

/** The currency that a workspace reports its costs in. */
async function readCurrency({ db }: Context, workspace: string): Promise<string> {
  const { enable_currency_conversion: converts, currency } = await db
    .selectFrom('workspaces')
    .select(['enable_currency_conversion', 'currency'])
    .where('token', '=', workspace)
    .executeTakeFirstOrThrow();
  return converts ? currency : 'USD';
}
