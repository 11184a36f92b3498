import { Decimal } from '../../../platform/lib/decimal.js';
import { ShapeFailure } from '../../../platform/lib/errors.js';
import { parseDate } from '../../../platform/lib/time.js';
import { type ExecutionGroup, executionGroup } from './execution-group.js';
import { applicationProblems, parseBillingSql } from './sql/index.js';
import { amountLimit, isStorableDay, largestPercentage, storableDays } from './storable-values.js';
import { type RuleType, fieldsOf, specificFields } from './rule-type.js';

type Text = string | null;

/** What a rule is made of besides its name; decimals are plain text, dates are spelled as given. */
export interface RuleContent {
  start_date: Text;
  end_date: Text;
  charge_type: Text;
  percentage: Text;
  service: Text;
  category: Text;
  sub_category: Text;
  amount: Text;
  sql_query: Text;
}

/** Checks a rule as a whole; returns it without the fields that its type does not have. */
export function checkRule(
  type: RuleType,
  given: RuleContent,
): RuleContent & { execution_group: ExecutionGroup } {
  const rule = ownFields(type, given);
  const problems = [
    ...fieldsOf[type].needed
      .filter((name) => isBlank(rule[name]))
      .map((name) => `${name} is missing`),
    ...dateProblems(rule),
    ...numberProblems(rule),
    ...statementProblems(rule),
  ];
  if (problems.length > 0) throw new ShapeFailure(problems);
  return { ...rule, execution_group: executionGroup(type, rule.sql_query) };
}

/** A statement outside the dialect is refused when it is parsed. */
const statementProblems = ({ sql_query: text }: RuleContent): string[] =>
  text === null ? [] : applicationProblems(parseBillingSql(text));

function ownFields(type: RuleType, given: RuleContent): RuleContent {
  const { needed, optional = [] } = fieldsOf[type];
  const own = new Set<string>([...needed, ...optional]);
  const rule = { ...given };
  for (const name of specificFields) {
    if (!own.has(name) || isBlank(rule[name])) rule[name] = null;
  }
  return rule;
}

const isBlank = (value: Text) => value === null || value.trim() === '';

function dateProblems({ start_date: start, end_date: end }: RuleContent): string[] {
  const [startDay, endDay] = [start, end].map((date) =>
    date === null ? undefined : parseDate(date),
  );
  const isReversed = startDay !== undefined && endDay !== undefined && endDay < startDay;
  return [
    ...dayProblems('start_date', startDay),
    ...dayProblems('end_date', endDay),
    ...(isReversed ? ['end_date must not be before start_date'] : []),
  ];
}

const dayProblems = (name: string, day: string | undefined): string[] =>
  day === undefined || isStorableDay(day)
    ? []
    : [`${name} must be from ${storableDays.first} to ${storableDays.last}`];

/** More than the whole cost is for single services, so that no typing error raises everything. */
function numberProblems({ percentage, amount, service }: RuleContent): string[] {
  const problems: string[] = [];
  if (percentage !== null && service === null && new Decimal(percentage).gt(100)) {
    problems.push('percentage must be at most 100 without a service');
  }
  if (percentage !== null && new Decimal(percentage).gt(largestPercentage)) {
    problems.push(`percentage must be at most ${largestPercentage}`);
  }
  if (amount !== null && new Decimal(amount).lte(0)) problems.push('amount must be greater than 0');
  if (amount !== null && new Decimal(amount).gte(amountLimit)) {
    problems.push(`amount must be less than ${amountLimit}`);
  }
  return problems;
}
