import { Anchor, Badge, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useGet } from '../../api/queries.js';
import { useNames } from '../../features/costs/use-names.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { DateText, Figure, Money, MomentText } from '../../parts/figures.js';
import { Icon } from '../../parts/icons.js';
import { PageError } from '../../parts/PageError.js';
import { Pager } from '../../parts/Pager.js';
import { PageTitle } from '../../parts/PageTitle.js';
import { PageSkeleton, TableSkeleton } from '../../parts/Skeletons.js';
import { Dismissal } from './Dismissal.js';
import { FoundResourceCard } from './FoundResourceCard.js';
import type { Recommendation } from './recommendation.js';

const statuses = { active: 'Open', archived: 'Dismissed', resolved: 'Resolved' };

/** A recommendation: what it saves, and what to do with each resource. */
export function OneRecommendation() {
  const { token = '' }: { token?: string } = useParams({ strict: false });
  const { data, error } = useGet('/v2/recommendations/{recommendation_token}', {
    path: { recommendation_token: token },
  });
  if (error) return <PageError error={error} />;
  if (!data || data.token !== token) return <PageSkeleton />;
  return (
    <>
      <Anchor component={Link} to="/recommendations" size="sm">
        <Group gap={4} mb="xs" display="inline-flex">
          <Icon name="back" size={14} /> Recommendations
        </Group>
      </Anchor>
      <PageTitle title={data.description}>
        <Badge variant="default" tt="none">
          {statuses[data.status]}
        </Badge>
        <Dismissal recommendation={data} />
      </PageTitle>
      <Stack gap="lg">
        <Summary recommendation={data} />
        {data.status !== 'resolved' && <Resources token={token} />}
      </Stack>
    </>
  );
}

function Summary({ recommendation }: { recommendation: Recommendation }) {
  const names = useNames();
  const { potential_savings: saving, currency_code: currency, status } = recommendation;
  const { provider_account_id: account } = recommendation;
  return (
    <Paper withBorder p="md">
      <Group gap={48}>
        <Figure label="Saving per month" help="The best action of each resource together">
          {saving === null ? '–' : <Money amount={saving} currency={currency ?? 'USD'} />}
        </Figure>
        <Figure label="Resources" help="Resources that it is about">
          {recommendation.resources_affected_count}
        </Figure>
      </Group>
      <Text size="sm" mt="sm">
        {recommendation.service}, {names('provider', recommendation.provider)}
        {account !== null && <> account {names('account_id', account)}</>}.{' '}
        <Text span inherit c="dimmed">
          Found <MomentText moment={recommendation.created_at} />
          {status === 'resolved' && (
            <>
              , resolved <MomentText moment={recommendation.resolved_at} />
            </>
          )}
          .
        </Text>
      </Text>
      {status === 'archived' && (
        <Text size="sm" mt="xs">
          Dismissed
          {recommendation.dismissed_until !== null && (
            <>
              {' '}
              until <DateText day={recommendation.dismissed_until} />
            </>
          )}
          {recommendation.dismissed_reason ? `: ${recommendation.dismissed_reason}` : '.'}
        </Text>
      )}
    </Paper>
  );
}

function Resources({ token }: { token: string }) {
  const [page, setPage] = useState(1);
  const list = useGet('/v2/recommendations/{recommendation_token}/resources', {
    path: { recommendation_token: token },
    query: { page, limit: 25 },
  });
  if (list.error) return <ErrorNote error={list.error} onRetry={() => void list.refetch()} />;
  if (!list.data) return <TableSkeleton />;
  return (
    <Stack gap="md" component="section" aria-label="Resources">
      <div>
        <Title order={2}>Resources</Title>
        <Text size="sm" c="dimmed">
          The largest saving first. Actions are alternatives, in US dollars per month.
        </Text>
      </div>
      {list.data.resources.length === 0 && (
        <Text size="sm">
          No resource of the inventory or the bill is named: the saving is that of the account as a
          whole.
        </Text>
      )}
      {list.data.resources.map((resource) => (
        <FoundResourceCard key={resource.token} resource={resource} />
      ))}
      <Pager links={list.data.links} page={page} onPage={setPage} />
    </Stack>
  );
}
