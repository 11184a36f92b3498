import { Text } from '@mantine/core';
import { approximate } from '../../lib/decimal.js';
import { formatExactMoney, formatMoney, formatShare } from '../../lib/money.js';
import type { Driver } from './use-cost-changes.js';

const isZero = (amount: string) => /^-?0(\.0+)?$/.test(amount);
const signOf = (amount: string) => (amount.startsWith('-') || isZero(amount) ? '' : '+');

export const formatSigned = (amount: string, currency: string): string =>
  signOf(amount) + formatMoney(amount, currency);

/** `+$12.50`, with every digit on hover. */
export function SignedMoney({ amount, currency }: { amount: string; currency: string }) {
  const direction = amount.startsWith('-') ? 'decrease' : 'increase';
  return (
    <Text
      span
      inherit
      className={isZero(amount) ? undefined : direction}
      title={signOf(amount) + formatExactMoney(amount, currency)}
    >
      {formatSigned(amount, currency)}
    </Text>
  );
}

/** `+12.5%` of the costs before, rounded once; empty where there were none. */
export function formatSignedShare(difference: string, before: string): string {
  const share = formatShare(difference, before.replace(/^-/, ''));
  return share && signOf(difference) + share;
}

/** `+12.5%`; a dash where there is nothing to compare with. */
export const Percent = ({ difference, before }: { difference: string; before: string }) =>
  formatSignedShare(difference, before) || <span aria-label="no costs before">–</span>;

const labels = {
  new: { label: 'New', help: 'No costs in the period before.' },
  gone: { label: 'Gone', help: 'No costs in the period after.' },
  usage: { label: 'Usage', help: 'Mostly a change of usage.' },
  price: { label: 'Price', help: 'Mostly a change of the effective rate.' },
  changed: { label: 'Changed', help: 'Usage is not known in one unit.' },
};

/** What kind of change it is: where usage is known, its larger part. */
function kindOf({
  kind,
  usage_effect: usage = null,
  price_effect: price = null,
}: Pick<Driver, 'kind'> & Partial<Driver>): keyof typeof labels {
  if (kind !== 'changed' || usage === null || price === null) return kind;
  const size = (amount: string) => Math.abs(approximate(amount));
  return size(usage) >= size(price) ? 'usage' : 'price';
}

export function KindBadge({ driver }: { driver: Parameters<typeof kindOf>[0] }) {
  const kind = kindOf(driver);
  const { label, help } = labels[kind];
  return (
    <span className={`kind kind-${kind}`} title={help}>
      {label}
    </span>
  );
}
