import { type Condition, groupingOf, labelOf } from '../../costs/filter/condition.js';
import type { Names } from '../../costs/use-names.js';

const maxValues = 3;

/** `service is Amazon S3 or Amazon EC2` */
export function describeCondition({ field, operator, values }: Condition, names: Names): string {
  const name = field.startsWith('tag:') ? labelOf(field) : labelOf(field).toLowerCase();
  if (values.includes(null)) return `${name} has ${operator === 'is' ? 'no' : 'any'} value`;
  const labels = values.slice(0, maxValues).map((value) => names(groupingOf(field), value!));
  const rest = values.length - labels.length;
  const list = [...labels, ...(rest > 0 ? [`${rest} more`] : [])].join(' or ');
  return `${name} ${operator} ${list}`;
}

/** `provider is AWS and region is eu; or provider is Azure` */
export const describeGroups = (groups: readonly (readonly Condition[])[], names: Names): string =>
  groups
    .map((group) => group.map((condition) => describeCondition(condition, names)).join(' and '))
    .join('; or ');
