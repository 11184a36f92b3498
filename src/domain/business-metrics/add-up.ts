import { Decimal } from '../../platform/lib/decimal.js';
import { type PulledValue, PullError } from './source.js';
import { amountOf, longestLabel } from './value-texts.js';
import type { NewValue } from './write-values.js';

/** More than that is no figure of the business any more. */
const mostValues = 200_000;

interface Sum {
  day: string;
  labels: Readonly<Record<string, string>>;
  amount: Decimal;
}

/** Adds up what a source said by day and labels. Several keys make labels that are shown with their keys. */
export async function addUp(
  pulled: AsyncIterable<PulledValue>,
): Promise<{ values: NewValue[]; isKeyed: boolean }> {
  const sums = new Map<string, Sum>();
  const keys = new Set<string>();
  for await (const value of pulled) {
    const labels = sorted(value.labels);
    const key = JSON.stringify([value.day, labels]);
    const amount = amountOf(value.amount);
    if (amount === undefined) throw new PullError(`The source says "${value.amount}" as a value.`);
    const sum = sums.get(key);
    if (sum) sum.amount = sum.amount.plus(amount);
    else sums.set(key, { day: value.day, labels, amount: new Decimal(amount) });
    Object.keys(labels).forEach((each) => keys.add(each));
    if (sums.size > mostValues) {
      throw new PullError(`The source has more than ${mostValues} values; narrow the query.`);
    }
  }
  const isKeyed = keys.size > 1;
  const values = [...sums.values()].map((sum, place) => valueOf(sum, place, isKeyed));
  return { values, isKeyed };
}

const sorted = (labels: PulledValue['labels']) =>
  Object.fromEntries(Object.entries(labels).toSorted(([one], [other]) => (one < other ? -1 : 1)));

function valueOf({ day, labels, amount }: Sum, place: number, isKeyed: boolean): NewValue {
  const pairs = Object.entries(labels);
  const label = isKeyed
    ? pairs.map(([key, value]) => `${key}:${value}`).join(', ')
    : (pairs[0]?.[1] ?? '');
  if (label.length > longestLabel) {
    throw new PullError(`The source has a label of more than ${longestLabel} characters.`);
  }
  return {
    place,
    at: `${day}T00:00:00Z`,
    label,
    ...(isKeyed && { labels: { ...labels } }),
    amount: amountOf(amount.toFixed())!,
  };
}
