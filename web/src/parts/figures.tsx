import type { ReactNode } from 'react';
import { Text } from '@mantine/core';
import { formatDay, formatMoment } from '../lib/dates.js';
import {
  changeOf,
  formatCompactMoney,
  formatExactMoney,
  formatMoney,
  formatPercent,
} from '../lib/money.js';

/** An amount, with all its digits on hover. */
export function Money({
  amount,
  currency,
  isCompact,
}: {
  amount: string;
  currency: string;
  isCompact?: boolean;
}) {
  const format = isCompact ? formatCompactMoney : formatMoney;
  return <span title={formatExactMoney(amount, currency)}>{format(amount, currency)}</span>;
}

/** The change of an amount: sign, arrow and a restrained colour, because rising costs are no error. */
export function Change({
  now,
  before,
  currency,
}: {
  now: string;
  before: string;
  currency: string;
}) {
  const { amount, share } = changeOf(now, before);
  const isLess = amount.startsWith('-');
  const isNone = /^-?0\.0+$/.test(amount);
  const sign = isLess ? '↓ −' : '↑ +';
  if (isNone) return <span>no change</span>;
  return (
    <Text
      span
      inherit
      className={isLess ? 'less' : 'more'}
      title={`${isLess ? '' : '+'}${formatExactMoney(amount, currency)}`}
    >
      {share === null ? 'new' : sign + formatPercent(Math.abs(share))}
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
    <span>never</span>
  );

/** A headline figure under its label, explained on hover. */
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
      <Text fz={28} fw={600} mih={43} component="div">
        {children}
      </Text>
    </div>
  );
}
