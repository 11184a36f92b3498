import { Anchor, Group, List, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useGet } from '../../api/queries.js';
import type { Anomaly } from '../../features/anomalies/anomaly.js';
import { reportPage } from '../../features/cost-reports/cost-report.js';
import { ExploreLink } from '../../features/costs/ExploreLink.js';
import { explainAnomaly, exploreAnomaly } from './links.js';

/** The resources that explain the rise, and the same question in the explorer and on the page Changes. */
export function Drivers({ anomaly }: { anomaly: Anomaly }) {
  const { resources, cost_report_token: token } = anomaly;
  const { data } = useGet('/v2/cost_reports/{cost_report_token}', {
    path: { cost_report_token: token },
  });
  const report = data?.token === token ? data : undefined;
  const explore = exploreAnomaly(anomaly);
  return (
    <Stack gap="sm" component="section">
      <Title order={2}>What drove it</Title>
      {resources.length === 0 ? (
        <Text size="sm" c="dimmed">
          No five resources explain 80% of the rise over the average of the seven days before.
        </Text>
      ) : (
        <>
          <Text size="sm" c="dimmed">
            These resources explain at least 80% of the rise over the average of the seven days
            before, the largest first.
          </Text>
          <List size="sm" aria-label="Resources">
            {resources.map((name) => (
              <List.Item key={name}>
                <ExploreLink to={reportPage(token)} search={{ ...explore, q: name }}>
                  {name}
                </ExploreLink>
              </List.Item>
            ))}
          </List>
        </>
      )}
      <Group gap="md">
        <ExploreLink to={reportPage(token)} search={explore} size="sm">
          View in explorer
        </ExploreLink>
        <Anchor component={Link} {...explainAnomaly(anomaly, report)} size="sm">
          What changed from the week before?
        </Anchor>
      </Group>
    </Stack>
  );
}
