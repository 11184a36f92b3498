import { z } from 'zod';
import type { Context } from '../../../platform/kernel/context.js';
import type { Row } from '../../../platform/kernel/rows.js';
import { addDays } from '../../../platform/lib/days.js';
import { Decimal, formatDecimal } from '../../../platform/lib/decimal.js';
import { formatDate } from '../../../platform/lib/time.js';
import { readFactors } from '../../costs/query/index.js';
import type { BilledCost } from './read-billed-resources.js';
import { readRebilledCosts } from './rebilled-costs.js';

export const ResourceCost = z
  .object({
    category: z.string(),
    amount: z.number().describe('In the currency of the workspace, unless the category names one.'),
  })
  .meta({ id: 'ResourceCost' });

/** The costs of a resource in the last 30 complete days. */
export interface ResourceCosts {
  /** Largest first. Costs in a currency without a rate have entries of their own that name it. */
  byCategory: z.input<typeof ResourceCost>[];
  currency: string;
  /** Decimal text; without what has no rate. */
  total: string;
  unconverted: { currency: string; amount: string }[];
}

/** The costs of resources in the currency of a workspace, at the rate of yesterday. */
export async function readResourceCosts(
  ctx: Context,
  workspace: string,
  rows: readonly Row<'resources'>[],
): Promise<(row: Row<'resources'>) => ResourceCosts> {
  const costsOf = (await readRebilledCosts(ctx, workspace, rows)) ?? storedCosts;
  const from = rows.flatMap((row) => costsOf(row).map(({ currency }) => currency));
  const { to, factors } = await readRates(ctx, workspace, from);
  return (row) => convertCosts(costsOf(row), to, factors);
}

/** The currency of a workspace, and the factors to it from others as of yesterday. */
export async function readRates(ctx: Context, workspace: string, from: readonly string[]) {
  const to = await readCurrency(ctx, workspace);
  const day = addDays(formatDate(ctx.now), -1);
  const factors = await readFactors(ctx.db, ctx.actor.accountToken, { from, to, day });
  return { to, factors };
}

const storedCosts = (row: Row<'resources'>) => row.recent_costs as unknown as BilledCost[];

function convertCosts(
  costs: readonly BilledCost[],
  to: string,
  factors: ReadonlyMap<string, string>,
): ResourceCosts {
  const byCategory = new Sums();
  const byCurrency = new Sums();
  for (const { category, currency, amount } of costs) {
    const factor = factors.get(currency);
    const converted = new Decimal(amount).times(factor ?? 1);
    byCategory.add(factor ? category : `${category} (${currency})`, converted);
    byCurrency.add(factor ? to : currency, converted);
  }
  const text = (amount: Decimal) => formatDecimal(amount.toDecimalPlaces(12).toFixed());
  const sums = byCurrency.largestFirst();
  return {
    byCategory: byCategory
      .largestFirst()
      .map(([category, amount]) => ({ category, amount: amount.toDecimalPlaces(12).toNumber() })),
    currency: to,
    total: text(sums.find(([currency]) => currency === to)?.[1] ?? new Decimal(0)),
    unconverted: sums
      .filter(([currency]) => currency !== to)
      .map(([currency, amount]) => ({ currency, amount: text(amount) })),
  };
}

class Sums {
  readonly #byName = new Map<string, Decimal>();

  add(name: string, amount: Decimal): void {
    this.#byName.set(name, amount.plus(this.#byName.get(name) ?? 0));
  }

  largestFirst(): [string, Decimal][] {
    return [...this.#byName].toSorted(([a, x], [b, y]) => y.comparedTo(x) || a.localeCompare(b));
  }
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
