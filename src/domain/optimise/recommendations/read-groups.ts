import { type Expression, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import type { Context } from '../../../platform/kernel/context.js';
import { countedFindings } from './counted-findings.js';
import { formatSavings, type SavingsCurrency } from './savings-currency.js';

/** What lists of recommendations are grouped by, and the column of each. */
export const recommendationGroupings = {
  category: sql<string | null>`category`,
  account: sql<string | null>`provider_account_id`,
};
export type RecommendationGrouping = keyof typeof recommendationGroupings;

export const RecommendationGroup = z
  .object({
    value: z.string().nullable().describe('The category, or the account.'),
    recommendations: z.int(),
    resources: z.int().describe('Resources with a saving that counts.'),
    savings: z
      .string()
      .describe('Per month, of what can be carried out together; at most what the resources cost.'),
    cost_per_month: z
      .string()
      .describe('What these resources cost per month at their current rate.'),
  })
  .meta({ id: 'RecommendationGroup' });

type Group = z.input<typeof RecommendationGroup>;

/** The groups of the recommendations of a workspace that match, the largest saving first. */
export async function readRecommendationGroups(
  { db }: Pick<Context, 'db'>,
  {
    workspace,
    by,
    matching,
    isDismissed,
    currency,
  }: {
    workspace: string;
    by: RecommendationGrouping;
    matching: Expression<SqlBool>;
    /** Of dismissed recommendations all findings count. */
    isDismissed: boolean;
    currency: SavingsCurrency;
  },
): Promise<Group[]> {
  const own = sql`from recommendations where ${matching}`;
  const isCounted = sql<SqlBool>`f.recommendation_token in (select token ${own})
    and (f.dismissed_at is null or ${isDismissed})`;
  const value = recommendationGroupings[by];
  const { rows } = await sql<Group>`
    with matching as (select token, ${value} as value ${own}),
    resource_savings as (
      select m.value, f.resource_key, sum(f.counted_savings) as savings, min(f.resource_cost) as cost
      from (${countedFindings(workspace, isCounted)}) f join matching m on m.token = f.recommendation_token
      where f.counted_savings > 0 group by m.value, f.resource_key),
    sums as (
      select value, count(*)::int as resources, sum(savings) as savings, sum(cost) as cost
      from resource_savings group by value)
    select m.value, m.recommendations, coalesce(s.resources, 0) as resources,
      coalesce(s.savings, 0)::text as savings, coalesce(s.cost, 0)::text as cost_per_month
    from (select value, count(*)::int as recommendations from matching group by value) m
    left join sums s on s.value is not distinct from m.value
    order by coalesce(s.savings, 0) desc, m.value`.execute(db);
  return rows.map(({ savings, cost_per_month: cost, ...group }) => ({
    ...group,
    savings: formatSavings(savings, currency),
    cost_per_month: formatSavings(cost, currency),
  }));
}
