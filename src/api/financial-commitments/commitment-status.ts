import { z } from 'zod';
import {
  readCommitmentUse,
  type CommitmentRow,
  listCommitments,
  serializeCommitment,
  readHourlyPrices,
} from '../../domain/optimise/financial-commitments/index.js';
import { operation } from '../../platform/kernel/operation.js';
import { Links, pageLinks, pageOf, pageQuery } from '../../platform/kernel/paging.js';
import { requestedWorkspace } from '../../platform/kernel/workspace-choice.js';
import { addDays } from '../../platform/lib/days.js';
import { Decimal, formatDecimal } from '../../platform/lib/decimal.js';
import { notFound } from '../../platform/lib/errors.js';
import { formatDate } from '../../platform/lib/time.js';
import { FinancialCommitment } from './financial-commitments.js';

/** Days that the use of a commitment is measured over, and that lines may arrive late. */
const measuredDays = 30;
const settledDays = 2;

const CommitmentStatus = FinancialCommitment.extend({
  commitment_id: z.string().describe('ARN, or the identifier of the provider.'),
  provider: z.string(),
  currency: z.string(),
  days_left: z.int().describe('Whole days until it expires; negative after that.'),
  utilization_percent: z.string().nullable().describe('Null without costs in the range.'),
  unused_cost: z.string().describe('What nothing used in the range.'),
}).meta({ id: 'CommitmentStatus' });

const CommitmentStatusList = z
  .object({
    links: Links,
    start_date: z.string().describe('First day that the use is measured over.'),
    end_date: z.string(),
    commitment_status: z.array(CommitmentStatus),
  })
  .meta({ id: 'CommitmentStatusList' });

export type CommitmentStatusList = z.output<typeof CommitmentStatusList>;

export const getCommitmentStatus = operation({
  id: 'getCommitmentStatus',
  tag: 'FinancialCommitments',
  method: 'GET',
  path: '/v2/financial_commitments/status',
  summary: 'List the commitments of a workspace with their use and the days until they expire',
  query: z.object({
    ...pageQuery,
    workspace_token: z.string().optional(),
    days: z
      .enum(['30', '60', '90'])
      .optional()
      .describe('How many days the use is measured over; 30 by default.'),
  }),
  status: 200,
  errors: [400, 404],
  response: CommitmentStatusList,
  run: async ({ query }, ctx) => {
    const workspace = requestedWorkspace(ctx, query.workspace_token);
    if (workspace === undefined) throw notFound('Workspace');
    const page = pageOf(query);
    const end = addDays(formatDate(ctx.now), -settledDays);
    const range = { start: addDays(end, 1 - Number(query.days ?? measuredDays)), end };
    const { found, total } = await listCommitments(ctx.services, [workspace], page);
    const uses = await readCommitmentUse(ctx.services, workspace, range);
    const priceOf = await readHourlyPrices(ctx.services, found, ctx.now);
    const serialize = (row: CommitmentRow) => {
      const { used, unused } = uses.get(row.commitment_id) ?? { used: '0', unused: '0' };
      const whole = new Decimal(used).plus(unused);
      const share = new Decimal(used).times(100).div(whole);
      return {
        ...serializeCommitment(row, priceOf(row), ctx.now),
        commitment_id: row.commitment_id,
        provider: row.provider,
        currency: row.currency,
        days_left: Math.floor((row.ends_at.getTime() - ctx.now.getTime()) / 86_400_000),
        utilization_percent: whole.isZero()
          ? null
          : formatDecimal(share.toDecimalPlaces(2, Decimal.ROUND_HALF_UP).toFixed()),
        unused_cost: formatDecimal(unused),
      };
    };
    return {
      links: pageLinks(ctx.origin, ctx.url, page, total),
      start_date: range.start,
      end_date: range.end,
      commitment_status: found.map(serialize),
    };
  },
});
