import { z } from 'zod';
import { ReconciledMonth, reconcile } from '../../domain/intake/integrations/index.js';
import { operation } from '../../platform/kernel/operation.js';
import { Links, pageLinks, pageOf, pageQuery } from '../../platform/kernel/paging.js';

export const reconciliation = operation({
  id: 'getReconciliation',
  tag: 'Reconciliation',
  method: 'GET',
  path: '/v2/reconciliation',
  summary: 'Compare source and stored totals by integration, month and currency',
  query: z.object({ ...pageQuery, integration_token: z.string().optional() }),
  status: 200,
  errors: [400],
  response: z
    .object({ links: Links, reconciliation: z.array(ReconciledMonth) })
    .meta({ id: 'Reconciliation' }),
  run: async ({ query }, ctx) => {
    const months = await reconcile(ctx, query.integration_token);
    const page = pageOf(query);
    return {
      links: pageLinks(ctx.origin, ctx.url, page, months.length),
      reconciliation: months.slice(page.offset, page.offset + page.limit),
    };
  },
});
