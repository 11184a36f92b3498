import { ruleTypeOf } from './rule-type.js';

type Text = string | null;

interface DescribedRule {
  type: string;
  charge_type: Text;
  percentage: Text;
  service: Text;
  category: Text;
  amount: Text;
  sql_query: Text;
}

/** What a rule does, in a few words: `75% of CloudFront, Data Transfer`. */
export function describeRule(rule: DescribedRule): string {
  switch (ruleTypeOf(rule.type)) {
    case 'exclusion':
      return `Removes ${rule.charge_type}`;
    case 'adjustment':
      return `${withoutZero(rule.percentage)}% of ${namesOf(rule) || 'all costs'}`;
    case 'charge':
      return `+${withoutZero(rule.amount)} per month, ${namesOf(rule)}`;
    case 'credit':
      return `-${withoutZero(rule.amount)} per month, ${namesOf(rule)}`;
    default:
      return firstWords(rule.sql_query ?? '');
  }
}

const withoutZero = (decimal: Text) => (decimal ?? '').replace(/\.0$/, '');

const namesOf = ({ service, category }: DescribedRule) =>
  [service, category].filter((name) => name !== null).join(', ');

/** The statement in one line, without comments, cut at 60 characters. */
function firstWords(statement: string): string {
  const line = statement
    .replace(/--[^\n]*/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}
