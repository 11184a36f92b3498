import type { z } from 'zod';
import { type billingRules, describeRule } from '../domain/billing/billing-rules/index.js';
import type { Screen } from './command.js';
import { printable, type ScreenColumn, screenTable } from './screen-table.js';

export type BillingRule = z.output<typeof billingRules.model>;

const column = (
  header: string,
  text: (rule: BillingRule) => string,
): ScreenColumn<BillingRule> => ({ header, cell: (rule) => ({ text: printable(text(rule)) }) });

/** Billing rules as an aligned table. */
export function billingRuleTable(rules: readonly BillingRule[], screen: Screen): string[] {
  if (rules.length === 0) return ['There are no billing rules yet.'];
  const type = column('TYPE', (rule) => rule.type.toLowerCase());
  const effect = column('EFFECT', (rule) => describeRule(rule));
  const dates = column('DATES', ({ start_date: start, end_date: end }) =>
    start === null && end === null ? 'always' : `${start ?? ''} – ${end ?? ''}`.trim(),
  );
  const token = column('TOKEN', (rule) => rule.token);
  return screenTable(
    {
      label: column('TITLE', (rule) => rule.title),
      choices: [[type, effect, dates, token], [type, effect, dates], [type]],
      rows: rules,
      colourOf: () => undefined,
    },
    screen,
  );
}
