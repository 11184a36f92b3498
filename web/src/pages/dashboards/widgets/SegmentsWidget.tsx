import { Group, Progress, Stack, Text } from '@mantine/core';
import { namedGroups } from '../../../features/costs/group-series.js';
import { useNames } from '../../../features/costs/use-names.js';
import { approximate } from '../../../lib/decimal.js';
import { formatShare } from '../../../lib/money.js';
import { Change, Money } from '../../../parts/figures.js';
import { Comparison } from './Comparison.js';
import type { CostFigures } from './cost-figures.js';

/** How the costs of a segment divide into its child segments. */
export function SegmentsWidget({ costs, groupings }: CostFigures) {
  const names = useNames();
  const { currency, total, other } = costs;
  const whole = approximate(total.amount);
  const groups = namedGroups(costs, groupings, names).map(({ name, total: amount, change }) => ({
    name,
    amount,
    change,
  }));
  const others = other.group_count > 0 ? [{ name: `Other (${other.group_count})`, ...other }] : [];
  return (
    <>
      <Group gap="sm" mb="sm" align="baseline">
        <Text fz={20} fw={600}>
          <Money amount={total.amount} currency={currency} isCompact />
        </Text>
        <Comparison costs={costs} />
      </Group>
      <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {[...groups, ...others].map(({ name, amount, change }) => {
          const share = whole === 0 ? 0 : approximate(amount) / whole;
          return (
            <li key={name}>
              <Group justify="space-between" gap="sm" wrap="nowrap">
                <Text size="sm">{name}</Text>
                <Text size="sm" component="div" className="numeric">
                  <Money amount={amount} currency={currency} />{' '}
                  <Text span inherit c="dimmed">
                    {formatShare(amount, total.amount)}
                  </Text>{' '}
                  {change && (
                    <Change
                      current={change.current}
                      previous={change.previous}
                      currency={currency}
                    />
                  )}
                </Text>
              </Group>
              <Progress
                value={Math.max(0, share * 100)}
                aria-hidden
                {...(name === 'Unallocated' ? { color: 'gray' } : {})}
              />
            </li>
          );
        })}
      </Stack>
    </>
  );
}
