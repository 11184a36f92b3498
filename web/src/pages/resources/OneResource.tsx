import { Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { typeName } from '../../../../src/domain/optimise/resources/type-name.js';
import { useGet } from '../../api/queries.js';
import { ExamplePrices } from '../../features/recommendations/ExamplePrices.js';
import { useNames } from '../../features/costs/use-names.js';
import { RegionName } from '../../features/resources/RegionName.js';
import { CopyIdentifier } from '../../features/resources/ResourceName.js';
import { costDays, ResourceCost } from '../../features/resources/ResourceCost.js';
import {
  describeKey,
  formatUtilization,
  maximaOf,
  nameOf,
  type Resource,
  type ResourceSummary,
  textsOf,
} from '../../features/resources/resource.js';
import { capitalize } from '../../lib/text.js';
import { BackLink } from '../../parts/BackLink.js';
import { DateText, Figure, Money, MomentText } from '../../parts/figures.js';
import { PageError } from '../../parts/PageError.js';
import { PageTitle } from '../../parts/PageTitle.js';
import { PageSkeleton } from '../../parts/Skeletons.js';
import { CostsOverTime } from './CostsOverTime.js';
import { Neighbours } from './Neighbours.js';
import { ResourceRecommendations } from './ResourceRecommendations.js';
import '../../features/resources/resources.css';

/** A resource: what it costs, what is known of it, and what to do about it. */
export function OneResource() {
  const { token = '' }: { token?: string } = useParams({ strict: false });
  const { data, error } = useGet('/v2/resources/{resource_token}', {
    path: { resource_token: token },
    query: { include_summary: true },
  });
  if (error) return <PageError error={error} />;
  if (!data?.summary || data.token !== token) return <PageSkeleton />;
  const { summary } = data;
  return (
    <>
      <BackLink to="/resources" label="Resources" />
      <PageTitle title={nameOf(data)} text={typeName(data.type)} />
      <Stack gap="lg">
        <Figures summary={summary} />
        <CostsOverTime resource={data} />
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
          <Section title="About">
            <About resource={data} summary={summary} />
          </Section>
          <Section title="Utilization">
            <Facts
              empty="No utilization file or inventory says it."
              facts={maximaOf(summary).map(([key, value]) => [
                describeKey(key),
                formatUtilization(key, value),
              ])}
            />
          </Section>
          <Section title="Attributes">
            <Facts empty="No inventory says more." facts={attributesOf(data, summary)} />
          </Section>
          <Section title="Tags">
            <Facts
              empty="It has no tags."
              facts={[
                ...textsOf(data.tags),
                ...textsOf(summary.virtual_tags).map(([key, value]): [string, string] => [
                  `${key} (virtual)`,
                  value,
                ]),
              ]}
            />
          </Section>
        </SimpleGrid>
        <Neighbours token={token} />
        <ResourceRecommendations token={token} />
      </Stack>
    </>
  );
}

function Figures({ summary }: { summary: ResourceSummary }) {
  return (
    <Paper withBorder p="md">
      <Group gap={48} align="flex-start">
        <div>
          <Figure label="Cost in 30 days" help="Without tax, credits and refunds">
            <ResourceCost summary={summary} />
          </Figure>
          <Text size="xs" c="dimmed">
            {costDays(summary)}, in {summary.currency}
          </Text>
        </div>
        <Figure
          label="Saving per month"
          help="The open recommendations about it that save most together, within its cost"
        >
          <Money amount={summary.recommendation_savings} currency={summary.currency} />{' '}
          {summary.uses_example_prices && <ExamplePrices />}
        </Figure>
        <Figure label="State" help="As the inventory says">
          {capitalize(summary.state ?? '–')}
        </Figure>
      </Group>
    </Paper>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <Title order={2} size="h4" mb="xs">
        {title}
      </Title>
      {children}
    </section>
  );
}

function Facts({
  facts,
  empty,
}: {
  facts: readonly (readonly [string, ReactNode])[];
  empty: string;
}) {
  if (facts.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {empty}
      </Text>
    );
  }
  return (
    <dl className="resource-facts">
      {facts.map(([name, value]) => (
        <div key={name} style={{ display: 'contents' }}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function About({ resource, summary }: { resource: Resource; summary: ResourceSummary }) {
  const names = useNames();
  const { account_id: account, billing_account_id: billing, region } = resource;
  const { state_since: since } = summary;
  return (
    <Facts
      empty=""
      facts={[
        [
          'Identifier',
          <span key="id">
            {resource.uuid} <CopyIdentifier name={nameOf(resource)} uuid={resource.uuid} />
          </span>,
        ],
        ['Type', typeName(resource.type)],
        ['Provider', names('provider', resource.provider)],
        ['Account', account === null ? '–' : names('account_id', account)],
        ['Billing account', billing === null ? '–' : names('account_id', billing)],
        ['Region', <RegionName key="region" code={region} />],
        ['State since', since ? <DateText key="since" day={since.slice(0, 10)} /> : '–'],
        ['First seen', <MomentText key="seen" moment={resource.created_at} />],
      ]}
    />
  );
}

/** Everything that an inventory says, but for utilisation. */
const attributesOf = ({ metadata }: Resource, { utilization }: ResourceSummary) =>
  Object.entries(metadata ?? {})
    .filter(([key, value]) => !Object.hasOwn(utilization, key) && value !== null)
    .map(
      ([key, value]) =>
        [describeKey(key), typeof value === 'string' ? value : JSON.stringify(value)] as const,
    );
