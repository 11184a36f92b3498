import { Badge, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useGet } from '../../api/queries.js';
import { useNames } from '../../features/costs/use-names.js';
import { ExamplePrices } from '../../features/recommendations/ExamplePrices.js';
import { BackLink } from '../../parts/BackLink.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { DateText, Figure, Money, MomentText } from '../../parts/figures.js';
import { ObjectPage } from '../../parts/ObjectPage.js';
import { Pager } from '../../parts/Pager.js';
import { PageTitle } from '../../parts/PageTitle.js';
import { TableSkeleton } from '../../parts/Skeletons.js';
import { Dismissal } from './Dismissal.js';
import { FoundResourceCard } from './FoundResourceCard.js';
import { PurchaseCard, purchasesOf } from './PurchaseCard.js';
import type { Recommendation } from './recommendation.js';

const statuses = { active: 'Open', archived: 'Dismissed', resolved: 'Resolved' };

/** A recommendation: what it saves, and what to do with each resource. */
export const OneRecommendation = () => (
  <ObjectPage path="/v2/recommendations/{recommendation_token}">
    {(recommendation) => (
      <>
        <BackLink to="/recommendations" label="Recommendations" />
        <PageTitle title={recommendation.description}>
          <Badge variant="default" tt="none">
            {statuses[recommendation.status]}
          </Badge>
          <Dismissal recommendation={recommendation} />
        </PageTitle>
        <Stack gap="lg">
          <Summary recommendation={recommendation} />
          {recommendation.status !== 'resolved' && (
            <>
              <Resources
                token={recommendation.token}
                count={recommendation.resources_affected_count}
              />
              <Resources token={recommendation.token} count={0} isDismissed />
            </>
          )}
        </Stack>
      </>
    )}
  </ObjectPage>
);

function Summary({ recommendation }: { recommendation: Recommendation }) {
  const names = useNames();
  const { potential_savings: saving, currency_code: currency, status } = recommendation;
  const { provider_account_id: account, cost_per_month: cost } = recommendation;
  return (
    <Paper withBorder p="md">
      <Group gap={48}>
        <Figure label="Saving per month" help="The best action of each resource together">
          {saving === null ? '–' : <Money amount={saving} currency={currency ?? 'USD'} />}{' '}
          {recommendation.uses_example_prices && <ExamplePrices />}
        </Figure>
        <Figure
          label="Cost per month"
          help="What its resources cost at their current rate; the saving is a part of it"
        >
          {cost === null ? '–' : <Money amount={cost} currency={currency ?? 'USD'} />}
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

interface ResourcesProps {
  token: string;
  /** How many resources are part of the saving. */
  count: number;
  isDismissed?: boolean;
}

function Resources({ token, count, isDismissed = false }: ResourcesProps) {
  const [page, setPage] = useState(1);
  const list = useGet('/v2/recommendations/{recommendation_token}/resources', {
    path: { recommendation_token: token },
    query: { page, limit: 100, dismissed: isDismissed },
  });
  if (list.error) return <ErrorNote error={list.error} onRetry={() => void list.refetch()} />;
  if (!list.data) return <TableSkeleton />;
  const { resources, links } = list.data;
  if (isDismissed && resources.length === 0) return null;
  const title = isDismissed ? 'Dismissed resources' : 'Resources';
  const purchases = purchasesOf(resources);
  const isPurchase = purchases.length > 0;
  return (
    <Stack gap="md" component="section" aria-label={title}>
      <div>
        <Title order={2}>{title}</Title>
        <Text size="sm" c="dimmed">
          {describeResources(isDismissed, isPurchase)} Amounts are in US dollars.
        </Text>
      </div>
      {resources.length === 0 && <NoResources count={count} />}
      {purchases.map((purchase) => (
        <PurchaseCard
          key={purchase.description}
          purchase={purchase}
          isWhole={resources.length === count}
        />
      ))}
      {!isPurchase &&
        resources.map((resource) => (
          <FoundResourceCard key={resource.token} resource={resource} recommendation={token} />
        ))}
      {page === 1 && links.next === null && resources.length > 0 && resources.length < count && (
        <Text size="sm" c="dimmed">
          {count - resources.length} of {count} resources are part of the saving but not listed:
          they have had no costs for a week, and no inventory has them.
        </Text>
      )}
      <Pager links={links} page={page} onPage={setPage} />
    </Stack>
  );
}

function describeResources(isDismissed: boolean, isPurchase: boolean): string {
  if (isDismissed) return 'They count in no saving above.';
  return isPurchase
    ? 'A purchase is made once and covers all resources below it; its saving is shared among them by their on-demand cost.'
    : 'The largest saving first. The actions of a resource are alternatives: take one.';
}

/** Either the saving is that of an account, or all resources are dismissed. */
const NoResources = ({ count }: { count: number }) => (
  <Text size="sm">
    {count === 0
      ? 'All resources are dismissed.'
      : 'No resource of the inventory or the bill is named: the saving is that of the account as a whole.'}
  </Text>
);
