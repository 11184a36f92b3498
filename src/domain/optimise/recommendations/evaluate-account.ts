import type { AccountFacts, ResourceFacts } from './facts.js';
import { limitSavings } from './limit-savings.js';
import { examplePrices, noteExamplePrices } from './note-example-prices.js';
import { rankFindings, type RankedFinding } from './rank-actions.js';
import type { AccountRule, ResourceRule, Rule } from './rule.js';

/** Findings of one rule, as they are found. */
export type ReceiveFindings = (
  rule: Rule,
  findings: readonly FoundResource[],
) => Promise<void> | void;

/** A finding with the amortized cost of its resource per month. */
export interface FoundResource extends RankedFinding {
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
    const ranked = rankFindings(await rule.find(account), rule.minimumSaving);
    await receive(
      rule,
      // They compute with what the account paid.
      ranked.map((finding) => ({ ...finding, monthlyCost: null, usesExamplePrices: false })),
    );
  }
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
  const possible = found.map((finding) =>
    limitSavings(
      finding,
      rule.avoidsFutureCost ? null : (byUuid.get(finding.uuid)?.costPerMonth ?? null),
    ),
  );
  const ranked = rankFindings(possible, rule.minimumSaving).map((finding) => {
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
