import type { PreviewView } from '../../features/rule-preview/PreviewControls.js';
import type { RulePreview } from '../../features/rule-preview/use-rule-preview.js';

/** The costs of one month, measure and currency before and after rules. */
export interface Figures {
  currency: string;
  before: string;
  after: string;
  /** By the token of a rule; a rule that was just added has none yet. */
  steps: ReadonlyMap<string, { change: string; after: string }>;
  /** What the preview says of a rule that is not applied, or not to all costs. */
  warnings: ReadonlyMap<string, string>;
  isStale: boolean;
}

/** The figures of a preview; undefined while there are none. */
export function figuresOf(
  { data, error, isStale }: RulePreview,
  { measure, currency }: PreviewView,
): Figures | undefined {
  const found = data?.months.find((each) => each.currency === currency) ?? data?.months[0];
  if (!data || !found || error) return undefined;
  return {
    currency: found.currency,
    before: found.before[measure],
    after: found.after[measure],
    steps: new Map(
      found.steps.map(({ billing_rule_token: token, change, after }) => [
        token,
        { change: change[measure], after: after[measure] },
      ]),
    ),
    warnings: new Map(
      data.warnings.map(({ billing_rule_token: token, message }) => [token, message]),
    ),
    isStale,
  };
}
