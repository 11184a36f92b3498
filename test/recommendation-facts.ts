import type {
  AccountFacts,
  Charge,
  PriceQuestion,
  ResourceFacts,
} from '../src/domain/optimise/recommendations/facts.js';
import { costOf } from '../src/domain/optimise/recommendations/charges.js';
import { Decimal } from '../src/platform/lib/decimal.js';

/** A resource for the test of a rule: always on at no cost, unless said otherwise. */
export function resourceFacts(given: Partial<ResourceFacts> & { type: string }): ResourceFacts {
  const id = given.id ?? 'r-1';
  return {
    uuid: id,
    id,
    label: null,
    accountId: '111122223333',
    billingAccountId: '999900001111',
    region: 'us-east-1',
    tags: {},
    metadata: {},
    inInventory: true,
    firstSeenAt: new Date('2025-01-01T00:00:00Z'),
    stateSince: null,
    cost30: '0',
    daysWithCost: 0,
    runningHours: '720',
    charges: [],
    amortizedPerMonth: '0',
    // Of 30 days without discounts and commitments, unless said otherwise.
    costPerMonth: given.cost30 ?? (given.charges ? costOf(given.charges) : null),
    ...given,
  };
}

/** A charge for the test of a rule. */
export function chargeFacts(given: Partial<Charge>): Charge {
  return {
    service: 'Amazon Elastic Compute Cloud',
    serviceCode: 'AmazonEC2',
    category: null,
    usageType: null,
    operation: null,
    instanceType: null,
    chargeType: 'Usage',
    commitmentType: 'on_demand',
    unit: null,
    quantity: '0',
    cost: '0',
    effectiveCost: given.cost ?? '0',
    ...given,
  };
}

interface GivenFacts extends Partial<Omit<AccountFacts, 'lookUp' | 'billed'>> {
  /** On-demand prices by `service name`, such as `ec2 m5.large`. */
  prices?: Record<string, string>;
  /** Other resources of the account. */
  resources?: readonly ResourceFacts[];
}

/** The facts of an account for the test of a rule: empty, unless said otherwise. */
export function accountFacts({
  prices = {},
  resources = [],
  ...given
}: GivenFacts = {}): AccountFacts {
  return {
    provider: 'aws',
    accountId: '111122223333',
    now: new Date('2026-03-10T09:00:00Z'),
    window: { start: '2026-02-08', end: '2026-03-09' },
    onDemandPrice: ({ service, name }: PriceQuestion) =>
      Promise.resolve(prices[`${service} ${name}`] ?? null),
    isExamplePrice: () => Promise.resolve(false),
    lookUp: (type, ids) =>
      Promise.resolve(
        new Map(
          resources
            .filter((resource) => resource.type === type && ids.includes(resource.id))
            .map(({ id, metadata }) => [id, metadata]),
        ),
      ),
    billed: (type, ids) =>
      Promise.resolve(
        new Set(
          resources
            .filter((each) => each.type === type && ids.includes(each.id) && each.cost30 !== '0')
            .map(({ id }) => id),
        ),
      ),
    sumMetadata: (type, field) =>
      Promise.resolve(
        resources
          .filter((resource) => resource.type === type)
          .reduce((sum, { metadata }) => sum.plus(Number(metadata[field] ?? 0)), new Decimal(0))
          .toFixed(),
      ),
    charges: () => Promise.resolve([]),
    uncoveredUsage: () => Promise.resolve([]),
    commitments: () => Promise.resolve([]),
    costsPerMonth: () => Promise.resolve(new Map()),
    ...given,
  };
}
