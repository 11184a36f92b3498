import { Text } from '@mantine/core';
import { approximate } from '../../lib/decimal.js';
import { formatExactMoney, formatMoney, formatShare } from '../../lib/money.js';
import type { Driver } from './use-cost-changes.js';

export const isZero = (amount: string) => /^-?0(\.0+)?$/.test(amount);
const signOf = (amount: string) => (amount.startsWith('-') || isZero(amount) ? '' : '+');

/** An amount that rounds to zero has neither sign nor direction. */
const isShownAsZero = (amount: string, currency: string) =>
  formatMoney(amount.replace(/^-/, ''), currency) === formatMoney('0', currency);

export const formatSigned = (amount: string, currency: string): string =>
  isShownAsZero(amount, currency)
    ? formatMoney('0', currency)
    : signOf(amount) + formatMoney(amount, currency);

/** `+$12.50`, with every digit on hover. */
export function SignedMoney({ amount, currency }: { amount: string; currency: string }) {
  const direction = amount.startsWith('-') ? 'decrease' : 'increase';
  return (
    <Text
      span
      inherit
      className={isShownAsZero(amount, currency) ? undefined : direction}
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
  changed: { label: 'Changed', help: 'Mostly new, gone, or without usage in one unit.' },
};

/** What kind of change it is: where the effects of usage and prices are known, the largest part. */
function kindOf({
  kind,
  split = null,
}: Pick<Driver, 'kind'> & Partial<Driver>): keyof typeof labels {
  if (kind !== 'changed' || split === null) return kind;
  const size = (amount: string) => Math.abs(approximate(amount));
  const [usage, price] = [size(split.usage_effect), size(split.price_effect)];
  if (size(split.unsplit) > Math.max(usage, price)) return kind;
  return usage >= price ? 'usage' : 'price';
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
