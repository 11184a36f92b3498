import { Decimal } from '../../../../platform/lib/decimal.js';
import {
  type PurchaseOffer,
  purchaseOffers,
  usageProfile,
  bestUnits,
  type Purchase,
  type PurchaseTerms,
  simulatePurchase,
} from '../../financial-commitments/index.js';
import type { UncoveredUsage } from '../facts.js';
import type { Evidence, Finding } from '../finding.js';
import { dollars } from '../charges.js';
import { type AccountRule, higherMinimumSaving } from '../rule.js';

/** One rule per commitment that can be bought. */
export const purchaseRules: readonly AccountRule[] = purchaseOffers.map(ruleOf);

function ruleOf(offer: PurchaseOffer): AccountRule {
  const { type, category, service, provider, title } = offer;
  return {
    scope: 'account',
    type,
    category,
    service,
    provider,
    description: `Purchase a commitment for usage that runs steadily on demand: ${title}.`,
    resourceTypes: [],
    needs: [{ data: 'billing', words: 'on-demand usage by hour or day' }],
    // The minimum is that of a purchase, not of the share of each resource that it covers.
    minimumSaving: '0',
    purchase: true,
    find: async (account) => {
      const eligible = (await account.uncoveredUsage()).filter((usage) => offer.isEligible(usage));
      return [...groupsOf(offer, eligible)].flatMap(([group, usages]) =>
        findPurchase(offer, group, usages),
      );
    },
  };
}

function groupsOf(offer: PurchaseOffer, usages: readonly UncoveredUsage[]) {
  const groups = new Map<string, UncoveredUsage[]>();
  for (const usage of usages) {
    const key = offer.group(usage).join(', ');
    groups.set(key, [...(groups.get(key) ?? []), usage]);
  }
  return groups;
}

function findPurchase(
  offer: PurchaseOffer,
  group: string,
  usages: readonly UncoveredUsage[],
): Finding[] {
  const costs = sumByHour(usages.map(({ costs: each }) => ({ amounts: each, factor: 1 })));
  const amounts = offer.whole
    ? sumByHour(
        usages.map((usage) => ({ amounts: usage.quantities, factor: offer.units?.(usage) ?? 1 })),
      )
    : costs;
  const profile = usageProfile(amounts);
  const cost = costs.reduce((sum, each) => sum.plus(each), new Decimal(0));
  if (profile.total.isZero() || cost.lte(0)) return [];
  const onDemand = cost.div(profile.total);
  const terms = {
    onDemand,
    committed: onDemand.times(new Decimal(1).minus(offer.discount)),
    whole: offer.whole,
  };
  const units = bestUnits(profile, terms);
  const purchase = units && simulatePurchase(profile, terms, units);
  if (!purchase || purchase.saving.lt(higherMinimumSaving)) return [];
  return shareAmong(usages, purchase.saving).map(({ uuid, saving }) => ({
    uuid,
    actions: [
      {
        action: 'purchase',
        description: describe(offer, group, purchase),
        potential_savings: saving.toFixed(),
      },
    ],
    evidence: evidenceOf(offer, purchase, terms),
  }));
}

function sumByHour(parts: readonly { amounts: readonly string[]; factor: number }[]): Decimal[] {
  const hours = Math.max(...parts.map(({ amounts }) => amounts.length), 0);
  return Array.from({ length: hours }, (_, hour) =>
    parts.reduce(
      (sum, { amounts, factor }) => sum.plus(new Decimal(amounts[hour] ?? 0).times(factor)),
      new Decimal(0),
    ),
  );
}

/** The saving is shared in proportion to the on-demand cost of the resources. */
function shareAmong(usages: readonly UncoveredUsage[], saving: Decimal) {
  const costs = new Map<string, Decimal>();
  for (const { uuid, cost } of usages.flatMap(({ resources }) => resources)) {
    costs.set(uuid, (costs.get(uuid) ?? new Decimal(0)).plus(cost));
  }
  const total = [...costs.values()].reduce((sum, cost) => sum.plus(cost), new Decimal(0));
  if (total.lte(0)) return [];
  return [...costs]
    .filter(([, cost]) => cost.gt(0))
    .map(([uuid, cost]) => ({ uuid, saving: saving.times(cost).div(total) }));
}

const cents = (amount: Decimal) => amount.toDecimalPlaces(2, Decimal.ROUND_HALF_UP).toFixed(2);
const percent = (share: Decimal | null) =>
  share === null ? '–' : `${share.times(100).toDecimalPlaces(1).toFixed()}%`;

function describe({ title, whole }: PurchaseOffer, group: string, purchase: Purchase): string {
  const what = whole ? `${purchase.units.toFixed()} × ${title}` : title;
  const of = group === '' ? '' : ` (${group})`;
  return `Purchase ${what}${of} for ${cents(purchase.hourlyCost)} USD per hour: it would have been used to ${percent(purchase.utilization)}.`;
}

const evidenceOf = (
  { discount, whole }: PurchaseOffer,
  purchase: Purchase,
  { onDemand }: PurchaseTerms,
): Evidence[] => [
  // The unit of a savings plan is one dollar of usage, whose price says nothing.
  ...(whole ? [dollars('On-demand price per unit and hour', new Decimal(onDemand))] : []),
  { label: 'Assumed discount', value: percent(new Decimal(discount)) },
  { label: 'Coverage', value: percent(purchase.coverage) },
  { label: 'Break-even utilization', value: percent(purchase.breakEvenUtilization) },
  dollars('Saving per month if usage falls 20 %', cents(purchase.savingAfterFall)),
  dollars(
    'Lost per month by then, beside the best commitment for that usage',
    cents(purchase.regret),
  ),
];
