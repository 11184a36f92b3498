import type { Services } from '../../../platform/kernel/services.js';
import { firstOfMonth } from '../../../platform/lib/days.js';
import type { PlacedRow } from './added-lines.js';
import { insertedRows, monthlyRows } from './added-rows.js';
import { applicableRules } from './applicable-rules.js';
import { type AssignedRule, isTransform, ruleGroup } from './assigned-rules.js';
import { placeRows } from './place-rows.js';
import { type RuleTransform, ruleTransforms } from './rule-transforms.js';
import { readSourceLoads, type SourceLoad } from './source-loads.js';
import type { RuleWarning } from './transform.js';

/** What the rules of a managed account do to its costs. */
export interface RebillingPlan {
  managedAccount: string;
  rules: readonly AssignedRule[];
  /** Lines refer to rules by their place here, from 1. */
  ruleTokens: readonly string[];
  sources: readonly SourceLoad[];
  /** For the lines of source loads. */
  transforms: readonly RuleTransform[];
  /** For rows that rules insert: those that run after the inserts. */
  laterTransforms: readonly RuleTransform[];
  inserted: readonly PlacedRow[];
  /** Charges and credits, which no rule changes. */
  monthly: readonly PlacedRow[];
  warnings: readonly RuleWarning[];
}

/** Works out what rules do to the costs of a managed account as they are now. */
export async function planRebilling(
  { db, costs }: Pick<Services, 'db' | 'costs'>,
  managedAccount: string,
  rules: readonly AssignedRule[],
  today: string,
): Promise<RebillingPlan> {
  const sources = await readSourceLoads(db, managedAccount);
  const ruleTokens = rules.map(({ token }) => token);
  const { applicable, warnings } = applicableRules(rules);
  const transforms = ruleTransforms(applicable.filter(isTransform));
  const later = new Set(
    rules.filter((rule) => rule.execution_group === ruleGroup.transform).map(({ token }) => token),
  );
  const firstDay = sources.flatMap(({ firstDate }) => firstDate ?? []).toSorted()[0];
  const months = { firstCosts: firstDay && firstOfMonth(firstDay), today };
  const input = { managedAccount, sources, ruleTokens };
  return {
    managedAccount,
    rules,
    ruleTokens,
    sources,
    transforms,
    laterTransforms: transforms.filter(({ transform }) => later.has(transform.ruleToken)),
    inserted: await placeRows(costs, insertedRows(applicable, months), input),
    monthly: await placeRows(costs, monthlyRows(applicable, months), input),
    warnings,
  };
}
