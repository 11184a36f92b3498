import { Decimal } from '../../../platform/lib/decimal.js';
import type { Action, Finding } from './finding.js';

/** Alternatives that a finding keeps. */
const maxActions = 3;

/** A finding whose actions are ordered, the largest saving first. */
export interface RankedFinding extends Finding {
  actions: readonly [Action, ...Action[]];
}

/** Orders the actions of findings and drops those that save less than the minimum. */
export function rankFindings(findings: readonly Finding[], minimumSaving: string): RankedFinding[] {
  return findings.flatMap((finding) => {
    const [best, ...others] = finding.actions
      .filter(({ potential_savings: saving }) => new Decimal(saving).gte(minimumSaving))
      .toSorted((a, b) => new Decimal(b.potential_savings).cmp(a.potential_savings))
      .slice(0, maxActions);
    return best ? [{ ...finding, actions: [best, ...others] }] : [];
  });
}
