import { Group, Select, Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { regionName } from '../../../../src/domain/costs/providers/region-names.js';
import { useGet } from '../../api/queries.js';
import type { Answer } from '../../api/types.js';
import { formatDateRange } from '../../lib/dates.js';
import { formatMoney } from '../../lib/money.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { ChartSkeleton, TableSkeleton } from '../../parts/Skeletons.js';
import { BreakEven } from './BreakEven.js';
import type { Period } from './period.js';
import { isPriced, keyOf, type PricedTerm } from './terms.js';
import { TermTable } from './TermTable.js';
import { PurchaseSlider } from './PurchaseSlider.js';

type Opportunity = Answer<'/v2/financial_commitments/opportunities'>['opportunities'][number];

const offerKey = ({ type, group }: Opportunity) => `${type} ${group}`;

/** What to purchase next, from the usage of the period that ran on demand. */
export function Simulator({
  workspace,
  period,
}: {
  workspace: string | undefined;
  period: Period;
}) {
  const [chosen, setChosen] = useState<string | null>(null);
  const query = { workspace_token: workspace, days: period.days, end_date: period.end };
  const { data, error, isPending, refetch } = useGet('/v2/financial_commitments/opportunities', {
    query,
  });
  const opportunities = data?.opportunities ?? [];
  const shown = opportunities.find((each) => offerKey(each) === chosen) ?? opportunities[0];
  return (
    <section aria-labelledby="commitment-simulator">
      <Title order={2} id="commitment-simulator">
        Purchase simulator
      </Title>
      <Text size="sm" c="dimmed" mb="sm" maw={640}>
        What a commitment would have saved on your own on-demand usage. The list has what each saves
        at the usual discount for one year without upfront payment. Offers for the same usage are
        alternatives: buying one leaves less for the others.
      </Text>
      <Group align="flex-end" gap="sm" mb="md">
        {shown && (
          <Select
            label="Commitment"
            w={460}
            maw="100%"
            allowDeselect={false}
            data={opportunities.map((each) => ({
              value: offerKey(each),
              label: labelOf(each, data!.currency),
            }))}
            value={offerKey(shown)}
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
      {shown && (
        <Simulation key={`${offerKey(shown)} ${period.days}`} offer={shown} query={query} />
      )}
    </section>
  );
}

const labelOf = ({ title, group, best }: Opportunity, currency: string) =>
  `${title}${group === '' ? '' : ` (${groupName(group)})`}: saves ${formatMoney(best.monthly_saving, currency)} a month`;

/** `eu-west-1, db.m5, ` is “Europe (Ireland), db.m5”. */
const groupName = (group: string) =>
  group
    .split(', ')
    .filter((part) => part !== '')
    .map(regionName)
    .join(', ');

interface SimulationProps {
  offer: Opportunity;
  query: { workspace_token: string | undefined; days: Period['days']; end_date: string };
}

const path = '/v2/financial_commitments/simulation';

/** A purchase of an offer: how much of it, for how long, and when it is paid. */
function Simulation({ offer, query }: SimulationProps) {
  const own = { ...query, type: offer.type, group: offer.group };
  const [term, setTerm] = useState<PricedTerm>();
  const [commitment, setCommitment] = useState<string>();
  const [settled] = useDebouncedValue(commitment, 200);
  const usual = useGet(path, { query: own });
  const chosen = term ?? usual.data?.terms.find(isPriced);
  // What is looked at closer has the prices of its own term.
  const priced = {
    ...own,
    ...(chosen && { years: String(chosen.years) as '1' | '3', payment: chosen.payment }),
  };
  const { data, error, isPlaceholderData, refetch } = useGet(
    path,
    { query: priced },
    { enabled: usual.data !== undefined },
  );
  const at = useGet(
    path,
    { query: { ...priced, ...(settled !== undefined && { commitment: Number(settled) }) } },
    { enabled: usual.data !== undefined },
  );
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (usual.error) return <ErrorNote error={usual.error} onRetry={() => void usual.refetch()} />;
  // The slider starts at the best commitment of its own usage and price.
  if (!data || isPlaceholderData || !chosen) return <ChartSkeleton height={240} />;
  const terms = at.data?.terms ?? data.terms;
  const shown = terms.filter(isPriced).find((each) => keyOf(each) === keyOf(chosen));
  return (
    <>
      <PurchaseSlider
        key={keyOf(chosen)}
        simulation={data}
        onChoose={(purchase) => setCommitment(purchase.commitment)}
      />
      <div className={at.isPlaceholderData || settled !== commitment ? 'stale' : ''}>
        <TermTable
          terms={terms}
          currency={data.currency}
          chosen={keyOf(chosen)}
          onChoose={(next) => {
            setTerm(next);
            setCommitment(undefined);
          }}
        />
        {shown && <BreakEven term={shown} currency={data.currency} />}
      </div>
    </>
  );
}
