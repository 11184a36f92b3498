import { Group, SegmentedControl, Select, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useGet } from '../../api/queries.js';
import type { Answer } from '../../api/types.js';
import { formatDateRange } from '../../lib/dates.js';
import { formatMoney } from '../../lib/money.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { ChartSkeleton, TableSkeleton } from '../../parts/Skeletons.js';
import { PurchaseSlider } from './PurchaseSlider.js';

type Opportunity = Answer<'/v2/financial_commitments/opportunities'>['opportunities'][number];
type Days = '30' | '60' | '90';

const keyOf = ({ type, group }: Opportunity) => `${type} ${group}`;

/** What to purchase next, from the usage of the last days that ran on demand. */
export function Simulator({ workspace }: { workspace: string | undefined }) {
  const [days, setDays] = useState<Days>('30');
  const [chosen, setChosen] = useState<string | null>(null);
  const query = { workspace_token: workspace, days };
  const { data, error, isPending, refetch } = useGet('/v2/financial_commitments/opportunities', {
    query,
  });
  const opportunities = data?.opportunities ?? [];
  const shown = opportunities.find((each) => keyOf(each) === chosen) ?? opportunities[0];
  return (
    <section aria-labelledby="commitment-simulator">
      <Title order={2} id="commitment-simulator">
        Purchase simulator
      </Title>
      <Text size="sm" c="dimmed" mb="sm" maw={640}>
        What a commitment would have saved on your own on-demand usage, at the usual discount for
        one year without upfront payment. Offers for the same usage are alternatives: buying one
        leaves less for the others.
      </Text>
      <Group align="flex-end" gap="sm" mb="md">
        <SegmentedControl
          aria-label="Usage of the last"
          value={days}
          onChange={setDays}
          data={(['30', '60', '90'] as const).map((each) => ({
            value: each,
            label: `${each} days`,
          }))}
        />
        {shown && (
          <Select
            label="Commitment"
            w={460}
            maw="100%"
            allowDeselect={false}
            data={opportunities.map((each) => ({
              value: keyOf(each),
              label: labelOf(each, data!.currency),
            }))}
            value={keyOf(shown)}
            onChange={setChosen}
          />
        )}
      </Group>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {isPending && <TableSkeleton rows={3} />}
      {data && !shown && (
        <Text>
          No commitment would have saved anything from{' '}
          {formatDateRange(data.start_date, data.end_date)}.
        </Text>
      )}
      {shown && <Simulation key={`${keyOf(shown)} ${days}`} offer={shown} query={query} />}
    </section>
  );
}

const labelOf = ({ title, group, best }: Opportunity, currency: string) =>
  `${title}${group === '' ? '' : ` (${group})`}: saves ${formatMoney(best.monthly_saving, currency)} a month`;

interface SimulationProps {
  offer: Opportunity;
  query: { workspace_token: string | undefined; days: Days };
}

function Simulation({ offer, query }: SimulationProps) {
  const { data, error, isPlaceholderData, refetch } = useGet(
    '/v2/financial_commitments/simulation',
    { query: { ...query, type: offer.type, group: offer.group } },
  );
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  // The slider starts at the best commitment of its own usage.
  if (!data || isPlaceholderData) return <ChartSkeleton height={240} />;
  return <PurchaseSlider simulation={data} />;
}
