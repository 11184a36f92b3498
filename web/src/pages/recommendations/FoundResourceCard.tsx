import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { regionName } from '../../../../src/domain/costs/providers/region-names.js';
import { typeName } from '../../../../src/domain/optimise/resources/type-name.js';
import { type Names, useNames } from '../../features/costs/use-names.js';
import { Actions } from '../../features/recommendations/Actions.js';
import { ResourceName } from '../../features/resources/ResourceName.js';
import { nameOf } from '../../features/resources/resource.js';
import { DateText, Money } from '../../parts/figures.js';
import { ResourceDismissal } from './Dismissal.js';
import type { FoundResource } from './recommendation.js';

/** A resource with what to do about it; it can be dismissed alone. */
export function FoundResourceCard({
  resource,
  recommendation,
}: {
  resource: FoundResource;
  recommendation: string;
}) {
  const names = useNames();
  const { cost_per_month: cost } = resource;
  return (
    <Paper withBorder p="md" component="article" aria-label={nameOf(resource)}>
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start" gap="sm">
          <div>
            <Title order={3} size="h4">
              <ResourceName resource={resource} />
            </Title>
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {placeOf(resource, names)}
            </Text>
            {cost !== null && (
              <Text size="sm">
                Costs <Money amount={cost} currency="USD" /> per month
              </Text>
            )}
          </div>
          <ResourceDismissal recommendation={recommendation} resource={resource} />
        </Group>
        {resource.dismissed_at !== null && (
          <Text size="sm">
            Dismissed
            {resource.dismissed_until !== null && (
              <>
                {' '}
                until <DateText day={resource.dismissed_until} />
              </>
            )}
            {resource.dismissed_reason ? `: ${resource.dismissed_reason}` : '.'}
          </Text>
        )}
        <Actions resource={resource} />
      </Stack>
    </Paper>
  );
}

/** What a resource is and where, and who owns it as far as its tags say. */
export function placeOf(
  { type, account_id: account, region, tags }: FoundResource,
  names: Names,
): string {
  const owners = ['owner', 'team', 'Owner', 'Team'].flatMap((key) => {
    const value: unknown = tags[key];
    return typeof value === 'string' ? [`${key}: ${value}`] : [];
  });
  return [
    typeName(type),
    ...(account === null ? [] : [names('account_id', account)]),
    ...(region ? [regionName(region)] : []),
    ...owners.slice(0, 1),
  ].join(' · ');
}
