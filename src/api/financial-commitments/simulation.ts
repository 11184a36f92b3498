import { z } from 'zod';
import {
  paymentOptions,
  paymentPlan,
  purchaseOffers,
  readKinds,
  readTermPrices,
  readOfferUsage,
  simulateUsage,
  openUsageSource,
  type TermPrice,
  type UsageSource,
} from '../../domain/optimise/financial-commitments/index.js';
import type { Context } from '../../platform/kernel/context.js';
import { openApiSchemas, queryDate } from '../../platform/kernel/fields.js';
import { operation } from '../../platform/kernel/operation.js';
import { requestedWorkspace } from '../../platform/kernel/workspace-choice.js';
import { Decimal } from '../../platform/lib/decimal.js';
import { badRequest, notFound, ShapeFailure } from '../../platform/lib/errors.js';
import { formatDate } from '../../platform/lib/time.js';
import {
  CommitmentPurchase,
  CommitmentTerm,
  decimal,
  offerFields,
  serializeOffer,
  serializePurchase,
  serializeTerm,
  windowFields,
} from './serialize-purchase.js';

const number = () =>
  z
    .string()
    .regex(/^\d{1,12}(\.\d{1,12})?$/, { error: 'must be a number of at least 0' })
    .register(openApiSchemas, { type: 'number', format: 'double' });

const windowQuery = {
  workspace_token: z.string().optional(),
  days: z.enum(['30', '60', '90']).optional().describe('Length of the window; 30 by default.'),
  end_date: queryDate()
    .optional()
    .describe('Last day of the window, at most the last complete day, which it is by default.'),
  account_id: z.string().optional().describe('Only usage of this account.'),
};

const windows = z.object(windowQuery);

/** Points of the curve, for a slider. */
const curvePoints = 25;

function open(ctx: Context, query: z.output<typeof windows>): Promise<UsageSource> {
  const workspace = requestedWorkspace(ctx, query.workspace_token);
  if (workspace === undefined) throw notFound('Workspace');
  return openUsageSource(ctx.services, {
    workspace,
    days: Number(query.days ?? 30),
    today: formatDate(ctx.now),
    until: query.end_date,
    account: query.account_id,
  });
}

const serializeWindow = ({ currency, unconverted, window }: UsageSource) => ({
  currency,
  unconverted_currencies: [...unconverted],
  start_date: window.start,
  end_date: window.end,
});

const CommitmentOpportunity = z
  .object({
    ...offerFields,
    on_demand_cost: z.string().describe('Of the usage that it could cover, per month.'),
    hourly: z.boolean().describe('False if some days are billed as a whole.'),
    best: CommitmentPurchase,
  })
  .meta({ id: 'CommitmentOpportunity' });

export const getCommitmentOpportunities = operation({
  id: 'getCommitmentOpportunities',
  tag: 'FinancialCommitments',
  method: 'GET',
  path: '/v2/financial_commitments/opportunities',
  summary: 'List the commitments to purchase next, the largest expected saving first',
  query: windows,
  status: 200,
  errors: [400, 404],
  response: z
    .object({ ...windowFields, opportunities: z.array(CommitmentOpportunity) })
    .meta({ id: 'CommitmentOpportunities' }),
  run: async ({ query }, ctx) => {
    const source = await open(ctx, query);
    const kinds = await readKinds(source);
    const found: z.input<typeof CommitmentOpportunity>[] = [];
    for (const offer of purchaseOffers) {
      for (const usage of await readOfferUsage(source, kinds, offer)) {
        const simulation = simulateUsage(usage, offer.discount);
        if (!simulation?.best) continue;
        found.push({
          ...serializeOffer(offer, usage.group, offer.discount),
          on_demand_cost: decimal(simulation.monthlyCost, 2),
          hourly: usage.hourly,
          best: serializePurchase(simulation.best, offer),
        });
      }
    }
    const bySaving = (one: (typeof found)[number], other: (typeof found)[number]) =>
      new Decimal(other.best.monthly_saving).cmp(one.best.monthly_saving);
    return { ...serializeWindow(source), opportunities: found.toSorted(bySaving) };
  },
});

