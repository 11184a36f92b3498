import { Text } from '@mantine/core';
import { compareDecimals } from '../../lib/decimal.js';
import { Money } from '../../parts/figures.js';

/** The total of the bill minus the stored total. */
export function Difference({ difference, currency }: { difference: string; currency: string }) {
  if (compareDecimals(difference, '0.0') === 0) return <span>none</span>;
  return (
    <Text span inherit fw={600} c="var(--mantine-color-error)">
      <Money amount={difference} currency={currency} />
    </Text>
  );
}
