import { z } from 'zod';
import { readAccounts, readScope } from '../../domain/costs/query/index.js';
import { queryProvider } from '../../domain/costs/providers/index.js';
import { operation } from '../../platform/kernel/operation.js';
import { Links, pageLinks, pageOf, pageQuery, singlePage } from '../../platform/kernel/paging.js';
import { requestedWorkspace } from '../../platform/kernel/workspace-choice.js';

const CostProviderAccount = z
  .object({
    title: z.string().describe('Account name, or its ID if it has none.'),
    account_id: z.string().describe('Value of costs.account_id in VQL.'),
    provider_uuid: z.string(),
    provider: z.string(),
  })
  .meta({ id: 'CostProviderAccount' });

export const getCostProviderAccounts = operation({
  id: 'getCostProviderAccounts',
  tag: 'CostProviderAccounts',
  method: 'GET',
  path: '/v2/cost_provider_accounts',
  summary: 'List the provider accounts in the costs of a workspace',
  query: z.object({
    workspace_token: z.string().optional(),
    provider: queryProvider().optional(),
    account_id: z.string().optional(),
    account_name: z.string().optional().describe('Exact account name.'),
    ...pageQuery,
  }),
  status: 200,
  errors: [],
  response: z
    .object({ links: Links, cost_provider_accounts: z.array(CostProviderAccount) })
    .meta({ id: 'CostProviderAccounts' }),
  run: async ({ query }, ctx) => {
    const workspace = requestedWorkspace(ctx, query.workspace_token);
    const workspaces = workspace === undefined ? [] : [workspace];
    const scope = await readScope(ctx.db, workspaces);
    const found = await readAccounts(ctx.services.costs, scope, {
      provider: query.provider,
      accountId: query.account_id,
      accountName: query.account_name,
    });
    const accounts = found.map((account) => ({ ...account, provider_uuid: account.account_id }));
    // Returns all accounts unless the request asks for a page.
    const isPaged = query.page !== undefined || query.limit !== undefined;
    const page = isPaged ? pageOf(query) : singlePage;
    return {
      links: pageLinks(ctx.origin, ctx.url, page, accounts.length),
      cost_provider_accounts: accounts.slice(page.offset, page.offset + page.limit),
    };
  },
});
