import { z } from 'zod';
import { serialize } from '../../platform/kernel/serialize.js';
import { type Row, Rows } from '../../platform/kernel/rows.js';
import { decimalText } from '../../platform/lib/decimal-text.js';

export const UserCostsUpload = z
  .object({
    token: z.string(),
    filename: z.string(),
    amount: z.string().describe('The sum of BilledCost, whatever the currencies.'),
    start_date: z.string().describe('The first day with costs.'),
    end_date: z.string().describe('The last day with costs.'),
    import_status: z.string().describe('processing, complete or error.'),
    created_by_token: z.string(),
    created_at: z.string(),
  })
  .meta({ id: 'UserCostsUpload' });

export const uploadRows = new Rows('costs_uploads', 'Costs Upload', { within: 'account' });

export function showUpload(row: Row<'costs_uploads'>): z.input<typeof UserCostsUpload> {
  return serialize(UserCostsUpload, row, { amount: decimalText(row.amount) });
}
