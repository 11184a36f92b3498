import { providersOfAllCosts } from '../../../../../src/domain/costs/providers/all-costs.js';
import { quote } from '../../../../../src/domain/costs/vql/syntax/quotes.js';
import { type Condition, type Operator, providerField, tagKeyOf } from './condition.js';
import { containsPattern } from './like-pattern.js';

const literal = (value: string | null): string => (value === null ? 'NULL' : quote(value));

/** `costs.provider = 'aws' OR costs.provider = 'gcp'` */
const anyProvider = (keys: readonly string[]): string =>
  keys.map((key) => `${providerField} = ${quote(key)}`).join(' OR ');

/** The filter of all costs in a workspace with these providers. */
export const allCosts = (providers: readonly string[]): string =>
  anyProvider(providersOfAllCosts(providers));

/**
 * Conditions as VQL. A filter must name its providers, so it begins with those of all costs where no condition does.
 */
export function printFilter(
  conditions: readonly Condition[],
  providers: readonly string[],
): string {
  if (conditions.length === 0) return '';
  const providerCondition = conditions.find(({ field }) => field === providerField);
  const keys = providerCondition
    ? providerCondition.values.filter((value) => value !== null)
    : providersOfAllCosts(providers);
  const others = conditions
    .filter((condition) => condition !== providerCondition)
    .map(printCondition);
  if (others.length === 0) return anyProvider(keys);
  const first = keys.length === 1 ? anyProvider(keys) : `(${anyProvider(keys)})`;
  return [first, ...others].join(' AND ');
}

/** Groups of conditions as VQL: a cost has to match one of the groups. */
export function printGroups(
  groups: readonly (readonly Condition[])[],
  providers: readonly string[],
): string {
  const texts = groups
    .filter((group) => group.length > 0)
    .map((group) => printFilter(group, providers));
  return texts.length === 1 ? texts[0]! : texts.map((text) => `(${text})`).join(' OR ');
}

function printCondition({ field, operator, values }: Condition): string {
  const key = tagKeyOf(field);
  const name = key === undefined ? field : 'tags.value';
  const test = printTest(name, operator, values);
  return key === undefined ? test : `tags.name = ${quote(key)} AND ${test}`;
}

function printTest(name: string, operator: Operator, values: Condition['values']): string {
  if (operator === 'is' || operator === 'is not') return printEquals(name, operator, values);
  const isNot = operator === 'does not contain' || operator === 'is not like';
  const isPart = operator === 'contains' || operator === 'does not contain';
  const tests = values.map((value) => {
    const pattern = isPart ? containsPattern(value ?? '') : (value ?? '');
    return `${name} ${isNot ? 'NOT LIKE' : 'LIKE'} ${quote(pattern)}`;
  });
  return tests.length === 1 ? tests[0]! : `(${tests.join(isNot ? ' AND ' : ' OR ')})`;
}

function printEquals(name: string, operator: 'is' | 'is not', values: Condition['values']): string {
  const isNot = operator === 'is not';
  const [first = null] = values;
  if (values.length === 1) return `${name} ${isNot ? '!=' : '='} ${literal(first)}`;
  return `${name} ${isNot ? 'NOT IN' : 'IN'} (${values.map(literal).join(', ')})`;
}