export const simulateCommitment = operation({
  id: 'simulateCommitment',
  tag: 'FinancialCommitments',
  method: 'GET',
  path: '/v2/financial_commitments/simulation',
  summary: 'Simulate the purchase of a commitment over the last 30, 60 or 90 days of usage',
  query: z.object({
    ...windowQuery,
    type: z.string().describe('Type of an opportunity, such as aws:compute:savings-plan.'),
    group: z.string().optional().describe('Group of the opportunity; empty for plans.'),
    commitment: number()
      .optional()
      .describe('Units of a reservation or commitment per hour of a plan; the best by default.'),
    discount_percent: number()
      .refine((percent) => Number(percent) > 0 && Number(percent) < 100, {
        error: 'must be between 0 and 100',
      })
      .optional()
      .describe('Instead of the usual discount for one year without upfront payment.'),
    years: z.enum(['1', '3']).optional().describe('With payment: at the price of this term.'),
    payment: z.enum(paymentOptions).optional().describe('With years.'),
  }),
  status: 200,
  errors: [400, 404],
  response: z
    .object({
      ...windowFields,
      ...offerFields,
      on_demand_cost: z.string().describe('Of the usage that it could cover, per month.'),
      hourly: z.boolean(),
      best: CommitmentPurchase.nullable().describe('Null if every commitment would lose.'),
      chosen: CommitmentPurchase.nullable().describe('The requested commitment, else the best.'),
      terms: z
        .array(CommitmentTerm)
        .describe('The chosen commitment for one and three years, by payment option.'),
      curve: z
        .array(CommitmentPurchase)
        .describe('From no commitment to a quarter above the largest usage.'),
    })
    .meta({ id: 'CommitmentSimulation' }),
  run: async ({ query }, ctx) => {
    const offer = purchaseOffers.find(({ type }) => type === query.type);
    if (!offer) throw notFound('Commitment type');
    const source = await open(ctx, query);
    const group = query.group ?? '';
    const [usage] = await readOfferUsage(source, await readKinds(source), offer, group);
    const prices = usage ? await readTermPrices(ctx.services, offer, usage.kinds) : [];
    const discount = chooseDiscount(query, prices) ?? offer.discount;
    const simulation = usage && simulateUsage(usage, discount);
    const base = { ...serializeWindow(source), ...serializeOffer(offer, group, discount) };
    if (!simulation) {
      return {
        ...base,
        on_demand_cost: '0.0',
        hourly: false,
        best: null,
        chosen: null,
        terms: [],
        curve: [],
      };
    }
    const requested = query.commitment === undefined ? undefined : new Decimal(query.commitment);
    const units = requested && (offer.whole ? requested.round() : simulation.unitsFor(requested));
    const chosen = units ? simulation.at(units) : simulation.best;
    const underTerm = (term: TermPrice) => {
      if (!chosen || term.source === null) return undefined;
      const purchase = simulateUsage(usage, term.discount.toFixed())!.at(chosen.units);
      return { ...paymentPlan(purchase, term), saving: purchase.saving };
    };
    return {
      ...base,
      terms: prices.map((term) => serializeTerm(term, underTerm(term))),
      on_demand_cost: decimal(simulation.monthlyCost, 2),
      hourly: usage.hourly,
      best: simulation.best ? serializePurchase(simulation.best, offer) : null,
      chosen: chosen ? serializePurchase(chosen, offer) : null,
      curve: simulation.curve(curvePoints).map((purchase) => serializePurchase(purchase, offer)),
    };
  },
});

/** The discount that a request names, by itself or by a term. */
function chooseDiscount(
  query: {
    discount_percent?: string | undefined;
    years?: string | undefined;
    payment?: string | undefined;
  },
  prices: readonly TermPrice[],
): string | undefined {
  const { discount_percent: percent, years, payment } = query;
  if ((years === undefined) !== (payment === undefined)) {
    throw new ShapeFailure(['years and payment can only be sent together']);
  }
  if (percent !== undefined) {
    if (years !== undefined) throw badRequest('discount_percent and years exclude each other');
    return new Decimal(percent).div(100).toFixed();
  }
  const term = prices.find((each) => String(each.years) === years && each.payment === payment);
  if (term?.source === null) throw badRequest('There is no price for this term');
  return term?.discount.toFixed();
}
