import { type Condition, providerField, tagKeyOf } from './condition.js';

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const literal = (value: string | null): string => (value === null ? 'NULL' : quoted(value));

/** `costs.provider = 'aws' OR costs.provider = 'gcp'` */
export const anyProvider = (keys: readonly string[]): string =>
  keys.map((key) => `${providerField} = ${quoted(key)}`).join(' OR ');

/**
 * Conditions as VQL. A filter must name its providers, so it begins with all of them where no condition does.
 */
export function printFilter(
  conditions: readonly Condition[],
  providers: readonly string[],
): string {
  if (conditions.length === 0) return '';
  const providerCondition = conditions.find(({ field }) => field === providerField);
  const keys = providerCondition
    ? providerCondition.values.filter((value) => value !== null)
    : providers;
  const others = conditions
    .filter((condition) => condition !== providerCondition)
    .map(printCondition);
  if (others.length === 0) return anyProvider(keys);
  const first = keys.length === 1 ? anyProvider(keys) : `(${anyProvider(keys)})`;
  return [first, ...others].join(' AND ');
}

function printCondition({ field, operator, values }: Condition): string {
  const key = tagKeyOf(field);
  const name = key === undefined ? field : 'tags.value';
  const test = printTest(name, operator, values);
  return key === undefined ? test : `tags.name = ${quoted(key)} AND ${test}`;
}

function printTest(
  name: string,
  operator: Condition['operator'],
  values: Condition['values'],
): string {
  const [first = null] = values;
  if (operator === 'is like') return `${name} LIKE ${literal(first)}`;
  const isNot = operator === 'is not';
  if (values.length === 1) return `${name} ${isNot ? '!=' : '='} ${literal(first)}`;
  return `${name} ${isNot ? 'NOT IN' : 'IN'} (${values.map(literal).join(', ')})`;
}
