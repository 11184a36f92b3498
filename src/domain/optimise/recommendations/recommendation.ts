import { sql } from 'kysely';
import { z } from 'zod';
import type { Context } from '../../../platform/kernel/context.js';
import { entity } from '../../../platform/kernel/entity.js';
import type { Row } from '../../../platform/kernel/rows.js';
import { formatDate } from '../../../platform/lib/time.js';
import { currencySymbol, formatSavings, readSavingsCurrency } from './savings-currency.js';

const Recommendation = z
  .object({
    token: z.string(),
    type: z.string(),
    category: z.string(),
    workspace_token: z.string(),
    provider: z.string(),
    provider_account_id: z.string().nullable(),
    description: z.string(),
    documentation_url: z.string().nullable(),
    potential_savings: z
      .string()
      .nullable()
      .describe('Per month, in the currency of the workspace.'),
    unbilled_savings: z
      .string()
      .describe(
        'The part of `potential_savings` that no total counts, because what it would save is on no bill: by list prices.',
      ),
    cost_per_month: z
      .string()
      .nullable()
      .describe(
        'What its resources cost per month at their current rate, in the currency of the workspace; null where no bill has them.',
      ),
    uses_example_prices: z
      .boolean()
      .describe(
        'Whether savings were computed from prices that ship with this release: examples, not a current price list.',
      ),
    service: z.string(),
    created_at: z.string(),
    resources_affected_count: z.int(),
    currency_code: z.string().nullable(),
    currency_symbol: z.string().nullable(),
    status: z.enum(['active', 'archived', 'resolved']),
    dismissed_reason: z.string().nullable().describe('Why it was dismissed.'),
    dismissed_until: z
      .string()
      .nullable()
      .describe('Last day of the dismissal; null without an end.'),
    resolved_at: z.string().nullable(),
  })
  .meta({ id: 'Recommendation' });

/** The findings of one rule in one account. */
export const recommendations = entity({
  table: 'recommendations',
  prefix: 'rcmmndtn',
  kind: 'Recommendation',
  title: 'description',
  page: '/recommendations/{token}',
  access: { within: 'workspace' },
  model: Recommendation,
  derive: async (rows, ctx) => {
    const workspaces = [...new Set(rows.map((row) => row.workspace_token))];
    const currencies = new Map(
      await Promise.all(
        workspaces.map(async (token) => [token, await readSavingsCurrency(ctx, token)] as const),
      ),
    );
    const notes = await readResourceNotes(ctx, rows);
    return (row) => {
      const currency = currencies.get(row.workspace_token)!;
      const own = statusOf(row, ctx);
      const isDismissed = own === 'archived';
      const { hasDismissed, usesExamplePrices, unbilled, cost } =
        notes.get(row.token) ?? withoutResources;
      const isNothingLeft = row.resources_affected_count === 0 && hasDismissed;
      return {
        documentation_url: null,
        potential_savings: formatSavings(row.potential_savings, currency),
        unbilled_savings: formatSavings(unbilled, currency),
        cost_per_month: cost === null ? null : formatSavings(cost, currency),
        uses_example_prices: usesExamplePrices,
        currency_code: currency.code,
        currency_symbol: currencySymbol(currency.code),
        status: own === 'active' && isNothingLeft ? 'archived' : own,
        dismissed_reason: isDismissed ? row.archived_reason : null,
        dismissed_until: isDismissed ? row.archived_until : null,
      };
    };
  },
});

interface ResourceNotes {
  /** Some of its resources were dismissed one by one. */
  hasDismissed: boolean;
  /** Some saving was computed from prices of the release. */
  usesExamplePrices: boolean;
  /** What it saves on resources, or of charges, that no bill has. Decimal text in USD. */
  unbilled: string;
  /** What the resources with a cost cost per month; null where none has one. Decimal text in USD. */
  cost: string | null;
}

const withoutResources: ResourceNotes = {
  hasDismissed: false,
  usesExamplePrices: false,
  unbilled: '0',
  cost: null,
};

/** What the resources of these recommendations say about them, by token. */
async function readResourceNotes(
  { db }: Pick<Context, 'db'>,
  rows: readonly Row<'recommendations'>[],
): Promise<Map<string, ResourceNotes>> {
  if (rows.length === 0) return new Map();
  const tokens = rows.map(({ token }) => token);
  const found = await db
    .selectFrom('recommendation_resources')
    .select('recommendation_token as token')
    .select(sql<boolean>`bool_or(dismissed_at is not null)`.as('hasDismissed'))
    .select(sql<boolean>`bool_or(uses_example_prices)`.as('usesExamplePrices'))
    .select(
      sql<string>`coalesce(sum(potential_savings)
        filter (where cost_per_month is null and dismissed_at is null), 0)::text`.as('unbilled'),
    )
    .select(
      sql<string | null>`(sum(cost_per_month) filter (where dismissed_at is null))::text`.as(
        'cost',
      ),
    )
    .where('recommendation_token', 'in', tokens)
    .groupBy('recommendation_token')
    .execute();
  return new Map(found.map(({ token, ...notes }) => [token, notes]));
}

/** A dismissal that has ended counts no more. */
function statusOf(
  row: Row<'recommendations'>,
  { now }: Pick<Context, 'now'>,
): 'active' | 'archived' | 'resolved' {
  if (row.resolved_at !== null) return 'resolved';
  if (row.archived_at === null) return 'active';
  const hasEnded = row.archived_until !== null && row.archived_until < formatDate(now);
  return hasEnded ? 'active' : 'archived';
}
