import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DateRange } from '../../../../src/platform/lib/date-intervals.js';
import { ComparedChange, signedMoney } from '../../features/costs/ComparedChange.js';
import type { CostSeries } from '../../features/costs/use-cost-series.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { Money } from '../../parts/figures.js';
import { chargeKinds, useSeriesQuery } from './use-period-costs.js';

/** Costs leave these out unless a setting includes them. */
const outsideTotal = new Set(['Credits', 'Refunds']);

/**
 * The change of each kind of charge: less tax must not hide that usage rises. Those within the total add up to
 * its change; credits and refunds are named beside them.
 */
export function ChargeKinds({ period }: { period: DateRange }) {
  const { data, error, refetch } = useQuery(useSeriesQuery(period, ...chargeKinds));
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  // As high as its line, so that the chart below does not move.
  if (!data) return <div className="charge-kinds" aria-busy />;
  const kinds = data.groups.map(({ group, ...rest }) => ({
    name: String(group['charge_kind']),
    ...rest,
  }));
  const within = kinds.filter(({ name }) => !outsideTotal.has(name));
  const outside = kinds.filter(({ name }) => outsideTotal.has(name));
  if (kinds.length < 2) return null;
  return (
    <Group
      className="charge-kinds"
      component="section"
      aria-label="Kinds of charges"
      gap="4px 20px"
    >
      {within.map((kind) => (
        <Kind key={kind.name} {...kind} currency={data.currency} />
      ))}
      {outside.length > 0 && (
        <Group gap="4px 8px">
          <Text span size="xs" c="dimmed">
            Not in the total:
          </Text>
          {outside.map((kind) => (
            <OutsideKind key={kind.name} {...kind} currency={data.currency} />
          ))}
        </Group>
      )}
    </Group>
  );
}

type KindProps = Pick<CostSeries['groups'][number], 'amount' | 'change'> & {
  name: string;
  currency: string;
};

/** The change of a kind; where nothing is compared, its amount. */
const Kind = ({ name, amount, change, currency }: KindProps) => (
  <Text span size="sm">
    <Text span inherit c="dimmed">
      {name}
    </Text>{' '}
    {change ? (
      <ComparedChange change={change} currency={currency} />
    ) : (
      <Money amount={amount} currency={currency} />
    )}
  </Text>
);

/** What is credited is negative, so that a change in percent would read the wrong way round. */
const OutsideKind = ({ name, amount, change, currency }: KindProps) => (
  <Text span size="sm">
    <Text span inherit c="dimmed">
      {name}
    </Text>{' '}
    <Money amount={amount} currency={currency} />{' '}
    {change && (
      <Text span inherit c="dimmed">
        ({signedMoney(change.amount, currency)})
      </Text>
    )}
  </Text>
);
