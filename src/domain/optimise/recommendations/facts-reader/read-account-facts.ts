import type { AccountFacts, PriceQuestion } from '../facts.js';
import type { CataloguePrice, PriceCatalogue } from '../price-catalogue.js';
import type { AccountLines } from './account-lines.js';
import { billedResources, lookUpResources, sumMetadata } from './look-up-resources.js';
import { billedIds, chargesById, costsOf } from './match-charges.js';
import { readBilledPrices } from './read-billed-prices.js';
import { readAccountCharges, readResourceCharges } from './read-charges.js';
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
    ...onDemandPrices(lines, catalogue),
    lookUp: lookUpResources(resources),
    billed: billedResources(resources, lines),
    sumMetadata: sumMetadata(resources),
    charges: once(() => readAccountCharges(lines)),
    uncoveredUsage: once(() => readUncoveredUsage(lines)),
    commitments: once(() => readCommitments(lines)),
    costsPerMonth: (ids) => readCostsPerMonth(lines, ids),
  };
}

async function readCostsPerMonth(
  lines: AccountLines,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const idsOf = (id: string) => billedIds(id, lines.provider);
  const charges = chargesById(await readResourceCharges(lines, ids.flatMap(idsOf)));
  return new Map(
    ids.flatMap((id) => {
      const own = idsOf(id).flatMap((each) => charges.get(each) ?? []);
      const { billedDays } = lines;
      const { costPerMonth } = costsOf(own, { billedDays, isCommitment: false });
      return costPerMonth === null ? [] : [[id, costPerMonth] as const];
    }),
  );
}

function onDemandPrices(
  lines: AccountLines,
  catalogue: PriceCatalogue,
): Pick<AccountFacts, 'onDemandPrice' | 'isExamplePrice'> {
  const billed = once(() => readBilledPrices(lines));
  const known = new Map<string, Promise<CataloguePrice | null>>();
  const find = async (question: PriceQuestion) => {
    const listed = await catalogue(lines.provider, question);
    if (listed) return listed;
    const amount = (await billed())(question);
    return amount === null ? null : { amount, isExample: false };
  };
  const price = (question: PriceQuestion) => {
    const { service, name, region, platform = '', unit = '' } = question;
    const key = [service, name, region ?? '', platform, unit].join('\n');
    const found = known.get(key) ?? find(question);
    known.set(key, found);
    return found;
  };
  return {
    onDemandPrice: async (question) => (await price(question))?.amount ?? null,
    isExamplePrice: async (question) => (await price(question))?.isExample ?? false,
  };
}

function once<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let value: Promise<Value> | undefined;
  return () => (value ??= read());
}
