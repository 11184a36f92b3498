import { Anchor, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useGet } from '../../api/queries.js';
import type { Answer } from '../../api/types.js';
import type { AnomalyEvent } from '../../features/anomalies/anomaly.js';
import { SignedMoney } from '../../features/cost-changes/figures.js';
import { reportPage } from '../../features/cost-reports/cost-report.js';
import { ExploreLink } from '../../features/costs/ExploreLink.js';
import { DataTable } from '../../parts/DataTable.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { TableSkeleton } from '../../parts/Skeletons.js';
import { explainAnomaly, exploreAnomaly } from './links.js';

type Impact = Answer<'/v2/anomaly_events/{anomaly_event_token}/drivers'>;

/** What the impact consists of, and the same question in the explorer and on the page Changes. */
export function Drivers({ anomaly }: { anomaly: AnomalyEvent }) {
  const { cost_report_token: token } = anomaly;
  const { data: report } = useGet('/v2/cost_reports/{cost_report_token}', {
    path: { cost_report_token: token },
  });
  const { data, error, refetch } = useGet('/v2/anomaly_events/{anomaly_event_token}/drivers', {
    path: { anomaly_event_token: anomaly.token },
  });
  const explore = exploreAnomaly(anomaly);
  return (
    <Stack gap="sm" component="section">
      <Title order={2}>What drove it</Title>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {!data && !error && <TableSkeleton rows={3} />}
      {data && <ImpactTable anomaly={anomaly} impact={data} />}
      <Group gap="md">
        <ExploreLink to={reportPage(token)} search={explore} size="sm">
          View in explorer
        </ExploreLink>
        <Anchor
          component={Link}
          {...explainAnomaly(anomaly, report?.token === token ? report : undefined)}
          size="sm"
        >
          What changed from the week before?
        </Anchor>
      </Group>
    </Stack>
  );
}

interface Part {
  name: string;
  amount: string;
  /** Whether it is a resource, which the explorer can show. */
  isResource: boolean;
}

/** Resources, what they leave, and the impact, which is their sum. */
function ImpactTable({ anomaly, impact }: { anomaly: AnomalyEvent; impact: Impact }) {
  const { currency, drivers, rest } = impact;
  if (impact.impact === null || rest === null) {
    return (
      <Text size="sm" c="dimmed">
        The impact is computed with the next search for anomalies.
      </Text>
    );
  }
  const parts: Part[] = [
    ...drivers.map(({ name, amount }) => ({ name, amount, isResource: true })),
    { name: 'Everything else', amount: rest, isResource: false },
  ];
  const explore = exploreAnomaly(anomaly);
  return (
    <>
      <Text size="sm" c="dimmed">
        Resources that cost the most more than at their average of the seven days before.
        “Everything else” is what they leave of the impact.
      </Text>
      <DataTable<Part>
        label="Drivers"
        columns={[
          {
            id: 'name',
            header: 'Resource',
            cell: ({ name, isResource }) =>
              isResource ? (
                <ExploreLink
                  to={reportPage(anomaly.cost_report_token)}
                  search={{ ...explore, q: name }}
                >
                  {name}
                </ExploreLink>
              ) : (
                name
              ),
          },
          {
            id: 'amount',
            header: 'Impact',
            isNumeric: true,
            cell: ({ amount }) => <SignedMoney amount={amount} currency={currency} />,
          },
        ]}
        rows={parts}
        footer={{ name: 'Impact', amount: impact.impact, isResource: false }}
        keyOf={({ name, isResource }) => JSON.stringify([name, isResource])}
      />
    </>
  );
}
