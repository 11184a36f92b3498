import { z } from 'zod';
import {
  budgets,
  readPerformance,
  budgetColumns,
  childrenOf,
  replaceChildren,
  requireChildren,
  workspaceOfBudget,
} from '../../domain/watch/budgets/index.js';
import { queueOwnEvaluation } from '../../domain/watch/budget-alerts/index.js';
import {
  date,
  openApiSchemas,
  queryFlag,
  title,
  token,
  tokens,
} from '../../platform/kernel/fields.js';
import type { Operation } from '../../platform/kernel/operation.js';
import { resource } from '../../platform/kernel/resource.js';
import { Decimal, formatDecimal } from '../../platform/lib/decimal.js';
import { pick } from '../../platform/lib/pick.js';

const decimalPattern = /^\+?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i;
const maxCharacters = 40;

/** A number or numeric string of at least 0, converted to a plain decimal string. */
const amount = z
  .union([z.number(), z.string()])
  .refine((value) => decimalPattern.test(String(value)), {
    error: 'must be a number of at least 0',
  })
  .transform((value) => formatDecimal(new Decimal(value).toFixed()))
  .refine((text) => text.length <= maxCharacters, {
    error: `must be at most ${maxCharacters} characters`,
  })
  .register(openApiSchemas, { type: 'number', format: 'double' })
  .describe('Budget per calendar month.');

const periods = z.array(
  z
    .object({
      start_at: date(),
      end_at: date()
        .nullable()
        .optional()
        .transform((end) => end ?? null)
        .describe('Last day, inclusive; null for an open end.'),
      amount,
    })
    .refine(({ start_at, end_at }) => !end_at || end_at >= start_at, {
      error: 'end_at must not be before start_at',
    }),
);

const fields = {
  name: title(),
  cost_report_token: token().optional().describe('Cost report or segment.'),
  child_budget_tokens: tokens().optional(),
  periods: periods.optional(),
};

const base = resource(budgets, {
  one: 'budget',
  many: 'budgets',
  tag: 'Budgets',
  create: z.object({ ...fields, workspace_token: token().optional() }),
  update: z.object(fields).partial(),
  search: 'name',
  errors: { create: [400, 422], update: [400, 404] },
  workspaceOf: workspaceOfBudget,
  columns: async (body, ctx, current, workspace) => {
    await requireChildren(ctx, workspace!, body.child_budget_tokens ?? []);
    const children = body.child_budget_tokens ?? childrenOf(current);
    return {
      ...pick(body, ['name']),
      ...(await budgetColumns(body, ctx, workspace!, children)),
      ...(!current && { user_token: ctx.actor.kind === 'user' ? ctx.actor.token || null : null }),
    };
  },
  afterSave: async (row, { child_budget_tokens: children }, ctx) => {
    const wrote = children !== undefined && (await replaceChildren(ctx, row.token, children));
    await queueOwnEvaluation(ctx);
    return wrote;
  },
});

const get: Operation = {
  ...base.get,
  query: z.object({ include_performance: queryFlag().optional() }),
  run: async (input, ctx) => {
    const row = await budgets.rows.load(ctx, String(input.params['budget_token']));
    const budget = await budgets.serialize(row, ctx);
    if (!input.query['include_performance']) return budget;
    return { ...budget, performance: await readPerformance(ctx, row.token) };
  },
};

export const budgetOperations = base.operations.map((each) => (each === base.get ? get : each));
