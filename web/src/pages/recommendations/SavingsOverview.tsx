import { Anchor, Group, Paper, Select, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useWorkspace } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';
import type { Schemas } from '../../api/types.js';
import { useNames } from '../../features/costs/use-names.js';
import { useTagList } from '../../features/costs/use-tag-keys.js';
import { approximate } from '../../lib/decimal.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { Figure, Money } from '../../parts/figures.js';
import { ChartSkeleton } from '../../parts/Skeletons.js';
import { describeCategory } from './recommendation.js';
import './recommendations.css';

type Savings = Schemas['RecommendationSavings'];
type SavingsGroup = Schemas['SavingsGroup'];

/** Rows of a breakdown; the rest is in the list below. */
const mostRows = 6;

/** Available and realised savings, by category, and by owner or account. */
export function SavingsOverview() {
  const workspace = useWorkspace();
  const { owner = '' }: { owner?: string } = useSearch({ strict: false });
  const savings = useGet(
    '/v2/recommendations/savings',
    { query: { workspace_token: workspace?.token, ...(owner && { tag_key: owner }) } },
    { enabled: workspace !== undefined },
  );
  if (savings.error) {
    return <ErrorNote error={savings.error} onRetry={() => void savings.refetch()} />;
  }
  if (!savings.data) return <ChartSkeleton height={240} />;
  return <Overview savings={savings.data} owner={owner} />;
}

function Overview({ savings, owner }: { savings: Savings; owner: string }) {
  const names = useNames();
  const { currency_code: currency } = savings;
  const isByTag = owner !== '';
  const nameOf = (value: string | null) =>
    value === null ? 'None' : isByTag ? value : names('account_id', value);
  return (
    <Paper withBorder p="md" component="section" aria-label="Savings">
      <Group gap={48} mb="md">
        <Figure label="Available per month" help="Open recommendations together">
          <Money amount={savings.available} currency={currency} />
        </Figure>
        <Figure
          label="Realised per month"
          help="What ended findings cost less, measured on the bill over the week that followed"
        >
          <Money amount={savings.realised} currency={currency} />
        </Figure>
        <Figure label="Dismissed per month" help="Dismissed recommendations together">
          <Money amount={savings.dismissed} currency={currency} />
        </Figure>
      </Group>
      {savings.being_measured > 0 && (
        <Text size="sm" c="dimmed" mb="md">
          {savings.being_measured} ended{' '}
          {savings.being_measured === 1 ? 'finding is' : 'findings are'} still being measured: the
          bill has less than a week after them.
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl">
        <Breakdown
          title="By category"
          groups={savings.by_category}
          currency={currency}
          nameOf={(value) => describeCategory(value ?? 'None')}
          searchOf={(value) => ({ category: value ?? '' })}
        />
        <Breakdown
          title={isByTag ? 'By owner' : 'By account'}
          groups={isByTag ? savings.by_tag : savings.by_account}
          currency={currency}
          nameOf={nameOf}
          {...(isByTag ? {} : { searchOf: (value) => ({ account: value ?? '' }) })}
        >
          <OwnerChoice owner={owner} />
        </Breakdown>
      </SimpleGrid>
    </Paper>
  );
}

/** The tag that names the owner of a resource differs between companies. */
function OwnerChoice({ owner }: { owner: string }) {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const { keys } = useTagList();
  return (
    <Select
      aria-label="Tag that names the owner"
      placeholder="Account"
      size="xs"
      w={170}
      clearable
      searchable
      nothingFoundMessage="No matches"
      data={keys}
      value={owner || null}
      onChange={(key) =>
        void navigate({ to: '.', search: { ...search, owner: key ?? '' }, replace: true })
      }
    />
  );
}

interface BreakdownProps {
  title: string;
  groups: readonly SavingsGroup[];
  currency: string;
  nameOf: (value: string | null) => string;
  /** Filters of the list that a row leads to. */
  searchOf?: (value: string | null) => Record<string, string>;
  children?: ReactNode;
}

function Breakdown({ title, groups, currency, nameOf, searchOf, children }: BreakdownProps) {
  const largest = Math.max(0.01, ...groups.map(({ available }) => approximate(available)));
  return (
    <Stack gap={6}>
      <Group justify="space-between" mih={30}>
        <Title order={2} size="h4">
          {title}
        </Title>
        {children}
      </Group>
      {groups.length === 0 && (
        <Text size="sm" c="dimmed">
          Nothing yet.
        </Text>
      )}
      <ul className="savings-list">
        {groups.slice(0, mostRows).map(({ value, available, realised }) => (
          <li key={value ?? ''}>
            <span className="savings-name">
              {searchOf && value !== null ? (
                <Anchor
                  component={Link}
                  to="/recommendations"
                  search={searchOf(value) as never}
                  inherit
                >
                  {nameOf(value)}
                </Anchor>
              ) : (
                nameOf(value)
              )}
            </span>
            <span className="savings-amount">
              <Money amount={available} currency={currency} />
              {approximate(realised) > 0 && (
                <Text span size="xs" c="dimmed">
                  {' '}
                  · <Money amount={realised} currency={currency} /> realised
                </Text>
              )}
            </span>
            <span
              className="savings-bar"
              style={{ width: `${(approximate(available) / largest) * 100}%` }}
            />
          </li>
        ))}
      </ul>
      {groups.length > mostRows && (
        <Text size="xs" c="dimmed">
          and {groups.length - mostRows} more
        </Text>
      )}
    </Stack>
  );
}
