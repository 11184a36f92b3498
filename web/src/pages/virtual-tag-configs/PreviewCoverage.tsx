import { Alert, Button, Progress, Text } from '@mantine/core';
import { daysBetween, firstOfMonth, formatDay, today } from '../../lib/dates.js';
import { approximate, sumOf } from '../../lib/decimal.js';
import { formatMoney, formatShare } from '../../lib/money.js';
import { Money } from '../../parts/figures.js';
import type { VirtualTagPreview } from './virtual-tag.js';

/** How much of the costs get a value, and how much is left. */
export function PreviewCoverage({ preview }: { preview: VirtualTagPreview }) {
  const { values, unallocated, currency } = preview;
  const covered = sumOf(values.map(({ amount }) => amount));
  const total = sumOf([covered, unallocated.amount]);
  const whole = approximate(total);
  const share = whole === 0 ? 0 : approximate(covered) / whole;
  return (
    <div>
      <Text size="sm">
        <b>{whole === 0 ? 'No costs' : `${formatShare(covered, total)} covered`}</b>:{' '}
        <Money amount={covered} currency={currency} /> of {formatMoney(total, currency)} get a
        value. Not covered: <Money amount={unallocated.amount} currency={currency} />.
      </Text>
      <Progress value={Math.min(100, Math.max(0, share * 100))} mt={4} aria-hidden />
    </div>
  );
}

interface BackfillWarningProps {
  backfillUntil: string | null;
  /** The previewed days. */
  start: string;
  end: string;
  onBackfill: (day: string) => void;
}

/** Warns where the rules begin after the first previewed day. */
export function BackfillWarning({ backfillUntil, start, end, onBackfill }: BackfillWarningProps) {
  const since = firstOfMonth(backfillUntil ?? today());
  if (start >= since) return null;
  const days = daysBetween(start, end) + 1;
  const before = Math.min(days, daysBetween(start, since));
  return (
    <Alert color="yellow" role="alert">
      <Text size="sm" fw={600}>
        The backfill leaves days uncovered
      </Text>
      <Text size="sm" mb="xs">
        The rules apply from {formatDay(since)} on. {before} of the {days} previewed days are before
        that, so their costs get no value from these rules.
      </Text>
      <Button size="compact-sm" variant="default" onClick={() => onBackfill(start)}>
        Backfill until {formatDay(start)}
      </Button>
    </Alert>
  );
}
