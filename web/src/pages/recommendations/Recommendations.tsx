import { Anchor, Button, Group, NumberInput, Select, Stack, Text } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useWorkspace } from '../../api/current-user.js';
import { type Names, useNames } from '../../features/costs/use-names.js';
import { approximate } from '../../lib/decimal.js';
import type { Column } from '../../parts/DataTable.js';
import { DateText, Money } from '../../parts/figures.js';
import { ListPage } from '../../parts/ListPage.js';
import {
  describeType,
  type Recommendation,
  recommendationPage,
  recommendationsPath,
} from './recommendation.js';
import { SavingsOverview } from './SavingsOverview.js';

interface Filters {
  show?: string;
  provider?: string;
  category?: string;
  account?: string;
  min?: string;
}

const shown: { value: 'open' | 'dismissed' | 'resolved'; label: string }[] = [
  { value: 'open', label: 'Open' },
  { value: 'dismissed', label: 'Dismissed' },
  { value: 'resolved', label: 'Resolved in 90 days' },
];
const providers = ['aws', 'azure', 'gcp', 'kubernetes', 'datadog'] as const;

/** What can be saved in the workspace, and what has been. */
export function Recommendations() {
  const workspace = useWorkspace();
  const search: Filters = useSearch({ strict: false });
  const names = useNames();
  const columns = useMemo(() => columnsOf(names), [names]);
  const show = shown.find(({ value }) => value === search.show)?.value ?? 'open';
  const provider = providers.find((each) => each === search.provider);
  return (
    <ListPage
      title="Recommendations"
      text="What would cost less, found in bills and inventories after each import and every day. Savings are per month."
      kind="recommendation"
      path={recommendationsPath}
      rows="recommendations"
      query={{
        workspace_token: workspace?.token,
        filter: show,
        ...(provider && { provider }),
        ...(search.category && { category: search.category }),
        ...(search.account && { provider_account_id: search.account }),
        ...(search.min && { min_savings: Number(search.min) }),
      }}
      columns={columns}
      empty={
        show === 'open'
          ? {
              title: 'There are no open recommendations',
              text: 'Types that lack their data find nothing: “Data that types need” says which files to add.',
            }
          : { title: 'There are no such recommendations', text: 'Choose others to show.' }
      }
      filters={
        <Stack gap="md" mb="md">
          <SavingsOverview />
          <RecommendationFilters show={show} names={names} />
        </Stack>
      }
    >
      <Button component={Link} to="/recommendations/types" variant="default">
        Data that types need
      </Button>
    </ListPage>
  );
}

/** The filters live in the URL; a change returns to the first page. */
function RecommendationFilters({ show, names }: { show: string; names: Names }) {
  const search: Filters = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = (next: Filters) =>
    void navigate({ to: '.', search: { ...search, ...next, page: '' }, replace: true });
  const isFiltered = Boolean(search.category ?? search.account);
  return (
    <Group component="search" gap="sm" align="flex-end">
      <Select
        label="Show"
        w={190}
        allowDeselect={false}
        data={shown}
        value={show}
        onChange={(value) => change({ show: value ?? '' })}
      />
      <Select
        label="Provider"
        w={170}
        clearable
        placeholder="Any"
        data={providers.map((value) => ({ value, label: names('provider', value) }))}
        value={search.provider ?? null}
        onChange={(provider) => change({ provider: provider ?? '' })}
      />
      <NumberInput
        label="Least saving"
        w={140}
        min={0}
        hideControls
        placeholder="Any"
        value={search.min ?? ''}
        onChange={(min) => change({ min: String(min) })}
      />
      {isFiltered && (
        <Button variant="default" onClick={() => change({ category: '', account: '' })}>
          Show all categories and accounts
        </Button>
      )}
    </Group>
  );
}

const columnsOf = (names: Names): Column<Recommendation>[] => [
  {
    id: 'description',
    header: 'Recommendation',
    sort: (row) => row.description,
    cell: (row) => (
      <>
        <Anchor component={Link} to={recommendationPage(row.token)} inherit>
          {row.description}
        </Anchor>
        <Text size="xs" c="dimmed">
          {row.service} · {describeType(row.type)}
        </Text>
      </>
    ),
  },
  {
    id: 'savings',
    header: 'Saving per month',
    isNumeric: true,
    sort: (row) => approximate(row.potential_savings ?? '0'),
    cell: ({ potential_savings: saving, currency_code: currency }) =>
      saving === null ? '–' : <Money amount={saving} currency={currency ?? 'USD'} />,
  },
  {
    id: 'resources',
    header: 'Resources',
    isNumeric: true,
    sort: (row) => row.resources_affected_count,
    cell: (row) => row.resources_affected_count,
  },
  {
    id: 'account',
    header: 'Account',
    sort: (row) => row.provider_account_id ?? '',
    cell: ({ provider_account_id: account }) =>
      account === null ? '–' : names('account_id', account),
  },
  {
    id: 'provider',
    header: 'Provider',
    sort: (row) => row.provider,
    cell: (row) => names('provider', row.provider),
  },
  {
    id: 'since',
    header: 'Since',
    sort: (row) => row.created_at,
    cell: (row) => <DateText day={row.created_at.slice(0, 10)} />,
  },
];
