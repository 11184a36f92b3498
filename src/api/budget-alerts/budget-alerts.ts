import { type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { creatorOf } from '../../domain/costs/saved-reports/index.js';
import { budgetAlerts, queueOwnEvaluation } from '../../domain/watch/budget-alerts/index.js';
import { budgets } from '../../domain/watch/budgets/index.js';
import {
  namedChannelFields,
  recipientFields,
  ruleResource,
} from '../../domain/watch/delivery/index.js';
import type { Context } from '../../platform/kernel/context.js';
import { choice, emptyValueRules, openApiSchemas, tokens } from '../../platform/kernel/fields.js';
import type { Row } from '../../platform/kernel/rows.js';
import { UnknownReference } from '../../platform/lib/errors.js';

const int32 = 2_147_483_647;

/** `"1"` to `"31"` as a number; `""` and null are the whole month. */
const duration = z
  .union([z.string(), z.int()])
  .nullable()
  .refine((value) => value === null || /^(|[1-9]|[12]\d|3[01])$/.test(String(value)), {
    error: 'does not have a valid value',
  })
  .transform((value) => (value === null || value === '' ? null : Number(value)))
  .register(emptyValueRules, { null: 'value' })
  .register(openApiSchemas, { type: 'string' })
  .describe('1 to 31; empty for the whole month.');

/** What an alert tests; a backtest takes the same. */
export const timingFields = {
  budget_tokens: tokens().min(1).max(1000),
  threshold: z
    .int()
    .min(0)
    .max(int32)
    .register(openApiSchemas, { type: 'integer', format: 'int32' })
    .describe('Percentage of the budget of a month.'),
  duration_in_days: duration,
  period_to_track: choice(['start_of_the_month', 'end_of_the_month']).optional(),
};

const fields = {
  ...timingFields,
  measure: choice(['spend', 'forecast'])
    .optional()
    .describe(
      'spend, the default: accrued costs reach the threshold. forecast: what the month is expected to cost exceeds it.',
    ),
  ...recipientFields,
  ...namedChannelFields,
};

export const budgetAlertResource = ruleResource(budgetAlerts, {
  one: 'budget_alert',
  many: 'budget_alerts',
  tag: 'BudgetAlerts',
  create: z.object(fields),
  update: z.object(fields).partial(),
  filters: z.object({ budget_token: z.string().optional() }),
  where: ({ budget_token: budget }) =>
    budget === undefined
      ? []
      : [
          sql<SqlBool>`token in (
            select budget_alert_token from budget_alert_budgets where budget_token = ${budget})`,
        ],
  errors: { create: [400], update: [400, 404] },
  watches: async ({ budget_tokens: named }, ctx) => named && workspaceOf(ctx, named),
  columns: (body, ctx, current) => {
    const tested = {
      ...timingOf(body, current),
      measure: body.measure ?? current?.measure ?? ('spend' as const),
    };
    return {
      ...tested,
      ...(hasChanged(tested, current) && armed(ctx, current)),
      ...(!current && { user_token: creatorOf(ctx) }),
    };
  },
  links: ({ budget_tokens: named }) => [['budget_alert_budgets', 'budget_token', named]],
  afterSave: queueOwnEvaluation,
});

/** The workspace that all budgets are in. */
export async function workspaceOf(ctx: Context, named: readonly string[]): Promise<string> {
  let workspace: string | undefined;
  for (const token of new Set(named)) {
    const budget = await budgets.rows.find(ctx, token);
    workspace ??= budget?.workspace_token;
    if (budget && budget.workspace_token === workspace) continue;
    throw new UnknownReference('Budget', 'budget_tokens', token);
  }
  return workspace!;
}

type Timing = Pick<Row<'budget_alerts'>, 'threshold' | 'duration_in_days' | 'period_to_track'>;

/** Threshold and days after the request; an alert for the whole month tracks no part of it. */
export function timingOf(body: Partial<Timing>, current: Timing | undefined): Timing {
  const { threshold, duration_in_days, period_to_track } = { ...current, ...body };
  const period = period_to_track ?? 'start_of_the_month';
  return {
    threshold: threshold!,
    duration_in_days: duration_in_days ?? null,
    period_to_track: (duration_in_days ?? null) === null ? null : period,
  };
}

type Tested = Timing & Pick<Row<'budget_alerts'>, 'measure'>;

/** Clients send all fields, so only values that differ let an alert report again. */
function hasChanged(tested: Tested, current: Tested | undefined): boolean {
  const keys = ['threshold', 'duration_in_days', 'period_to_track', 'measure'] as const;
  return keys.some((key) => tested[key] !== current?.[key]);
}

const armed = (ctx: Context, current: Row<'budget_alerts'> | undefined) => ({
  arming: (current?.arming ?? 0) + 1,
  armed_at: ctx.now,
});
