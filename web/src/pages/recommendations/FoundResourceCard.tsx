import { Anchor, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Actions } from '../../features/recommendations/Actions.js';
import { DateText } from '../../parts/figures.js';
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
  const { label, resource_id: id } = resource;
  return (
    <Paper withBorder p="md" component="article" aria-label={label ?? id}>
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start" gap="sm">
          <div>
            <Title order={3} size="h4" style={{ overflowWrap: 'anywhere' }}>
              <Anchor component={Link} to={`/resources/${resource.token}`} inherit>
                {label ?? id}
              </Anchor>
            </Title>
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {placeOf(resource)}
            </Text>
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

/** Where a resource is, and who owns it as far as its tags say. */
export function placeOf({ label, resource_id: id, region, tags }: FoundResource): string {
  const owners = ['owner', 'team', 'Owner', 'Team'].flatMap((key) => {
    const value: unknown = tags[key];
    return typeof value === 'string' ? [`${key}: ${value}`] : [];
  });
  return [...(label === null ? [] : [id]), ...(region ? [region] : []), ...owners.slice(0, 1)].join(
    ' · ',
  );
}
