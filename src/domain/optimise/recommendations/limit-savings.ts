import { Decimal } from '../../../platform/lib/decimal.js';
import { dollars } from './charges.js';
import type { Finding } from './finding.js';

/**
 * Savings of at most what the resource costs per month. Savings by list price can be more than that:
 * few pay list prices, and a resource may have run for a part of the time.
 */
export function limitSavings(finding: Finding, costPerMonth: string | null): Finding {
  if (costPerMonth === null) return finding;
  const isWithin = ({ potential_savings: saving }: Finding['actions'][number]) =>
    new Decimal(saving).lte(costPerMonth);
  if (finding.actions.every(isWithin)) return finding;
  return {
    ...finding,
    actions: finding.actions.map((action) =>
      isWithin(action) ? action : { ...action, potential_savings: costPerMonth },
    ),
    evidence: [...finding.evidence, dollars('Limited to the cost per month', costPerMonth)],
  };
}
