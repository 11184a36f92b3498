import type { AccountFacts, PriceQuestion } from '../facts.js';
import type { PriceCatalogue } from '../price-catalogue.js';
import type { AccountLines } from './account-lines.js';
import { billedResources, lookUpResources, sumMetadata } from './look-up-resources.js';
import { readBilledPrices } from './read-billed-prices.js';
import { readAccountCharges } from './read-charges.js';
import { readCommitments } from './read-commitments.js';
import type { AccountResources } from './read-resources.js';
import { readUncoveredUsage } from './read-uncovered-usage.js';

/** The facts of an account. What a rule does not ask for is not read, and nothing is read twice. */
export function accountFacts(
  lines: AccountLines,
  resources: AccountResources,
  { now, catalogue }: { now: Date; catalogue: PriceCatalogue },
): AccountFacts {
  return {
    provider: lines.provider,
    accountId: lines.accountId,
    now,
    window: lines.window,
    onDemandPrice: onDemandPrices(lines, catalogue),
    lookUp: lookUpResources(resources),
    billed: billedResources(resources, lines),
    sumMetadata: sumMetadata(resources),
    charges: once(() => readAccountCharges(lines)),
    uncoveredUsage: once(() => readUncoveredUsage(lines)),
    commitments: once(() => readCommitments(lines)),
  };
}

function onDemandPrices(
  lines: AccountLines,
  catalogue: PriceCatalogue,
): AccountFacts['onDemandPrice'] {
  const billed = once(() => readBilledPrices(lines));
  const known = new Map<string, Promise<string | null>>();
  const find = async (question: PriceQuestion) =>
    (await catalogue(lines.provider, question)) ?? (await billed())(question);
  return (question) => {
    const { service, name, region, platform = '', unit = '' } = question;
    const key = [service, name, region ?? '', platform, unit].join('\n');
    const price = known.get(key) ?? find(question);
    known.set(key, price);
    return price;
  };
}

function once<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let value: Promise<Value> | undefined;
  return () => (value ??= read());
}
