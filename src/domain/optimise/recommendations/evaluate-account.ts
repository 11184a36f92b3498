import type { AccountFacts, ResourceFacts } from './facts.js';
import type { Evidence, Finding } from './finding.js';
import { limitSavings } from './limit-savings.js';
import { examplePrices, noteExamplePrices } from './note-example-prices.js';
import { rankFindings, type RankedFinding } from './rank-actions.js';
import type { AccountRule, ResourceRule, Rule } from './rule.js';

/** Findings of one rule, as they are found. */
export type ReceiveFindings = (
  rule: Rule,
  findings: readonly FoundResource[],
) => Promise<void> | void;

/** A finding that saves at most what its resource costs per month at its current rate. */
interface LimitedFinding extends Omit<RankedFinding, 'costPerMonth'> {
  /** USD, decimal text; null where its saving does not count. */
  costPerMonth: string | null;
}

/** Says of a saving that it is in no total. */
const notCounted: Evidence = {
  label: 'Counted in totals',
  value: 'no: what it would save is on no bill',
};

/** A finding with the amortized cost of its resource per month. */
export interface FoundResource extends LimitedFinding {
  /** USD, decimal text; null where a rule over the account found it. */
  monthlyCost: string | null;
  usesExamplePrices: boolean;
}

/**
 * Runs the rules over one account. Resources pass once, in batches; each rule sees those of its types.
 * Findings are handed on per batch, so that memory does not grow with the account.
 */
export async function evaluateAccount(
  rules: readonly Rule[],
  account: AccountFacts,
  batches: AsyncIterable<readonly ResourceFacts[]>,
  receive: ReceiveFindings,
): Promise<void> {
  const own = rules.filter(({ provider }) => provider === account.provider);
  const perResource = own.filter((rule): rule is ResourceRule => rule.scope === 'resource');
  for await (const batch of batches) {
    for (const rule of perResource) await findInBatch(rule, batch, account, receive);
  }
  const overAccount = own.filter((rule): rule is AccountRule => rule.scope === 'account');
  for (const rule of overAccount) {
    await receive(rule, await findInAccount(rule, account));
  }
}

/** Rules over an account compute with what it paid. */
async function findInAccount(rule: AccountRule, account: AccountFacts): Promise<FoundResource[]> {
  const found = await rule.find(account);
  const costs = await account.costsPerMonth(found.map(({ uuid }) => uuid));
  return limited(rule, found, (uuid) => costs.get(uuid) ?? null).map((finding) => ({
    ...finding,
    monthlyCost: null,
    usesExamplePrices: false,
  }));
}

/** The findings of a rule with what their resources cost, and with savings within that. */
function limited(
  rule: Rule,
  findings: readonly Finding[],
  costOf: (uuid: string) => string | null,
): LimitedFinding[] {
  return findings.flatMap((finding) => {
    const cost = finding.costPerMonth ?? costOf(finding.uuid);
    const costPerMonth = finding.avoidsFutureCost ? null : cost;
    const ranked = rankFindings([limitSavings(finding, cost)], rule.minimumSaving);
    return ranked.map((each) => ({
      ...each,
      evidence: costPerMonth === null ? [...each.evidence, notCounted] : each.evidence,
      costPerMonth,
    }));
  });
}

async function findInBatch(
  rule: ResourceRule,
  batch: readonly ResourceFacts[],
  account: AccountFacts,
  receive: ReceiveFindings,
): Promise<void> {
  const resources = batch.filter(({ type }) => rule.resourceTypes.includes(type));
  if (resources.length === 0) return;
  const { facts, regions } = noteExamplePrices(account);
  const found = await rule.find(resources, facts);
  if (found.length === 0) return;
  const byUuid = new Map(resources.map((resource) => [resource.uuid, resource]));
  const costOf = (uuid: string) => byUuid.get(uuid)?.costPerMonth ?? null;
  const ranked = limited(rule, found, costOf).map((finding) => {
    const { amortizedPerMonth = null, region = null } = byUuid.get(finding.uuid) ?? {};
    const usesExamplePrices = regions.has(region);
    return {
      ...finding,
      evidence: usesExamplePrices ? [...finding.evidence, examplePrices] : finding.evidence,
      monthlyCost: amortizedPerMonth,
      usesExamplePrices,
    };
  });
  if (ranked.length > 0) await receive(rule, ranked);
}
