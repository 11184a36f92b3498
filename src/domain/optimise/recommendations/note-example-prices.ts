import type { AccountFacts } from './facts.js';
import type { Evidence } from './finding.js';

/** Says of a saving that it is an example. */
export const examplePrices: Evidence = {
  label: 'Prices',
  value: 'examples that ship with this release, not a current price list',
};

/**
 * The facts of an account for one rule, and the regions for which it got prices that are examples. A list
 * is imported for a service in a region, and a rule is about one service, so these are the findings there.
 */
export function noteExamplePrices(account: AccountFacts): {
  facts: AccountFacts;
  regions: ReadonlySet<string | null>;
} {
  const regions = new Set<string | null>();
  const onDemandPrice: AccountFacts['onDemandPrice'] = async (question) => {
    if (await account.isExamplePrice(question)) regions.add(question.region);
    return account.onDemandPrice(question);
  };
  return { facts: { ...account, onDemandPrice }, regions };
}
