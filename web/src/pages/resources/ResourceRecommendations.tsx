import { Anchor, Paper, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useGet } from '../../api/queries.js';
import type { Schemas } from '../../api/types.js';
import { Actions } from '../../features/recommendations/Actions.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { TableSkeleton } from '../../parts/Skeletons.js';

/** What the open recommendations say about a resource. */
export function ResourceRecommendations({ token }: { token: string }) {
  const list = useGet('/v2/recommendations', { query: { resource_token: token } });
  return (
    <Stack gap="sm" component="section" aria-label="Recommendations">
      <div>
        <Title order={2} size="h4">
          Recommendations
        </Title>
        {(list.data?.recommendations.length ?? 0) > 0 && (
          <Text size="sm" c="dimmed">
            Savings are in US dollars per month.
          </Text>
        )}
      </div>
      {list.error && <ErrorNote error={list.error} onRetry={() => void list.refetch()} />}
      {!list.data && !list.error && <TableSkeleton />}
      {list.data?.recommendations.length === 0 && (
        <Text size="sm" c="dimmed">
          There is no open recommendation about it.
        </Text>
      )}
      {list.data?.recommendations.map((each) => (
        <OneOfThem key={each.token} recommendation={each} resource={token} />
      ))}
    </Stack>
  );
}

interface OneOfThemProps {
  recommendation: Schemas['Recommendation'];
  resource: string;
}

function OneOfThem({ recommendation, resource }: OneOfThemProps) {
  const { token, description } = recommendation;
  const { data, error } = useGet(
    '/v2/recommendations/{recommendation_token}/resources/{resource_token}',
    { path: { recommendation_token: token, resource_token: resource } },
  );
  return (
    <Paper withBorder p="md" component="article" aria-label={description}>
      <Stack gap="sm">
        <Title order={3} size="h5">
          <Anchor component={Link} to={`/recommendations/${token}`} inherit>
            {description}
          </Anchor>
        </Title>
        {error && <ErrorNote error={error} />}
        {data && <Actions resource={data} />}
      </Stack>
    </Paper>
  );
}
