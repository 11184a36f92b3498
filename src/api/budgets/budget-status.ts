import { type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import {
  budgets,
  budgetMonth,
  readBudgetTrees,
  readBudgetSource,
} from '../../domain/watch/budgets/index.js';
import { operation } from '../../platform/kernel/operation.js';
import { Links, pageLinks, pageOf, pageQuery } from '../../platform/kernel/paging.js';
import { requestedWorkspace } from '../../platform/kernel/workspace-choice.js';
import { firstOfMonth } from '../../platform/lib/days.js';
import { notFound } from '../../platform/lib/errors.js';
import { formatDate } from '../../platform/lib/time.js';
import {
  completeThrough,
  figureFields,
  serializeMonth,
  unconvertedCurrencies,
} from './serialize-figures.js';
import { currencyOf } from './workspace-currency.js';

const BudgetStatus = z
  .object({ budget_token: z.string(), name: z.string(), ...figureFields })
  .meta({ id: 'BudgetStatus' });

export const BudgetStatusList = z
  .object({
    links: Links,
    currency: z.string(),
    complete_through: completeThrough,
    unconverted_currencies: unconvertedCurrencies,
    budget_status: z.array(BudgetStatus).describe('The oldest budgets first.'),
  })
  .meta({ id: 'BudgetStatusList' });

export const getBudgetStatus = operation({
  id: 'getBudgetStatus',
  tag: 'Budgets',
  method: 'GET',
  path: '/v2/budgets/status',
  summary: 'Get how much of each budget of this month is spent',
  query: z.object({
    workspace_token: z
      .string()
      .optional()
      .describe('Required if the caller has access to several workspaces.'),
    ...pageQuery,
  }),
  status: 200,
  errors: [400, 404],
  response: BudgetStatusList,
  run: async ({ query }, ctx) => {
    const page = pageOf(query, { default: 100, max: 1000 });
    const workspace = requestedWorkspace(ctx, query.workspace_token);
    if (workspace === undefined) throw notFound('Workspace');
    const { rows, total } = await budgets.rows.list(ctx, page, [
      sql<SqlBool>`workspace_token = ${workspace}`,
    ]);
    const tokens = rows.map(({ token }) => token);
    const trees = await readBudgetTrees(ctx.db, ctx.actor.accountToken, tokens);
    const today = formatDate(ctx.now);
    const month = firstOfMonth(today);
    const source = await readBudgetSource(ctx, trees, { first: month, last: month });
    return {
      links: pageLinks(ctx.origin, ctx.url, page, total),
      currency: await currencyOf(ctx, workspace),
      complete_through: source.completeThrough,
      unconverted_currencies: source.unconverted,
      budget_status: trees.map((tree) => ({
        budget_token: tree.token,
        name: tree.name,
        ...serializeMonth(budgetMonth(tree, month, today, source)),
      })),
    };
  },
});
