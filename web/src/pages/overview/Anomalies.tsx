import { Anchor, Table, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { anomalyPage, describeKind, useActiveAnomalies } from '../../features/anomalies/anomaly.js';
import { RiseInMoney } from '../../features/anomalies/Rise.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { DateText } from '../../parts/figures.js';
import { TableSkeleton } from '../../parts/Skeletons.js';
import { Section } from './CostTables.js';

const maxRows = 6;

/** The active anomalies, the largest rise first. */
export function Anomalies() {
  const { anomalies, error, refetch } = useActiveAnomalies();
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (!anomalies) return <TableSkeleton rows={4} />;
  if (anomalies.length === 0) {
    return (
      <section>
        <Title order={2} mb={4}>
          Anomalies
        </Title>
        <Text size="sm" c="dimmed">
          No costs of the last days are higher than expected.
        </Text>
        <AllAnomalies />
      </section>
    );
  }
  return (
    <>
      <Section
        title="Active anomalies"
        text="Days on which a service cost more than expected, the largest rise first."
        headers={['Service', 'Day', 'Rise']}
      >
        {anomalies.slice(0, maxRows).map((anomaly) => (
          <Table.Tr key={anomaly.token}>
            <Table.Td>
              <Anchor component={Link} to={anomalyPage(anomaly.token)} inherit>
                {anomaly.service}
              </Anchor>{' '}
              <Text span size="xs" c="dimmed">
                {describeKind(anomaly).label}
              </Text>
            </Table.Td>
            <Table.Td className="numeric">
              <DateText day={anomaly.anomaly_date} />
            </Table.Td>
            <Table.Td className="numeric">
              <RiseInMoney anomaly={anomaly} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Section>
      {anomalies.length > maxRows && <Text size="sm">{anomalies.length - maxRows} more.</Text>}
      <AllAnomalies />
    </>
  );
}

const AllAnomalies = () => (
  <Anchor component={Link} to="/anomalies" size="sm">
    All anomalies
  </Anchor>
);
