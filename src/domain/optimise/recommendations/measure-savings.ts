import type { Context } from '../../../platform/kernel/context.js';
import { addDays, daysIn } from '../../../platform/lib/days.js';
import { Decimal } from '../../../platform/lib/decimal.js';
import { sql } from '../../../platform/store/sql.js';
import { type CostScope, scopeWithin, readFactors } from '../../costs/query/index.js';
import {
  type AccountLines,
  dollars,
  readLines,
  resourceIdOf,
} from './facts-reader/account-lines.js';
import { billedIds } from './facts-reader/match-charges.js';

/** Complete days after the end of a finding whose costs are compared with those before. */
const daysMeasured = 7;
/** Ended findings that are measured per statement. */
const batchSize = 2000;

interface Ended {
  id: number;
  uuid: string;
  provider: string;
  ended_on: string;
}

interface DailyCost {
  id: string;
  day: string;
  cost: string;
}

/** Measures what ended findings saved, once the bill has a week after them: cost per month before less after. */
export async function measureSavings(
  ctx: Context,
  scope: CostScope,
  workspace: string,
  lastDay: string,
): Promise<void> {
  const due = await ctx.db
    .selectFrom('realised_savings')
    .innerJoin('recommendations', 'recommendations.token', 'realised_savings.recommendation_token')
    .select(['realised_savings.id', 'uuid', 'provider', 'ended_on'])
    .where('realised_savings.workspace_token', '=', workspace)
    .where('measured_on', 'is', null)
    .where('ended_on', '<=', addDays(lastDay, -daysMeasured))
    .orderBy('realised_savings.id')
    .limit(batchSize)
    .execute();
  for (const provider of new Set(due.map((row) => row.provider))) {
    const rows = due.filter((row) => row.provider === provider);
    const lines = await linesAfter(ctx, scope, provider, rows);
    await storeMeasured(ctx, rows, await readDailyCosts(lines, rows), provider);
  }
}

async function linesAfter(
  { db, services, actor }: Context,
  scope: CostScope,
  provider: string,
  rows: readonly Ended[],
): Promise<AccountLines> {
  const ends = rows.map(({ ended_on }) => ended_on).toSorted();
  const window = { start: addDays(ends[0]!, 1), end: addDays(ends.at(-1)!, daysMeasured) };
  const factors = await readFactors(db, actor.accountToken, {
    from: scope.currencies,
    to: 'USD',
    day: window.end,
  });
  const { loadIds } = scopeWithin(scope, window);
  return {
    store: services.costs,
    loadIds,
    provider,
    accountId: null,
    window,
    billedDays: daysIn(window),
    factors,
  };
}

function readDailyCosts(lines: AccountLines, rows: readonly Ended[]): Promise<DailyCost[]> {
  const id = resourceIdOf(lines);
  const ids = rows.flatMap(({ uuid }) => billedIds(uuid, lines.provider));
  const cost = dollars(sql`effective_cost`, lines);
  return readLines<DailyCost>(lines, {
    select: sql`${id} AS id, usage_date AS day, sum(${cost}) AS cost`,
    where: sql`${id} IN ${sql.bind('Array(String)', ids)}`,
    groupBy: sql`id, day`,
  });
}

async function storeMeasured(
  { db }: Context,
  rows: readonly Ended[],
  costs: readonly DailyCost[],
  provider: string,
): Promise<void> {
  for (const { id, uuid, ended_on: end } of rows) {
    const ids = billedIds(uuid, provider);
    const last = addDays(end, daysMeasured);
    const after = costs
      .filter((cost) => ids.includes(cost.id) && cost.day > end && cost.day <= last)
      .reduce((sum, { cost }) => sum.plus(cost), new Decimal(0))
      .div(daysMeasured)
      .times(30);
    await db
      .updateTable('realised_savings')
      .set({ monthly_after: after.toDecimalPlaces(18).toFixed(), measured_on: last })
      .where('id', '=', id)
      .execute();
  }
}
