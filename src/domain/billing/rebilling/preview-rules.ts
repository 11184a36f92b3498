import type { Services } from '../../../platform/kernel/services.js';
import type { DateRange } from '../../../platform/lib/date-intervals.js';
import { Decimal } from '../../../platform/lib/decimal.js';
import { groupBy } from '../../../platform/lib/group-by.js';
import { type Sql, sql } from '../../../platform/store/sql.js';
import { clusterProviderList } from '../../costs/query/index.js';
import { addedLines } from './added-lines.js';
import type { AssignedRule } from './assigned-rules.js';
import { countZeroDivisions } from './count-zero-divisions.js';
import { planRebilling, type RebillingPlan } from './plan-rebilling.js';
import { addedEffects, type Amounts, type Effect, readEffects } from './preview-effects.js';
import type { RuleWarning } from './transform.js';
import { wholeCharges } from './whole-charges.js';

/** The costs of one month and currency, before any rule and after each of them. */
interface PreviewMonth {
  month: string;
  currency: string;
  before: Amounts;
  /** One per rule, in their order. */
  steps: { ruleToken: string; change: Amounts; after: Amounts }[];
}

export interface RulesPreview {
  months: PreviewMonth[];
  warnings: readonly RuleWarning[];
}

/** What rules do to the costs of a managed account, by the statements that rebill it. Stores nothing. */
export async function previewRules(
  services: Pick<Services, 'db' | 'costs'>,
  managedAccount: string,
  rules: readonly AssignedRule[],
  { months, today }: { months: DateRange; today: string },
): Promise<RulesPreview> {
  const plan = await planRebilling(services, managedAccount, rules, today);
  const effects = (await readAllEffects(services, plan, months)).filter(
    ({ month }) => month >= months.start && month <= months.end,
  );
  const groups = groupBy(effects, ({ month, currency }) => `${month} ${currency}`);
  const keys = [...groups.keys()].toSorted();
  return {
    months: keys.map((key) => monthOf(groups.get(key)!, plan.ruleTokens)),
    warnings: await readWarnings(services, plan, months),
  };
}

async function readAllEffects(
  { costs }: Pick<Services, 'costs'>,
  plan: RebillingPlan,
  months: DateRange,
): Promise<Effect[]> {
  const { transforms, laterTransforms, inserted, monthly } = plan;
  const lines = sourceLines(plan, months);
  const source =
    lines === undefined
      ? []
      : await readEffects(
          costs,
          lines,
          transforms.map(({ transform }) => transform),
        );
  const added =
    inserted.length === 0 || laterTransforms.length === 0
      ? []
      : await readEffects(
          costs,
          addedLines(inserted),
          laterTransforms.map(({ transform }) => transform),
        );
  return [
    ...source,
    ...addedEffects([...inserted, ...monthly]),
    // The rows themselves count as what their rule adds.
    ...added.filter(({ ruleToken }) => ruleToken !== null),
  ];
}

/** The lines of the loads with costs in these months; undefined without any. */
function sourceLines({ sources, transforms }: RebillingPlan, months: DateRange): Sql | undefined {
  // A rule that changes dates can bring any line into the months.
  const movesLines = transforms.some(
    ({ transform }) => transform.kind === 'assign' && 'usage_date' in transform.columns,
  );
  const read = sources.filter(
    ({ firstDate, lastDate }) =>
      movesLines || ((firstDate ?? '') <= months.end && (lastDate ?? '') >= months.start),
  );
  if (read.length === 0) return undefined;
  // Costs of clusters repeat those of their nodes.
  const loads = sql.numbers(read.map(({ loadId }) => loadId));
  return wholeCharges(sql`load_id IN (${loads}) AND provider NOT IN ${clusterProviderList}`);
}

function monthOf(effects: readonly Effect[], ruleTokens: readonly string[]): PreviewMonth {
  const { month, currency } = effects[0]!;
  const byRule = groupBy(effects, ({ ruleToken }) => ruleToken ?? '');
  const before = sum(byRule.get('') ?? []);
  let after = before;
  const steps = ruleTokens.map((ruleToken) => {
    const change = sum(byRule.get(ruleToken) ?? []);
    after = sum([after, change]);
    return { ruleToken, change, after };
  });
  return { month, currency, before, steps };
}

const sum = (amounts: readonly Amounts[]): Amounts => ({
  billed: amounts.reduce((total, { billed }) => total.plus(billed), new Decimal(0)),
  effective: amounts.reduce((total, { effective }) => total.plus(effective), new Decimal(0)),
});

async function readWarnings(
  { costs }: Pick<Services, 'costs'>,
  plan: RebillingPlan,
  months: DateRange,
): Promise<RuleWarning[]> {
  const lines = sourceLines(plan, months);
  const divisions =
    lines === undefined ? [] : await countZeroDivisions(costs, lines, plan.transforms);
  return [
    ...plan.warnings,
    ...divisions.map(({ count, message, ...warning }) => ({
      ...warning,
      message: `${message} (${count})`,
    })),
  ];
}
