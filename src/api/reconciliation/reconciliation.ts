import { z } from 'zod';
import { ReconciledMonth, reconcile } from '../../domain/intake/integrations/index.js';
import { pagedOperation } from '../../platform/kernel/paged-operation.js';

export const reconciliation = pagedOperation({
  id: 'getReconciliation',
  tag: 'Reconciliation',
  path: '/v2/reconciliation',
  summary: 'Compare source and stored totals by integration, month and currency',
  query: z.object({ integration_token: z.string().optional() }),
  errors: [400],
  response: { reconciliation: z.array(ReconciledMonth) },
  responseId: 'Reconciliation',
  read: async ({ query }, ctx, page) => {
    const months = await reconcile(ctx, query.integration_token);
    return {
      rowCount: months.length,
      reconciliation: months.slice(page.offset, page.offset + page.limit),
    };
  },
});
