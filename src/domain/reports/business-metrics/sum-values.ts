import { isLongerThan } from '../../../platform/lib/characters.js';
import { Decimal } from '../../../platform/lib/decimal.js';
import type { PulledValue } from './metric-source.js';
import { maxLabelLength, parseAmount } from './parse-value.js';
import { PullError } from './pull-error.js';
import type { NewValue } from './write-values.js';

/** Limits memory; a business metric with more values is a mistake in the query. */
const maxValues = 200_000;

interface DaySum {
  day: string;
  labels: Readonly<Record<string, string>>;
  amount: Decimal;
}

/** Sums the values of a source by day and labels. With several label keys, labels include their keys. */
export async function sumValues(
  pulled: AsyncIterable<PulledValue>,
): Promise<{ values: NewValue[]; isKeyed: boolean }> {
  const sums = new Map<string, DaySum>();
  const keys = new Set<string>();
  for await (const value of pulled) {
    const labels = sortKeys(value.labels);
    const key = JSON.stringify([value.day, labels]);
    const amount = parseAmount(value.amount);
    if (amount === undefined) {
      throw new PullError(`The source returned "${value.amount}", which is not a number.`);
    }
    const sum = sums.get(key);
    if (sum) sum.amount = sum.amount.plus(amount);
    else sums.set(key, { day: value.day, labels, amount: new Decimal(amount) });
    Object.keys(labels).forEach((each) => keys.add(each));
    if (sums.size > maxValues) {
      throw new PullError(`The source has more than ${maxValues} values; narrow the query.`);
    }
  }
  const isKeyed = keys.size > 1;
  const values = [...sums.values()].map((sum, position) => toValue(sum, position, isKeyed));
  return { values, isKeyed };
}

const sortKeys = (labels: PulledValue['labels']) =>
  Object.fromEntries(Object.entries(labels).toSorted(([one], [other]) => (one < other ? -1 : 1)));

function toValue({ day, labels, amount }: DaySum, position: number, isKeyed: boolean): NewValue {
  const pairs = Object.entries(labels);
  const label = isKeyed
    ? pairs.map(([key, value]) => `${key}:${value}`).join(', ')
    : (pairs[0]?.[1] ?? '');
  if (isLongerThan(label, maxLabelLength)) {
    throw new PullError(`The source has a label of more than ${maxLabelLength} characters.`);
  }
  return {
    position,
    at: `${day}T00:00:00Z`,
    label,
    ...(isKeyed && { labels: { ...labels } }),
    amount: parseAmount(amount.toFixed())!,
  };
}
