import { z } from 'zod';
import { entity } from '../../../platform/kernel/entity.js';
import { formatDecimal } from '../../../platform/lib/decimal.js';

export const UserCostsUpload = z
  .object({
    token: z.string(),
    filename: z.string(),
    amount: z.string().describe('Sum of BilledCost, regardless of currency.'),
    start_date: z.string().describe('First day with costs.'),
    end_date: z.string().describe('Last day with costs.'),
    import_status: z.string().describe('processing, complete or error.'),
    created_by_token: z.string(),
    created_at: z.string(),
  })
  .meta({ id: 'UserCostsUpload' });

export const costsUploads = entity({
  table: 'costs_uploads',
  prefix: 'usr_csts_upld',
  kind: 'Costs Upload',
  title: 'filename',
  access: { within: 'account' },
  model: UserCostsUpload,
  derive: async () => (row) => ({ amount: formatDecimal(row.amount) }),
});
