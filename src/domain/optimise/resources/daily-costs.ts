import type { Context } from '../../../platform/kernel/context.js';
import type { Row } from '../../../platform/kernel/rows.js';
import { addDays } from '../../../platform/lib/days.js';
import { Decimal, formatDecimal } from '../../../platform/lib/decimal.js';
import { groupBy } from '../../../platform/lib/group-by.js';
import { selectCachedRows } from '../../../platform/store/clickhouse/cost-store.js';
import { billedDays } from './billed-days.js';
import { windowDays } from './cost-window.js';
import { costsByDayStatement } from './read-billed-resources.js';
import { readRates } from './resource-costs.js';

interface DayCost {
  id: string;
  currency: string;
  day: string;
  /** Decimal text. */
  amount: string;
}

/**
 * The cost of each of the 30 days that the cost of a resource is the sum of, the first day first; null for
 * what no line of a bill names, such as commitments, and while newer bills are being added up.
 */
export async function readDailyCosts(
  ctx: Context,
  workspace: string,
  rows: readonly Row<'resources'>[],
): Promise<(row: Row<'resources'>) => string[] | null> {
  const daysOf = await billedDays(ctx, workspace);
  const found = new Map<string, { end: string; costs: DayCost[] }>();
  for (const [integration, own] of groupBy(rows.filter(isNamed), (row) => row.integration_token)) {
    const days = await daysOf(integration);
    if (!days) continue;
    const statement = costsByDayStatement(
      days,
      own.map((row) => row.billed_id!),
    );
    const costs = await selectCachedRows<DayCost>(ctx.services.costs, statement);
    found.set(integration, { end: days.end, costs });
  }
  const currencies = [...found.values()].flatMap(({ costs }) => costs.map((cost) => cost.currency));
  const { factors } = await readRates(ctx, workspace, currencies);
  const byDay = new Map(
    [...found].map(([integration, { costs }]) => [integration, groupBy(costs, keyOf)]),
  );
  return (row) => {
    const { integration_token: integration, billed_id: id, costs_through: end } = row;
    if (!isNamed(row) || end === null || found.get(integration)?.end !== end) return null;
    return Array.from({ length: windowDays }, (_, index) => {
      const day = addDays(end, index + 1 - windowDays);
      return sumOf(byDay.get(integration)!.get(keyOf({ id: id!, day })) ?? [], factors);
    });
  };
}

const isNamed = ({ billed_id: id, billed_services: services }: Row<'resources'>) =>
  id !== null && services.length > 0;

const keyOf = ({ id, day }: Pick<DayCost, 'id' | 'day'>) => `${day} ${id}`;

/** Without what has no rate. */
function sumOf(costs: readonly DayCost[], factors: ReadonlyMap<string, string>): string {
  const sum = costs.reduce(
    (total, { amount, currency }) =>
      total.plus(new Decimal(amount).times(factors.get(currency) ?? 0)),
    new Decimal(0),
  );
  return formatDecimal(sum.toDecimalPlaces(12).toFixed());
}
