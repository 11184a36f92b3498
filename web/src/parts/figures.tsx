import type { ReactNode } from 'react';
import { Text } from '@mantine/core';
import { formatDay, formatMoment } from '../lib/dates.js';
import { approximate, minus } from '../lib/decimal.js';
import { formatCompactMoney, formatExactMoney, formatMoney, formatShare } from '../lib/money.js';

/** An amount, with every digit on hover. */
export function Money({
  amount,
  currency,
  isCompact,
}: {
  amount: string;
  currency: string;
  isCompact?: boolean;
}) {
  // Below a thousand there is nothing to shorten, and cents need two places.
  const format =
    isCompact && Math.abs(approximate(amount)) >= 1000 ? formatCompactMoney : formatMoney;
  return <span title={formatExactMoney(amount, currency)}>{format(amount, currency)}</span>;
}

const withoutSign = (amount: string): string => amount.replace(/^-/, '');

/** The change of an amount, with sign, arrow and a muted colour: rising costs are not an error. */
export function Change({
  current,
  previous,
  currency,
}: {
  current: string;
  previous: string;
  currency: string;
}) {
  const amount = minus(current, previous);
  const share = formatShare(withoutSign(amount), withoutSign(previous));
  const isDecrease = amount.startsWith('-');
  const isUnchanged = /^-?0\.0+$/.test(amount);
  const sign = isDecrease ? '↓ −' : '↑ +';
  if (isUnchanged) return <span>No change</span>;
  return (
    <Text
      span
      inherit
      className={isDecrease ? 'decrease' : 'increase'}
      title={`${isDecrease ? '' : '+'}${formatExactMoney(amount, currency)}`}
    >
      {share === '' ? 'New' : sign + share}
    </Text>
  );
}

export const DateText = ({ day }: { day: string }) => <time dateTime={day}>{formatDay(day)}</time>;

export const MomentText = ({ moment }: { moment: string | null }) =>
  moment ? (
    <time dateTime={moment} title={moment}>
      {formatMoment(moment)}
    </time>
  ) : (
    <span>Never</span>
  );

/** A headline figure with its label, and an explanation on hover. */
export function Figure({
  label,
  help,
  children,
}: {
  label: string;
  help: string;
  children: ReactNode;
}) {
  return (
    <div title={help}>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Text fz={28} fw={600} mih={43} lh={1.35} component="div">
        {children}
      </Text>
    </div>
  );
}
