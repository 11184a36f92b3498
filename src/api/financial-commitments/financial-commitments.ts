import { z } from 'zod';
import {
  listCommitments,
  serializeCommitment,
  readHourlyPrices,
} from '../../domain/optimise/financial-commitments/index.js';
import { reachableWorkspaces } from '../../platform/auth/actor.js';
import { pagedOperation } from '../../platform/kernel/paged-operation.js';

export const FinancialCommitment = z
  .object({
    commitment_type: z.string(),
    service: z.string(),
    account: z.string().describe('Account that purchased it.'),
    type: z.string().describe('Kind of plan, or instance type.'),
    amount: z.int().nullable().describe('Number of instances; null for savings plans.'),
    term: z.string().nullable(),
    payment_type: z.string().nullable(),
    region: z.string().nullable(),
    purchase_date: z.string(),
    expiration_date: z.string(),
    commitment: z
      .string()
      .describe(
        'Price per hour, with its share of upfront payments. For a managed account with billing rules, what they make of it; empty where its costs do not say.',
      ),
    status: z.string().nullable(),
    created_at: z.string(),
    workspace_token: z.string(),
  })
  .meta({ id: 'FinancialCommitment' });

export const getFinancialCommitments = pagedOperation({
  id: 'getFinancialCommitments',
  tag: 'FinancialCommitments',
  path: '/v2/financial_commitments',
  summary: 'List reservations and savings plans, the latest expiration first',
  errors: [],
  response: { financial_commitments: z.array(FinancialCommitment) },
  responseId: 'FinancialCommitments',
  read: async (_input, ctx, page) => {
    const workspaces = reachableWorkspaces(ctx.actor);
    const { found, total } = await listCommitments(ctx.services, workspaces, page);
    const priceOf = await readHourlyPrices(ctx.services, found, ctx.now);
    return {
      rowCount: total,
      financial_commitments: found.map((row) => serializeCommitment(row, priceOf(row), ctx.now)),
    };
  },
});
